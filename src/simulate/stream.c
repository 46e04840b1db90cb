/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/stream.h"

#include <string.h>

#include <Random123/philox.h>

#include "simulate/clones.h"

void stream_init(struct stream *stream, uint64_t seed, uint64_t block)
{
    philox4x64_key_t key = {{seed, UINT64_C(0x63726f7570696572)}}; /* "croupier" */
    for (unsigned lane = 0; lane < STREAM_LANES; lane++) {
        philox4x64_ctr_t counter = {{block, lane, 0, 0}};
        philox4x64_ctr_t words = philox4x64(counter, key);
        for (unsigned i = 0; i < 4; i++)
            stream->state[i][lane] = words.v[i];
    }
    stream_fill(stream);
}

static inline uint64_t rotated(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

WITH_AVX2 void stream_fill(struct stream *stream)
{
    enum { PER_STEP = STREAM_LANES * sizeof(uint64_t) / sizeof(uint16_t) };
    uint64_t state[4][STREAM_LANES];
    memcpy(state, stream->state, sizeof(state));
    for (unsigned at = 0; at < STREAM_BUFFER; at += PER_STEP) {
        uint64_t drawn[STREAM_LANES];
        for (unsigned lane = 0; lane < STREAM_LANES; lane++) {
            uint64_t s0 = state[0][lane];
            uint64_t s1 = state[1][lane];
            uint64_t s2 = state[2][lane] ^ s0;
            uint64_t s3 = state[3][lane] ^ s1;
            drawn[lane] = rotated(s0 + state[3][lane], 23) + s0;
            state[1][lane] = s1 ^ s2;
            state[0][lane] = s0 ^ s3;
            state[2][lane] = s2 ^ s1 << 17;
            state[3][lane] = rotated(s3, 45);
        }
        memcpy(&stream->numbers[at], drawn, sizeof(drawn));
    }
    memcpy(stream->state, state, sizeof(state));
    stream->at = 0;
}

struct stream_redraw stream_again(struct stream *stream, uint32_t product, uint32_t below, uint32_t at)
{
    uint32_t unfair = 0x10000U % below;
    stream->at = at;
    while ((uint16_t)product < unfair) {
        stream_want(stream);
        product = stream->numbers[stream->at++] * below;
    }
    return (struct stream_redraw){product, stream_want(stream)};
}
