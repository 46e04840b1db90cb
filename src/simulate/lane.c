/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/lane.h"

#include <assert.h>
#include <string.h>

void lane_riffle(struct lane_shoes *shoes, unsigned lane, unsigned count)
{
    uint8_t *cards = shoes->cards[lane];
    unsigned start = shoes->start[lane];
    unsigned out = count - start;
    uint8_t discards[LANE_BYTES];
    assert(start > 0 && count <= LANE_BYTES);
    memcpy(discards, cards, start);
    memmove(cards, cards + start, out);
    memcpy(cards + out, discards, start);
    shoes->used[lane] = (uint16_t)out;
    shoes->start[lane] = 0;
}
