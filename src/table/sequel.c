/* SPDX-License-Identifier: Apache-2.0 */
#include "table/sequel.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void sequel_parts_free(struct sequel_part *parts)
{
    while (parts) {
        struct sequel_part *next = parts->next;
        free(parts);
        parts = next;
    }
}

void sequel_release(struct sequel *sequel)
{
    sequel_parts_free(sequel_take_parts(sequel));
}

struct sequel_part *sequel_take_parts(struct sequel *sequel)
{
    struct sequel_part *parts = sequel->first;
    sequel->first = NULL;
    sequel->last = &sequel->first;
    sequel->count = 0;
    return parts;
}

static struct sequel_part *part_new(const struct proposal *proposal)
{
    assert(proposal->events.count <= EVENTS_MAX && proposal->ruling.status == STATUS_OK);
    size_t events = proposal->events.count * sizeof(struct event);
    struct sequel_part *part = malloc(offsetof(struct sequel_part, events.items) + events);
    if (!part)
        return NULL;
    part->next = NULL;
    part->state = *proposal->next;
    part->act = proposal->act;
    part->ruling = proposal->ruling;
    part->events.count = proposal->events.count;
    memcpy(part->events.items, proposal->events.items, events);
    return part;
}

static bool add(struct sequel *sequel, const struct proposal *proposal)
{
    assert(sequel->count < SEQUEL_PARTS_MAX);
    struct sequel_part *part = part_new(proposal);
    if (!part)
        return false;
    *sequel->last = part;
    sequel->last = &part->next;
    sequel->count++;
    sequel->cards += part->act.verb == VERB_CARD && part->state.device == DEVICE_VIRTUAL;
    sequel->transaction = proposal->transaction;
    text_put_bytes(&sequel->text, proposal->text.bytes, proposal->text.used);
    assert(!sequel->text.full);
    return true;
}

/* A shoe, its commitment and a decision after a power failure are entries of their own. */
static bool leads_on(const struct sequel *sequel)
{
    assert(sequel->first);
    return sequel->first->act.verb && (sequel->kind == ENTRY_ROUND || sequel->kind == ENTRY_ACTS);
}

enum status sequel_begin(struct sequel *sequel, struct table *table, const struct proposal *proposal)
{
    assert(proposal->next != &table->state && proposal->text.used <= STATE_TEXT_MAX);
    sequel_release(sequel);
    sequel->kind = proposal->kind;
    sequel->round = proposal_round(proposal);
    sequel->cards = 0;
    sequel->ahead = false;
    text_init(&sequel->text, sequel->text_bytes, sizeof sequel->text_bytes);
    if (!add(sequel, proposal))
        return STATUS_NO_MEMORY;
    if (leads_on(sequel)) {
        sequel->before = table->state;
        sequel->ahead = true;
        table_accept(table, proposal);
    }
    return STATUS_OK;
}

/* Whether a player who has just staked money gets some back: that is an entry of its own, so that a player's
 * statement has the stake and what came of it. */
static bool gives_back(const struct sequel *sequel, const struct ledger *ledger,
                       const struct proposal *proposal)
{
    const struct transaction *before = &sequel->transaction;
    const struct transaction *after = &proposal->transaction;
    for (uint32_t i = 0; i < before->count; i++) {
        const struct posting *staked = &before->postings[i];
        const struct account *account = ledger_account(ledger, staked->account);
        bool same = false;
        for (uint32_t j = 0; j < after->count; j++)
            same |=
                after->postings[j].account == staked->account && after->postings[j].cents <= staked->cents;
        if (account && account->kind == ACCOUNT_PLAYER && staked->cents < 0 && !same)
            return true;
    }
    return false;
}

bool sequel_goes_on(struct sequel *sequel, struct table *table, const struct ledger *ledger,
                    struct proposal *proposal)
{
    assert(sequel->count);
    bool room =
        sequel->count < SEQUEL_PARTS_MAX && sequel->text.used + RECORD_LINE_MAX < sizeof sequel->text_bytes;
    if (!sequel->ahead || !room)
        return false;
    struct step step = agenda_owed(table);
    if (!step.kind)
        return false;
    proposal->carried = &sequel->transaction;
    enum status status = table_propose_step(table, ledger, &step, proposal);
    proposal->carried = NULL;
    if (status || gives_back(sequel, ledger, proposal) || !add(sequel, proposal))
        return false;
    table_accept(table, proposal);
    assert(agenda_may_owe(&proposal->act) && table->state.round_number == sequel->round);
    return true;
}

void sequel_accept(struct sequel *sequel, struct table *table, const struct proposal *proposal)
{
    assert(sequel->count == 1 || sequel->ahead);
    if (!sequel->ahead)
        table_accept(table, proposal);
    table->shown_cards = sequel->cards;
    sequel->ahead = false;
}

void sequel_undo(struct sequel *sequel, struct table *table)
{
    if (sequel->ahead)
        table->state = sequel->before;
    sequel->ahead = false;
    sequel_release(sequel);
}
