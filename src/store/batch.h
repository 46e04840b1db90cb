/* SPDX-License-Identifier: Apache-2.0 */
/* batch.h - units that will share one commit, with an index of their keys.
 *
 * Plain memory of a fixed size, no locks: the store guards it. Two batches take turns: one is filled while
 * the other is written. */
#ifndef CROUPIER_STORE_BATCH_H
#define CROUPIER_STORE_BATCH_H

#include "journal/entry.h"
#include "store/row.h"

enum {
    BATCH_UNITS_MAX = 2048,
    BATCH_BYTES_MAX = 1024 * 1024,
    BATCH_RECORDS_MAX = 2048,
    BATCH_KEY_SLOTS = 4 * BATCH_UNITS_MAX, /* a power of two; at most a quarter full */
};

struct unit {
    uint32_t chain;
    uint32_t offset; /* of the entry in the batch's bytes */
    uint32_t size;
    uint32_t key_offset; /* of the entry's key in the batch's bytes */
    uint32_t key_size;
    uint64_t ticket;
    uint64_t seen;       /* up to this position the writer of this unit knew the news */
    enum status outcome; /* of a commit that was kept: STATUS_OK, or why this unit is not in it */
};

/* A record that is kept in the same commit, in the batch's bytes: its name, then its value. */
struct batch_record {
    enum store_shelf shelf;
    uint32_t offset;
    uint32_t name_size;
    uint32_t value_size;
};

struct batch {
    unsigned tickets; /* of units, or of records without a unit */
    unsigned record_count;
    struct batch_record records[BATCH_RECORDS_MAX];
    unsigned count;
    size_t used;
    struct unit units[BATCH_UNITS_MAX];
    uint16_t slots[BATCH_KEY_SLOTS]; /* open addressing over the keys: unit + 1, 0 for an empty slot */
    uint8_t bytes[BATCH_BYTES_MAX];
};

_Static_assert((int)BATCH_BYTES_MAX >= (int)ENTRY_BYTES_MAX, "the largest entry must fit");

void batch_reset(struct batch *batch);
bool batch_has_room(const struct batch *batch, size_t size);

/* Room for a unit together with these records, or for the records only (size 0). */
size_t batch_records_size(const struct store_record *records, unsigned count);
bool batch_has_room_for(const struct batch *batch, size_t size, const struct store_record *records,
                        unsigned count);
void batch_add_records(struct batch *batch, const struct store_record *records, unsigned count);
struct store_record batch_record(const struct batch *batch, unsigned index);

/* The unit with this key; NULL: none. */
const struct unit *batch_find(const struct batch *batch, struct span key);

/* `entry` is what `bytes` read as. There must be room, and the key must be new. */
void batch_add(struct batch *batch, uint32_t chain, const struct entry *entry, const uint8_t *bytes,
               size_t size);

#endif
