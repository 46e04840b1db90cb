/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a approach is a simulation looked at on its way: repeatable, ever further, and ending at the exact
 * odds.
 */
#include "check.h"

#include <math.h>

#include "odds/game.h"
#include "odds/wager_odds.h"
#include "rulebook/builtin.h"
#include "simulate/approach.h"

enum { ROUNDS = 1000000, DECKS = 6, SIGMAS = 5 };

static struct rulebook book;
static struct approach approach;

static double exact_mean(unsigned wager)
{
    struct wager_odds odds;
    double mean;
    wager_odds_init(&odds);
    if (wager_odds_count(&odds, &book, wager, DECKS) == STATUS_OK) {
        mean = -mpq_get_d(odds.house_edge);
    } else {
        struct game_odds *game = game_odds_new(&book, DECKS);
        assert_non_null(game);
        mean = game->expected_value;
        game_odds_free(game);
    }
    wager_odds_release(&odds);
    return mean;
}

static void play(const char *game)
{
    assert_int_equal(builtin_load(game, &book), STATUS_OK);
    assert_int_equal(approach_play(&approach, &book, DECKS, 7, ROUNDS), STATUS_OK);
}

static void ends_at_the_exact_odds(const char *game)
{
    play(game);
    unsigned last = approach.count - 1;
    assert_true(approach.rounds[last] >= ROUNDS);
    for (unsigned i = 0; i < book.wager_count; i++)
        assert_true(fabs(approach.mean[i][last] - exact_mean(i)) < SIGMAS * approach.error[i][last]);
}

static void test_ends_at_the_exact_odds(void **state)
{
    (void)state;
    ends_at_the_exact_odds("mbs-ace-race-v4");
    ends_at_the_exact_odds("mbs-star-elements");
    ends_at_the_exact_odds("rws-blackjack");
    ends_at_the_exact_odds("mbs-7up-baccarat");
}

static void test_goes_further_and_gets_surer(void **state)
{
    (void)state;
    play("mbs-blackjack-v6");
    assert_in_range(approach.count, 100, APPROACH_POINTS_MAX);
    for (unsigned i = 1; i < approach.count; i++)
        assert_true(approach.rounds[i] > approach.rounds[i - 1]);
    assert_true(approach.error[0][approach.count - 1] < approach.error[0][0] / 10);
}

static void test_is_repeatable(void **state)
{
    static struct approach other;
    (void)state;
    play("mbs-7up-baccarat");
    assert_int_equal(approach_play(&other, &book, DECKS, 7, ROUNDS), STATUS_OK);
    for (unsigned i = 0; i < approach.count; i++)
        assert_true(approach.mean[0][i] == other.mean[0][i]);
    assert_int_equal(approach_play(&other, &book, DECKS, 8, ROUNDS), STATUS_OK);
    assert_true(approach.mean[0][approach.count - 1] != other.mean[0][approach.count - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_at_the_exact_odds),
        cmocka_unit_test(test_goes_further_and_gets_surer),
        cmocka_unit_test(test_is_repeatable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
