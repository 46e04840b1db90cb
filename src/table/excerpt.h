/* SPDX-License-Identifier: Apache-2.0 */
/* excerpt.h - the entries of one table from the beginning of a shoe on, in memory.
 *
 * Entries of all tables are in one file in commit order; those of one table are linked backwards. So an
 * excerpt is gathered from its end back to an ENTRY_OPENED, from which the state can be rebuilt (rebuild.h).
 * The only reader of a shoe's entries: restart, reconnection and the recall of an old round use it. Owns its
 * memory (excerpt_release). */
#ifndef CROUPIER_TABLE_EXCERPT_H
#define CROUPIER_TABLE_EXCERPT_H

#include "journal/entry.h"
#include "store/store.h"

struct excerpt {
    uint8_t *bytes;
    size_t used;
    size_t room;
    struct excerpt_item {
        uint64_t position;
        size_t offset;
        size_t size;
    } * items; /* newest first */
    unsigned count;
    unsigned item_room;
};

/* What to do at an entry that begins a shoe: go further back, go further back and drop the entries gathered
 * so far, or begin the excerpt here. */
enum excerpt_step { EXCERPT_ON, EXCERPT_FORGET, EXCERPT_BEGIN };

void excerpt_release(struct excerpt *excerpt);

/* Walks back from `position` (0: from the chain's end) and asks `judge` about every ENTRY_OPENED. The excerpt
 * must be empty. STATUS_NOT_FOUND: `judge` found no beginning. */
enum status excerpt_gather(struct excerpt *excerpt, struct store *store, uint32_t chain, uint64_t position,
                           enum excerpt_step (*judge)(void *context, const struct entry *entry),
                           void *context) MUST_CHECK;

/* Gathers the entries of the shoe in which `round` was played, up to the beginning of the next round or, if
 * there is none, to `position` (0: the chain's end). STATUS_NOT_FOUND: the round was not played. */
enum status excerpt_gather_round(struct excerpt *excerpt, struct store *store, uint32_t chain,
                                 uint64_t position, uint32_t round) MUST_CHECK;

/* Entry `number`, counted from 0, the oldest, and its position. The spans point into the excerpt. */
enum status excerpt_entry(const struct excerpt *excerpt, unsigned number, struct entry *entry,
                          uint64_t *position) MUST_CHECK;

#endif
