/* SPDX-License-Identifier: Apache-2.0 */
/* standing.h - the present heads of chains and balances of accounts, in memory.
 *
 * The journal and the postings say everything; heads and balances follow from them. A backend loads a
 * standing when it opens, and moves it on with every unit it keeps. Knows no database. Writer thread only,
 * apart from loading. Owns its memory (standing_release). */
#ifndef CROUPIER_STORE_STANDING_H
#define CROUPIER_STORE_STANDING_H

#include "journal/chain.h"
#include "ledger/ledger.h"
#include "store/failure.h"

struct kept_chain {
    struct chain chain;
    uint64_t position; /* of its last entry; 0: none yet */
    bool changed;      /* since the fold */
};

struct kept_account {
    uint64_t posting; /* its last one; 0: none */
    bool changed;     /* since the fold */
};

struct standing {
    uint64_t position; /* of the last entry */
    uint64_t posting;  /* the last one of all */
    uint64_t folded;   /* the tables are as of this position */
    uint32_t chain_count;
    uint32_t chain_room;
    struct kept_chain *chains; /* chain n stands at n - 1 */
    struct ledger ledger;
    uint32_t account_room;
    struct kept_account *accounts; /* by account - 1, beside the ledger's */
};

void standing_init(struct standing *standing);
void standing_release(struct standing *standing);

/* ---- What a declaration brings: a chain without entries, an account without money. ---- */

enum status standing_add_chain(struct standing *standing, const struct chain *chain,
                               uint64_t position) MUST_CHECK;
enum status standing_add_account(struct standing *standing, const struct account *account) MUST_CHECK;

/* The next entry of a chain was kept at the next position: moves its head and books its money. */
enum status standing_keep(struct standing *standing, uint32_t chain, const struct entry *entry) MUST_CHECK;

/* ---- What a store is told when it opens; `path` is for the message. ---- */

enum status standing_chains(const struct standing *standing,
                            enum status (*take)(void *context, const struct chain *chain), void *context,
                            const char *path, struct store_failure *failure) MUST_CHECK;
enum status standing_load(const struct standing *standing, struct ledger *ledger, const char *path,
                          struct store_failure *failure) MUST_CHECK;

/* ---- Rows of a database, as it gives them. STATUS_STORE_CORRUPT: they do not belong together. ---- */

/* A chain with the entry it stands at (no bytes: it has none). Chains come by number from 1. */
struct chain_row {
    const char *name;
    uint64_t entries;
    uint64_t position;
    struct span head;
    struct span entry;
};
enum status standing_take_chain(struct standing *standing, const struct chain_row *row) MUST_CHECK;

/* An account with its balance and its last posting. */
enum status standing_take_account(struct standing *standing, uint32_t number, uint8_t kind, const char *name,
                                  int64_t cents, uint64_t posting) MUST_CHECK;

#endif
