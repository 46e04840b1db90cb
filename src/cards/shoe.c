/* SPDX-License-Identifier: Apache-2.0 */
#include "cards/shoe.h"

#include <assert.h>
#include <string.h>

void shoe_init(struct shoe *shoe, const struct deck *deck, unsigned decks)
{
    unsigned per_deck = deck_card_count(deck);
    assert(decks >= 1 && decks <= SHOE_DECKS_MAX);
    shoe->dealt = 0;
    shoe->count = (uint16_t)(decks * per_deck);
    for (unsigned i = 0; i < shoe->count; i++)
        shoe->cards[i] = deck_card(deck, i % per_deck);
}

void shoe_init_order(struct shoe *shoe, const struct card *order, unsigned count)
{
    assert(count <= SHOE_CARDS_MAX);
    shoe->dealt = 0;
    shoe->count = (uint16_t)count;
    memcpy(shoe->cards, order, count * sizeof(order[0]));
}

bool shoe_draw(struct shoe *shoe, struct card *card)
{
    assert(shoe->dealt <= shoe->count);
    if (shoe->dealt == shoe->count)
        return false;
    *card = shoe->cards[shoe->dealt++];
    return true;
}

/* Lemire's method: the high half of a 32 by 32 bit product, rejecting the few low halves that would favour
 * some results. */
uint32_t draws_below(const struct draws *draws, uint32_t below)
{
    assert(below > 0);
    uint32_t unfair = -below % below;
    for (;;) {
        uint64_t product = (draws->next(draws->state) >> 32) * below;
        if ((uint32_t)product >= unfair)
            return (uint32_t)(product >> 32);
    }
}

void shoe_shuffle(struct shoe *shoe, const struct draws *draws)
{
    for (uint32_t left = shoe_left(shoe); left > 1; left--) {
        struct card *a = &shoe->cards[shoe->dealt + left - 1];
        struct card *b = &shoe->cards[shoe->dealt + draws_below(draws, left)];
        struct card held = *a;
        *a = *b;
        *b = held;
    }
}
