/* SPDX-License-Identifier: Apache-2.0 */
/* shoe.h - cards waiting to be dealt, in order.
 *
 * Pure: the order is given by the caller (a shuffle, a record, a test). Owns nothing on the heap; copy
 * freely. Invariant: dealt <= count <= SHOE_CARDS_MAX. */
#ifndef CROUPIER_CARDS_SHOE_H
#define CROUPIER_CARDS_SHOE_H

#include <stdbool.h>
#include <stdint.h>

#include "cards/deck.h"

enum { SHOE_DECKS_MAX = 10, SHOE_CARDS_MAX = SHOE_DECKS_MAX * DECK_CARDS_MAX };

struct shoe {
    struct card cards[SHOE_CARDS_MAX];
    uint16_t count;
    uint16_t dealt;
};

/* A shoe of `decks` decks (1 to SHOE_DECKS_MAX) in factory order: deck after deck, suit by suit. */
void shoe_init(struct shoe *shoe, const struct deck *deck, unsigned decks);

/* A shoe in the order given. */
void shoe_init_order(struct shoe *shoe, const struct card *order, unsigned count);

bool shoe_draw(struct shoe *shoe, struct card *card); /* false when empty */

static inline unsigned shoe_left(const struct shoe *shoe)
{
    return (unsigned)(shoe->count - shoe->dealt);
}

/* A source of 64 random bits. `next` is called with `state`; the source lives outside the pure core
 * (random/). */
struct draws {
    uint64_t (*next)(void *state);
    void *state;
};

/* A number from 0 to below - 1, every one equally likely (multiply, and reject the short lower part). */
uint32_t draws_below(const struct draws *draws, uint32_t below);

/* Brings the cards that are not yet dealt into an order in which every arrangement is equally likely. */
void shoe_shuffle(struct shoe *shoe, const struct draws *draws);

#endif
