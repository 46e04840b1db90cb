/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_state.h - where chains and balances stand now, kept in memory and written down from time to time.
 *
 * Journal and postings say everything; heads and balances only follow from them. Writing these with every
 * unit would cost more than the unit itself, so the tables `chains` and `accounts` hold them as of one
 * position, the fold, and what came after it is read again at the next opening: at most STATE_FOLD_EVERY
 * entries, which are checked on the way. Writer thread only, apart from loading. */
#ifndef CROUPIER_STORE_SQLITE_STATE_H
#define CROUPIER_STORE_SQLITE_STATE_H

#include <sqlite3.h>

#include "ledger/ledger.h"
#include "store/failure.h"

enum { STATE_FOLD_EVERY = 8192 };

struct kept_chain {
    struct chain chain;
    uint64_t position; /* of its last entry; 0: none yet */
    bool changed;      /* since the fold */
};

struct kept_account {
    uint64_t posting; /* its last one; 0: none */
    bool changed;     /* since the fold */
};

struct sqlite_state {
    int version;       /* of the schema that is read; an older one has no postings to go back by */
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

void sqlite_state_init(struct sqlite_state *state);
void sqlite_state_release(struct sqlite_state *state);

/* Reads the tables as of the fold, then every entry after it. STATUS_STORE_CORRUPT with a message if they do
 * not belong together. */
enum status sqlite_state_load(struct sqlite_state *state, const char *path, sqlite3 *connection,
                              struct store_failure *failure) MUST_CHECK;

/* Only the tables; within the caller's transaction. */
enum status sqlite_state_load_fold(struct sqlite_state *state, const char *path, sqlite3 *connection,
                                   struct store_failure *failure) MUST_CHECK;

/* What a declaration brings: a chain without entries, an account without money. */
enum status sqlite_state_add_chain(struct sqlite_state *state, const struct chain *chain,
                                   uint64_t position) MUST_CHECK;
enum status sqlite_state_add_account(struct sqlite_state *state, const struct account *account) MUST_CHECK;

/* The next entry of a chain was kept at the next position: moves its head and books its money. */
enum status sqlite_state_keep(struct sqlite_state *state, uint32_t chain,
                              const struct entry *entry) MUST_CHECK;

/* Writes what has changed into the tables, within the caller's transaction. */
enum status sqlite_state_fold(struct sqlite_state *state, const char *path, sqlite3 *connection,
                              struct store_failure *failure) MUST_CHECK;

#endif
