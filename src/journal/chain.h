/* SPDX-License-Identifier: Apache-2.0 */
/* chain.h - the journal of one table, or of the house: entries numbered without gaps.
 *
 * Pure. A chain keeps only its head (number and hash of its last entry); the bytes belong to the caller.
 * Writing and checking are the same walk: after the same bytes both have the same head. An entry of format 2
 * names its chain, and its hash is that of its leaf; only the tree over all entries (log/) shows that none
 * was changed. In format 1 each entry seals the one before; the hash before the first is that of "croupier
 * journal 1\n" and the chain's name. */
#ifndef CROUPIER_JOURNAL_CHAIN_H
#define CROUPIER_JOURNAL_CHAIN_H

#include "journal/entry.h"

enum { CHAIN_NAME_MAX = 48 };

#define CHAIN_HOUSE "house" /* the name of the house's own chain */

struct chain {
    uint32_t id; /* its number in the journal, from 1 */
    char name[CHAIN_NAME_MAX];
    uint64_t number; /* of the last entry; 0: none yet */
    struct hash head;
};

/* The name must satisfy account_name_ok. */
void chain_init(struct chain *chain, uint32_t id, const char *name);

/* Numbers, hashes and writes the next entry, and moves on. On failure the chain is as it was. */
enum status chain_append(struct chain *chain, struct entry *entry, uint8_t *bytes, size_t size,
                         size_t *used) MUST_CHECK;

/* Reads the next entry and moves on: STATUS_BAD_ENTRY if the bytes are not in an entry's form,
 * STATUS_BROKEN_CHAIN if it is another chain's, or the number or the hash is not the next one. On failure the
 * chain is as it was, so chain->number + 1 is the entry at fault. */
enum status chain_check(struct chain *chain, struct entry *entry, const uint8_t *bytes,
                        size_t size) MUST_CHECK;

#endif
