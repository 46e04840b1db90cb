/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the table of keys is sound: every row names a field of its own, explains itself, reads back what it
 * prints, and every word of every list can be chosen. */
#include "check.h"

#include <stdio.h>

#include "rulebook/builtin.h"
#include "rulebook/value.h"

static const enum key_group groups[] = {KEYS_BOOK, KEYS_WAGER, KEYS_LINE, KEYS_IRREGULARITY};

union record {
    struct rulebook book;
    struct wager_rule wager;
    struct pay_line line;
    struct irregularity_rule irregularity;
};

static void test_rows_do_not_overlap(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(groups); g++) {
        size_t count;
        const struct rulebook_key *keys = rulebook_keys(groups[g], &count);
        for (size_t i = 0; i < count; i++) {
            assert_true(keys[i].legend && strlen(keys[i].legend) > 8);
            assert_true(strlen(keys[i].path) < KEY_PATH_MAX);
            for (size_t k = 0; k < i; k++) {
                assert_string_not_equal(keys[i].path, keys[k].path);
                assert_true(keys[i].offset >= keys[k].offset + keys[k].size ||
                            keys[k].offset >= keys[i].offset + keys[i].size);
            }
        }
    }
}

static bool store(const struct rulebook_key *key, const char *text, union record *record)
{
    char buffer[VALUE_TEXT_MAX];
    struct value value = {.deck = deck_of(DECK_FRENCH)};
    return value_split(&value, key, text, buffer) && value_store(&value, key, record);
}

/* Sets the key, prints it, and compares. */
static void reads_back(const struct rulebook_key *key, const char *written)
{
    union record record = {0};
    char printed[VALUE_TEXT_MAX];
    struct text text;
    if (!store(key, written, &record))
        fail_msg("%s does not take \"%s\"", key->path, written);
    text_init(&text, printed, sizeof(printed));
    rulebook_key_print(key, &record, deck_of(DECK_FRENCH), &text);
    assert_string_equal(printed, written);
}

static void test_every_word_can_be_chosen(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(groups); g++) {
        size_t count;
        const struct rulebook_key *keys = rulebook_keys(groups[g], &count);
        for (size_t i = 0; i < count; i++) {
            for (const struct key_word *word = keys[i].words; word && word->name; word++) {
                assert_true(word->says && strlen(word->says) > 0);
                if (keys[i].type == KEY_WORD)
                    reads_back(&keys[i], word->name);
            }
            if (keys[i].fallback && keys[i].fallback[0])
                reads_back(&keys[i], keys[i].fallback);
        }
    }
}

static const struct {
    const char *path;
    const char *text;
    bool good;
} values[] = {
    {"burn.count", "3", true},
    {"burn.count", "3.0", false},
    {"burn.count", "+3", false},
    {"burn.count", " 3", false},
    {"burn.count", "9999999", false},
    {"money.unit", "0.50", true},
    {"money.unit", "100", true},
    {"money.unit", "100.01", false},
    {"money.unit", "-1", false},
    {"money.unit", "1e2", false},
    {"insurance.max", "1:2", true},
    {"insurance.max", "1:0", false},
    {"insurance.max", "1/2", false},
    {"insurance.max", "0.5", false},
    {"permanent.player", "7", true},
    {"permanent.player", "none", true},
    {"permanent.player", "", false},
    {"permanent.player", "77", false},
    {"double.totals", "[9, 10]", true},
    {"double.totals", "[3]", false},
    {"double.totals", "[9, 9]", false},
    {"double.totals", "[x]", false},
    {"deal.order", "[player]", false},
    {"deal.order", "[player, dealer]", false},
    {"effective", "2026-01-31", true},
    {"effective", "2026-1-31", false},
    {"effective", "2026-01-32", false},
    {"effective", "2026-01-31T09:30", true},
    {"effective", "2026-01-31 09:30", false},
    {"id", "a-b-1", true},
    {"id", "-a", false},
    {"id", "a b", false},
    {"id", "", false},
    {"id", "a-name-that-is-far-too-long-to-fit", false},
    {"surrender.offered", "true", true},
    {"surrender.offered", "True", false},
    {"surrender.offered", "1", false},
};

static void test_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        union record record = {0}, untouched = {0};
        const struct rulebook_key *key = rulebook_key_find(KEYS_BOOK, values[i].path);
        assert_non_null(key);
        if (store(key, values[i].text, &record) != values[i].good)
            fail_msg("%s: \"%s\"", values[i].path, values[i].text);
        if (!values[i].good)
            assert_memory_equal(&record, &untouched, sizeof(record));
    }
}

static void test_counts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned least, most; /* 0: refused */
    } counts[] = {{"3", 3, 3},   {"3-4", 3, 4}, {"8+", 8, UINT8_MAX}, {"0", 0, 0},  {"4-3", 0, 0},
                  {"21", 0, 0},  {"3-", 0, 0},  {"+", 0, 0},          {"-3", 0, 0}, {"3-4-5", 0, 0},
                  {"8++", 0, 0}, {"", 0, 0},    {"3 - 4", 0, 0}};
    const struct rulebook_key *key = rulebook_key_find(KEYS_LINE, "count");
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        union record record = {0};
        assert_int_equal(store(key, counts[i].text, &record), counts[i].least != 0);
        assert_int_equal(record.line.match.count_min, counts[i].least);
        assert_int_equal(record.line.match.count_max, counts[i].most);
    }
}

static const struct {
    const char *clauses;
    bool good;
} clause_rows[] = {
    {"3.25", true},     {"3.25 3.25.1.1", true}, {"2.1.1.a", true}, {"3.7/banker-0-2", true},
    {"5.7-end", true},  {"App.A", true},         {"", true},        {"3", false},
    {"3.", false},      {".3", false},           {"3..2", false},   {"App.a", false},
    {"App.", false},    {"3.25,3.26", false},    {"[3.25]", false}, {"3.25  3.26", false},
    {"v6 3.25", false}, {"123.4", false},        {"3.7/", false},
};

static void test_clauses_look_like_clauses(void **state)
{
    (void)state;
    const struct rulebook_key *key = rulebook_key_find(KEYS_LINE, "clauses");
    for (size_t i = 0; i < COUNT_OF(clause_rows); i++) {
        union record record = {0};
        if (store(key, clause_rows[i].clauses, &record) != clause_rows[i].good)
            fail_msg("\"%s\"", clause_rows[i].clauses);
    }
}

static const struct {
    enum key_group group;
    const char *section;
    const char *unknown;
    const char *near;
} guesses[] = {
    {KEYS_BOOK, "", "delaer", "dealer"},
    {KEYS_BOOK, "dealer", "soft_17", "dealer.soft17"},
    {KEYS_BOOK, "", "wager", "wagers"},
    {KEYS_BOOK, "", "ground", "grounds"},
    {KEYS_BOOK, "cards.decks", "maxx", "cards.decks.max"},
    {KEYS_BOOK, "dealer", "hands_max", "split.hands_max"},
    {KEYS_BOOK, "", "frobnicate", NULL},
    {KEYS_WAGER, "", "pay", "pays"},
    {KEYS_WAGER, "label", "eng", "label.en"},
    {KEYS_LINE, "", "odd", "odds"},
    {KEYS_IRREGULARITY, "", "remdy", "remedy"},
};

static void test_nearest_key(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(guesses); i++) {
        char near[KEY_PATH_MAX] = "";
        bool found = rulebook_key_nearest(guesses[i].group, guesses[i].section, guesses[i].unknown, near);
        assert_int_equal(found, guesses[i].near != NULL);
        assert_string_equal(near, guesses[i].near ? guesses[i].near : "");
    }
}

static void test_every_key_describes_itself(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(groups); g++) {
        size_t count;
        const struct rulebook_key *keys = rulebook_keys(groups[g], &count);
        for (size_t i = 0; i < count; i++) {
            char wanted[240];
            struct text text;
            text_init(&text, wanted, sizeof(wanted));
            rulebook_key_describe(&keys[i], &text);
            assert_true(text.used > 0 && !text.full);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_do_not_overlap),
        cmocka_unit_test(test_every_word_can_be_chosen),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_clauses_look_like_clauses),
        cmocka_unit_test(test_nearest_key),
        cmocka_unit_test(test_every_key_describes_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
