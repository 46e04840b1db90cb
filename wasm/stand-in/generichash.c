/* SPDX-License-Identifier: Apache-2.0 */
#include "sodium/crypto_generichash.h"

#include <string.h>

enum { ROUNDS = 12, BLOCK = 128 };

static const uint64_t start[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                  0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                  0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

static const unsigned char order[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                            {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                            {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                            {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                            {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                            {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                            {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                            {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                            {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                            {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

static uint64_t turned(uint64_t x, int by)
{
    return x >> by | x << (64 - by);
}

static void mix(uint64_t *v, unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 63);
}

static void compress(crypto_generichash_state *state, int last)
{
    uint64_t v[16];
    uint64_t m[16];
    memcpy(m, state->block, sizeof(m)); /* little-endian, as WebAssembly is */
    memcpy(v, state->words, sizeof(state->words));
    memcpy(v + 8, start, sizeof(start));
    v[12] ^= state->count;
    if (last)
        v[14] = ~v[14];
    for (unsigned round = 0; round < ROUNDS; round++) {
        const unsigned char *s = order[round % 10];
        for (unsigned i = 0; i < 4; i++)
            mix(v, i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
        for (unsigned i = 0; i < 4; i++)
            mix(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (unsigned i = 0; i < 8; i++)
        state->words[i] ^= v[i] ^ v[i + 8];
}

int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key, size_t key_size,
                            size_t size)
{
    (void)key;
    (void)key_size;
    memset(state, 0, sizeof(*state));
    memcpy(state->words, start, sizeof(start));
    state->words[0] ^= 0x01010000 ^ size;
    state->size = size;
    return 0;
}

int crypto_generichash_update(crypto_generichash_state *state, const unsigned char *bytes,
                              unsigned long long count)
{
    for (unsigned long long i = 0; i < count; i++) {
        if (state->used == BLOCK) {
            state->count += BLOCK;
            compress(state, 0);
            state->used = 0;
        }
        state->block[state->used++] = bytes[i];
    }
    return 0;
}

int crypto_generichash_final(crypto_generichash_state *state, unsigned char *hash, size_t size)
{
    state->count += state->used;
    memset(state->block + state->used, 0, BLOCK - state->used);
    compress(state, 1);
    memcpy(hash, state->words, size);
    return 0;
}

int crypto_generichash(unsigned char *hash, size_t size, const unsigned char *bytes, unsigned long long count,
                       const unsigned char *key, size_t key_size)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, key_size, size);
    crypto_generichash_update(&state, bytes, count);
    return crypto_generichash_final(&state, hash, size);
}
