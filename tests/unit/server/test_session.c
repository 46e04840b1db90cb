/* SPDX-License-Identifier: Apache-2.0 */
#include "server/session.h"

#include <sodium.h>

#include "check.h"

/* A session is found by its token until it expires or is closed. */
static void test_life(void **state)
{
    struct sessions sessions;
    char token[TOKEN_TEXT_MAX];
    (void)state;
    assert_true(sodium_init() >= 0 && sessions_init(&sessions));
    assert_true(session_open(&sessions, "Mei", 1000, 5000, token));
    assert_string_equal(session_find(&sessions, token, 4999)->user, "Mei");
    assert_null(session_find(&sessions, token, 5000));
    assert_null(session_find(&sessions, "", 2000));
    assert_null(session_find(&sessions, "0123", 2000));
    session_close(&sessions, token);
    assert_null(session_find(&sessions, token, 2000));
    sessions_release(&sessions);
}

/* All sessions of one person end at once; others go on. */
static void test_revoke(void **state)
{
    struct sessions sessions;
    char mei[2][TOKEN_TEXT_MAX];
    char tan[TOKEN_TEXT_MAX];
    (void)state;
    assert_true(sessions_init(&sessions));
    assert_true(session_open(&sessions, "Mei", 0, 10, mei[0]));
    assert_true(session_open(&sessions, "Mei", 0, 10, mei[1]));
    assert_true(session_open(&sessions, "Tan", 0, 10, tan));
    assert_string_not_equal(mei[0], mei[1]);
    sessions_revoke(&sessions, "Mei");
    assert_null(session_find(&sessions, mei[0], 1));
    assert_null(session_find(&sessions, mei[1], 1));
    assert_non_null(session_find(&sessions, tan, 1));
    sessions_release(&sessions);
}

/* Many sessions at once are all found. */
static void test_many(void **state)
{
    static char tokens[4000][TOKEN_TEXT_MAX];
    struct sessions sessions;
    (void)state;
    assert_true(sessions_init(&sessions));
    for (size_t i = 0; i < COUNT_OF(tokens); i++)
        assert_true(session_open(&sessions, "Mei", 0, 10, tokens[i]));
    for (size_t i = 0; i < COUNT_OF(tokens); i++)
        assert_non_null(session_find(&sessions, tokens[i], 1));
    sessions_release(&sessions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_life), cmocka_unit_test(test_revoke),
                                       cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
