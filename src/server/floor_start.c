/* SPDX-License-Identifier: Apache-2.0 */
/* floor_start.c - a table comes to the floor: new, or taken up where its journal ends. */
#include "server/floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/change.h"
#include "journal/declaration.h"
#include "server/house.h"
#include "server/telling.h"
#include "table/restore.h"
#include "table/shoe_book.h"

/* ---- The journal. ---- */

static void rebuilt_act(void *context, const struct table_state *state, const struct act *act,
                        const struct ruling *ruling, const struct events *events)
{
    struct floor_table *floor = context;
    (void)act;
    (void)ruling;
    for (unsigned i = 0; i < events->count; i++)
        if (events->items[i].kind == EVENT_ENDED)
            floor_remember_round(floor, state);
}

static void choose_book(const struct floor_table *floor, uint32_t chain, struct table_plan *plan);

/* ---- Life. ---- */

static enum status begin(struct floor_table *floor, const struct table_plan *plan,
                         struct store_failure *failure)
{
    struct server *server = floor->server;
    struct chain chain;
    struct table_plan chosen = *plan;
    uint32_t known;
    if (store_chain_find(books_store(server->books), plan->id, &known) == STATUS_OK)
        choose_book(floor, known, &chosen);
    plan = &chosen;
    table_set_up(&floor->table, plan, (struct shoe_source){server->key.shoe_secret, &server->salts});
    floor->shown = malloc(sizeof *floor->shown);
    if (!floor->shown)
        return STATUS_NO_MEMORY;
    enum status status = restore_declare(server->books, plan, &floor->chain);
    if (status == STATUS_OK)
        status = store_chain(books_store(server->books), floor->chain, &chain);
    if (status == STATUS_OK && chain.number)
        status = restore_table(&floor->table, books_store(server->books), floor->chain,
                               (struct rebuild_sink){rebuilt_act, floor}, failure);
    if (status)
        return status;
    /* A table that was handed over lost nothing, and where nothing is at stake there is nothing to decide. */
    if (server->fleet && floor->table.state.round.phase == PHASE_BETTING &&
        floor->table.state.round.stake_count == 0)
        floor->table.interrupted = false;
    floor->seq = chain.number;
    *floor->shown = floor->table.state;
    return STATUS_OK;
}

/* Nothing of it was cut off: its round goes on, and only what is not on disk is forgotten. */
bool floor_restore(struct floor_table *floor)
{
    struct server *server = floor->server;
    struct store_failure failure = {0};
    struct table_plan plan = floor->table.plan;
    store_back_chain(books_store(server->books), floor->chain);
    table_clear(&floor->table);
    table_set_up(&floor->table, &plan, (struct shoe_source){server->key.shoe_secret, &server->salts});
    enum status status = STATUS_OK;
    if (floor->seq)
        status = restore_table(&floor->table, books_store(server->books), floor->chain,
                               (struct rebuild_sink){NULL, NULL}, &failure);
    if (status != STATUS_OK) {
        log_event(&server->log, LOG_ERROR, "table-not-restored", "table", plan.id, "message",
                  failure.message[0] ? failure.message : status_sentence(status), NULL);
        return false;
    }
    floor->table.interrupted = false;
    *floor->shown = floor->table.state;
    return true;
}

/* ---- Another rulebook. ---- */

static bool is_due(const struct floor_table *floor)
{
    char today[DATE_TEXT_MAX];
    const struct table_plan *plan = &floor->table.plan;
    if (!plan->next_book || !state_between_rounds(&floor->table.state))
        return false;
    house_today(floor->server, today);
    return strcmp(floor->server->day.open ? floor->server->day.date : today, plan->next_from) >= 0;
}

void floor_turn_book(struct floor_table *floor)
{
    struct server *server = floor->server;
    struct book_change change;
    char bytes[256];
    struct text text;
    uint64_t ticket;
    if (!is_due(floor))
        return;
    struct table_plan plan = floor->table.plan;
    change.from = floor->table.mark.document;
    snprintf(change.table, sizeof change.table, "%s", plan.id);
    enum status status = books_document(server->books, plan.next_book->id, plan.next_text, &change.to);
    text_init(&text, bytes, sizeof bytes);
    book_change_print(&change, &text);
    struct line line = {.kind = ENTRY_CHANGE, .role = ROLE_SYSTEM, .text = span_of(bytes)};
    struct book_mark mark;
    book_mark_init(&mark, plan.next_book, plan.next_text);
    bool fits = status == STATUS_OK && state_between_rounds(floor->shown) &&
                state_change_book(floor->shown, plan.book, plan.next_book, &mark);
    if (fits)
        status = house_write(server, CHAIN_NUMBER_HOUSE, &line, &ticket);
    if (fits && status == STATUS_OK && table_turn_book(&floor->table)) {
        log_event(&server->log, LOG_INFO, "rulebook-changed", "table", plan.id, "game", plan.next_book->id,
                  NULL);
        return;
    }
    floor->table.plan.next_book = NULL; /* said once */
    floor_alarm(floor, "error", "bad-rulebook", status_sentence(STATUS_BAD_RULEBOOK), "");
}

/* A table that has turned to its next book already goes on by that. */
static void choose_book(const struct floor_table *floor, uint32_t chain, struct table_plan *plan)
{
    struct shoe_book *last;
    if (!plan->next_book || shoe_book_last(books_store(floor->server->books), chain, &last) != STATUS_OK)
        return;
    struct hash next = hash_of(plan->next_text.bytes, plan->next_text.size);
    if (hash_equal(&next, &last->document)) {
        plan->book = plan->next_book;
        plan->book_text = plan->next_text;
        plan->next_book = NULL;
    }
    shoe_book_free(last);
}

struct floor_table *floor_new(struct server *server, const struct table_plan *plan,
                              struct store_failure *failure)
{
    struct floor_table *floor = calloc(1, sizeof *floor);
    if (!floor)
        return NULL;
    floor->server = server;
    floor->due = &floor->own_due;
    floor->last = &floor->first;
    floor->last_pending = &floor->first_pending;
    floor->acted_ms = server_ticks();
    floor->pace_ms = plan->pace_ms;
    floor->result_ms = plan->result_ms;
    enum status status = begin(floor, plan, failure);
    if (status) {
        failure->status = status;
        floor_free(floor);
        return NULL;
    }
    floor_tick(floor, server_ticks()); /* what must be done is done before anybody asks for anything */
    return floor;
}

void pending_free(struct pending *pending)
{
    sequel_parts_free(pending->parts);
    free(pending->task);
    free(pending);
}

void floor_free(struct floor_table *floor)
{
    if (!floor)
        return;
    while (floor->first) {
        struct task *task = floor->first;
        floor->first = task->next;
        free(task);
    }
    while (floor->first_pending) {
        struct pending *pending = floor->first_pending;
        floor->first_pending = pending->next;
        pending_free(pending);
    }
    free(floor->shown);
    free(floor->watchers);
    telling_forget(floor);
    table_clear(&floor->table);
    free(floor);
}
