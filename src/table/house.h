/* SPDX-License-Identifier: Apache-2.0 */
/* house.h - the books of the house: its store, its balances, its key, and one way to write an entry.
 *
 * Every entry of every chain goes through house_append: it is numbered and hashed, booked in the ledger and
 * handed to the store, in this order, so what the ledger says is at most one commit ahead of the disk.
 * Accounts, chains and rulebooks are declared on the house's own chain before they are first used.
 *
 * The house's key (store/house_key.h) lies in a file beside the database.
 *
 * One thread. */
#ifndef CROUPIER_TABLE_HOUSE_H
#define CROUPIER_TABLE_HOUSE_H

#include "rulebook/rulebook.h"
#include "store/house_key.h"

struct house {
    struct store *store;
    struct ledger ledger;
    struct house_key key;
    uint8_t *bytes; /* room for one entry */
};

/* Opens the store, made and founded if there is none. `durable` is called on the writer's thread. */
enum status house_open(struct house *house, const char *path, void (*durable)(void *context), void *context,
                       struct store_failure *failure) MUST_CHECK;
void house_close(struct house *house);

/* Writes, books and hands over one entry. `entry` holds time, kind, role, who, key, text and transaction. */
enum status house_append(struct house *house, uint32_t chain, struct entry *entry,
                         uint64_t *ticket) MUST_CHECK;

/* The number of what is called that; it is declared at `now_ms` if it is new. */
enum status house_chain(struct house *house, const char *name, int64_t now_ms, uint32_t *chain) MUST_CHECK;
enum status house_account(struct house *house, enum account_kind kind, const char *name, int64_t now_ms,
                          uint32_t *account) MUST_CHECK;

/* A rulebook's text, word for word, unless it is there already. */
enum status house_document(struct house *house, const char *name, struct span document,
                           int64_t now_ms) MUST_CHECK;

/* Puts the house's signature under a chain as it stands. */
enum status house_sign(struct house *house, uint32_t chain, int64_t now_ms) MUST_CHECK;

#endif
