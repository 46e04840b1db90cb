/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - goes through a whole journal, all chains at once, and keeps its books anew.
 *
 * Pure. It is given the entries in the order they were kept and believes nothing: numbers, hashes,
 * signatures, declarations and corrections are checked, and every transaction is booked in a ledger that
 * starts empty, so that a player who was ever below zero is found. What the rules say about the acts is not
 * its business (that is the audit's). Owns its memory (walk_release). */
#ifndef CROUPIER_JOURNAL_WALK_H
#define CROUPIER_JOURNAL_WALK_H

#include "journal/chain.h"
#include "journal/signing.h"
#include "journal/correction.h"
#include "ledger/ledger.h"

enum { WALK_CHAINS_MAX = 65536, WALK_FAULT_MAX = 256 };

struct walk {
    struct chain *chains; /* chain n stands at n - 1; the first is the house's */
    uint32_t chain_count;
    uint32_t chain_room;
    struct ledger ledger;
    struct corrections corrections;
    bool has_key;
    struct public_key key; /* the caller's, or the one the house was founded with */
    uint64_t entries;
    uint64_t signatures;
    char fault[WALK_FAULT_MAX]; /* after a failure: chain, number of the entry, what is wrong */
};

/* With a key, the house must have been founded with it. */
enum status walk_init(struct walk *walk, const struct public_key *key) MUST_CHECK;
void walk_release(struct walk *walk);

/* Takes the next entry of a chain. After a failure the walk is over. */
enum status walk_step(struct walk *walk, uint32_t chain, const uint8_t *bytes, size_t size,
                      struct entry *entry) MUST_CHECK;

/* The same for an entry that another walk has found right: its place in the chain, its hash and its signature
 * are believed. */
enum status walk_follow(struct walk *walk, uint32_t chain, const struct entry *entry) MUST_CHECK;

#endif
