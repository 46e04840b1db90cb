/* SPDX-License-Identifier: Apache-2.0 */
/* lane.c - the inner loop of the simulator.
 *
 * A round is a walk through a machine, so all rounds of a kernel do the same thing at the same time, wherever
 * each of them stands: draw a card, look up a word, go to its row. No lane waits for another: one whose round
 * is over begins the next, and none is masked out. The step is cut into loops over lanes. Those that only
 * calculate (which card, which row, which mark) become vectors; the one in the middle, which goes to memory
 * for each lane, changes two cards and reads one word, without a branch. The rare cases that need one are
 * a short list afterwards. The sizes are chosen so that shoes, machine and numbers stay in the first two
 * caches. */
#include "simulate/lane.h"

#include <assert.h>
#include <string.h>

#include "simulate/clones.h"

static_assert((int)LANE_COUNT <= (int)STREAM_READY, "numbers for one step are ready");

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

void lanes_init(struct lanes *lanes, const uint8_t *shoe, unsigned count, uint32_t row)
{
    memset(lanes, 0, sizeof(*lanes));
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        memcpy(lanes->shoes.cards[lane], shoe, count);
        lanes->at[lane] = row;
        lanes->takes[lane] = 1;
    }
}

WITH_AVX2 void lane_deal(struct lane_shoes *shoes, unsigned lane, unsigned cards, unsigned count,
                         struct stream *stream)
{
    const unsigned start = shoes->used[lane];
    uint16_t from[LANE_DEAL_MAX];
    uint16_t any = start + LANE_DEAL_MAX > count;
    const uint16_t *numbers = &stream->numbers[stream_want(stream)];
    assert(cards <= LANE_DEAL_MAX);
    for (unsigned i = 0; i < LANE_DEAL_MAX; i++) {
        uint16_t left = (uint16_t)(count - start - i);
        uint16_t low = (uint16_t)(numbers[i] * left);
        from[i] = (uint16_t)(start + i + ((uint32_t)numbers[i] * left >> 16));
        any |= low < left;
    }
    if (__builtin_expect(any, 0)) {
        for (unsigned i = 0; i < cards; i++)
            lane_draw_one(shoes, lane, count, stream);
        return;
    }
    uint8_t *front = &shoes->cards[lane][start];
    for (unsigned i = 0; i < cards; i++) {
        uint8_t *at = &shoes->cards[lane][from[i]];
        uint8_t card = *at;
        *at = front[i];
        front[i] = card;
    }
    stream->at += cards;
    shoes->used[lane] = (uint16_t)(start + cards);
}

/* Empty shoes, and products that might be unfair: stream_below. They are few, and looked for eight bytes at a
 * time. */
static __attribute__((noinline)) void draw_again(struct lane_shoes *shoes, unsigned count,
                                                 struct stream *stream, const uint16_t *odd, uint16_t *from)
{
    enum { AT_ONCE = sizeof(uint64_t) / sizeof(uint16_t) };
    uint16_t numbers[LANE_COUNT]; /* the stream may be filled anew below */
    memcpy(numbers, &stream->numbers[stream->at - LANE_COUNT], sizeof(numbers));
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        uint64_t next;
        memcpy(&next, &odd[lane - lane % AT_ONCE], sizeof(next));
        if (!next) {
            lane += AT_ONCE - 1;
            continue;
        }
        if (shoes->used[lane] == count)
            lane_riffle(shoes, lane, count);
        uint32_t left = count - shoes->used[lane];
        uint32_t product = numbers[lane] * left;
        if ((uint16_t)product < left) {
            struct stream_redraw redraw = stream_again(stream, product, left, stream->at);
            product = redraw.product;
            stream->at = redraw.at;
        }
        from[lane] = (uint16_t)(shoes->used[lane] + (product >> 16));
    }
}

WITH_AVX2 unsigned lanes_step(struct lanes *restrict lanes, const struct machine *restrict machine,
                              unsigned count, struct stream *restrict stream)
{
    uint16_t from[LANE_COUNT];
    uint16_t odd[LANE_COUNT];
    const uint16_t *numbers = &stream->numbers[stream_want(stream)];
    uint16_t *used = lanes->shoes.used;
    uint16_t any = 0;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        uint16_t left = (uint16_t)(count - used[lane]);
        uint16_t low = (uint16_t)(numbers[lane] * left);
        from[lane] = (uint16_t)(used[lane] + ((uint32_t)numbers[lane] * left >> 16));
        odd[lane] = low <= left;
        any |= odd[lane];
    }
    stream->at += LANE_COUNT;
    if (__builtin_expect(any, 0))
        draw_again(&lanes->shoes, count, stream, odd, from);
    size_t stopped = 0;
    UNROLLED for (size_t lane = 0; lane < LANE_COUNT; lane++)
    {
        uint8_t *cards = lanes->shoes.cards[lane];
        const size_t out = from[lane];
        const size_t in = used[lane];
        const uint8_t card = cards[out];
        cards[out] = cards[in];
        cards[in] = card;
        const uint32_t to = machine_step(machine, lanes->at[lane], card);
        lanes->at[lane] = to;
        lanes->stopped[stopped] = (uint8_t)lane;
        stopped += to >> MACHINE_STOP;
    }
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        used[lane] = (uint16_t)(used[lane] + lanes->takes[lane]);
    return (unsigned)stopped;
}
