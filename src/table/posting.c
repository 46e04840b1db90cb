/* SPDX-License-Identifier: Apache-2.0 */
#include "table/posting.h"

#include <assert.h>

/* Which movement an event stands for, as movement + 1; every other kind moves nothing. */
static const uint8_t movement_of[EVENT_COUNT] = {
    [EVENT_WAGERED] = MOVEMENT_WAGERED + 1,   [EVENT_PAID] = MOVEMENT_PAID + 1,
    [EVENT_TAKEN] = MOVEMENT_TAKEN + 1,       [EVENT_UNPAID] = MOVEMENT_UNPAID + 1,
    [EVENT_RETURNED] = MOVEMENT_RETURNED + 1, [EVENT_UNTAKEN] = MOVEMENT_UNTAKEN + 1,
};

static const struct account *account_of(const struct ledger *ledger, enum account_kind kind,
                                        const char *table, const char *person)
{
    assert(table[0] && (kind != ACCOUNT_PLAYER || person[0]));
    return ledger_find(ledger, kind, kind == ACCOUNT_PLAYER ? person : table);
}

enum status posting_add(const struct ledger *ledger, const char *table, const struct roster *roster,
                        const struct events *events, struct transaction *transaction)
{
    assert(events->count <= EVENTS_MAX && roster->count <= PERSONS_MAX);
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        if (!movement_of[event->kind] || event->amount_cents == 0)
            continue;
        assert(event->person < roster->count);
        enum movement movement = movement_of[event->kind] - 1U;
        const char *person = roster->names[event->person];
        const struct account *from = account_of(ledger, movement_from(movement), table, person);
        const struct account *to = account_of(ledger, movement_to(movement), table, person);
        enum status status = from && to
                                 ? transaction_move(transaction, movement, from, to, event->amount_cents)
                                 : STATUS_NO_ACCOUNT;
        if (status)
            return status;
    }
    return STATUS_OK;
}
