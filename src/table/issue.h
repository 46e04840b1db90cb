/* SPDX-License-Identifier: Apache-2.0 */
/* issue.h - makes the receipt of a round from the books (log/receipt.h).
 *
 * A receipt has the entry that begins the shoe, which names the rulebook, limits and seats, and every entry
 * of the table from the round's first to its last, so that a gap between them would be seen. The proofs lead
 * to a checkpoint that a witness has cosigned, if there is one.
 *
 * Reads the disk. For one thread. */
#ifndef CROUPIER_TABLE_ISSUE_H
#define CROUPIER_TABLE_ISSUE_H

#include "log/receipt.h"
#include "store/store.h"

/* What a receipt is about, and whom it is for. */
struct issue {
    const char *origin;           /* of the log */
    const struct public_key *key; /* with which the log is signed now */
    const char *table;            /* the chain's name */
    uint32_t chain;
    uint32_t round;
    uint64_t position; /* of the table's last entry; 0: as the store knows it */
    uint32_t account;  /* of the person who asks, who must have staked in the round; 0: anybody may ask */
};

/* Writes the receipt; `text` has RECEIPT_BYTES_MAX bytes. STATUS_NO_ROUND: there is no such round, or it was
 * kept in format 1. STATUS_NOT_YOUR_ROUND: the account has no part in it. STATUS_NOT_SEALED: no checkpoint
 * reaches so far yet. STATUS_ARCHIVED: the entries beside it, which the proof needs, are in an archive that
 * is not beside the database. The round must have ended. */
enum status issue_receipt(const struct issue *issue, struct store *store, struct text *text) MUST_CHECK;

#endif
