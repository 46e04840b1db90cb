/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a good source passes, and each kind of bad one fails in the trial that looks for it. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "random/seeded.h"
#include "random/trial.h"

enum { DRAWS = 2000000 };

/* Values of any table of chi-square. */
static void test_tail(void **state)
{
    static const struct {
        double statistic;
        double freedom;
        double p;
    } rows[] = {{3.841459, 1, 0.05},     {6.634897, 1, 0.01}, {18.307038, 10, 0.05},     {2.558212, 10, 0.99},
                {124.342113, 100, 0.05}, {0, 5, 1},           {1074.679446, 1000, 0.05}, {50, 10, 2.669e-7}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (fabs(chi_square_tail(rows[i].statistic, rows[i].freedom) - rows[i].p) > rows[i].p * 1e-3)
            fail_msg("row %zu: %.9f", i, chi_square_tail(rows[i].statistic, rows[i].freedom));
}

static void test_good(void **state)
{
    struct seeded_source source;
    struct trials trials;
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        seeded_source_init(&source, seed, 0);
        struct draws draws = seeded_source_draws(&source);
        assert_int_equal(trials_run(&trials, &draws, DRAWS, NULL), STATUS_OK);
        assert_true(trials_are_good(&trials));
    }
    trials.count--; /* a trial that was left out is not one that was passed */
    assert_false(trials_are_good(&trials));
}

/* ---- Sources that are not. ---- */

struct bad {
    struct seeded_source source;
    struct draws good;
    uint64_t count;
};

static uint64_t good_draw(struct bad *bad)
{
    bad->count++;
    return bad->good.next(bad->good.state);
}

/* One bit in 50 draws is one although it should be none. */
static uint64_t leaning(void *state)
{
    uint64_t bits = good_draw(state);
    return ((struct bad *)state)->count % 50 ? bits : bits | UINT64_C(1) << 17;
}

/* Two of three draws repeat the one before. */
static uint64_t repeating(void *state)
{
    struct bad *bad = state;
    static uint64_t last;
    last = bad->count++ % 3 ? last : bad->good.next(bad->good.state);
    return last;
}

/* Too even to be true. */
static uint64_t counting(void *state)
{
    return ((struct bad *)state)->count++ * UINT64_C(0x9e3779b97f4a7c15);
}

/* Only 32 of the bits change, as if somebody had used a smaller generator. */
static uint64_t half(void *state)
{
    return good_draw(state) & 0xffffffff00000000;
}

static void test_bad(void **state)
{
    static const struct {
        uint64_t (*next)(void *state);
        const char *trial; /* that must fail */
    } rows[] = {{leaning, "bits"},
                {repeating, "numbers below 52 that follow each other"},
                {counting, "bytes"},
                {half, "pairs of bytes"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct bad bad = {0};
        struct trials trials;
        struct draws draws = {rows[i].next, &bad};
        seeded_source_init(&bad.source, 7, 0);
        bad.good = seeded_source_draws(&bad.source);
        assert_int_equal(trials_run(&trials, &draws, 20 * DRAWS, NULL), STATUS_OK);
        assert_false(trials_are_good(&trials));
        for (unsigned t = 0; t < trials.count; t++)
            if (strcmp(trials.items[t].name, rows[i].trial) == 0 &&
                trial_is_good(&trials.items[t], trials.count))
                fail_msg("row %zu: %s has p %f", i, rows[i].trial, trials.items[t].p);
    }
}

static bool stop(void *context, unsigned done, unsigned all)
{
    (void)context;
    (void)all;
    return done < 2;
}

static void test_stopped(void **state)
{
    struct seeded_source source;
    struct trials trials;
    struct trial_watch watch = {stop, NULL};
    (void)state;
    seeded_source_init(&source, 1, 0);
    struct draws draws = seeded_source_draws(&source);
    assert_int_equal(trials_run(&trials, &draws, DRAWS, &watch), STATUS_CANCELLED);
    assert_int_equal(trials.count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tail), cmocka_unit_test(test_good),
                                       cmocka_unit_test(test_bad), cmocka_unit_test(test_stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
