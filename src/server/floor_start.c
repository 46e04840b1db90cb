/* SPDX-License-Identifier: Apache-2.0 */
/* floor_start.c - a table comes to the floor: new, or taken up where its journal ends. */
#include "server/floor.h"

#include <stdlib.h>
#include <string.h>

#include "table/restore.h"

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

/* ---- Life. ---- */

static enum status begin(struct floor_table *floor, const struct table_plan *plan,
                         struct store_failure *failure)
{
    struct server *server = floor->server;
    struct chain chain;
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
    floor->seq = chain.number;
    *floor->shown = floor->table.state;
    return STATUS_OK;
}

struct floor_table *floor_new(struct server *server, const struct table_plan *plan,
                              struct store_failure *failure)
{
    struct floor_table *floor = calloc(1, sizeof *floor);
    if (!floor)
        return NULL;
    floor->server = server;
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
    table_clear(&floor->table);
    free(floor);
}

struct floor_table *floor_find(const struct server *server, const char *id)
{
    for (unsigned i = 0; i < server->table_count; i++)
        if (strcmp(server->tables[i]->table.plan.id, id) == 0)
            return server->tables[i];
    return NULL;
}
