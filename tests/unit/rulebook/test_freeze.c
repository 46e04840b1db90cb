/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the hash follows the meaning of a rulebook: any value changes it, comments, quotes and order do not.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "rulebook/builtin.h"
#include "rulebook/freeze.h"
#include "rulebook/load.h"

/* The book's text with the first `from` replaced by `to`, loaded. */
static struct hash edited(const char *id, const char *from, const char *to)
{
    const struct embedded *text = builtin_text(id);
    size_t size = text->size + strlen(to) + 1;
    char *copy = malloc(size);
    struct rulebook book;
    struct faults faults;
    const char *at = strstr((const char *)text->bytes, from);
    assert_non_null(at);
    int length = snprintf(copy, size, "%.*s%s%s", (int)(at - (const char *)text->bytes),
                          (const char *)text->bytes, to, at + strlen(from));
    if (rulebook_load(copy, (size_t)length, &book, &faults) != STATUS_OK)
        fail_msg("%u:%u: %s", faults.items[0].line, faults.items[0].column, faults.items[0].message);
    free(copy);
    return book.hash;
}

static const struct {
    const char *id;
    const char *from;
    const char *to;
    bool same;
} rows[] = {
    {"mbs-blackjack-v6", "odds: 3:2", "odds: 6:5", false},
    {"mbs-blackjack-v6", "odds: 3:2", "odds: 6:4", true}, /* the same ratio */
    {"mbs-blackjack-v6", "3:2", "\"3:2\"", true},
    {"mbs-blackjack-v6", "max: 8", "max: 7", false},
    {"mbs-blackjack-v6", "soft17: stand", "soft17: hit", false},
    {"mbs-blackjack-v6", "label: {en: Pair", "label: {en: Pairs", false},
    {"mbs-blackjack-v6", "zh: 主注", "zh: 主", false},
    {"mbs-blackjack-v6", "remedy: void", "remedy: refer", false},
    {"mbs-blackjack-v6", "open: \"3.1\"", "open: \"3.2\"", false},
    {"mbs-blackjack-v6", "# [3.34]", "# another comment", true},
    {"mbs-blackjack-v6", "version: \"6\"\neffective: 2019-09-27", "effective: 2019-09-27\nversion: '6'",
     true},
    {"mbs-blackjack-v6", "money:\n  unit: 0.01", "money:\n  unit: 0.01", true},
    {"rws-blackjack", "even_money:\n  offered: true",
     "even_money:\n  insurance_of_others: keep\n  offered: true", true},
    {"rws-blackjack", "even_money:\n  offered: true",
     "even_money:\n  insurance_of_others: return\n  offered: true", false},
    {"rws-blackjack", "count: 7", "count: \"7-7\"", true},
    {"mbs-7up-baccarat", "odds: 700:1", "odds: 701:1", false},
    {"mbs-7up-baccarat", "[6, 7]", "[7, 6]", true},
    {"mbs-7up-baccarat", "total_6: [6, 7]", "total_6: [6]", false},
};

static void test_meaning_makes_the_hash(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rulebook shipped;
        assert_int_equal(builtin_load(rows[i].id, &shipped), STATUS_OK);
        struct hash hash = edited(rows[i].id, rows[i].from, rows[i].to);
        if (hash_equal(&hash, &shipped.hash) != rows[i].same)
            fail_msg("%s: %s -> %s", rows[i].id, rows[i].from, rows[i].to);
    }
}

/* Every line of the walk is whole: none was cut by its buffer. */
static void count_line(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    unsigned *count = context;
    (void)key;
    assert_true(path[0] && strlen(path) < 150);
    assert_true(strlen(value) < 250);
    (*count)++;
}

static void test_the_walk_is_whole(void **state)
{
    (void)state;
    for (unsigned i = 0; builtin_id(i); i++) {
        struct rulebook book;
        unsigned count = 0;
        assert_int_equal(builtin_load(builtin_id(i), &book), STATUS_OK);
        rulebook_walk(&book, count_line, &count);
        assert_true(count > 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meaning_makes_the_hash),
        cmocka_unit_test(test_the_walk_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
