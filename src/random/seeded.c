/* SPDX-License-Identifier: Apache-2.0 */
#include "random/seeded.h"

#include <string.h>

#include "base/hash.h"

void seeded_source_init(struct seeded_source *source, uint64_t seed, uint64_t stream)
{
    *source = (struct seeded_source){.seed = seed, .stream = stream};
    pool_init(&source->pool);
}

static void add_number(struct hasher *hasher, uint64_t number)
{
    uint8_t bytes[sizeof(number)];
    for (unsigned i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
    hasher_add(hasher, bytes, sizeof(bytes));
}

static uint64_t next(void *state)
{
    struct seeded_source *source = state;
    if (source->pool.used == POOL_BYTES) {
        static const char name[] = "croupier seeded draws 1";
        struct hasher hasher;
        hasher_init(&hasher);
        hasher_add(&hasher, name, sizeof(name));
        add_number(&hasher, source->seed);
        add_number(&hasher, source->stream);
        add_number(&hasher, source->block++);
        struct hash key = hasher_result(&hasher);
        pool_fill(&source->pool, key.bytes);
    }
    return pool_take(&source->pool);
}

struct draws seeded_source_draws(struct seeded_source *source)
{
    return (struct draws){next, source};
}
