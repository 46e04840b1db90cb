/* SPDX-License-Identifier: Apache-2.0 */
/* lane.h - many rounds side by side, each with a shoe of its own: what every kernel plays with.
 *
 * A lane is one round in flight with a shoe of its own. A drawn card changes places with the front of what is
 * left (one step of a Fisher-Yates shuffle), so the shoe stays a permutation of itself, every round starts
 * from a fresh one, and after the round the front of the shoe shows the cards in the order in which they were
 * dealt. */
#ifndef CROUPIER_SIMULATE_LANE_H
#define CROUPIER_SIMULATE_LANE_H

#include "cards/shoe.h"
#include "simulate/machine.h"
#include "simulate/stream.h"

enum {
    LANE_COUNT = 64,
    LANE_DEAL_MAX = 16,
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

/* The next card of a lane; `count` cards are in its shoe. */
static inline unsigned lane_draw_one(struct lane_shoes *shoes, unsigned lane, unsigned count,
                                     struct stream *stream)
{
    uint8_t *cards = shoes->cards[lane];
    if (__builtin_expect(shoes->used[lane] == count, 0))
        lane_riffle(shoes, lane, count);
    uint32_t at = stream_want(stream);
    uint32_t front = shoes->used[lane]++;
    uint32_t from = front + stream_below(stream, count - front, &at);
    uint8_t card = cards[from];
    stream->at = at;
    cards[from] = cards[front];
    cards[front] = card;
    return card;
}

/* The same for a split, which draws without knowing from where (kernel_split.h). */
struct lane_source {
    struct lane_shoes *shoes;
    unsigned lane;
    unsigned count;
    struct stream *stream;
};

static inline unsigned lane_source_draw(void *source)
{
    const struct lane_source *from = source;
    return lane_draw_one(from->shoes, from->lane, from->count, from->stream);
}

/* The next `cards` cards of a lane at once, which is faster than one after the other; at most LANE_DEAL_MAX.
 */
void lane_deal(struct lane_shoes *shoes, unsigned lane, unsigned cards, unsigned count,
               struct stream *stream);

/* Rounds in flight, each at a row of a machine. */
struct lanes {
    struct lane_shoes shoes;
    uint32_t at[LANE_COUNT];    /* the row, and above it the mark that the steps have added up to */
    uint16_t takes[LANE_COUNT]; /* 1; 0: an idle lane, which looks at cards but takes none */
    uint8_t stopped[LANE_COUNT];
};

/* One card to every lane, and one step. Returns how many lanes were told to stop; `stopped` lists them. The
 * caller puts them on another row. Draws by the same numbers on every machine. */
unsigned lanes_step(struct lanes *lanes, const struct machine *machine, unsigned count,
                    struct stream *stream);

/* Every lane at `row` with a shoe of its own in this order. */
void lanes_init(struct lanes *lanes, const uint8_t *shoe, unsigned count, uint32_t row);

#endif
