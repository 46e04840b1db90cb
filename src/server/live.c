/* SPDX-License-Identifier: Apache-2.0 */
#include "server/live.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/word.h"
#include "server/client.h"
#include "server/live_shoe.h"

/* ---- Who looks. ---- */

static uint32_t present_people(const struct live *live)
{
    uint32_t present = live_bots_present(live);
    const struct roster *roster = &live->shown.roster;
    for (unsigned i = 0; i < live->watcher_count; i++) {
        const struct client *client = live->watchers[i];
        int person =
            client->role == USER_PLAYER ? roster_find(roster, client->name, strlen(client->name)) : -1;
        if (person >= 0)
            present |= 1U << person;
    }
    return present;
}

struct surroundings live_surroundings(const struct live *live)
{
    return (struct surroundings){
        .present = present_people(live),
        .last_count = live->round_count,
        .last = live->rounds,
        .roads = live->table.plan.book->family == FAMILY_BACCARAT ? &live->roads : NULL,
        .alarm_count = live->alarm_count,
        .alarms = live->alarms,
    };
}

struct viewpoint live_viewpoint(const struct live *live, const struct client *client)
{
    const struct account *account =
        client->role == USER_PLAYER
            ? ledger_find(books_ledger(live->server->books), ACCOUNT_PLAYER, client->name)
            : NULL;
    return (struct viewpoint){.name = client->name,
                              .role = client->role,
                              .language = client->language,
                              .has_balance = client->role == USER_PLAYER,
                              .balance_cents = account ? account->balance_cents : 0};
}

void live_send_snapshot(struct live *live, struct client *client)
{
    struct out *out = &live->server->out;
    struct viewpoint viewpoint = live_viewpoint(live, client);
    struct surroundings around = live_surroundings(live);
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "snapshot");
    out_put_string(out, "table", live->table.plan.id);
    out_put_integer(out, "seq", (int64_t)live->seq);
    out_key(out, "state");
    wire_state(out, &live->table, &live->shown, &around, &viewpoint);
    out_object_end(out);
    client_send(client);
}

static void put_cause(struct live *live, const struct happening *happening)
{
    wire_cause(&live->server->out, live->table.plan.book, happening->state, happening->act, !happening->by[0],
               happening->by_staff ? happening->by : NULL);
}

void live_send_update(struct live *live, struct client *client, const struct happening *list, unsigned count)
{
    struct out *out = &live->server->out;
    const struct rulebook *book = live->table.plan.book;
    const struct happening *last = &list[count - 1];
    struct viewpoint viewpoint = live_viewpoint(live, client);
    struct surroundings around = live_surroundings(live);
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "update");
    out_put_string(out, "table", live->table.plan.id);
    out_put_integer(out, "seq", (int64_t)last->seq);
    out_key(out, "cause");
    put_cause(live, last);
    if (count > 1) {
        out_key(out, "causes");
        out_array(out);
        for (unsigned i = 0; i < count; i++)
            put_cause(live, &list[i]);
        out_array_end(out);
    }
    out_key(out, "events");
    out_array(out);
    for (unsigned i = 0; i < count; i++)
        wire_events(out, book, list[i].state, list[i].events, &viewpoint);
    out_array_end(out);
    out_key(out, "state");
    wire_state(out, &live->table, last->state, &around, &viewpoint);
    out_object_end(out);
    client_send(client);
}

void live_watch(struct live *live, struct client *client)
{
    if (live->watcher_count == live->watcher_room) {
        unsigned room = live->watcher_room ? live->watcher_room * 2 : 8;
        struct client **grown = realloc(live->watchers, room * sizeof(struct client *));
        if (!grown)
            return;
        live->watchers = grown;
        live->watcher_room = room;
    }
    live->watchers[live->watcher_count++] = client;
    live->wake_ms = server_now();
}

void live_unwatch(struct live *live, struct client *client)
{
    for (unsigned i = 0; i < live->watcher_count; i++)
        if (live->watchers[i] == client)
            live->watchers[i--] = live->watchers[--live->watcher_count];
}

void live_alarm(struct live *live, const char *level, const char *code, const char *sentence)
{
    struct server *server = live->server;
    if (live->alarm_count == WIRE_ALARMS_MAX)
        memmove(live->alarms, live->alarms + 1, --live->alarm_count * sizeof live->alarms[0]);
    struct alarm *alarm = &live->alarms[live->alarm_count++];
    *alarm = (struct alarm){.time_ms = server_now()};
    snprintf(alarm->level, sizeof alarm->level, "%s", level);
    snprintf(alarm->code, sizeof alarm->code, "%s", code);
    snprintf(alarm->sentence, sizeof alarm->sentence, "%s", sentence);
    server->metrics.values[METRIC_ALARMS]++;
    log_event(&server->log, LOG_WARNING, "alarm", "table", live->table.plan.id, "code", code, "sentence",
              sentence, NULL);
    for (struct client *client = server->clients; client; client = client->next) {
        if (!user_role_in(client->role, USERS_PIT))
            continue;
        out_reset(&server->out);
        out_object(&server->out);
        out_put_string(&server->out, "type", "alarm");
        wire_alarm(&server->out, alarm, live->table.plan.id);
        out_object_end(&server->out);
        client_send(client);
    }
}

/* ---- What is remembered of rounds. ---- */

void live_remember_round(struct live *live, const struct table_state *state)
{
    if (live->round_count < WIRE_LAST_MAX)
        live->round_count++;
    memmove(live->rounds + 1, live->rounds, (live->round_count - 1) * sizeof live->rounds[0]);
    wire_last_round(live->table.plan.book, state, &live->rounds[0]);
    uint8_t winner = live->rounds[0].winner;
    if (!winner)
        return;
    if (live->winner_count == ROAD_ROUNDS_MAX)
        memmove(live->winners, live->winners + 1, --live->winner_count);
    live->winners[live->winner_count++] = winner;
    roads_build(&live->roads, live->winners, live->winner_count);
}

static void count_money(struct table_numbers *numbers, const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        if (event->kind == EVENT_WAGERED)
            numbers->wagered_cents += event->amount_cents;
        else if (event->kind == EVENT_PAID)
            numbers->paid_cents += event->amount_cents;
        else if (event->kind == EVENT_UNPAID)
            numbers->paid_cents -= event->amount_cents;
        else if (event->kind == EVENT_TAKEN)
            numbers->taken_cents += event->amount_cents;
        else if (event->kind == EVENT_UNTAKEN)
            numbers->taken_cents -= event->amount_cents;
    }
}

/* ---- Orders. ---- */

static struct order *order_pop(struct live *live)
{
    struct order *order = live->first;
    if (!order)
        return NULL;
    live->first = order->next;
    live->queued--;
    if (!live->first)
        live->last = &live->first;
    return order;
}

static void order_push(struct live *live, struct order *order, bool front)
{
    live->queued++;
    if (front) {
        order->next = live->first;
        live->first = order;
        if (!order->next)
            live->last = &order->next;
        return;
    }
    order->next = NULL;
    *live->last = order;
    live->last = &order->next;
}

static struct order *order_copy(const struct order *order)
{
    struct order *copy = malloc(sizeof *copy);
    if (copy)
        *copy = *order;
    return copy;
}

static void answer_order(struct live *live, const struct order *order, enum status status,
                         const struct ruling *ruling, const char *reason)
{
    struct server *server = live->server;
    char clauses[256] = "";
    struct text text;
    struct answer answer = {.status = status, .seq = live->seq, .clauses = clauses, .sentence = reason};
    text_init(&text, clauses, sizeof clauses);
    if (ruling)
        ruling_clauses(live->table.plan.book, ruling, &text);
    if (order->role == USER_PLAYER) {
        const struct account *account = ledger_find(books_ledger(server->books), ACCOUNT_PLAYER, order->by);
        answer.has_balance = account != NULL;
        answer.balance_cents = account ? account->balance_cents : 0;
    }
    if (order->reply.client || order->reply.request)
        metrics_latency(&server->metrics, (uint64_t)(server_now() - order->since_ms));
    server_answer(server, &order->reply, &answer);
}

static struct performer performer_of(const struct order *order)
{
    enum actor actor = user_role_actor(order->role);
    return (struct performer){.actor = actor, .name = actor == ACTOR_PERSON ? order->by : NULL};
}

static enum status propose(struct live *live, struct order *order)
{
    struct table *table = &live->table;
    const struct ledger *ledger = books_ledger(live->server->books);
    struct proposal *proposal = live->server->proposal;
    switch (order->kind) {
    case ORDER_WORDS:
        return table_propose_text(table, ledger, performer_of(order), order->words, proposal);
    case ORDER_ACT:
        return table_propose_act(table, ledger, &order->act, proposal);
    case ORDER_CARD:
        return table_propose_card(table, ledger, proposal);
    case ORDER_SHOE:
    case ORDER_OPEN:
        return live_propose_shoe(live, present_people(live));
    case ORDER_CLOSE:
        return table_propose_close(table, proposal);
    case ORDER_LIMITS:
        return table_propose_limits(table, order->wager, order->min_cents, order->max_cents, proposal);
    case ORDER_ENTRY:
        proposal->next = table->state;
        proposal->events.count = 0;
        proposal->act = (struct act){0};
        proposal->kind = order->entry_kind;
        transaction_init(&proposal->transaction);
        text_init(&proposal->text, proposal->text_bytes, sizeof proposal->text_bytes);
        live_shoe_print(live, order->entry_kind, &proposal->text);
        return STATUS_OK;
    }
    return STATUS_BAD_MESSAGE;
}

static enum status submit(struct live *live, const struct order *order, uint64_t *ticket)
{
    const struct proposal *proposal = live->server->proposal;
    struct line line = {
        .kind = order->entry_kind && order->kind == ORDER_ACT ? order->entry_kind : proposal->kind,
        .role = order->by[0] ? server_journal_role(order->role) : ROLE_SYSTEM,
        .who = order->by,
        .key = order->reply.key,
        .text = {(const uint8_t *)proposal->text.bytes, proposal->text.used},
        .transaction = proposal->transaction.count ? &proposal->transaction : NULL,
    };
    return books_write(live->server->books, live->chain, &line, ticket);
}

/* Keeps what is to be told later; NULL without memory. */
static struct pending *pending_new(const struct proposal *proposal)
{
    size_t size = offsetof(struct pending, events.items) + proposal->events.count * sizeof(struct event);
    struct pending *pending = malloc(size > sizeof *pending ? sizeof *pending : size);
    if (!pending)
        return NULL;
    pending->next = NULL;
    pending->act = proposal->act;
    pending->ruling = proposal->ruling;
    pending->events.count = proposal->events.count;
    memcpy(pending->events.items, proposal->events.items, proposal->events.count * sizeof(struct event));
    return pending;
}

/* The proposal is on its way: the table's state runs ahead with it. Takes the order. */
static void set_out(struct live *live, struct order *order, struct pending *pending)
{
    struct chain chain;
    table_accept(&live->table, live->server->proposal);
    pending->state = live->table.state;
    pending->order = order;
    pending->seq = live->seq;
    if (store_chain(books_store(live->server->books), live->chain, &chain) == STATUS_OK)
        pending->seq = chain.number;
    *live->last_pending = pending;
    live->last_pending = &pending->next;
    live->pending_count++;
    if (order->kind == ORDER_SHOE || order->kind == ORDER_OPEN)
        live_load_shoe(live);
}

/* STATUS_OK: the order is on its way and taken. A player's account is opened before his first wager is looked
 * at. */
static enum status begin(struct live *live, struct order *order)
{
    struct server *server = live->server;
    struct proposal *proposal = server->proposal;
    proposal->ruling = (struct ruling){.status = STATUS_OK};
    proposal->reason[0] = 0;
    if (server->halted)
        return STATUS_STORE_STOPPED;
    if (order->role == USER_PLAYER && !server_account(server, order->by))
        return STATUS_NO_ACCOUNT;
    enum status status = propose(live, order);
    if (status)
        return status;
    if (proposal->kind == ENTRY_NOTE && proposal->reason[0]) /* staff have counted the cards */
        live_alarm(live, "error", "shoe-differs", proposal->reason);
    struct pending *pending = pending_new(proposal);
    if (!pending)
        return STATUS_NO_MEMORY;
    status = submit(live, order, &pending->ticket);
    if (status == STATUS_OK)
        set_out(live, order, pending);
    else
        free(pending);
    return status;
}

/* A chore that is refused is not tried again at once. */
static void refused(struct live *live, const struct order *order, enum status status)
{
    struct server *server = live->server;
    server->metrics.values[METRIC_REFUSALS]++;
    if (!order->by[0]) {
        live->wake_ms = server_now() + 1000;
        if (order->kind != ORDER_ACT)
            live_alarm(live, "error", status_name(status), status_sentence(status));
        log_event(&server->log, LOG_WARNING, "chore-refused", "table", live->table.plan.id, "status",
                  status_name(status), "verb", verb_name(order->act.verb), NULL);
    }
    if (status_is_card_trouble(status))
        live_alarm(live, "error", status_name(status), status_sentence(status));
    const struct proposal *proposal = server->proposal;
    bool by_rule = status == proposal->ruling.status;
    answer_order(live, order, status, by_rule ? &proposal->ruling : NULL,
                 status == STATUS_BAD_TEXT && proposal->reason[0] ? proposal->reason : NULL);
}

static void order_in_front(struct live *live, const struct order *order)
{
    struct order *copy = order_copy(order);
    if (copy)
        order_push(live, copy, true);
}

/* Cards out and cards left must make up the decks; if not, staff learn which do not. */
static void live_reconcile(struct live *live)
{
    struct reconciliation found;
    char bytes[sizeof live->alarms[0].sentence];
    struct text text;
    if (table_reconcile(&live->table, NULL, &found))
        return;
    text_init(&text, bytes, sizeof bytes);
    reconciliation_print(live->table.plan.book, &found, &text);
    live_alarm(live, "error", "shoe-differs", bytes);
}

/* A new shoe: the old one's seed is revealed, the table's state told anew, the new one's commitment
 * published, the cards shuffled. Pushed in front in the opposite order. Takes both orders. */
static void prepare_shoe(struct live *live, struct order *shoe, struct order *shuffle)
{
    const struct order committed = {.kind = ORDER_ENTRY, .entry_kind = ENTRY_COMMITTED};
    const struct order revealed = {.kind = ORDER_ENTRY, .entry_kind = ENTRY_REVEALED};
    bool drawn = live->table.state.device == DEVICE_VIRTUAL;
    if (shuffle)
        order_push(live, shuffle, true);
    if (drawn)
        order_in_front(live, &committed);
    if (shoe)
        order_push(live, shoe, true);
    if (drawn && live->table.state.shoe_number) {
        live_reconcile(live);
        order_in_front(live, &revealed);
    }
}

/* "shuffle full", however it is spaced, and nothing that will be refused as words. */
static bool says_shuffle(const char *text)
{
    struct words words;
    struct word verb;
    struct word scope;
    struct word more;
    words_init(&words, text, strlen(text));
    return !strchr(text, '#') && words_next(&words, &verb) && word_is(verb, "shuffle") &&
           words_next(&words, &scope) && word_is(scope, "full") && !words_next(&words, &more);
}

/* Some orders bring others with them; true when the queue has changed. A manager opens a table; at one that
 * is open a dealer who shuffles all cards begins a shoe: nobody could check another order of the one in use.
 */
static bool prepare(struct live *live, struct order *order)
{
    const struct table_state *state = &live->table.state;
    const struct order shoe = {.kind = ORDER_SHOE};
    const struct order shuffle = {.kind = ORDER_ACT,
                                  .act = {.actor = ACTOR_DEALER, .verb = VERB_SHUFFLE, .flags = ACT_FULL}};
    bool opens = order->kind == ORDER_OPEN;
    bool shuffles = order->kind == ORDER_WORDS && state->open && user_role_in(order->role, USERS_STAFF) &&
                    says_shuffle(order->words);
    if (order->prepared || !state_between_rounds(state) || (!opens && !shuffles))
        return false;
    order->prepared = true;
    if (shuffles)
        prepare_shoe(live, order_copy(&shoe), order);
    else
        prepare_shoe(live, order, state->device == DEVICE_VIRTUAL ? order_copy(&shuffle) : NULL);
    return true;
}

/* The same request is on its way already: its answer must come first. */
static bool is_pending(const struct live *live, const char *key)
{
    for (const struct pending *pending = live->first_pending; pending; pending = pending->next)
        if (key[0] && strcmp(pending->order->reply.key, key) == 0)
            return true;
    return false;
}

/* Goes on until enough is on its way to the disk or nothing is left to do. */
static void live_go_on(struct live *live)
{
    while (live->first && live->pending_count < LIVE_PENDING_MAX &&
           !is_pending(live, live->first->reply.key)) {
        struct order *order = order_pop(live);
        if (order->reply.key[0] && server_answer_again(live->server, &order->reply)) {
            free(order);
            continue;
        }
        if (prepare(live, order))
            continue;
        enum status status = begin(live, order);
        if (status == STATUS_OK)
            continue;
        refused(live, order, status);
        free(order);
    }
}

void live_new_shoe(struct live *live)
{
    struct order open = {.kind = ORDER_OPEN};
    order_in_front(live, &open);
    live_go_on(live);
}

bool live_at_rest(const struct live *live)
{
    const struct table_state *state = &live->table.state;
    bool no_wagers = state->round.phase == PHASE_BETTING && state->round.stake_count == 0;
    return !live->first && !live->first_pending && (state_between_rounds(state) || no_wagers);
}

void live_order(struct live *live, const struct order *order)
{
    const struct server *server = live->server;
    struct order *copy = live->queued < LIVE_QUEUE_MAX ? order_copy(order) : NULL;
    bool stopping = server->stopped || (server->stop_by_ms && live_at_rest(live));
    if (!copy || stopping) {
        struct answer answer = {.status = stopping ? STATUS_STOPPING : STATUS_TABLE_BUSY};
        server_answer(live->server, &order->reply, &answer);
        free(copy);
        return;
    }
    copy->since_ms = server_now();
    order_push(live, copy, false);
    live_go_on(live);
}

/* ---- After the commit. ---- */

static void finish_act(struct live *live, const struct pending *pending, uint8_t phase_before)
{
    struct server *server = live->server;
    const struct round *round = &pending->state.round;
    count_money(&live->numbers, &pending->events);
    server->metrics.values[METRIC_ACTS]++;
    if (round->phase != PHASE_ENDED || phase_before == PHASE_ENDED)
        return;
    live_remember_round(live, &pending->state);
    live->numbers.rounds++;
    server->metrics.values[METRIC_ROUNDS]++;
    if (round->voided)
        server->metrics.values[METRIC_VOID_ROUNDS]++;
}

/* The clock that watchers see runs once the table has come to rest. */
static void set_clock(struct live *live, bool at_rest)
{
    live->wake_ms = 0;
    if (!at_rest)
        return;
    struct due due = table_due(&live->table, server_now(), true);
    live->wake_ms = due.kind == DUE_NOTHING ? due.wake_ms : server_now();
}

/* Everything up to `durable` in one update: a burst of bets costs each watcher one message. */
static void tell_watchers(struct live *live, uint64_t durable)
{
    struct happening list[LIVE_PENDING_MAX];
    unsigned count = 0;
    for (const struct pending *pending = live->first_pending; pending && pending->ticket <= durable;
         pending = pending->next) {
        const struct order *order = pending->order;
        if (order->kind != ORDER_ENTRY)
            list[count++] = (struct happening){.seq = pending->seq,
                                               .state = &pending->state,
                                               .act = &pending->act,
                                               .events = &pending->events,
                                               .by = order->by,
                                               .by_staff = user_role_in(order->role, USERS_STAFF)};
    }
    for (unsigned i = 0; count && i < live->watcher_count; i++)
        live_send_update(live, live->watchers[i], list, count);
}

/* What is on disk is what is shown from now on. */
static void show_pending(struct live *live, const struct pending *pending)
{
    uint8_t phase_before = live->shown.begun ? live->shown.round.phase : PHASE_ENDED;
    live->shown = pending->state;
    live->seq = pending->seq;
    if (pending->order->kind == ORDER_SHOE || pending->order->kind == ORDER_OPEN) {
        live->winner_count = 0;
        roads_build(&live->roads, live->winners, 0);
    }
    if (pending->act.verb)
        finish_act(live, pending, phase_before);
}

static void drop_first_pending(struct live *live)
{
    struct pending *pending = live->first_pending;
    live->first_pending = pending->next;
    live->pending_count--;
    if (!live->first_pending)
        live->last_pending = &live->first_pending;
    free(pending->order);
    free(pending);
}

void live_durable(struct live *live, uint64_t durable)
{
    const struct pending *last = NULL;
    for (const struct pending *p = live->first_pending; p && p->ticket <= durable; p = p->next) {
        show_pending(live, p);
        last = p;
    }
    if (!last)
        return;
    set_clock(live, last->next == NULL);
    tell_watchers(live, durable);
    while (live->first_pending && live->first_pending->ticket <= durable) {
        const struct pending *done = live->first_pending;
        answer_order(live, done->order, STATUS_OK, done->order->kind == ORDER_ENTRY ? NULL : &done->ruling,
                     NULL);
        drop_first_pending(live);
    }
    live_go_on(live);
    live_tick(live, server_now());
}

static bool live_awake(const struct live *live)
{
    return (live->watcher_count > 0 || live->server->demo) && !live->server->stop_by_ms;
}

void live_tick(struct live *live, int64_t now_ms)
{
    if (live->first_pending || live->server->halted || live->server->stopped ||
        (live->wake_ms && now_ms < live->wake_ms))
        return;
    struct due due = table_due(&live->table, now_ms, live_awake(live));
    live->wake_ms = due.wake_ms;
    struct order order = {.act = due.act, .since_ms = now_ms};
    switch (due.kind) {
    case DUE_NOTHING:
        return;
    case DUE_ACT:
        order.kind = ORDER_ACT;
        break;
    case DUE_CARD:
        order.kind = ORDER_CARD;
        break;
    case DUE_SHOE:
        live_new_shoe(live);
        return;
    }
    order_in_front(live, &order);
    live_go_on(live);
}

/* ---- Preview. ---- */

void live_preview(struct live *live, struct client *client, const char *words)
{
    struct server *server = live->server;
    struct proposal *proposal = server->proposal;
    struct out *out = &server->out;
    struct order order = {.role = client->role};
    const struct rulebook *book = live->table.plan.book;
    char clauses[256] = "";
    struct text text;
    snprintf(order.by, sizeof order.by, "%s", client->name);
    if (client->role == USER_PLAYER && !server_account(server, client->name))
        return;
    /* Whoever could look at the next card before it is dealt would know it. */
    enum status status =
        table_propose_text(&live->table, books_ledger(server->books), performer_of(&order), words, proposal);
    if (table_tells_hidden(&live->table, &proposal->act)) {
        proposal->ruling = (struct ruling){.status = STATUS_FORBIDDEN};
        status = STATUS_FORBIDDEN;
    }
    struct viewpoint viewpoint = live_viewpoint(live, client);
    struct surroundings around = live_surroundings(live);
    text_init(&text, clauses, sizeof clauses);
    ruling_clauses(book, &proposal->ruling, &text);
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "previewed");
    out_put_string(out, "table", live->table.plan.id);
    out_put_string(out, "act", words);
    out_put_bool(out, "ok", status == STATUS_OK);
    out_put_string(out, "status", status_name(status));
    out_put_string(out, "sentence", proposal->reason[0] ? proposal->reason : status_sentence(status));
    out_put_words(out, "clauses", clauses);
    out_key(out, "events");
    if (status)
        proposal->events.count = 0;
    out_array(out);
    wire_events(out, book, &proposal->next, &proposal->events, &viewpoint);
    out_array_end(out);
    out_key(out, "state");
    wire_state(out, &live->table, status ? &live->shown : &proposal->next, &around, &viewpoint);
    out_object_end(out);
    client_send(client);
}
