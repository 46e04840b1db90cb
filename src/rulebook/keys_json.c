/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/keys_json.h"

#include "rulebook/freeze.h"

enum { ALLOWED_MAX = 512 };

static const char *type_name(enum key_type type)
{
    switch (type) {
    case KEY_TEXT:
        return "text";
    case KEY_NAME:
        return "name";
    case KEY_DATE:
        return "date";
    case KEY_CLAUSES:
        return "clauses";
    case KEY_WORD:
        return "word";
    case KEY_NUMBER:
        return "number";
    case KEY_FLAG:
        return "flag";
    case KEY_RATIO:
        return "ratio";
    case KEY_MONEY:
        return "money";
    case KEY_RANK:
        return "rank";
    case KEY_RANKS:
        return "ranks";
    case KEY_TOTALS:
        return "totals";
    case KEY_COUNT:
        return "count";
    case KEY_SIDES:
        return "sides";
    }
    return "";
}

static void put_text(json_t *entry, const char *name, const char *text)
{
    if (text)
        json_object_set_new(entry, name, json_string(text));
}

static void put_words(json_t *entry, const struct key_word *words)
{
    json_t *list = json_array();
    for (; words->name; words++)
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "name", words->name, "says", words->says ? words->says : ""));
    json_object_set_new(entry, "words", list);
}

static void explain(json_t *entry, const struct rulebook_key *key)
{
    char allowed[ALLOWED_MAX];
    struct text text;
    text_init(&text, allowed, sizeof(allowed));
    rulebook_key_describe(key, &text);
    put_text(entry, "legend", key->legend);
    put_text(entry, "allowed", allowed);
    put_text(entry, "type", type_name(key->type));
    if (key->identity)
        json_object_set_new(entry, "identity", json_true());
    if (key->words)
        put_words(entry, key->words);
    if (key->max) {
        json_object_set_new(entry, "min", json_integer((json_int_t)key->min));
        json_object_set_new(entry, "max", json_integer((json_int_t)key->max));
    }
    put_text(entry, "fallback", key->fallback);
    put_text(entry, "reading", key->reading);
    put_text(entry, "switch", key->switch_name);
}

static void add_key(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    json_t *entry = json_pack("{s:s, s:s}", "key", path, "value", value);
    if (key)
        explain(entry, key);
    json_array_append_new(context, entry);
}

json_t *rulebook_keys_json(const struct rulebook *book)
{
    json_t *list = json_array();
    rulebook_walk(book, add_key, list);
    return list;
}
