/* SPDX-License-Identifier: Apache-2.0 */
/* batch.h - units that will share one commit, with the keys among them.
 *
 * Plain memory of a fixed size, no locks: the store guards it. Two take turns: one is filled while the other
 * is written. */
#ifndef CROUPIER_STORE_BATCH_H
#define CROUPIER_STORE_BATCH_H

#include "journal/entry.h"

enum {
    BATCH_UNITS_MAX = 2048,
    BATCH_BYTES_MAX = 1024 * 1024,
    BATCH_KEY_SLOTS = 4 * BATCH_UNITS_MAX, /* a power of two; at most a quarter full */
};

struct unit {
    uint32_t chain;
    uint32_t offset; /* of the entry in the batch's bytes */
    uint32_t size;
    uint32_t key_offset; /* of the entry's key in the batch's bytes */
    uint32_t key_size;
};

struct batch {
    unsigned count;
    size_t used;
    struct unit units[BATCH_UNITS_MAX];
    uint16_t slots[BATCH_KEY_SLOTS]; /* open addressing over the keys: unit + 1, 0 for an empty slot */
    uint8_t bytes[BATCH_BYTES_MAX];
};

_Static_assert((int)BATCH_BYTES_MAX >= (int)ENTRY_BYTES_MAX, "the largest entry must fit");

void batch_reset(struct batch *batch);
bool batch_has_room(const struct batch *batch, size_t size);

/* The unit with this key; NULL: none. */
const struct unit *batch_find(const struct batch *batch, struct span key);

/* `entry` is what `bytes` read as. There must be room, and the key must be new. */
void batch_add(struct batch *batch, uint32_t chain, const struct entry *entry, const uint8_t *bytes,
               size_t size);

#endif
