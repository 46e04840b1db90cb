/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/supply.h"

#include <assert.h>
#include <string.h>

enum { HAND_POINTS_MAX = 30 }; /* a hard 20, and a ten on top */

void supply_init(struct supply *supply, const struct deck *deck, unsigned decks)
{
    assert(decks);
    memset(supply, 0, sizeof(*supply));
    for (unsigned rank = RANK_ACE; rank <= RANK_COUNT; rank++)
        supply->left[value_of_rank(rank)] =
            (uint16_t)(supply->left[value_of_rank(rank)] + decks * deck->suit_count);
    supply->total = (uint16_t)(decks * deck_card_count(deck));
}

bool supply_take(struct supply *supply, unsigned value)
{
    assert(value && value <= VALUE_COUNT);
    if (supply->left[value] == 0)
        return false;
    supply->left[value]--;
    supply->total--;
    return true;
}

bool supply_suffices(const struct supply *supply, unsigned hands)
{
    unsigned points = 0;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        points += value * supply->left[value];
    return points >= (hands + 1) * HAND_POINTS_MAX;
}
