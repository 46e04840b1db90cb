/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every clause of the five documents is in the binary, and every clause a rulebook names exists. */
#include "check.h"

#include <stdio.h>

#include "rulebook/builtin.h"
#include "rulebook/freeze.h"
#include "rulebook/register.h"

static const struct {
    const char *game;
    unsigned clauses;
} documents[] = {
    {"mbs-blackjack-v6", 171}, {"mbs-ace-race-v4", 180}, {"mbs-star-elements", 177},
    {"rws-blackjack", 132},    {"mbs-7up-baccarat", 60},
};

static void test_every_document_is_complete(void **state)
{
    (void)state;
    unsigned all = 0;
    for (size_t i = 0; i < COUNT_OF(documents); i++) {
        unsigned count = 0;
        for (const struct clause *at = NULL; (at = register_next(documents[i].game, at));)
            count++;
        assert_int_equal(count, documents[i].clauses);
        all += count;
    }
    unsigned walked = 0;
    for (const struct clause *at = NULL; (at = register_next(NULL, at));)
        walked++;
    assert_int_equal(walked, all);
}

static void test_found_by_number(void **state)
{
    (void)state;
    const struct clause *clause = register_find("rws-blackjack", "3.15.2.a");
    assert_non_null(clause);
    assert_string_equal(clause->kind, "option");
    assert_null(register_find("rws-blackjack", "three"));
    assert_null(register_find("no-such-game", "3.1"));
}

static void test_evidence_is_there(void **state)
{
    (void)state;
    /* [rws 3.15.2.b] is cited by its rulebook's Insurance wager, and by this comment. */
    const struct clause *clause = register_find("rws-blackjack", "3.15.2.b");
    assert_non_null(clause);
    assert_non_null(strstr(clause->code, "rulebooks/rws-blackjack.yaml"));
    assert_non_null(strstr(clause->tests, "tests/unit/rulebook/test_register.c"));
}

static void clauses_exist(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    const char *game = context;
    if (key && key->type != KEY_CLAUSES)
        return;
    while (*value) {
        char id[32];
        size_t length = strcspn(value, " ");
        snprintf(id, sizeof(id), "%.*s", (int)length, value);
        if (!register_find(game, id))
            fail_msg("%s: %s cites %s, which does not exist", game, path, id);
        value += length + (value[length] == ' ');
    }
}

static void test_rulebooks_cite_clauses_that_exist(void **state)
{
    (void)state;
    for (unsigned i = 0; builtin_id(i); i++) {
        struct rulebook book;
        assert_int_equal(builtin_load(builtin_id(i), &book), STATUS_OK);
        rulebook_walk(&book, clauses_exist, book.id);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_document_is_complete),
        cmocka_unit_test(test_found_by_number),
        cmocka_unit_test(test_evidence_is_there),
        cmocka_unit_test(test_rulebooks_cite_clauses_that_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
