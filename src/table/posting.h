/* SPDX-License-Identifier: Apache-2.0 */
/* posting.h - the money an act moved, as postings.
 *
 * Pure. Only events move money, and only six kinds of them do (round/event.h): a wager goes from its owner to
 * the table's escrow, from there back to the player or to the table's bank, and a profit from the bank to the
 * player; what was taken or paid may be reversed. */
#ifndef CROUPIER_TABLE_POSTING_H
#define CROUPIER_TABLE_POSTING_H

#include "ledger/ledger.h"
#include "record/roster.h"
#include "round/event.h"

/* The numbers of the accounts that were found last, so that whoever posts act after act does not search for
 * them by name each time. Zeroed: none; one that is not the right one any more is searched for again. */
struct posting_accounts {
    uint32_t escrow;
    uint32_t bank;
    uint32_t players[PERSONS_MAX];
};

/* Goes on with a transaction: an entry of several acts is booked at once. `table` names the escrow and the
 * bank. STATUS_NO_ACCOUNT if somebody has none. */
enum status posting_add(const struct ledger *ledger, const char *table, const struct roster *roster,
                        const struct events *events, struct posting_accounts *accounts,
                        struct transaction *transaction) MUST_CHECK;

#endif
