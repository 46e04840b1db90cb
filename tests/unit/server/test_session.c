/* SPDX-License-Identifier: Apache-2.0 */
#include "server/session.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static void reopen(struct sessions *sessions, const char *database, int64_t now_ms)
{
    sessions_release(sessions);
    assert_true(sessions_init(sessions));
    assert_int_equal(sessions_load(sessions, database, now_ms), STATUS_OK);
}

/* Sessions outlast a restart until they expire or are closed; the file holds no token and is nobody else's.
 */
static void test_file(void **state)
{
    char folder[] = "sessions.XXXXXX";
    char database[64];
    char tokens[3][TOKEN_TEXT_MAX];
    char text[4096] = "";
    struct sessions sessions;
    struct stat about;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(database, sizeof database, "%s/a.db", folder);
    assert_true(sessions_init(&sessions));
    assert_int_equal(sessions_load(&sessions, database, 0), STATUS_OK);
    assert_true(session_open(&sessions, "Mei", 1, 1000, tokens[0]));
    assert_true(session_open(&sessions, "Tan", 2, 1000, tokens[1]));
    assert_true(session_open(&sessions, "Ana", 3, 10, tokens[2]));
    session_close(&sessions, tokens[1]);
    reopen(&sessions, database, 20);
    assert_string_equal(session_find(&sessions, tokens[0], 20)->user, "Mei");
    assert_int_equal(session_find(&sessions, tokens[0], 20)->opened_ms, 1);
    assert_null(session_find(&sessions, tokens[1], 20));
    assert_null(session_find(&sessions, tokens[2], 20));
    FILE *file = fopen(sessions.file, "r+");
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    assert_null(strstr(text, tokens[0]));
    assert_null(strstr(text, "Tan")); /* closed ones are gone after a start */
    fputs("open 12ab Mei", file);     /* cut off by a power failure */
    fclose(file);
    reopen(&sessions, database, 20);
    assert_non_null(session_find(&sessions, tokens[0], 20));
    assert_int_equal(stat(sessions.file, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    file = fopen(sessions.file, "w");
    fputs("something else\n", file);
    fclose(file);
    char name[SESSION_FILE_MAX];
    memcpy(name, sessions.file, sizeof name);
    sessions_release(&sessions);
    assert_true(sessions_init(&sessions));
    assert_int_equal(sessions_load(&sessions, database, 0), STATUS_BAD_TEXT);
    sessions_release(&sessions);
    unlink(name);
    rmdir(folder);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_life), cmocka_unit_test(test_file),
                                       cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
