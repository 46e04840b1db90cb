/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h - bytes of a keystream, handed out eight at a time and wiped as they go. For this folder only. */
#ifndef CROUPIER_RANDOM_POOL_H
#define CROUPIER_RANDOM_POOL_H

#include <stddef.h>
#include <stdint.h>

enum { POOL_BYTES = 4096, POOL_KEY_BYTES = 32 }; /* one pool shuffles a shoe of ten decks */

struct pool {
    uint8_t bytes[POOL_BYTES];
    size_t used; /* POOL_BYTES: empty */
};

void pool_init(struct pool *pool);
void pool_release(struct pool *pool); /* wipes what is left */

/* Fills the pool from the key, and wipes the key. */
void pool_fill(struct pool *pool, uint8_t key[POOL_KEY_BYTES]);

/* The next 64 bits; the pool must not be empty. */
uint64_t pool_take(struct pool *pool);

#endif
