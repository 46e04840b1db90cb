/* SPDX-License-Identifier: Apache-2.0 */
/* chain.h - the journal of one table, or of the house: entries of which each seals the one before.
 *
 * Pure. A chain keeps only where it stands (number and hash of its last entry); the bytes are the caller's.
 * Writing and checking are the same walk: who has the same chain and appends or checks the same bytes stands
 * at the same head afterwards. The hash before the first entry is that of "croupier journal 1\n" and the
 * chain's name, so one table's entries cannot be passed off as another's. */
#ifndef CROUPIER_JOURNAL_CHAIN_H
#define CROUPIER_JOURNAL_CHAIN_H

#include "journal/entry.h"

enum { CHAIN_NAME_MAX = 48 };

#define CHAIN_HOUSE "house" /* the name of the house's own chain */

struct chain {
    char name[CHAIN_NAME_MAX];
    uint64_t number; /* of the last entry; 0: none yet */
    struct hash head;
};

/* The name must satisfy account_name_ok. */
void chain_init(struct chain *chain, const char *name);

/* Numbers, hashes and writes the next entry, and moves on. On failure the chain is as it was. */
enum status chain_append(struct chain *chain, struct entry *entry, uint8_t *bytes, size_t size,
                         size_t *used) MUST_CHECK;

/* Reads the next entry and moves on: STATUS_BAD_ENTRY if the bytes are not in an entry's form,
 * STATUS_BROKEN_CHAIN if the number or the hash is not the next one. On failure the chain is as it was, so
 * chain->number + 1 is the entry at fault. */
enum status chain_check(struct chain *chain, struct entry *entry, const uint8_t *bytes,
                        size_t size) MUST_CHECK;

#endif
