/* SPDX-License-Identifier: Apache-2.0 */
/* column.h - one column of the chart: every hand against one upcard, for one shoe.
 *
 * The column holds, for each hand, how the Dealer ends once that hand's cards are gone from the shoe. From it
 * come the values of standing, hitting and doubling; no hole card is looked at, so a Dealer's Blackjack is
 * one outcome among others and needs no conditioning. Values are per unit of the original wager.
 *
 * A policy says what to do with every hand; the best one is found from the last hand backwards, any other is
 * evaluated the same way. Pure; large plain data (about 220 KB), so callers keep it on the heap. */
#ifndef CROUPIER_ODDS_COLUMN_H
#define CROUPIER_ODDS_COLUMN_H

#include "odds/hands.h"
#include "odds/strategy.h"
#include "odds/terms.h"

struct column {
    const struct terms *terms; /* borrowed */
    const struct hands *hands; /* borrowed */
    unsigned up;
    struct supply left; /* after the upcard */
    struct dealer_tree tree;
    double dealer[HANDS_MAX][DEALER_OUTCOMES];
};

/* Mean and mean square of the result, mean of what is staked, and the probability that the hand is paid. */
struct moments {
    double mean;
    double square;
    double staked;
    double paid;
};

/* For every hand: what the rest of its play is. `doubles` counts for two cards only. */
struct policy {
    bool hits[HANDS_MAX];
    bool doubles[HANDS_MAX];
};

/* The values of single hands under a policy; `later` is without the options of the first two cards. */
struct values {
    struct moments later[HANDS_MAX];
};

/* `supply` is the shoe before the upcard, which must be in it. */
void column_init(struct column *column, const struct terms *terms, const struct hands *hands,
                 const struct supply *supply, unsigned up);

/* The same for only those hands that hold at least these cards, by value; drawing never leads out of them.
 * The other hands are left undefined. */
void column_init_with(struct column *column, const struct terms *terms, const struct hands *hands,
                      const struct supply *supply, unsigned up, const uint8_t least[VALUE_COUNT + 1]);

/* Probability that the next card has this value when the hand is gone; 0 for a hand that cannot be held. */
double column_draw(const struct column *column, const struct holding *hand, unsigned value);

/* Probability that the Dealer's second card makes Blackjack when the hand is gone. */
double column_blackjack(const struct column *column, const struct holding *hand);

/* A doubled hand that busts with this card loses both wagers; where a Dealer's Blackjack takes the original
 * wager only, the loss is one with this probability. */
double column_bust_saved(const struct column *column, const struct holding *hand, unsigned value);

struct moments column_stand(const struct column *column, unsigned hand);
struct moments column_hit(const struct column *column, unsigned hand, const struct values *values);
struct moments column_double(const struct column *column, unsigned hand);

/* The best policy for a hand that is not split, with its values. */
void column_best(const struct column *column, struct policy *policy, struct values *values);

/* Values of a given policy. */
void column_evaluate(const struct column *column, const struct policy *policy, struct values *values);

#endif
