/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - walks through a whole journal, all chains at once, and keeps its books anew.
 *
 * Pure. It takes the entries in the order of the log and believes nothing: it checks numbers, declarations,
 * keys and corrections, grows the tree leaf by leaf and compares it with its checkpoints and with heads from
 * outside (log/guard.h), and books every transaction in a ledger that starts empty, so that it finds a player
 * who was ever below zero. It does not judge the acts by the rules (src/audit does). Owns its memory
 * (walk_release). */
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
    struct chain *chains; /* chain n is at index n - 1; the first is the house's */
    uint64_t *signed_at;  /* for each chain: the last entry *signed* of format 1 */
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

/* `known_key` comes from outside and must be the key the house was founded with, or one it has turned to. May
 * be NULL. */
enum status walk_init(struct walk *walk, const struct public_key *known_key) MUST_CHECK;
void walk_release(struct walk *walk);

/* Before the first step of a walk that goes on behind an earlier one: adds a chain with the head it had
 * there. Call it for every chain in their order, the house's first. Load the accounts into walk->ledger, and
 * the tree with guard_resume. */
enum status walk_resume_chain(struct walk *walk, const struct chain *chain) MUST_CHECK;

/* Takes the next entry of a chain. After a failure the walk is over; if the log is at fault and not the
 * entry, walk->guard.fault describes it. */
enum status walk_step(struct walk *walk, uint32_t chain, const uint8_t *bytes, size_t size,
                      struct entry *entry) MUST_CHECK;

/* Behind the last entry. */
enum status walk_finish(struct walk *walk) MUST_CHECK;

/* Takes an entry that another walk has found right: believes its place in the chain, its hash, its signature
 * and its money, and does not judge the log. Chains may be left out; the balances are then those of the
 * others. */
enum status walk_follow(struct walk *walk, uint32_t chain, const struct entry *entry) MUST_CHECK;

#endif
