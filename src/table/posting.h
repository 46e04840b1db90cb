/* SPDX-License-Identifier: Apache-2.0 */
/* posting.h - the money an act moved, as postings.
 *
 * Pure. Only six kinds of event move money (round/event.h): a wager goes from its owner to the table's
 * escrow, from there back to the owner or to the table's bank, and a profit from the bank to the owner; what
 * was taken or paid may be reversed. */
#ifndef CROUPIER_TABLE_POSTING_H
#define CROUPIER_TABLE_POSTING_H

#include "ledger/ledger.h"
#include "record/roster.h"
#include "round/event.h"

/* Remembers the numbers of the accounts that were found last, so that a caller that posts act after act does
 * not look them up by name each time. All zero at first; a number that is no longer right is looked up again.
 */
struct posting_accounts {
    uint32_t escrow;
    uint32_t bank;
    uint32_t players[PERSONS_MAX];
};

/* Adds to a transaction: an entry of several acts is booked at once. `table` names the escrow and the bank.
 * STATUS_NO_ACCOUNT: somebody has no account. */
enum status posting_add(const struct ledger *ledger, const char *table, const struct roster *roster,
                        const struct events *events, struct posting_accounts *accounts,
                        struct transaction *transaction) MUST_CHECK;

#endif
