/* SPDX-License-Identifier: Apache-2.0 */
#include "random/crypto.h"

#include <sodium.h>

enum status crypto_source_init(struct crypto_source *source)
{
    pool_init(&source->pool);
    return sodium_init() < 0 ? STATUS_NO_RANDOM : STATUS_OK;
}

void crypto_source_release(struct crypto_source *source)
{
    pool_release(&source->pool);
}

static uint64_t next(void *state)
{
    struct crypto_source *source = state;
    if (source->pool.used == POOL_BYTES) {
        uint8_t key[POOL_KEY_BYTES];
        randombytes_buf(key, sizeof(key));
        pool_fill(&source->pool, key);
    }
    return pool_take(&source->pool);
}

struct draws crypto_source_draws(struct crypto_source *source)
{
    return (struct draws){next, source};
}
