/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/stock.h"

#include <assert.h>
#include <string.h>

void stock_init(struct stock *stock, const struct deck *deck, unsigned decks)
{
    assert(decks);
    memset(stock, 0, sizeof(*stock));
    stock->deck = deck;
    for (unsigned kind = 0; kind < deck_card_count(deck); kind++)
        stock->left[kind] = (uint16_t)decks;
}

struct supply stock_supply(const struct stock *stock)
{
    struct supply supply = {.total = 0};
    for (unsigned kind = 0; kind < deck_card_count(stock->deck); kind++) {
        unsigned value = value_of_rank(card_rank(deck_card(stock->deck, kind)));
        supply.left[value] = (uint16_t)(supply.left[value] + stock->left[kind]);
        supply.total = (uint16_t)(supply.total + stock->left[kind]);
    }
    return supply;
}
