/* SPDX-License-Identifier: Apache-2.0 */
/* stock.h - the cards of a shoe: how many of each rank and suit.
 *
 * Pure value. Side wagers look at suits, so point values (supply.h) are not enough for them. A kind of card
 * goes by its number in the deck, see deck_card. */
#ifndef CROUPIER_ODDS_STOCK_H
#define CROUPIER_ODDS_STOCK_H

#include "cards/deck.h"
#include "odds/supply.h"

enum { KINDS_MAX = SUIT_COUNT_MAX * RANK_COUNT };

struct stock {
    const struct deck *deck; /* borrowed */
    uint16_t left[KINDS_MAX];
};

/* Whole decks. */
void stock_init(struct stock *stock, const struct deck *deck, unsigned decks);

/* The same cards, counted by point value. */
struct supply stock_supply(const struct stock *stock);

#endif
