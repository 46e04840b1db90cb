/* SPDX-License-Identifier: Apache-2.0 */
#include "store/batch.h"

#include <assert.h>
#include <string.h>

void batch_reset(struct batch *batch)
{
    batch->count = 0;
    batch->used = 0;
    memset(batch->slots, 0, sizeof(batch->slots));
}

bool batch_has_room(const struct batch *batch, size_t size)
{
    return batch->count < BATCH_UNITS_MAX && size <= BATCH_BYTES_MAX - batch->used;
}

/* FNV-1a. Keys come from clients: a bad choice of keys costs its sender a walk of at most one batch. */
static uint32_t key_hash(struct span key)
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < key.size; i++)
        hash = (hash ^ key.bytes[i]) * 16777619U;
    return hash;
}

/* The slot where the key stands, or where it would. */
static uint32_t find_slot(const struct batch *batch, struct span key)
{
    uint32_t slot = key_hash(key) & (BATCH_KEY_SLOTS - 1);
    for (; batch->slots[slot]; slot = (slot + 1) & (BATCH_KEY_SLOTS - 1)) {
        const struct unit *unit = &batch->units[batch->slots[slot] - 1];
        if (unit->key_size == key.size && memcmp(batch->bytes + unit->key_offset, key.bytes, key.size) == 0)
            break;
    }
    return slot;
}

const struct unit *batch_find(const struct batch *batch, struct span key)
{
    uint16_t slot = key.size > 0 ? batch->slots[find_slot(batch, key)] : 0;
    return slot ? &batch->units[slot - 1] : NULL;
}

void batch_add(struct batch *batch, uint32_t chain, const struct entry *entry, const uint8_t *bytes,
               size_t size)
{
    assert(batch_has_room(batch, size));
    struct unit *unit = &batch->units[batch->count];
    *unit = (struct unit){.chain = chain, .offset = (uint32_t)batch->used, .size = (uint32_t)size};
    memcpy(batch->bytes + batch->used, bytes, size);
    batch->used += size;
    batch->count++;
    if (entry->key.size > 0) {
        uint32_t slot = find_slot(batch, entry->key);
        assert(!batch->slots[slot]);
        unit->key_offset = unit->offset + (uint32_t)(entry->key.bytes - bytes);
        unit->key_size = (uint32_t)entry->key.size;
        batch->slots[slot] = (uint16_t)batch->count;
    }
}
