/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: win, hold and pace as the trade has them, also for amounts at which ten thousand times a win does not
 * fit into 64 bits. */
#include "check.h"

#include "report/figures.h"

static void test_hold(void **state)
{
    static const struct {
        const char *about;
        struct figures figures;
        bool known;
        int64_t win_cents;
        int64_t basis_points;
    } rows[] = {
        {"win is closing + credits + drop - opening - fills",
         {.has_float = true,
          .closing_cents = 90,
          .credits_cents = 20,
          .drop_cents = 100,
          .opening_cents = 150,
          .fills_cents = 40},
         true,
         20,
         2000},
        {"a loss",
         {.has_float = true, .closing_cents = 50, .drop_cents = 100, .opening_cents = 200},
         true,
         -50,
         -5000},
        {"what was staked is neither drop nor part of hold",
         {.has_float = true,
          .closing_cents = 60,
          .drop_cents = 50,
          .opening_cents = 100,
          .turnover_cents = 1000},
         true,
         10,
         2000},
        {"nothing was dropped", {.has_float = true, .closing_cents = 10}, false, 10, 0},
        {"without a float it is what rounds brought", {.result_cents = 7, .drop_cents = 70}, true, 7, 1000},
        {"above 9e14 cents",
         {.has_float = true,
          .closing_cents = INT64_C(2000000000000000),
          .drop_cents = INT64_C(4000000000000000),
          .opening_cents = INT64_C(4000000000000000)},
         true,
         INT64_C(2000000000000000),
         5000},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int64_t basis_points = -1;
        assert_int_equal(figures_hold(&rows[i].figures, &basis_points), rows[i].known);
        assert_int_equal(figures_win(&rows[i].figures), rows[i].win_cents);
        assert_int_equal(basis_points, rows[i].basis_points);
    }
}

static void test_pace(void **state)
{
    (void)state;
    assert_int_equal(figures_pace(&(struct figures){.rounds = 1, .first_ms = 5, .last_ms = 5}), 0);
    assert_int_equal(figures_pace(&(struct figures){.rounds = 61, .first_ms = 1, .last_ms = 3600001}), 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hold), cmocka_unit_test(test_pace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
