/* SPDX-License-Identifier: Apache-2.0 */
/* trail.h - a stretch of one table's journal in memory, oldest entry first.
 *
 * Entries of all tables lie in one file in the order they came; those of one table are linked backwards. So a
 * trail is gathered from its end: from an entry back to the beginning of a shoe, where a table can be taken
 * up (table/rebuild.h). Owns its memory (trail_release). */
#ifndef CROUPIER_SERVER_TRAIL_H
#define CROUPIER_SERVER_TRAIL_H

#include "journal/entry.h"
#include "store/store.h"

struct trail {
    uint8_t *bytes;
    size_t used;
    size_t room;
    struct trail_item {
        uint64_t position;
        size_t offset;
        size_t size;
    } * items; /* newest first */
    unsigned count;
    unsigned item_room;
};

/* What becomes of an entry that begins a shoe: further back, further back without what was gathered, or this
 * is where the trail begins. */
enum trail_step { TRAIL_ON, TRAIL_FORGET, TRAIL_BEGIN };

void trail_release(struct trail *trail);

/* Walks back from `position` (0: from the chain's end) and asks `judge` about every ENTRY_OPENED.
 * STATUS_NOT_FOUND: there is no beginning. Starts from an empty trail. */
enum status trail_gather(struct trail *trail, struct store *store, uint32_t chain, uint64_t position,
                         enum trail_step (*judge)(void *context, const struct entry *entry),
                         void *context) MUST_CHECK;

/* Entry `number`, counted from 0, the oldest; its position. The spans are the trail's. */
enum status trail_entry(const struct trail *trail, unsigned number, struct entry *entry,
                        uint64_t *position) MUST_CHECK;

#endif
