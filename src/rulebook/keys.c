/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/keys.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "rulebook/key_table.h"

const struct rulebook_key *rulebook_keys(enum key_group group, size_t *count)
{
    static const struct {
        const struct rulebook_key *keys;
        const size_t *count;
    } tables[] = {
        [KEYS_BOOK] = {key_table_book, &key_table_book_count},
        [KEYS_WAGER] = {key_table_wager, &key_table_wager_count},
        [KEYS_LINE] = {key_table_line, &key_table_line_count},
        [KEYS_IRREGULARITY] = {key_table_irregularity, &key_table_irregularity_count},
    };
    assert((unsigned)group <= KEYS_IRREGULARITY);
    *count = *tables[group].count;
    return tables[group].keys;
}

const struct rulebook_key *rulebook_key_find(enum key_group group, const char *path_or_switch)
{
    assert(path_or_switch);
    size_t count;
    const struct rulebook_key *keys = rulebook_keys(group, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(keys[i].path, path_or_switch) == 0)
            return &keys[i];
        if (keys[i].switch_name && strcmp(keys[i].switch_name, path_or_switch) == 0)
            return &keys[i];
    }
    return NULL;
}

static bool is_below(const char *path, const char *section, size_t length)
{
    return length == 0 || (strncmp(path, section, length) == 0 && path[length] == '.');
}

bool rulebook_key_is_section(enum key_group group, const char *path)
{
    assert(path);
    size_t count;
    const struct rulebook_key *keys = rulebook_keys(group, &count);
    for (size_t i = 0; i < count; i++)
        if (is_below(keys[i].path, path, strlen(path)))
            return true;
    return false;
}

/* ---- Suggestions. ---- */

/* The members that a section may have: the next part of each path below it, and the sections that hold lists.
 */
static const char *const list_sections[] = {
    [KEYS_BOOK] = "wagers irregularities grounds", [KEYS_WAGER] = "pays"};

static void try_part(struct nearest *nearest, const char *part, size_t length, char *best)
{
    char word[KEY_PATH_MAX];
    snprintf(word, sizeof(word), "%.*s", (int)length, part);
    const char *before = nearest->word;
    nearest_try(nearest, word);
    if (nearest->word == word) {
        memcpy(best, word, sizeof(word));
        nearest->word = best;
    } else {
        nearest->word = before;
    }
}

bool rulebook_key_is_list(enum key_group group, const char *path)
{
    assert(path);
    bool has_lists = group == KEYS_BOOK || group == KEYS_WAGER;
    return has_lists && text_has_word(list_sections[group], path);
}

/* The right word in the wrong section. */
static bool find_elsewhere(const struct rulebook_key *keys, size_t count, const char *unknown, char *near)
{
    for (size_t i = 0; i < count; i++) {
        const char *dot = strrchr(keys[i].path, '.');
        if (dot && strcmp(dot + 1, unknown) == 0) {
            snprintf(near, KEY_PATH_MAX, "%s", keys[i].path);
            return true;
        }
    }
    return false;
}

bool rulebook_key_nearest(enum key_group group, const char *section, const char *unknown, char *near)
{
    char best[KEY_PATH_MAX];
    struct nearest nearest;
    size_t count;
    size_t length = strlen(section);
    const struct rulebook_key *keys = rulebook_keys(group, &count);
    nearest_init(&nearest, unknown);
    for (size_t i = 0; i < count; i++) {
        if (!is_below(keys[i].path, section, length))
            continue;
        const char *part = keys[i].path + length + (length > 0);
        try_part(&nearest, part, strcspn(part, "."), best);
    }
    const char *lists = length == 0 && group <= KEYS_WAGER ? list_sections[group] : "";
    for (; *lists; lists += strspn(lists, " ")) {
        try_part(&nearest, lists, strcspn(lists, " "), best);
        lists += strcspn(lists, " ");
    }
    if (!nearest.word)
        return find_elsewhere(keys, count, unknown, near);
    snprintf(near, KEY_PATH_MAX, "%.40s%s%.50s", section, length ? "." : "", best);
    return true;
}

/* ---- Printing. ---- */

static const char *word_name(const struct key_word *words, uint8_t value)
{
    assert(words);
    for (; words->name; words++)
        if (words->value == value)
            return words->name;
    return "";
}

static void print_ranks(rank_set set, const struct deck *deck, struct text *text)
{
    const char *comma = "";
    text_put_char(text, '[');
    for (unsigned rank = 1; rank <= RANK_COUNT; rank++) {
        if (!rank_set_has(set, rank))
            continue;
        text_format(text, "%s%c", comma, deck->rank_letters[rank - 1]);
        comma = ", ";
    }
    text_put_char(text, ']');
}

static void print_totals(uint32_t set, struct text *text)
{
    const char *comma = "";
    text_put_char(text, '[');
    for (unsigned total = 0; total < 32; total++) {
        if (!(set >> total & 1U))
            continue;
        text_format(text, "%s%u", comma, total);
        comma = ", ";
    }
    text_put_char(text, ']');
}

static void print_count(const uint8_t *least_and_most, struct text *text)
{
    text_format(text, "%u", least_and_most[0]);
    if (least_and_most[1] == UINT8_MAX)
        text_put_char(text, '+');
    else if (least_and_most[1] != least_and_most[0])
        text_format(text, "-%u", least_and_most[1]);
}

static void print_sides(const struct rulebook_key *key, const uint8_t *count_and_sides, struct text *text)
{
    text_put_char(text, '[');
    for (unsigned i = 0; i < count_and_sides[0]; i++)
        text_format(text, "%s%s", i > 0 ? ", " : "", word_name(key->words, count_and_sides[1 + i]));
    text_put_char(text, ']');
}

void rulebook_key_print(const struct rulebook_key *key, const void *record, const struct deck *deck,
                        struct text *text)
{
    assert(key && record && deck);
    const void *field = (const char *)record + key->offset;
    char number[MONEY_TEXT_MAX];
    switch (key->type) {
    case KEY_TEXT:
    case KEY_NAME:
    case KEY_DATE:
    case KEY_CLAUSES:
        text_put(text, field);
        break;
    case KEY_WORD:
        text_put(text, word_name(key->words, *(const uint8_t *)field));
        break;
    case KEY_NUMBER:
        text_format(text, "%u", *(const uint8_t *)field);
        break;
    case KEY_FLAG:
        text_put(text, *(const bool *)field ? "true" : "false");
        break;
    case KEY_RATIO:
        ratio_print(*(const struct ratio *)field, number, sizeof(number));
        text_put(text, number);
        break;
    case KEY_MONEY:
        money_print(*(const int64_t *)field, number, sizeof(number));
        text_put(text, number);
        break;
    case KEY_RANK:
        if (*(const uint8_t *)field == 0)
            text_put(text, "none");
        else
            text_put_char(text, deck->rank_letters[*(const uint8_t *)field - 1]);
        break;
    case KEY_RANKS:
        print_ranks(*(const rank_set *)field, deck, text);
        break;
    case KEY_TOTALS:
        print_totals(key->size == sizeof(uint32_t) ? *(const uint32_t *)field : *(const uint16_t *)field,
                     text);
        break;
    case KEY_COUNT:
        print_count(field, text);
        break;
    case KEY_SIDES:
        print_sides(key, field, text);
        break;
    }
}

static void describe_words(const struct key_word *words, struct text *text)
{
    enum { SHOWN_MAX = 8 };
    for (const struct key_word *word = words; word->name; word++) {
        if (word - words == SHOWN_MAX) {
            text_put(text, " or another");
            return;
        }
        if (word > words)
            text_put(text, word[1].name ? ", " : " or ");
        text_put(text, word->name);
    }
}

void rulebook_key_describe(const struct rulebook_key *key, struct text *text)
{
    assert(key && text);
    char least[MONEY_TEXT_MAX], most[MONEY_TEXT_MAX];
    switch (key->type) {
    case KEY_TEXT:
        text_format(text, "a line of at most %zu bytes", key->size - 1);
        break;
    case KEY_NAME:
        text_put(text, "a name of lower-case letters, digits and hyphens");
        break;
    case KEY_DATE:
        text_put(text, "a date such as 2019-09-27 or 2023-05-08T00:00");
        break;
    case KEY_CLAUSES:
        text_put(text, "clause numbers in quotes, such as \"3.25 3.25.1\"");
        break;
    case KEY_WORD:
        describe_words(key->words, text);
        break;
    case KEY_NUMBER:
        text_format(text, "a number from %d to %d", (int)key->min, (int)key->max);
        break;
    case KEY_FLAG:
        text_put(text, "true or false");
        break;
    case KEY_RATIO:
        text_put(text, "a ratio such as 3:2");
        break;
    case KEY_MONEY:
        money_print(key->min, least, sizeof(least));
        money_print(key->max, most, sizeof(most));
        text_format(text, "an amount from %s to %s", least, most);
        break;
    case KEY_RANK:
        text_put(text, "a rank of the deck, or none");
        break;
    case KEY_RANKS:
        text_put(text, "a list of ranks such as [A, T]");
        break;
    case KEY_TOTALS:
        text_format(text, "a list of numbers from %d to %d", (int)key->min, (int)key->max);
        break;
    case KEY_COUNT:
        text_put(text, "a number of cards such as 3, \"3-4\" or \"8+\"");
        break;
    case KEY_SIDES:
        text_format(text, "a list of %d to %d times player or banker", (int)key->min, (int)key->max);
        break;
    }
}
