/* SPDX-License-Identifier: Apache-2.0 */
/* ledger.h - the balances of all accounts, kept by double entry.
 *
 * Pure: it books what it is given and tells what it refuses; the journal and the store keep it on disk. Not
 * for two threads at once. Owns its memory (ledger_release).
 *
 * Invariants of a ledger that books (ledger_book): the balances of all accounts add up to 0; no player's
 * account and no escrow is below 0; nothing is ever taken back, a correction is a transaction of its own. */
#ifndef CROUPIER_LEDGER_LEDGER_H
#define CROUPIER_LEDGER_LEDGER_H

#include "ledger/account.h"
#include "ledger/transaction.h"

enum { LEDGER_ACCOUNTS_MAX = 16 * 1024 * 1024 };

struct ledger {
    struct account *accounts; /* account number n is at index n - 1 */
    uint32_t count;
    uint32_t room;
    uint32_t *index; /* open addressing over kind and name: account number, 0 for an empty place */
    uint32_t index_size;
    bool counts; /* the account of all chips exists (ledger_counts) */
};

void ledger_init(struct ledger *ledger);
void ledger_release(struct ledger *ledger);

/* Opens an account with balance 0 and gives it the next number. */
enum status ledger_open(struct ledger *ledger, enum account_kind kind, const char *name,
                        uint32_t *number) MUST_CHECK;

/* NULL if there is none. The pointer is borrowed until the next ledger_open. */
const struct account *ledger_account(const struct ledger *ledger, uint32_t number);
const struct account *ledger_find(const struct ledger *ledger, enum account_kind kind, const char *name);

/* Whether the transaction could be booked now: STATUS_OK, or the first thing that is wrong with it. */
enum status ledger_verify(const struct ledger *ledger, const struct transaction *transaction) MUST_CHECK;

/* Whether the house counts its chips: then it has an account of all its chips (docs/journal.md, section 15).
 */
bool ledger_counts(const struct ledger *ledger);

/* Outside of rounds nobody gives what they do not hold: STATUS_BANK_SHORT or STATUS_CAGE_SHORT if the
 * transaction would leave a bank, or a cage of a house that counts its chips, below 0 by giving. The cage of
 * any other house sells chips without limit. */
enum status ledger_verify_giving(const struct ledger *ledger,
                                 const struct transaction *transaction) MUST_CHECK;

/* Books all postings, or none. */
enum status ledger_book(struct ledger *ledger, const struct transaction *transaction) MUST_CHECK;

/* Books postings that another ledger has booked, without judging them: this one may follow the postings of
 * some accounts only, so that the balances of others are below 0 in it. STATUS_NO_ACCOUNT: nothing was
 * booked. */
enum status ledger_follow(struct ledger *ledger, const struct transaction *transaction) MUST_CHECK;

/* Sets a balance found in a store when a ledger is loaded; ledger_sum_cents must be 0 after the last one. */
enum status ledger_load(struct ledger *ledger, const struct account *account) MUST_CHECK;

/* The sum of all balances; anything but 0 is a defect. */
int64_t ledger_sum_cents(const struct ledger *ledger);

#endif
