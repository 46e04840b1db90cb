/* SPDX-License-Identifier: Apache-2.0 */
/* transaction.h - postings that belong together and add up to nothing.
 *
 * Pure data. A posting changes one account by a signed amount; a transaction holds each account at most once.
 * It is built by movements ("100 from Mei to the escrow of T1"), which are merged account by account, so that
 * a whole settlement is one transaction with one posting per person. No balance changes here: ledger_book
 * books all of it or nothing. */
#ifndef CROUPIER_LEDGER_TRANSACTION_H
#define CROUPIER_LEDGER_TRANSACTION_H

#include <stdint.h>

#include "base/status.h"
#include "ledger/account.h"

enum { TRANSACTION_POSTINGS_MAX = 64 };

struct posting {
    uint32_t account; /* its number */
    int64_t cents;    /* added to its balance; never 0 */
};

struct transaction {
    uint32_t count;
    struct posting postings[TRANSACTION_POSTINGS_MAX];
};

/* X(identifier, name, from a kind, to a kind): every way money moves. */
/* clang-format off */
#define MOVEMENT_LIST(X) \
    X(MOVEMENT_BUY_IN,   "buy-in",   ACCOUNT_CAGE,   ACCOUNT_PLAYER) /* money is changed into chips */ \
    X(MOVEMENT_CASH_OUT, "cash-out", ACCOUNT_PLAYER, ACCOUNT_CAGE) \
    X(MOVEMENT_FILL,     "fill",     ACCOUNT_CAGE,   ACCOUNT_BANK)   /* chips are brought to a table */ \
    X(MOVEMENT_CREDIT,   "credit",   ACCOUNT_BANK,   ACCOUNT_CAGE)   /* chips are taken off a table */ \
    X(MOVEMENT_WAGERED,  "wagered",  ACCOUNT_PLAYER, ACCOUNT_ESCROW) /* a wager is accepted */ \
    X(MOVEMENT_RETURNED, "returned", ACCOUNT_ESCROW, ACCOUNT_PLAYER) /* a stake goes back to its owner */ \
    X(MOVEMENT_TAKEN,    "taken",    ACCOUNT_ESCROW, ACCOUNT_BANK)   /* a stake is collected */ \
    X(MOVEMENT_PAID,     "paid",     ACCOUNT_BANK,   ACCOUNT_PLAYER) /* a profit is paid */ \
    X(MOVEMENT_UNTAKEN,  "untaken",  ACCOUNT_BANK,   ACCOUNT_ESCROW) /* a collection is reversed: the round is void */ \
    X(MOVEMENT_UNPAID,   "unpaid",   ACCOUNT_PLAYER, ACCOUNT_BANK)   /* a payment is reversed */ \
    X(MOVEMENT_GRANTED,  "granted",  ACCOUNT_HOUSE,  ACCOUNT_PLAYER) /* a gift or a ruling in somebody's favour */ \
    X(MOVEMENT_FORFEIT,  "forfeit",  ACCOUNT_PLAYER, ACCOUNT_HOUSE)
/* clang-format on */

enum movement {
#define MOVEMENT_ENUM(id, name, from, to) id,
    MOVEMENT_LIST(MOVEMENT_ENUM)
#undef MOVEMENT_ENUM
        MOVEMENT_COUNT
};

const char *movement_name(enum movement movement);
bool movement_find(const char *name, enum movement *movement);
enum account_kind movement_from(enum movement movement);
enum account_kind movement_to(enum movement movement);

void transaction_init(struct transaction *transaction);

/* Adds a movement of `cents` (more than 0) between two accounts of the kinds it goes between. A refusal
 * leaves the transaction as it was. */
enum status transaction_move(struct transaction *transaction, enum movement movement,
                             const struct account *from, const struct account *to, int64_t cents) MUST_CHECK;

/* The same between accounts of any kinds, for callers that choose the right accounts themselves
 * (house/order.h). */
enum status transaction_add(struct transaction *transaction, const struct account *from,
                            const struct account *to, int64_t cents) MUST_CHECK;

/* The transaction that undoes this one: the only way to correct what is booked. */
void transaction_reverse(const struct transaction *transaction, struct transaction *reverse);

/* Whether one transaction undoes the other: the same accounts in any order, each with the opposite amount. */
bool transaction_reverses(const struct transaction *a, const struct transaction *b);

/* Checks all that can be checked without the balances: at least two postings, none of 0, no account twice,
 * sum 0. */
enum status transaction_verify(const struct transaction *transaction) MUST_CHECK;

#endif
