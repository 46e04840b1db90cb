/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: N0 and the risk of ruin are those of bankrolls that are really played, bets spread by the count.
 * RISK_CROWDS says how many crowds of them play (one). */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "rulebook/builtin.h"
#include "simulate/chart_odds.h"
#include "simulate/crowd.h"
#include "simulate/risk.h"
#include "simulate/setup.h"

enum { DECKS = 6, SEATS = 3000, HORIZON = 2000, ROUNDS = 3000000 };

#define PENETRATION 0.75

/* The second is the example of docs/odds-method.md. */
static const struct ruin_row {
    double bankroll;
    unsigned horizon;
} ruins[] = {{120, HORIZON}, {200, 1000}};

static const char hi_lo[] = "tags -1 1 1 1 1 1 0 0 0 -1\n"
                            "bet -20 1\nbet 1 2\nbet 2 4\nbet 3 8\n";
static const unsigned bets[] = {1, 2, 4, 8};

static struct rulebook book;
static struct setup setup;
static struct counting counting;

static void load(void)
{
    struct faults faults;
    faults_init(&faults);
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    assert_int_equal(setup_best(&setup, &book, DECKS), STATUS_OK);
    assert_true(counting_parse(&counting, hi_lo, sizeof(hi_lo) - 1, &faults));
}

/* What the simulator's totals say of a round. */
static struct risk simulated(void)
{
    static struct score score;
    struct kernel_table table = {
        .boxes = 1, .cut = (unsigned)(PENETRATION * setup.blackjack.shoe_count), .counting = &counting};
    struct run run = {.seed = 3, .threads = 2, .rounds = ROUNDS, .to_block = run_blocks(ROUNDS)};
    uint64_t done_to;
    memset(&score, 0, sizeof(score));
    run.game = setup_game(&setup);
    run.game.table = &table;
    assert_int_equal(run_play(&run, NULL, NULL, &score, &done_to), STATUS_OK);
    return risk_of(&score, (unsigned)rulebook_wager_at(&book, PLACE_MAIN), setup_scale(&setup));
}

/* ---- Bankrolls, played by the crowd: another dealer, and money added up round by round. ---- */

struct bankrolls {
    double money[SEATS];
    bool gone[SEATS][COUNT_OF(ruins)];
    unsigned rounds[SEATS];
    unsigned ruined[COUNT_OF(ruins)]; /* of all crowds */
    double sum;
    double square;
    double count;
};

static uint8_t bet_for(const int32_t *row)
{
    int running = 0;
    for (unsigned value = 0; value < HAND_VALUES; value++)
        running += counting.tag[value] * row[CROWD_SEEN + value];
    unsigned units = counting_units(&counting, counting_true(running, (unsigned)row[CROWD_LEFT], 52));
    for (uint8_t i = 0; i < COUNT_OF(bets); i++)
        if (bets[i] == units)
            return (uint8_t)(CROWD_BET + i);
    fail();
    return 0;
}

static uint8_t play_for(const int32_t *row)
{
    const struct chart *chart = &setup.chart;
    unsigned context = CHART_FIRST;
    unsigned state = HAND_STATE_NONE;
    if (row[CROWD_HANDS] > 1)
        context =
            (unsigned)row[CROWD_HANDS] < book.blackjack.split_hands_max ? CHART_SPLIT_MAY : CHART_SPLIT_FULL;
    for (unsigned value = 0; value < HAND_VALUES; value++)
        for (int32_t i = 0; i < row[CROWD_IN_HAND + value]; i++)
            state = chart->hands.next[state][value];
    return chart->action[context][row[CROWD_UP] - 1][state];
}

static void book_round(struct bankrolls *all, unsigned seat, double won)
{
    if (all->rounds[seat] == HORIZON)
        return;
    all->rounds[seat]++;
    all->money[seat] += won;
    for (unsigned i = 0; i < COUNT_OF(ruins); i++)
        if (!all->gone[seat][i] && all->rounds[seat] <= ruins[i].horizon &&
            all->money[seat] <= -ruins[i].bankroll) {
            all->gone[seat][i] = true;
            all->ruined[i]++;
        }
    all->sum += won;
    all->square += won * won;
    all->count++;
}

static void play(struct bankrolls *all, unsigned crowd_number)
{
    static int32_t sights[SEATS * CROWD_SIGHTS];
    static uint8_t legal[SEATS * (CROWD_BET + COUNT_OF(bets))];
    static int64_t rewards[SEATS];
    static uint8_t ended[SEATS];
    static uint8_t actions[SEATS];
    const struct crowd_arrays arrays = {sights, legal, rewards, ended};
    struct crowd_wish wish = {.decks = DECKS, .seats = SEATS, .bet_count = COUNT_OF(bets), .bets = bets};
    struct crowd *crowd;
    unsigned bad;
    wish.cut = (unsigned)(PENETRATION * setup.blackjack.shoe_count);
    assert_int_equal(crowd_new(&book, &wish, &crowd), STATUS_OK);
    crowd_reset(crowd, 19 + crowd_number, &arrays);
    memset(all->money, 0, sizeof(all->money));
    memset(all->gone, 0, sizeof(all->gone));
    memset(all->rounds, 0, sizeof(all->rounds));
    while (all->count < (crowd_number + 1.0) * SEATS * HORIZON) {
        for (unsigned seat = 0; seat < SEATS; seat++) {
            const int32_t *row = sights + (size_t)seat * CROWD_SIGHTS;
            actions[seat] = row[CROWD_PHASE] == CROWD_BETS ? bet_for(row) : play_for(row);
        }
        assert_int_equal(crowd_step(crowd, actions, &arrays, &bad), STATUS_OK);
        for (unsigned seat = 0; seat < SEATS; seat++)
            if (ended[seat])
                book_round(all, seat, (double)rewards[seat] / (double)crowd_scale(crowd));
    }
    crowd_free(crowd);
}

static void test_formulas_against_bankrolls(void **state)
{
    (void)state;
    static struct bankrolls all;
    const char *wished = getenv("RISK_CROWDS");
    unsigned crowds = wished ? (unsigned)strtoul(wished, NULL, 10) : 1;
    load();
    struct risk told = simulated();
    for (unsigned i = 0; i < crowds; i++)
        play(&all, i);
    double mean = all.sum / all.count;
    double deviation = sqrt(all.square / all.count - mean * mean);
    print_message("mean %.5f and %.5f, deviation %.4f and %.4f, N0 %.0f\n", told.mean, mean, told.deviation,
                  deviation, risk_n0(told));
    assert_true(fabs(told.deviation / deviation - 1) < 0.01);
    assert_true(told.deviation > 2); /* of one flat stake it would be 1.15 */
    assert_true(fabs(told.mean - mean) < 4 * deviation * sqrt(1 / all.count + 1.0 / ROUNDS));
    for (unsigned i = 0; i < COUNT_OF(ruins); i++) {
        double ruined = all.ruined[i] / ((double)SEATS * crowds);
        double expected = risk_ruin(told, ruins[i].bankroll, ruins[i].horizon);
        double error = sqrt(ruined * (1 - ruined) / ((double)SEATS * crowds));
        print_message("%.0f units, %u rounds: ruined %.5f, played %.5f +- %.5f\n", ruins[i].bankroll,
                      ruins[i].horizon, expected, ruined, error);
        assert_true(ruined > 0.01 && ruined < 0.95);
        /* Steps of several units overshoot the line a little: the formula is for infinitely small ones. */
        assert_true(fabs(expected - ruined) < 4 * error + 0.08 * ruined);
    }
}

static void test_simple_figures(void **state)
{
    (void)state;
    assert_true(fabs(risk_n0((struct risk){0.01, 1}) - 10000) < 1e-9);
    assert_true(isinf(risk_n0((struct risk){0, 1})));
    assert_true(risk_ruin((struct risk){-1, 0}, 10, 10) == 1);
    assert_true(risk_ruin((struct risk){-1, 0}, 10, 9) == 0);
    /* For ever, with an advantage: exp(-2 m B / s^2). */
    assert_true(fabs(risk_ruin((struct risk){0.01, 1}, 100, 1e9) - exp(-2)) < 1e-9);
    assert_true(fabs(risk_ruin((struct risk){-0.01, 1}, 100, 1e9) - 1) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simple_figures),
        cmocka_unit_test(test_formulas_against_bankrolls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
