/* SPDX-License-Identifier: Apache-2.0 */
/* hands.h - every hand a player can hold, as a composition: how many cards of each value.
 *
 * Hands reached in different orders are one state. The list is ordered by number of cards, so a hand's
 * successors come after it: values are computed from the end of the list. A hard 21 takes no card that it
 * survives. Pure; plain data, the same for every shoe and rulebook. Number 0 is the empty hand. */
#ifndef CROUPIER_ODDS_HANDS_H
#define CROUPIER_ODDS_HANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "odds/supply.h"

enum {
    HANDS_MAX = 3200,
    HOLDING_CARDS_MAX = 21,
    HOLDING_BUST = 0 /* as a successor, since the empty hand is never one */
};

struct holding {
    uint8_t count[VALUE_COUNT + 1];
    uint8_t cards;
    uint8_t hard;  /* Aces as 1 */
    uint8_t total; /* best total */
    bool soft;
    uint16_t next[VALUE_COUNT + 1]; /* with one more card of that value, or HOLDING_BUST */
};

struct hands {
    uint16_t count;
    uint16_t with[HOLDING_CARDS_MAX + 2]; /* hands of n cards are with[n] .. with[n+1]-1 */
    struct holding at[HANDS_MAX];
};

void hands_build(struct hands *hands);

/* The number of the hand with these cards, by value; HOLDING_BUST if it is over 21 or cannot arise. */
unsigned hands_find(const struct hands *hands, const uint8_t count[VALUE_COUNT + 1]);

static inline unsigned hands_two(const struct hands *hands, unsigned a, unsigned b)
{
    return hands->at[hands->at[0].next[a]].next[b];
}

/* The value of two equal cards, else 0. */
unsigned holding_pair(const struct holding *hand);

static inline bool holding_is_blackjack(const struct holding *hand)
{
    return hand->cards == 2 && hand->total == 21;
}

#endif
