/* SPDX-License-Identifier: Apache-2.0 */
/* receipt.h - a patron's receipt of a round: entries of the log, each with the proof that the log holds it,
 * and the checkpoint that the proofs lead to.
 *
 *   croupier receipt 2
 *   TABLE
 *   ROUND
 *   entry BASE64           the bytes of an entry
 *   index I                its leaf, from 0
 *   BASE64                 a line for each hash of the proof, from the leaf's neighbour up
 *   (an empty line)
 *   ...                    further entries
 *   the checkpoint, a signed note
 *
 * Pure. A receipt in which every proof holds shows anybody what the log says, at any time and without the
 * house. Only the signatures under the checkpoint show whose log it is (log/note.h). TABLE and ROUND are for
 * people: the entries say themselves which table and round they are about. */
#ifndef CROUPIER_LOG_RECEIPT_H
#define CROUPIER_LOG_RECEIPT_H

#include "log/checkpoint.h"
#include "log/proof.h"

enum {
    RECEIPT_BYTES_MAX = 1 << 20,
    RECEIPT_TABLE_MAX = 64,
    RECEIPT_ENTRIES_MAX = 1024,
};

/* ---- Writing. The checkpoint's note is put behind the last entry. ---- */

void receipt_head_print(const char *table, uint32_t round, struct text *text);
void receipt_entry_print(struct span entry, uint64_t index, const struct proof *proof, struct text *text);

/* ---- Reading. ---- */

struct receipt {
    char table[RECEIPT_TABLE_MAX];
    uint32_t round;
    unsigned count;      /* of entries, at least 1 */
    struct span entries; /* their lines */
    struct note note;
    struct checkpoint checkpoint;
};

/* STATUS_BAD_TEXT unless the bytes are a receipt. Borrows them. Nothing is proved yet. */
enum status receipt_read(struct span bytes, struct receipt *receipt) MUST_CHECK;

struct receipt_entry {
    uint64_t index;
    struct span bytes;
};

/* Decodes the next entry of `rest`, which starts as receipt.entries, into `room`. STATUS_OK: it is in the
 * tree of the checkpoint. STATUS_BROKEN_CHAIN: it is not. STATUS_TOO_LONG: it does not fit into `room`.
 * STATUS_NOT_FOUND: there are no more. */
enum status receipt_next(const struct receipt *receipt, struct span *rest, uint8_t *room, size_t size,
                         struct receipt_entry *entry) MUST_CHECK;

#endif
