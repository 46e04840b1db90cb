/* SPDX-License-Identifier: Apache-2.0 */
#include "store/batch.h"

#include <assert.h>
#include <string.h>

void batch_reset(struct batch *batch)
{
    batch->count = 0;
    batch->tickets = 0;
    batch->record_count = 0;
    batch->used = 0;
    memset(batch->slots, 0, sizeof(batch->slots));
}

bool batch_has_room(const struct batch *batch, size_t size)
{
    return batch->count < BATCH_UNITS_MAX && size <= BATCH_BYTES_MAX - batch->used;
}

size_t batch_records_size(const struct store_record *records, unsigned count)
{
    size_t size = 0;
    for (unsigned i = 0; i < count; i++)
        size += records[i].name.size + records[i].value.size;
    return size;
}

bool batch_has_room_for(const struct batch *batch, size_t size, const struct store_record *records,
                        unsigned count)
{
    return batch_has_room(batch, size + batch_records_size(records, count)) &&
           count <= BATCH_RECORDS_MAX - batch->record_count;
}

void batch_add_records(struct batch *batch, const struct store_record *records, unsigned count)
{
    /* They may belong to the last unit that there was room for. */
    assert(count <= BATCH_RECORDS_MAX - batch->record_count &&
           batch_records_size(records, count) <= BATCH_BYTES_MAX - batch->used);
    for (unsigned i = 0; i < count; i++) {
        const struct store_record *record = &records[i];
        batch->records[batch->record_count++] = (struct batch_record){
            record->shelf, (uint32_t)batch->used, (uint32_t)record->name.size, (uint32_t)record->value.size};
        memcpy(batch->bytes + batch->used, record->name.bytes, record->name.size);
        if (record->value.size > 0)
            memcpy(batch->bytes + batch->used + record->name.size, record->value.bytes, record->value.size);
        batch->used += record->name.size + record->value.size;
    }
}

struct store_record batch_record(const struct batch *batch, unsigned index)
{
    const struct batch_record *record = &batch->records[index];
    const uint8_t *bytes = batch->bytes + record->offset;
    assert(index < batch->record_count);
    return (struct store_record){
        record->shelf, {bytes, record->name_size}, {bytes + record->name_size, record->value_size}};
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
    batch->tickets++;
    if (entry->key.size > 0) {
        uint32_t slot = find_slot(batch, entry->key);
        assert(!batch->slots[slot]);
        unit->key_offset = unit->offset + (uint32_t)(entry->key.bytes - bytes);
        unit->key_size = (uint32_t)entry->key.size;
        batch->slots[slot] = (uint16_t)batch->count;
    }
}
