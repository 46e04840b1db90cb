/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a browser comes in under our names and from our pages only; no address keeps the others waiting. */
#include "check.h"

#include <pthread.h>
#include <sched.h>

#include "server/door.h"
#include "server/turnstile.h"
#include "server/worker.h"

static struct door a_door(void)
{
    struct door door = {0};
    assert_true(door_add(&door, "casino.example"));
    assert_true(door_add(&door, "tables"));
    return door;
}

static void test_hosts(void **state)
{
    static const struct {
        const char *host;
        bool ok;
    } rows[] = {
        {"", true},
        {"127.0.0.1", true},
        {"127.0.0.1:8080", true},
        {"192.168.1.7:80", true},
        {"[::1]:8080", true},
        {"localhost:8080", true},
        {"LOCALHOST", true},
        {"casino.example", true},
        {"Casino.Example:443", true},
        {"tables:9", true},
        {"evil.example", false},
        {"casino.example.evil.example", false},
        {"evil.example:8080", false},
        {"127.0.0.1.evil.example", false},
        {"localhost.evil.example", false},
        {"[::1", false},
        {"::1", false},
        {"127.0.0.1:80x", false},
        {":8080", false},
        {"999.0.0.1", false},
    };
    struct door door = a_door();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (door_host_ok(&door, rows[i].host) != rows[i].ok)
            fail_msg("host \"%s\"", rows[i].host);
}

static void test_origins(void **state)
{
    static const struct {
        const char *origin;
        const char *host;
        bool ok;
    } rows[] = {
        {"", "127.0.0.1:8080", true},
        {"http://127.0.0.1:8080", "127.0.0.1:8080", true},
        {"https://casino.example", "casino.example", true},
        {"https://casino.example", "127.0.0.1:8080", true}, /* behind a proxy that tells its own name */
        {"http://127.0.0.1:9090", "127.0.0.1:8080", false}, /* another server of this machine */
        {"http://localhost:8080", "127.0.0.1:8080", false},
        {"https://evil.example", "127.0.0.1:8080", false},
        {"https://evil.example", "casino.example", false},
        {"null", "127.0.0.1:8080", false},
        {"nonsense", "nonsense", false},
    };
    struct door door = a_door();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (door_origin_ok(&door, rows[i].origin, rows[i].host) != rows[i].ok)
            fail_msg("origin \"%s\" at \"%s\"", rows[i].origin, rows[i].host);
}

static void test_names(void **state)
{
    struct door door = {0};
    (void)state;
    assert_false(door_add(&door, ""));
    assert_false(door_add(&door, "a b"));
    assert_false(door_add(&door, "casino.example:80"));
    assert_false(door_add(&door, "https://casino.example"));
    for (unsigned i = 0; i < DOOR_NAMES_MAX; i++)
        assert_true(door_add(&door, "casino.example"));
    assert_false(door_add(&door, "casino.example"));
}

static void test_inside(void **state)
{
    static const char *const inside[] = {"127.0.0.1", "127.9.9.9", "::1", "localhost"};
    static const char *const outside[] = {"0.0.0.0",        "::",        "10.0.0.1",
                                          "casino.example", "128.0.0.1", "127.0.0.1.example"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(inside); i++)
        assert_true(door_is_inside(inside[i]));
    for (size_t i = 0; i < COUNT_OF(outside); i++)
        assert_false(door_is_inside(outside[i]));
}

static void test_turnstile(void **state)
{
    static struct turnstile turnstile;
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_true(turnstile_enter(&turnstile, "10.0.0.1", 3));
    assert_false(turnstile_enter(&turnstile, "10.0.0.1", 3));
    assert_true(turnstile_enter(&turnstile, "10.0.0.2", 3));
    turnstile_leave(&turnstile, "10.0.0.1");
    assert_true(turnstile_enter(&turnstile, "10.0.0.1", 3));
    assert_false(turnstile_enter(&turnstile, "10.0.0.1", 3));
}

/* ---- Who goes first. ---- */

static unsigned done[8];
static unsigned done_count;

struct numbered {
    struct job job;
    unsigned number;
};

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

/* Waits until the test lets it go. */
static void at_gate(struct job *job)
{
    (void)job;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

static void take_down(struct job *job)
{
    done[done_count++] = ((struct numbered *)job)->number;
}

static void nobody(void *context)
{
    (void)context;
}

static void test_first(void **state)
{
    static const bool first[] = {true, false, false, true, false, true};
    static const unsigned order[] = {0, 3, 5, 1, 2, 4};
    static struct numbered jobs[COUNT_OF(first)];
    struct worker *worker = worker_new(nobody, NULL);
    (void)state;
    assert_non_null(worker);
    pthread_mutex_lock(&gate);
    for (unsigned i = 0; i < COUNT_OF(first); i++) {
        jobs[i] = (struct numbered){{.work = at_gate, .done = take_down, .first = first[i]}, i};
        assert_true(worker_submit(worker, &jobs[i].job));
    }
    pthread_mutex_unlock(&gate);
    while (done_count < COUNT_OF(first)) {
        worker_collect(worker);
        sched_yield();
    }
    worker_free(worker);
    for (unsigned i = 0; i < COUNT_OF(order); i++)
        assert_int_equal(done[i], order[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hosts),  cmocka_unit_test(test_origins),   cmocka_unit_test(test_names),
        cmocka_unit_test(test_inside), cmocka_unit_test(test_turnstile), cmocka_unit_test(test_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
