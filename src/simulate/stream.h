/* SPDX-License-Identifier: Apache-2.0 */
/* stream.h - the simulator's random numbers: one independent stream for every block of rounds.
 *
 * A run is cut into numbered blocks; the stream of a block depends on the seed and the block's number and on
 * nothing else, so totals are the same for any number of threads, hosts or pieces. The block number goes
 * through Philox, a counter-based generator; its output seeds eight xoshiro256++ generators side by side,
 * which are fast enough that the simulator does not wait for them. Numbers have 16 bits: a shoe has a few
 * hundred cards, and numbers that would favour some of them are drawn again. Not for money: shoes of real
 * tables are in table/fair_shoe.h. */
#ifndef CROUPIER_SIMULATE_STREAM_H
#define CROUPIER_SIMULATE_STREAM_H

#include <stdint.h>

enum { STREAM_LANES = 8, STREAM_BUFFER = 2048, STREAM_BELOW_MAX = 1024, STREAM_READY = 256 };

struct stream {
    uint64_t state[4][STREAM_LANES];
    uint32_t at; /* next unused number of the buffer */
    uint16_t numbers[STREAM_BUFFER];
};

void stream_init(struct stream *stream, uint64_t seed, uint64_t block);

/* Fills the buffer anew; what was left in it is dropped. */
void stream_fill(struct stream *stream);

/* Makes sure that STREAM_READY numbers are ready, so that a loop of as many draws need not look. Returns
 * `at`, which the loop keeps in a register and puts back when it is done. */
static inline uint32_t stream_want(struct stream *stream)
{
    if (STREAM_BUFFER - stream->at < STREAM_READY)
        stream_fill(stream);
    return stream->at;
}

/* The rare second half of stream_below: the product again, from fresh numbers, until it is fair. Its own
 * numbers do not count against a loop: STREAM_READY are ready again afterwards. */
struct stream_redraw {
    uint32_t product;
    uint32_t at;
};
struct stream_redraw stream_again(struct stream *stream, uint32_t product, uint32_t below, uint32_t at);

/* A number from 0 to below - 1 (at most STREAM_BELOW_MAX), each equally likely: the high half of a product.
 * Low halves under 2^16 mod `below` would favour some results, so a product with a small low half is checked.
 * The caller has made sure that a number is ready (stream_want) and keeps `at`. */
static inline uint32_t stream_below(struct stream *stream, uint32_t below, uint32_t *at)
{
    uint32_t product = stream->numbers[(*at)++] * below;
    if (__builtin_expect((uint16_t)product < below, 0)) {
        struct stream_redraw redraw = stream_again(stream, product, below, *at);
        product = redraw.product;
        *at = redraw.at;
    }
    return product >> 16;
}

#endif
