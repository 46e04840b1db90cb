/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/wager_odds.h"

#include <assert.h>
#include <math.h>

#include "odds/baccarat_tally.h"

void wager_odds_init(struct wager_odds *odds)
{
    for (unsigned i = 0; i < TALLY_PLACES; i++)
        mpq_init(odds->outcomes[i].probability);
    mpq_inits(odds->house_edge, odds->hit_frequency, odds->variance, NULL);
    odds->outcome_count = 0;
}

void wager_odds_release(struct wager_odds *odds)
{
    for (unsigned i = 0; i < TALLY_PLACES; i++)
        mpq_clear(odds->outcomes[i].probability);
    mpq_clears(odds->house_edge, odds->hit_frequency, odds->variance, NULL);
}

static void fraction_set(mpq_t fraction, ways_t num, ways_t den)
{
    assert(den);
    mpz_import(mpq_numref(fraction), 1, -1, sizeof(num), 0, 0, &num);
    mpz_import(mpq_denref(fraction), 1, -1, sizeof(den), 0, 0, &den);
    mpq_canonicalize(fraction);
}

static void outcome_add(struct wager_odds *odds, const char *name, struct ratio pays, int sign,
                        const struct tally *tally, unsigned place)
{
    assert(name && sign >= -1 && sign <= 1);
    struct outcome_odds *outcome = &odds->outcomes[odds->outcome_count++];
    outcome->name = name;
    outcome->pays = pays;
    outcome->sign = sign;
    fraction_set(outcome->probability, tally->ways[place], tally->total);
}

/* The result of a unit staked. */
static void outcome_result(mpq_t result, const struct outcome_odds *outcome)
{
    assert(outcome->pays.den);
    if (outcome->sign > 0)
        mpq_set_ui(result, outcome->pays.num, outcome->pays.den);
    else
        mpq_set_si(result, outcome->sign, 1);
}

/* Mean, mean of the square, and from both the edge and the variance. */
static void add_moments(struct wager_odds *odds)
{
    mpq_t result, term, square;
    mpq_inits(result, term, square, NULL);
    mpq_set_ui(odds->house_edge, 0, 1);
    mpq_set_ui(odds->hit_frequency, 0, 1);
    for (unsigned i = 0; i < odds->outcome_count; i++) {
        const struct outcome_odds *outcome = &odds->outcomes[i];
        outcome_result(result, outcome);
        mpq_mul(term, result, outcome->probability);
        mpq_sub(odds->house_edge, odds->house_edge, term);
        mpq_mul(term, term, result);
        mpq_add(square, square, term);
        if (outcome->sign > 0)
            mpq_add(odds->hit_frequency, odds->hit_frequency, outcome->probability);
    }
    mpq_mul(term, odds->house_edge, odds->house_edge);
    mpq_sub(odds->variance, square, term);
    mpq_clears(result, term, square, NULL);
}

void wager_odds_from_tally(struct wager_odds *odds, const struct wager_rule *rule, const struct tally *tally)
{
    const struct ratio nothing = {0, 1};
    assert(tally->total > 0);
    odds->rule = rule;
    odds->condition = tally->condition;
    odds->outcome_count = 0;
    for (unsigned i = 0; i < rule->line_count; i++)
        outcome_add(odds, rule->lines[i].name, rule->lines[i].pays, 1, tally, i);
    if (tally->ways[TALLY_PUSH])
        outcome_add(odds, "push", nothing, 0, tally, TALLY_PUSH);
    outcome_add(odds, "loss", nothing, -1, tally, TALLY_LOSS);
    add_moments(odds);
}

enum status wager_odds_count(struct wager_odds *odds, const struct rulebook *book, unsigned wager,
                             unsigned decks)
{
    assert(wager < book->wager_count);
    return wager_odds_count_given(odds, book, wager, decks, SIDE_GIVEN_NOTHING);
}

/* False if the wager is none that is counted from a stock of cards. */
static bool tally_stock(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                        const struct stock *stock, struct side_given given)
{
    switch ((enum wager_judge)rule->judge) {
    case JUDGE_HAND:
        return false;
    case JUDGE_OUTCOME:
    case JUDGE_ALL_CARDS:
        baccarat_tally(tally, book, rule, stock);
        break;
    case JUDGE_FIRST_TWO:
        side_tally_first_two(tally, rule, stock);
        break;
    case JUDGE_FIRST_TWO_DEALER:
        side_tally_first_two_dealer(tally, rule, stock);
        break;
    case JUDGE_SPLIT_TWO:
        side_tally_split_two(tally, rule, stock, given);
        break;
    case JUDGE_DEALER_SECOND:
        side_tally_dealer_second(tally, book, rule, stock, given);
        break;
    case JUDGE_DEALER_BUST:
        side_tally_dealer_bust(tally, book, rule, stock);
        break;
    }
    return tally->total > 0;
}

enum status wager_odds_count_stock(struct wager_odds *odds, const struct rulebook *book, unsigned wager,
                                   const struct stock *stock, struct side_given given)
{
    struct tally tally = {0};
    assert(wager < book->wager_count);
    if (!tally_stock(&tally, book, &book->wagers[wager], stock, given))
        return STATUS_NOT_FOUND;
    wager_odds_from_tally(odds, &book->wagers[wager], &tally);
    return STATUS_OK;
}

enum status wager_odds_count_given(struct wager_odds *odds, const struct rulebook *book, unsigned wager,
                                   unsigned decks, struct side_given given)
{
    struct stock stock;
    assert(wager < book->wager_count && decks >= 1 && decks <= SHOE_DECKS_MAX);
    stock_init(&stock, deck_of((enum deck_id)book->deck), decks);
    return wager_odds_count_stock(odds, book, wager, &stock, given);
}

double wager_odds_deviation(const struct wager_odds *odds)
{
    return sqrt(mpq_get_d(odds->variance));
}

char *fraction_text(const mpq_t fraction)
{
    return mpq_get_str(NULL, 10, fraction);
}
