/* SPDX-License-Identifier: Apache-2.0 */
/* spared.h - the chance that a Dealer's Blackjack finds nothing to take on any hand of a split.
 *
 * Where a Dealer's Blackjack takes one original wager from all unbusted hands together, it takes nothing if
 * every hand is busted already (or, by another reading, stands off with 21). That event joins all hands. They
 * are put together in two groups of at most two hands, and the groups are brought into one shoe by overlap.h:
 * four hands are never enumerated. A busted hand is kept as the cards before the last and the smallest value
 * that busts it. Pure. */
#ifndef CROUPIER_ODDS_SPARED_H
#define CROUPIER_ODDS_SPARED_H

#include "base/status.h"
#include "odds/supply.h"

enum { SPARED_ITEMS_MAX = 4096, SPARED_HANDS_MAX = 4 };

/* A way to leave a hand without a wager at risk. */
struct spared_item {
    uint8_t count[VALUE_COUNT + 1]; /* cards drawn to the split card, the busting one left out */
    uint8_t bust_from; /* the smallest value that busts it, not below OVERLAP_OPEN_MIN; 0: no card comes */
    uint8_t wager;     /* lost by the bust */
    double orders[2];  /* orders to get there; the first card drawn not of the pair, of the pair */
};

struct spared {
    unsigned item_count;
    struct spared_item items[SPARED_ITEMS_MAX];
};

/* `count` hands drawing from `shoe` (after upcard, pair, further cards of the pair, and the Dealer's second
 * card). orders[f] counts in how many orders f of them are plain (the first card drawn is not of the pair)
 * and the others have any first card; at least two are not plain, or all are. */
struct spared_hands {
    unsigned count;
    struct supply shoe;
    double weight; /* in the sum below */
    double orders[SPARED_HANDS_MAX + 1];
};

struct spared_sum {
    double probability; /* that all hands are without a wager at risk */
    double lost;        /* mean of the wagers lost by busts then, over that event; 0 unless asked for */
};

/* The weighted sum over splits of 2, 3, ... hands in this order, at most SPARED_HANDS_MAX - 1 of them.
 * STATUS_OK or STATUS_NO_MEMORY. */
enum status spared_run(const struct spared *spared, const struct spared_hands *hands, unsigned hands_count,
                       bool lost, struct spared_sum *sum) MUST_CHECK;

#endif
