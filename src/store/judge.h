/* SPDX-License-Identifier: Apache-2.0 */
/* judge.h - whether an entry may still be written when other servers have written since it was made
 * (docs/scale.md).
 *
 * Pure. Only one server writes a table's entries, and the ledger judges an entry's money. That leaves the
 * numbers of accounts and chains, and the house's day, to which every server can add. */
#ifndef CROUPIER_STORE_JUDGE_H
#define CROUPIER_STORE_JUDGE_H

#include "store/standing.h"

/* The positions of the last such entries of other servers; 0: none. */
struct judge {
    uint64_t counted; /* a count, a slip, a day or a shift */
    uint64_t moved;   /* money outside of rounds, or a table was opened */
};

void judge_follow(struct judge *judge, const struct entry *entry, uint64_t position);

/* Whether `entry` may be the next of its chain, as the books stand: STATUS_OK; STATUS_OVERTAKEN;
 * STATUS_BROKEN_CHAIN where it was made on top of an entry that was refused; a refusal of the ledger. `seen`
 * is the position up to which its author knew what others had written. */
enum status judge_entry(const struct judge *judge, const struct standing *standing, uint32_t chain,
                        const struct entry *entry, uint64_t seen) MUST_CHECK;

#endif
