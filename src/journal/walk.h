/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - goes through a whole journal, all chains at once, and keeps its books anew.
 *
 * Pure. It is given the entries in the order of the log and believes nothing: numbers, declarations, keys and
 * corrections are checked, the tree grows leaf by leaf and is held against its checkpoints and against heads
 * from outside (log/guard.h), and every transaction is booked in a ledger that starts empty, so that a player
 * who was ever below zero is found. It does not judge the acts by the rules (that is the
 * audit's). Owns its memory (walk_release). */
#ifndef CROUPIER_JOURNAL_WALK_H
#define CROUPIER_JOURNAL_WALK_H

#include "journal/chain.h"
#include "journal/correction.h"
#include "journal/signing.h"
#include "ledger/ledger.h"
#include "log/guard.h"

enum {
    WALK_CHAINS_MAX = 65536,
    WALK_FAULT_MAX = 512,
    WALK_UNSIGNED_MAX = 2048, /* entries in a row that a chain of format 1 may have without a signature */
};

struct walk {
    struct chain *chains; /* chain n stands at n - 1; the first is the house's */
    uint64_t *signed_at;  /* beside them: the last entry *signed* of format 1 */
    uint32_t chain_count;
    uint32_t chain_room;
    struct ledger ledger;
    struct corrections corrections;
    struct public_key known_key; /* the caller's, if there is one */
    struct guard guard;
    uint64_t entries;
    uint64_t signatures;        /* of format 1 */
    char fault[WALK_FAULT_MAX]; /* after a failure: chain, number of the entry, what is wrong */
};

/* A key from outside must be the one the house was founded with, or one it has turned to. May be NULL. */
enum status walk_init(struct walk *walk, const struct public_key *known_key) MUST_CHECK;
void walk_release(struct walk *walk);

/* Before the first step, where a log was walked through before up to some size: a chain as it stood there, in
 * their order, the house's among them. Accounts are loaded into walk->ledger, the tree by guard_resume. */
enum status walk_resume_chain(struct walk *walk, const struct chain *chain) MUST_CHECK;

/* Takes the next entry of a chain. After a failure the walk is over. Where it lies in the log and not in the
 * entry, walk->guard.fault says so. */
enum status walk_step(struct walk *walk, uint32_t chain, const uint8_t *bytes, size_t size,
                      struct entry *entry) MUST_CHECK;

/* Behind the last entry. */
enum status walk_finish(struct walk *walk) MUST_CHECK;

/* The same as a step for an entry that another walk has found right: its place in the chain, its hash, its
 * signature and its money are believed, and the log is not judged. Chains may be left out; then balances are
 * those of the others. */
enum status walk_follow(struct walk *walk, uint32_t chain, const struct entry *entry) MUST_CHECK;

#endif
