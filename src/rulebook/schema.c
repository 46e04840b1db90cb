/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/schema.h"

#include <stdio.h>
#include <string.h>

#include "rulebook/keys.h"

/* ---- Values by type. ---- */

static json_t *words_json(const struct key_word *words)
{
    json_t *names = json_array();
    for (; words->name; words++)
        json_array_append_new(names, json_string(words->name));
    return names;
}

static json_t *pattern(const char *expression, size_t size)
{
    json_t *value = json_pack("{s:s, s:s}", "type", "string", "pattern", expression);
    if (size > 0)
        json_object_set_new(value, "maxLength", json_integer((json_int_t)size - 1));
    return value;
}

static json_t *clauses_json(void)
{
    return pattern("^((App\\.[A-Z]|[0-9]{1,2}([./][a-z0-9-]+)+)( (?!$)|$))*$", CLAUSES_MAX);
}

/* A rank: YAML reads 7 as a number and T as a word. */
static json_t *rank_json(bool none)
{
    json_t *ranks = json_array();
    for (const char *letter = "ATJQKFLS"; *letter; letter++)
        json_array_append_new(ranks, json_stringn(letter, 1));
    for (int number = 2; number <= 9; number++) {
        char text[2] = {(char)('0' + number), '\0'};
        json_array_append_new(ranks, json_integer(number));
        json_array_append_new(ranks, json_string(text));
    }
    if (none)
        json_array_append_new(ranks, json_string("none"));
    return json_pack("{s:o}", "enum", ranks);
}

static json_t *list_of(json_t *items, bool unique, int64_t least, int64_t most)
{
    json_t *list = json_pack("{s:s, s:o}", "type", "array", "items", items);
    if (unique)
        json_object_set_new(list, "uniqueItems", json_true());
    if (least > 0)
        json_object_set_new(list, "minItems", json_integer(least));
    if (most > 0)
        json_object_set_new(list, "maxItems", json_integer(most));
    return list;
}

static json_t *integer_json(const struct rulebook_key *key)
{
    return json_pack("{s:s, s:I, s:I}", "type", "integer", "minimum", (json_int_t)key->min, "maximum",
                     (json_int_t)key->max);
}

static json_t *count_json(const struct rulebook_key *key)
{
    return json_pack("{s:[o, o]}", "anyOf", integer_json(key),
                     pattern("^([1-9]|1[0-9]|20)(-([1-9]|1[0-9]|20)|\\+)?$", 0));
}

static json_t *type_json(const struct rulebook_key *key)
{
    switch (key->type) {
    case KEY_TEXT:
        return json_pack("{s:s, s:i, s:I}", "type", "string", "minLength", 1, "maxLength",
                         (json_int_t)key->size - 1);
    case KEY_NAME:
        return pattern("^[a-z][a-z0-9-]*$", key->size);
    case KEY_DATE:
        return pattern("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T[0-9]{2}:[0-9]{2})?$", 0);
    case KEY_CLAUSES:
        return clauses_json();
    case KEY_WORD:
        return json_pack("{s:o}", "enum", words_json(key->words));
    case KEY_NUMBER:
        return integer_json(key);
    case KEY_FLAG:
        return json_pack("{s:[b, b, s, s]}", "enum", 1, 0, "yes", "no");
    case KEY_RATIO:
        return pattern("^0*[1-9][0-9]{0,5}:0*[1-9][0-9]{0,5}$", 0);
    case KEY_MONEY:
        return json_pack("{s:s, s:f, s:f}", "type", "number", "minimum", (double)key->min / 100, "maximum",
                         (double)key->max / 100);
    case KEY_RANK:
        return rank_json(true);
    case KEY_RANKS:
        return list_of(rank_json(false), true, 0, RANK_COUNT);
    case KEY_TOTALS:
        return list_of(integer_json(key), true, 0, 0);
    case KEY_COUNT:
        return count_json(key);
    case KEY_SIDES:
        return list_of(json_pack("{s:o}", "enum", words_json(key->words)), false, key->min, key->max);
    }
    return NULL;
}

/* ---- Keys and sections. ---- */

static json_t *section_new(void)
{
    return json_pack("{s:s, s:b, s:{}}", "type", "object", "additionalProperties", 0, "properties");
}

static void require(json_t *section, const char *name)
{
    json_t *required = json_object_get(section, "required");
    if (!required) {
        required = json_array();
        json_object_set_new(section, "required", required);
    }
    for (size_t i = 0; i < json_array_size(required); i++)
        if (strcmp(json_string_value(json_array_get(required, i)), name) == 0)
            return;
    json_array_append_new(required, json_string(name));
}

static json_t *key_json(const struct rulebook_key *key)
{
    json_t *value = type_json(key);
    char legend[256];
    snprintf(legend, sizeof(legend), "%s%s%s%s", key->legend,
             key->fallback && key->fallback[0] ? " Left out: " : "",
             key->fallback && key->fallback[0] ? key->fallback : "",
             key->fallback && key->fallback[0] ? "." : "");
    json_object_set_new(value, "description", json_string(legend));
    return value;
}

/* Puts the key into its place below `section`, making the sections its path names. A section with a required
 * key is required, unless only one family has it: `by_family` then gets to say so. */
static void add_key(json_t *section, const struct rulebook_key *key, json_t *by_family)
{
    const char *path = key->path;
    bool top = true;
    for (size_t length; path[length = strcspn(path, ".")]; path += length + 1) {
        char name[KEY_PATH_MAX];
        snprintf(name, sizeof(name), "%.*s", (int)length, path);
        json_t *properties = json_object_get(section, "properties");
        if (!key->fallback)
            require(top && key->family ? by_family : section, name);
        if (!json_object_get(properties, name))
            json_object_set_new(properties, name, section_new());
        section = json_object_get(properties, name);
        top = false;
    }
    json_object_set_new(json_object_get(section, "properties"), path, key_json(key));
    if (!key->fallback)
        require(section, path);
}

static json_t *group_json(enum key_group group)
{
    json_t *section = section_new();
    size_t count;
    const struct rulebook_key *keys = rulebook_keys(group, &count);
    for (size_t i = 0; i < count; i++)
        add_key(section, &keys[i], section);
    return section;
}

/* ---- What belongs to one family. ---- */

/* "If the family is this: these sections are required, and those of the other are not for it." */
static json_t *family_json(const char *name, json_t *then, enum family_id other)
{
    size_t count;
    const struct rulebook_key *keys = rulebook_keys(KEYS_BOOK, &count);
    json_t *barred = json_object();
    for (size_t i = 0; i < count; i++) {
        char section[KEY_PATH_MAX];
        if (keys[i].family != other)
            continue;
        snprintf(section, sizeof(section), "%.*s", (int)strcspn(keys[i].path, "."), keys[i].path);
        json_object_set_new(barred, section, json_false());
    }
    json_object_set_new(then, "properties", barred);
    return json_pack("{s:{s:{s:{s:s}}}, s:o}", "if", "properties", "family", "const", name, "then", then);
}

static json_t *book_json(void)
{
    json_t *book = section_new();
    json_t *then[] = {[FAMILY_BLACKJACK] = json_object(), [FAMILY_BACCARAT] = json_object()};
    size_t count;
    const struct rulebook_key *keys = rulebook_keys(KEYS_BOOK, &count);
    for (size_t i = 0; i < count; i++)
        add_key(book, &keys[i], keys[i].family ? then[keys[i].family] : book);
    json_object_set_new(book, "allOf",
                        json_pack("[o, o]", family_json("blackjack", then[FAMILY_BLACKJACK], FAMILY_BACCARAT),
                                  family_json("baccarat", then[FAMILY_BACCARAT], FAMILY_BLACKJACK)));
    return book;
}

/* ---- Sections that hold lists. ---- */

/* One of the definitions, with a sentence of its own. */
static json_t *defined(const char *name, const char *description)
{
    return json_pack("{s:[{s:s+}], s:s}", "allOf", "$ref", "#/definitions/", name, "description",
                     description);
}

static json_t *wagers_json(void)
{
    json_t *wager = group_json(KEYS_WAGER);
    json_object_set_new(json_object_get(wager, "properties"), "pays",
                        list_of(group_json(KEYS_LINE), false, 1, PAY_LINES_MAX));
    require(wager, "pays");
    return list_of(wager, false, 1, WAGERS_MAX);
}

static json_t *irregularities_json(void)
{
    json_t *section = section_new();
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++) {
        json_object_set_new(json_object_get(section, "properties"),
                            irregularity_name((enum irregularity)kind),
                            defined("irregularity", irregularity_says((enum irregularity)kind)));
    }
    require(section, irregularity_name(IRREGULARITY_OTHER));
    return section;
}

static json_t *grounds_json(void)
{
    json_t *section = section_new();
    for (unsigned ground = 0; ground < GROUND_COUNT; ground++) {
        json_object_set_new(json_object_get(section, "properties"), ground_name((enum ground)ground),
                            defined("clauses", ground_says((enum ground)ground)));
    }
    return section;
}

json_t *schema_json(void)
{
    json_t *schema = book_json();
    json_t *properties = json_object_get(schema, "properties");
    json_object_set_new(schema, "$schema", json_string("http://json-schema.org/draft-07/schema#"));
    json_object_set_new(schema, "title", json_string("Croupier rulebook"));
    json_object_set_new(properties, "wagers", wagers_json());
    json_object_set_new(properties, "irregularities", irregularities_json());
    json_object_set_new(properties, "grounds", grounds_json());
    json_object_set_new(
        schema, "definitions",
        json_pack("{s:o, s:o}", "clauses", clauses_json(), "irregularity", group_json(KEYS_IRREGULARITY)));
    require(schema, "wagers");
    require(schema, "irregularities");
    return schema;
}
