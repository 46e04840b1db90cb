/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: guesses are counted when they are made, by name and by address, and strangers cannot keep an honest
 * person out of a terminal that is theirs. */
#include "check.h"

#include <stdio.h>

#include "server/guess.h"

static struct guesses guesses;

static int fresh(void **state)
{
    (void)state;
    memset(&guesses, 0, sizeof guesses);
    return 0;
}

static unsigned tries(const char *name, const char *address, unsigned count, int64_t now_ms)
{
    unsigned taken = 0;
    for (unsigned i = 0; i < count; i++)
        taken += guess_try(&guesses, name, address, now_ms);
    return taken;
}

/* 80 at once, none answered yet: five are looked at. */
static void test_counted_when_made(void **state)
{
    (void)state;
    assert_int_equal(tries("Pat", "10.0.0.1", 80, 1000), GUESS_PLACE_MAX);
    assert_int_equal(tries("Pat", "10.0.0.1", 80, 1000 + GUESS_WINDOW_MS), 0);
    assert_int_equal(tries("Pat", "10.0.0.1", 80, 1001 + GUESS_WINDOW_MS), GUESS_PLACE_MAX);
}

static void test_unused(void **state)
{
    (void)state;
    assert_int_equal(tries("Pat", "10.0.0.1", 4, 1000), 4);
    assert_true(guess_try(&guesses, "Pat", "10.0.0.1", 1000));
    guess_unused(&guesses, "Pat", "10.0.0.1", 1000);
    assert_int_equal(tries("Pat", "10.0.0.1", 4, 1000), 1);
}

static void test_many_addresses(void **state)
{
    unsigned taken = 0;
    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        char address[16];
        snprintf(address, sizeof address, "10.0.1.%u", i);
        taken += tries("Pat", address, 5, 1000);
    }
    assert_int_equal(taken, GUESS_NAME_MAX);
}

static void test_many_names(void **state)
{
    unsigned taken = 0;
    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        char name[16];
        snprintf(name, sizeof name, "N%u", i);
        taken += tries(name, "10.0.0.1", 1, 1000);
    }
    assert_in_range(taken, GUESS_ADDRESS_MAX - 20, GUESS_ADDRESS_MAX); /* names may share a slot */
}

static void test_owner_is_not_kept_out(void **state)
{
    (void)state;
    assert_true(guess_try(&guesses, "Pat", "10.0.0.7", 1000));
    guess_right(&guesses, "Pat", "10.0.0.7", 1000);
    for (unsigned i = 0; i < 20; i++) {
        char address[16];
        snprintf(address, sizeof address, "10.0.2.%u", i);
        (void)tries("Pat", address, 5, 2000);
    }
    assert_false(guess_try(&guesses, "Pat", "10.0.3.1", 2000));
    assert_true(guess_try(&guesses, "Pat", "10.0.0.7", 2000));
}

/* Right ones do not count, however many. */
static void test_right_does_not_count(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        assert_true(guess_try(&guesses, "Mei", "10.0.0.1", 1000));
        guess_right(&guesses, "Mei", "10.0.0.1", 1000);
    }
}

/* A clock that was put back does not keep anybody out for ever. */
static void test_clock_put_back(void **state)
{
    (void)state;
    assert_int_equal(tries("Pat", "10.0.0.1", 9, 1000000), GUESS_PLACE_MAX);
    assert_int_equal(tries("Pat", "10.0.0.1", 9, 1000), GUESS_PLACE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_counted_when_made, fresh),
        cmocka_unit_test_setup(test_unused, fresh),
        cmocka_unit_test_setup(test_many_addresses, fresh),
        cmocka_unit_test_setup(test_many_names, fresh),
        cmocka_unit_test_setup(test_owner_is_not_kept_out, fresh),
        cmocka_unit_test_setup(test_right_does_not_count, fresh),
        cmocka_unit_test_setup(test_clock_put_back, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
