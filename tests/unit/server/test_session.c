/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/session.h"
#include "store/place.h"

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

struct desk {
    struct store *store;
    struct sessions sessions;
};

static void open_desk(struct desk *desk, const char *path, const char *mode, int64_t now_ms)
{
    struct store_options options = {.path = path};
    struct store_failure failure;
    assert_true(sodium_init() >= 0 && sessions_init(&desk->sessions));
    assert_int_equal(store_open(&desk->store, &options, &failure), STATUS_OK);
    assert_int_equal(sessions_load(&desk->sessions, desk->store, mode, now_ms, &failure), STATUS_OK);
}

static void close_desk(struct desk *desk)
{
    sessions_release(&desk->sessions);
    store_close(desk->store);
}

struct look {
    unsigned count;
    const char *token; /* must not be seen */
};

static enum status see(void *context, struct span name, struct span value)
{
    struct look *look = context;
    look->count++;
    assert_null(memmem(name.bytes, name.size, look->token, strlen(look->token)));
    assert_null(memmem(value.bytes, value.size, look->token, strlen(look->token)));
    return STATUS_OK;
}

static unsigned count_kept(struct desk *desk, const char *token)
{
    struct look look = {0, token};
    struct store_taker taker = {see, &look};
    struct store_failure failure;
    assert_int_equal(store_records(desk->store, STORE_SESSIONS, &taker, &failure), STATUS_OK);
    return look.count;
}

/* Sessions outlast a restart until they expire or are closed; the database holds no token, and a demo's are
 * not the house's. */
static void test_store(void **state)
{
    char folder[PLACE_FOLDER_MAX];
    char path[PLACE_PATH_MAX];
    char tokens[3][TOKEN_TEXT_MAX];
    struct desk desk;
    (void)state;
    place_make(folder, path);
    open_desk(&desk, path, "house", 0);
    assert_true(session_open(&desk.sessions, "Mei", 1, 1000, tokens[0]));
    assert_true(session_open(&desk.sessions, "Tan", 2, 1000, tokens[1]));
    assert_true(session_open(&desk.sessions, "Ana", 3, 10, tokens[2]));
    session_close(&desk.sessions, tokens[1]);
    assert_int_equal(count_kept(&desk, tokens[0]), 2); /* a closed one is on disk at once */
    close_desk(&desk);
    open_desk(&desk, path, "demo", 20);
    assert_null(session_find(&desk.sessions, tokens[0], 20));
    close_desk(&desk);
    open_desk(&desk, path, "house", 20);
    assert_string_equal(session_find(&desk.sessions, tokens[0], 20)->user, "Mei");
    assert_int_equal(session_find(&desk.sessions, tokens[0], 20)->opened_ms, 1);
    assert_int_equal(session_find(&desk.sessions, tokens[0], 20)->expires_ms, 1000);
    assert_null(session_find(&desk.sessions, tokens[1], 20));
    assert_null(session_find(&desk.sessions, tokens[2], 20));
    close_desk(&desk);
    open_desk(&desk, path, "house", 20);
    assert_int_equal(count_kept(&desk, tokens[0]), 1); /* those that expired are gone after a start */
    /* One that cannot be read lets nobody in, and is forgotten. */
    const struct store_record junk = {STORE_SESSIONS, span_of("house:12ab"), span_of("Mei")};
    uint64_t ticket;
    assert_int_equal(store_put(desk.store, &junk, 1, &ticket), STATUS_OK);
    close_desk(&desk);
    open_desk(&desk, path, "house", 20);
    assert_non_null(session_find(&desk.sessions, tokens[0], 20));
    close_desk(&desk);
    open_desk(&desk, path, "house", 20);
    assert_int_equal(count_kept(&desk, tokens[0]), 1);
    close_desk(&desk);
    place_remove(folder);
}

/* Many sessions at once are all found. */
static void test_many(void **state)
{
    static char tokens[4000][TOKEN_TEXT_MAX];
    struct sessions sessions;
    (void)state;
    assert_true(sessions_init(&sessions));
    for (size_t i = 0; i < COUNT_OF(tokens); i++) {
        char name[16];
        snprintf(name, sizeof name, "Mei%zu", i);
        assert_true(session_open(&sessions, name, 0, 10, tokens[i]));
    }
    for (size_t i = 0; i < COUNT_OF(tokens); i++)
        assert_non_null(session_find(&sessions, tokens[i], 1));
    sessions_release(&sessions);
}

/* One person's sessions do not use up everybody's room: the oldest ends. */
static void test_one_person(void **state)
{
    static char tokens[SESSION_USER_MAX + 2][TOKEN_TEXT_MAX];
    char other[TOKEN_TEXT_MAX];
    struct sessions sessions;
    (void)state;
    assert_true(sessions_init(&sessions));
    assert_true(session_open(&sessions, "Tan", 0, 10000, other));
    for (size_t i = 0; i < COUNT_OF(tokens); i++)
        assert_true(session_open(&sessions, "Mei", (int64_t)i, 10000, tokens[i]));
    for (size_t i = 0; i < COUNT_OF(tokens); i++)
        assert_int_equal(session_find(&sessions, tokens[i], 500) != NULL, i >= 2);
    assert_non_null(session_find(&sessions, other, 500));
    sessions_release(&sessions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_life), cmocka_unit_test(test_store),
                                       cmocka_unit_test(test_one_person), cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
