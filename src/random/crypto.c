/* SPDX-License-Identifier: Apache-2.0 */
#include "random/crypto.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status crypto_source_init(struct crypto_source *source)
{
    pool_init(&source->pool);
    memset(source->last, 0, sizeof(source->last));
    return sodium_init() < 0 ? STATUS_NO_RANDOM : STATUS_OK;
}

void crypto_source_release(struct crypto_source *source)
{
    pool_release(&source->pool);
}

/* The chance that an honest key is taken for a repeated one is one in 2^128. */
static void check_key(struct crypto_source *source, const uint8_t key[POOL_KEY_BYTES])
{
    uint8_t mark[CRYPTO_MARK_BYTES];
    crypto_generichash(mark, sizeof(mark), key, POOL_KEY_BYTES, NULL, 0);
    if (sodium_memcmp(mark, source->last, sizeof(mark)) == 0) {
        fputs("croupier: the system's randomness repeats itself: nothing may be shuffled with it\n", stderr);
        abort();
    }
    memcpy(source->last, mark, sizeof(mark));
}

static uint64_t next(void *state)
{
    struct crypto_source *source = state;
    if (source->pool.used == POOL_BYTES) {
        uint8_t key[POOL_KEY_BYTES];
        randombytes_buf(key, sizeof(key));
        check_key(source, key);
        pool_fill(&source->pool, key);
    }
    return pool_take(&source->pool);
}

struct draws crypto_source_draws(struct crypto_source *source)
{
    return (struct draws){next, source};
}
