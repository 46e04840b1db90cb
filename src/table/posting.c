/* SPDX-License-Identifier: Apache-2.0 */
#include "table/posting.h"

#include <assert.h>
#include <string.h>

/* Which movement an event stands for, as movement + 1; every other kind moves nothing. */
static const uint8_t movement_of[EVENT_COUNT] = {
    [EVENT_WAGERED] = MOVEMENT_WAGERED + 1,   [EVENT_PAID] = MOVEMENT_PAID + 1,
    [EVENT_TAKEN] = MOVEMENT_TAKEN + 1,       [EVENT_UNPAID] = MOVEMENT_UNPAID + 1,
    [EVENT_RETURNED] = MOVEMENT_RETURNED + 1, [EVENT_UNTAKEN] = MOVEMENT_UNTAKEN + 1,
};

/* By the number it had last, or else by its name. */
static const struct account *find(const struct ledger *ledger, enum account_kind kind, const char *name,
                                  uint32_t *number)
{
    assert(name[0]);
    const struct account *account = ledger_account(ledger, *number);
    /* unreached: numbers are kept by kind */
    if (account && account->kind == kind && strcmp(account->name, name) == 0)
        return account;
    account = ledger_find(ledger, kind, name);
    *number = account ? account->number : 0;
    return account;
}

static uint32_t *number_of(struct posting_accounts *accounts, enum account_kind kind, unsigned person)
{
    assert(person < PERSONS_MAX);
    return kind == ACCOUNT_PLAYER   ? &accounts->players[person]
           : kind == ACCOUNT_ESCROW ? &accounts->escrow
                                    : &accounts->bank;
}

enum status posting_add(const struct ledger *ledger, const char *table, const struct roster *roster,
                        const struct events *events, struct posting_accounts *accounts,
                        struct transaction *transaction)
{
    assert(events->count <= EVENTS_MAX && roster->count <= PERSONS_MAX);
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        if (!movement_of[event->kind] || event->amount_cents == 0)
            continue;
        assert(event->person < roster->count);
        enum movement movement = movement_of[event->kind] - 1U;
        const enum account_kind kinds[] = {movement_from(movement), movement_to(movement)};
        const struct account *sides[2];
        for (unsigned side = 0; side < 2; side++)
            sides[side] = find(ledger, kinds[side],
                               kinds[side] == ACCOUNT_PLAYER ? roster->names[event->person] : table,
                               number_of(accounts, kinds[side], event->person));
        enum status status = sides[0] && sides[1] ? transaction_move(transaction, movement, sides[0],
                                                                     sides[1], event->amount_cents)
                                                  : STATUS_NO_ACCOUNT;
        if (status)
            return status;
    }
    return STATUS_OK;
}
