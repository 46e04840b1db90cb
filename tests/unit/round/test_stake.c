/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what a wager could win is known for every amount, and clauses are cited once each. */
#include "check.h"

#include <stdio.h>

#include "round/event.h"
#include "round/stake.h"
#include "rulebook/builtin.h"

static struct rulebook book;

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    return 0;
}

/* No amount is too large to be asked about; then it is the largest there is. */
static void test_what_can_be_won(void **state)
{
    (void)state;
    int pair = rulebook_wager(&book, "pair");
    assert_true(pair >= 0);
    int64_t once_cents = stake_win_max(&book, (unsigned)pair, 100);
    assert_true(once_cents > 100);
    assert_int_equal(stake_win_max(&book, (unsigned)pair, 1000), 10 * once_cents);
    assert_int_equal(stake_win_max(&book, (unsigned)pair, MONEY_CENTS_MAX), MONEY_CENTS_MAX);
    assert_int_equal(stake_win_max(&book, (unsigned)pair, 0), 0);
}

/* However the clauses of a ground are set apart, each stands there once. */
static void test_clauses(void **state)
{
    (void)state;
    char bytes[128];
    struct text text;
    const struct ruling ruling = {.ground_count = 2, .grounds = {GROUND_OPEN, GROUND_CHIPS_AT_CLOSE}};
    struct rulebook other = book;
    snprintf(other.grounds[GROUND_OPEN], sizeof other.grounds[0], "3.1  3.2 ");
    snprintf(other.grounds[GROUND_CHIPS_AT_CLOSE], sizeof other.grounds[0], "3.2 3.3");
    text_init(&text, bytes, sizeof bytes);
    ruling_clauses(&other, &ruling, &text);
    assert_string_equal(bytes, "3.1 3.2 3.3");
    assert_true(grounds_have(ruling.grounds, ruling.ground_count, GROUND_CHIPS_AT_CLOSE));
    assert_false(grounds_have(ruling.grounds, 1, GROUND_CHIPS_AT_CLOSE));
    assert_false(grounds_have(ruling.grounds, 0, GROUND_CHIPS_AT_CLOSE));
}

static void test_spots(void **state)
{
    (void)state;
    static const struct spot spots[] = {{1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1}};
    for (size_t i = 0; i < COUNT_OF(spots); i++)
        for (size_t j = 0; j < COUNT_OF(spots); j++)
            assert_int_equal(spot_equal(spots[i], spots[j]), i == j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_can_be_won),
        cmocka_unit_test(test_clauses),
        cmocka_unit_test(test_spots),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
