/* SPDX-License-Identifier: Apache-2.0 */
/* supply.h - the cards left in a shoe, counted by point value.
 *
 * Pure value. In blackjack only a card's value matters, so ten, Jack, Queen and King (Fu, Lu and Shou) are
 * one kind: value 10. Value 1 is the Ace. Suits matter only to side wagers (side_tally.h). */
#ifndef CROUPIER_ODDS_SUPPLY_H
#define CROUPIER_ODDS_SUPPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "cards/deck.h"

enum { VALUE_ACE = 1, VALUE_TEN = 10, VALUE_COUNT = 10 };

struct supply {
    uint16_t left[VALUE_COUNT + 1]; /* by value; [0] unused */
    uint16_t total;
};

static inline unsigned value_of_rank(unsigned rank)
{
    return rank > VALUE_TEN ? VALUE_TEN : rank;
}

void supply_init(struct supply *supply, const struct deck *deck, unsigned decks);

/* False, and nothing taken, where no card of that value is left. */
bool supply_take(struct supply *supply, unsigned value);

/* How many cards of a value are left when `gone` more of them are taken; 0 if there are fewer. */
static inline unsigned supply_less(const struct supply *supply, unsigned value, unsigned gone)
{
    return supply->left[value] > gone ? supply->left[value] - gone : 0;
}

/* True if no round with this many hands of a player can run the shoe out, whatever is drawn: exactness
 * depends on it. A hand stops at the latest when it passes 21, so it never takes more than 30 points. */
bool supply_suffices(const struct supply *supply, unsigned hands);

#endif
