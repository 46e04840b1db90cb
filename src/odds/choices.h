/* SPDX-License-Identifier: Apache-2.0 */
/* choices.h - the choices on the first two cards, and what each of them is worth. Pure.
 *
 * Surrender gives up half before the Dealer's second card [3.25], so a later Blackjack does not matter to it.
 * A Blackjack waits for the Dealer, who may still get one, or takes even money where that is offered. */
#ifndef CROUPIER_ODDS_CHOICES_H
#define CROUPIER_ODDS_CHOICES_H

#include "odds/split.h"

struct choice_values {
    bool may[PLAY_COUNT];
    struct moments of[PLAY_COUNT]; /* square and paid of a split are 0 until asked for */
    enum play best;
};

/* For the two-card hand number `hand`; `policy` and `values` belong together and to the column.
 * Unless `exact`, the value of a split that is worse than standing, hitting or doubling may be a lower bound.
 * STATUS_OK or STATUS_NO_MEMORY. */
enum status choices_values(const struct column *column, const struct policy *policy,
                           const struct values *values, unsigned hand, bool exact,
                           struct choice_values *choices) MUST_CHECK;

/* Probability of these first two cards, from the shoe without the upcard. */
double choices_chance(const struct column *column, const struct holding *hand);

#endif
