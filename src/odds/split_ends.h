/* SPDX-License-Identifier: Apache-2.0 */
/* split_ends.h - how one hand of a split can end under a policy, and what that is worth at every shoe that
 * lacks r more cards of the pair.
 *
 * An end is a composition of the cards drawn to the split card, its total, its wager and the number of orders
 * that lead there. Probabilities are products of falling factorials; the factor of the pair's value is left
 * out and the sums are kept by (cards of the pair drawn, cards drawn), Dealer's cards included. One pass over
 * the ends thus serves every r. Pure. Inner part of split.c. */
#ifndef CROUPIER_ODDS_SPLIT_ENDS_H
#define CROUPIER_ODDS_SPLIT_ENDS_H

#include "odds/column.h"
#include "odds/pattern.h"
#include "odds/spared.h"

enum { CELLS_MAX = DEALER_GROUPS_MAX / DEALER_OUTCOMES };
enum { ENDS_MAX = 1800, DRAWN_MAX = 64, END_BUST = 0 };
enum { CLASS_PLAIN, CLASS_PAIR, CLASSES }; /* the first card drawn is not of the pair; is of the pair */

struct end {
    uint8_t drawn[VALUE_COUNT + 1];
    uint8_t cards;
    uint8_t total; /* END_BUST: a doubled hand that is lost */
    uint8_t wager;
    double orders[CLASSES];
};

/* Sums by cards of the pair drawn, and cards drawn. */
struct power_sums {
    double at[DRAWN_MAX][DRAWN_MAX];
    unsigned pair_max;
    unsigned cards_max;
};

struct split_ends {
    const struct column *column; /* borrowed */
    unsigned pair;
    struct supply left;    /* after the upcard and the pair */
    struct dealer_sum sum; /* a group for every cell and outcome that come together, cell by cell */
    uint8_t outcomes[DEALER_GROUPS_MAX]; /* by group */
    unsigned cell_count;
    struct {
        uint8_t pair_cards;
        uint8_t length;
        uint16_t offset;    /* in power_sums.at, from where a hand's own cards lie */
        uint16_t groups;    /* the first of its groups; the next cell's come behind them */
    } cells[CELLS_MAX + 1]; /* the Dealer's finished hands by cards of the pair, and cards */
    unsigned cell_pair_max;
    unsigned cell_length_max;
    unsigned count;
    struct end ends[ENDS_MAX];     /* ends with something left to compare or to lose beyond one wager */
    struct spared spared;          /* ends without a wager at risk to a Dealer's Blackjack */
    bool doubled[VALUE_COUNT + 1]; /* by the second card: the hand is doubled */
};

void split_ends_init(struct split_ends *ends, const struct column *column, const struct policy *policy,
                     unsigned pair);

/* Up to LANES compositions against the Dealer. */
void split_ends_dealer(const struct split_ends *ends, const struct end *const *at, unsigned count,
                       lanes sums[DEALER_GROUPS_MAX]);

/* Their sums weighted by what each outcome is worth in each lane: one number per cell. */
void split_ends_worth(const struct split_ends *ends, const lanes sums[DEALER_GROUPS_MAX],
                      const lanes worth[DEALER_OUTCOMES], lanes cells[CELLS_MAX]);

/* Adds one lane's cells to the power sums of a composition. */
void split_ends_add(const struct split_ends *ends, const struct end *end, const lanes cells[CELLS_MAX],
                    unsigned lane, double weight, struct power_sums *sums);

/* The product of falling factorials of the drawn cards, the pair's value left out; 0 if they are not there.
 */
double split_ends_weight(const struct split_ends *ends, const uint8_t *drawn);

/* values[r] = the sum at a shoe that lacks r more cards of the pair. */
void power_sums_values(const struct power_sums *sums, const struct split_ends *ends,
                       double values[EXTRA_MAX + 2]);

#endif
