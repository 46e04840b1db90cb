/* SPDX-License-Identifier: Apache-2.0 */
/* couple.h - the chance that a Dealer's Blackjack finds nothing to take on any hand of a split.
 *
 * Where a Dealer's Blackjack takes one original wager from all unbusted hands together, it takes nothing if
 * every hand is busted already (or, by another reading, stands off with 21). That event joins all hands, so
 * it is summed over tuples of hands. A busted hand is kept as the cards before the last and the smallest
 * value that busts it: the last cards of all hands are then counted by one product.
 *
 * With k hands of n kinds there are about n^k / k! tuples. Two hands are always summed. Three and more are
 * summed up to COUPLE_TUPLES_MAX tuples, and beyond that closed from the pairs: the joint probability is set
 * to the product over pairs of hands divided by the surplus of single ones, which is an approximation and is
 * reported as such. Pure. */
#ifndef CROUPIER_ODDS_COUPLE_H
#define CROUPIER_ODDS_COUPLE_H

#include "odds/supply.h"

enum { COUPLE_ITEMS_MAX = 1600, COUPLE_TUPLES_MAX = 40000, COUPLE_CARDS_MAX = 192 };
enum { COUPLE_PLAIN, COUPLE_ANY, COUPLE_BOTH_PLAIN, COUPLE_MIXED, COUPLE_BOTH_ANY, COUPLE_SUMS };

/* A way to leave a hand without a wager at risk. */
struct couple_item {
    uint8_t count[VALUE_COUNT + 1]; /* cards drawn to the split card, the busting one left out */
    uint8_t bust_from;              /* the smallest value that busts it; 0: it stands off */
    uint8_t wager;                  /* lost by the bust */
    double orders[2]; /* orders to get there; the first card drawn not of the pair, of the pair */
};

struct couple_sum {
    double probability; /* that all hands are without a wager at risk */
    double lost;        /* mean of the wagers lost by busts then, over that event */
};

struct couple {
    struct supply shoe; /* after upcard, pair, further cards of the pair, and the Dealer's second card */
    double inverse[COUPLE_CARDS_MAX]; /* one over the cards left after so many draws */
    unsigned item_count;
    struct couple_item items[COUPLE_ITEMS_MAX];
    bool known[COUPLE_SUMS]; /* sums of one and two hands, once they were made for this shoe */
    struct couple_sum sums[COUPLE_SUMS];
    bool closed; /* set when a sum was closed by pairs */
};

/* Sets the shoe and forgets sums made for another. */
void couple_set_shoe(struct couple *couple, const struct supply *shoe);

/* `plain` hands whose first card drawn is not of the pair, and `any` hands with any first card. */
struct couple_sum couple_run(struct couple *couple, unsigned plain, unsigned any);

#endif
