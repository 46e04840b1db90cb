/* SPDX-License-Identifier: Apache-2.0 */
/* account.h - whose money it is.
 *
 * Pure data. An account is known by kind and name ("player:Mei", "escrow:T1") and by a number that is given
 * once, counts up from 1 and never changes; postings and journals carry the number. A debt of the house is
 * positive: a player's chips, the wagers on a layout. Its counterpart (the cage that sold the chips, the bank
 * of a table that lost) is negative, so that all balances add up to nothing. */
#ifndef CROUPIER_LEDGER_ACCOUNT_H
#define CROUPIER_LEDGER_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { ACCOUNT_NAME_MAX = 48, ACCOUNT_TEXT_MAX = 64 };

/* X(identifier, pinned number, name, status that refuses a balance below zero; 0: it may be below). */
/* clang-format off */
#define ACCOUNT_KIND_LIST(X) \
    X(ACCOUNT_PLAYER, 1, "player", STATUS_PLAYER_SHORT) /* a person's credit, free to be wagered or cashed */ \
    X(ACCOUNT_ESCROW, 2, "escrow", STATUS_ESCROW_SHORT) /* one a table: wagers on the layout, still undecided */ \
    X(ACCOUNT_BANK,   3, "bank",   STATUS_OK)           /* one a table: what pays and collects */ \
    X(ACCOUNT_CAGE,   4, "cage",   STATUS_OK)           /* where money becomes chips and chips become money */ \
    X(ACCOUNT_HOUSE,  5, "house",  STATUS_OK)           /* everything else: adjustments, promotions */
/* clang-format on */

enum account_kind {
#define ACCOUNT_KIND_ENUM(id, number, name, status_short) id = (number),
    ACCOUNT_KIND_LIST(ACCOUNT_KIND_ENUM)
#undef ACCOUNT_KIND_ENUM
};

struct account {
    uint32_t number; /* from 1; 0 is no account */
    uint8_t kind;    /* enum account_kind */
    char name[ACCOUNT_NAME_MAX];
    int64_t balance_cents;
};

/* "unknown" for a number that is not in the list. */
const char *account_kind_name(enum account_kind kind);
bool account_kind_find(const char *name, size_t length, enum account_kind *kind);

/* The status that refuses a balance of this kind below zero; STATUS_OK where it may be below. */
enum status account_kind_short(enum account_kind kind);

/* Letters, digits, bytes above 127 and . _ - ; 1 to ACCOUNT_NAME_MAX - 1 bytes. */
bool account_name_ok(const char *name);

/* Writes "player:Mei"; `size` >= ACCOUNT_TEXT_MAX. */
void account_print(const struct account *account, char *text, size_t size);

#endif
