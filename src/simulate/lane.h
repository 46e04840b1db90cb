/* SPDX-License-Identifier: Apache-2.0 */
/* lane.h - many shoes side by side: what both kernels draw from.
 *
 * A lane is one round in flight with a shoe of its own. A drawn card changes places with the front of what is
 * left (one step of a Fisher-Yates shuffle), so the shoe stays a permutation of itself, every round starts
 * from a fresh one, and after the round the front of the shoe shows the cards in the order in which they were
 * dealt. */
#ifndef CROUPIER_SIMULATE_LANE_H
#define CROUPIER_SIMULATE_LANE_H

#include "cards/shoe.h"
#include "simulate/stream.h"

enum {
    LANE_COUNT = 64,
    LANE_BYTES = SHOE_CARDS_MAX + 22 /* rows that do not fall on the same cache lines */
};

struct lane_shoes {
    uint8_t cards[LANE_COUNT][LANE_BYTES];
    uint16_t used[LANE_COUNT];
    uint16_t
        start[LANE_COUNT]; /* cards used when the round began: 0 unless a shoe lasts longer than a round */
};

/* [mbs 5.19] the shoe is empty in the middle of a round: the discards of earlier rounds are riffled and dealt
 * on. The cards of the round itself come to lie in front. */
void lane_riffle(struct lane_shoes *shoes, unsigned lane, unsigned count);

/* The card at position `front` of the deal, and its number; `count` cards are in the shoe; `at` as in
 * stream_below. For the first cards of a round, whose positions are known; the caller sets `used`. */
static inline unsigned lane_draw_at(struct lane_shoes *shoes, unsigned lane, uint32_t front, uint32_t count,
                                    struct stream *stream, uint32_t *at)
{
    uint8_t *cards = shoes->cards[lane];
    uint32_t from = front + stream_below(stream, count - front, at);
    uint8_t card = cards[from];
    cards[from] = cards[front];
    cards[front] = card;
    return card;
}

/* The next card of a lane. */
static inline unsigned lane_draw(struct lane_shoes *shoes, unsigned lane, uint32_t count,
                                 struct stream *stream, uint32_t *at)
{
    return lane_draw_at(shoes, lane, shoes->used[lane]++, count, stream, at);
}

/* One card outside the loops: looks after the numbers of the stream and after an empty shoe. */
static inline unsigned lane_draw_one(struct lane_shoes *shoes, unsigned lane, unsigned count,
                                     struct stream *stream)
{
    if (__builtin_expect(shoes->used[lane] == count, 0))
        lane_riffle(shoes, lane, count);
    uint32_t at = stream_want(stream);
    unsigned card = lane_draw(shoes, lane, count, stream, &at);
    stream->at = at;
    return card;
}

#endif
