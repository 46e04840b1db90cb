/* SPDX-License-Identifier: Apache-2.0 */
#include "random/pool.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static_assert(randombytes_SEEDBYTES == POOL_KEY_BYTES, "the key of the keystream");
static_assert(POOL_BYTES % sizeof(uint64_t) == 0, "a pool holds whole numbers");

void pool_init(struct pool *pool)
{
    pool->used = POOL_BYTES;
}

void pool_release(struct pool *pool)
{
    sodium_memzero(pool->bytes, sizeof(pool->bytes));
    pool->used = POOL_BYTES;
}

void pool_fill(struct pool *pool, uint8_t key[POOL_KEY_BYTES])
{
    randombytes_buf_deterministic(pool->bytes, sizeof(pool->bytes), key);
    sodium_memzero(key, POOL_KEY_BYTES);
    pool->used = 0;
}

uint64_t pool_take(struct pool *pool)
{
    assert(pool->used < POOL_BYTES);
    uint8_t *at = pool->bytes + pool->used;
    uint64_t number = 0;
    for (unsigned i = 0; i < sizeof(number); i++)
        number |= (uint64_t)at[i] << (8 * i); /* the same on every machine */
    sodium_memzero(at, sizeof(number));
    pool->used += sizeof(number);
    return number;
}
