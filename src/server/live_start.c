/* SPDX-License-Identifier: Apache-2.0 */
/* live_start.c - a table comes to the floor: new, or taken up where its journal ends. */
#include "server/live.h"

#include <stdlib.h>
#include <string.h>

#include "server/live_shoe.h"
#include "table/take_up.h"

/* ---- The journal. ---- */

static void rebuilt_act(void *context, const struct table_state *state, const struct act *act,
                        const struct ruling *ruling, const struct events *events)
{
    struct live *live = context;
    (void)act;
    (void)ruling;
    for (unsigned i = 0; i < events->count; i++)
        if (events->items[i].kind == EVENT_ENDED)
            live_remember_round(live, state);
}

static enum status resume(struct live *live, struct store_failure *failure)
{
    struct rebuild *rebuild = malloc(sizeof *rebuild);
    bool found;
    if (!rebuild)
        return STATUS_NO_MEMORY;
    rebuild_init(rebuild, live->table.plan.book);
    rebuild->sink = (struct rebuild_sink){rebuilt_act, live};
    enum status status =
        take_up(rebuild, &live->table.mark, books_store(live->server->books), live->chain, &found, failure);
    if (status == STATUS_OK && found)
        live->table.state = rebuild->state;
    rebuild_release(rebuild);
    free(rebuild);
    live_load_shoe(live);
    return status;
}

/* [mbs 5.29] [rws 5.4] [bac 5.9] what becomes of a round that was cut off: the engine decides by the game's
 * clause, and the decision is journalled. */
static void recover_round(struct live *live)
{
    if (state_between_rounds(&live->table.state) || !live->table.state.begun)
        return;
    struct order order = {.kind = ORDER_ACT,
                          .entry_kind = ENTRY_RECOVERED,
                          .act = {.actor = ACTOR_DEALER,
                                  .verb = VERB_IRREGULARITY,
                                  .irregularity = IRREGULARITY_POWER_FAILURE}};
    log_event(&live->server->log, LOG_WARNING, "round-recovered", "table", live->table.plan.id, NULL);
    live_order(live, &order);
}

/* ---- Life. ---- */

static enum status declare(struct live *live)
{
    return take_up_declare(live->server->books, &live->table.plan, &live->chain);
}

struct live *live_new(struct server *server, const struct table_plan *plan, struct store_failure *failure)
{
    struct live *live = calloc(1, sizeof *live);
    struct chain chain;
    if (!live)
        return NULL;
    live->server = server;
    live->last = &live->first;
    live->last_pending = &live->first_pending;
    live->numbers.since_ms = server_now();
    table_set_up(&live->table, plan);
    enum status status = declare(live);
    if (status == STATUS_OK)
        status = store_chain(books_store(server->books), live->chain, &chain);
    if (status == STATUS_OK && chain.number)
        status = resume(live, failure);
    if (status) {
        failure->status = status;
        live_free(live);
        return NULL;
    }
    live->seq = chain.number;
    live->shown = live->table.state;
    if (live->table.state.shoe_number == 0)
        live_new_shoe(live);
    else
        recover_round(live);
    live->wake_ms = server_now();
    return live;
}

void live_free(struct live *live)
{
    if (!live)
        return;
    while (live->first) {
        struct order *order = live->first;
        live->first = order->next;
        free(order);
    }
    while (live->first_pending) {
        struct pending *pending = live->first_pending;
        live->first_pending = pending->next;
        free(pending->order);
        free(pending);
    }
    free(live->watchers);
    table_clear(&live->table);
    free(live);
}
