/* SPDX-License-Identifier: Apache-2.0 */
#include "server/floor.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"
#include "record/word.h"
#include "report/report.h"
#include "server/house.h"
#include "server/protect.h"
#include "speech/sentence.h"
#include "table/agenda.h"

static const char shoe_differs[] = N_("The cards of the shoe do not add up: {what}.");

/* ---- Tasks. ---- */

static struct task *task_pop(struct floor_table *floor)
{
    struct task *task = floor->first;
    assert(task && floor->queued);
    floor->first = task->next;
    floor->queued--;
    if (!floor->first)
        floor->last = &floor->first;
    return task;
}

static void task_push(struct floor_table *floor, struct task *task)
{
    task->next = NULL;
    floor->queued++;
    *floor->last = task;
    floor->last = &task->next;
}

static struct task *task_copy(const struct task *task)
{
    struct task *copy = malloc(sizeof *copy);
    if (copy)
        *copy = *task;
    return copy;
}

struct performer task_performer(const struct task *task)
{
    enum actor actor = user_role_actor(task->role);
    return (struct performer){.actor = actor, .name = actor == ACTOR_PERSON ? task->by : NULL};
}

static void answer_task(struct floor_table *floor, const struct task *task, enum status status,
                        const struct ruling *ruling, const char *reason)
{
    struct server *server = floor->server;
    char clauses[256] = "";
    struct text text;
    struct answer answer = {.status = status, .seq = floor->seq, .clauses = clauses, .sentence = reason};
    text_init(&text, clauses, sizeof clauses);
    if (ruling)
        ruling_clauses(floor->table.plan.book, ruling, &text);
    if (task->role == USER_PLAYER) {
        const struct account *account = ledger_find(books_ledger(server->books), ACCOUNT_PLAYER, task->by);
        answer.has_balance = account != NULL;
        answer.balance_cents = account ? books_durable_cents(server->books, account->number) : 0;
    }
    if (task->reply.client || task->reply.request)
        metrics_took(&server->metrics, DURATION_ANSWER, (uint64_t)(server_ticks() - task->since_ms) * 1000);
    server_answer(server, &task->reply, &answer);
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

/* The step that the system must do before the task can be done. */
static enum agenda_wish task_wish(const struct task *task)
{
    if (!task)
        return WISH_NOTHING;
    if (task->kind == TASK_OPEN)
        return WISH_SHOE;
    if (task->kind == TASK_CLOSE)
        return WISH_CLOSE;
    bool shuffles =
        task->kind == TASK_WORDS && user_role_in(task->role, USERS_STAFF) && says_shuffle(task->words);
    return shuffles ? WISH_SHUFFLE : WISH_NOTHING;
}

static enum status propose_task(struct floor_table *floor, const struct task *task)
{
    struct table *table = &floor->table;
    const struct ledger *ledger = books_ledger(floor->server->books);
    struct proposal *proposal = floor->server->proposal;
    switch (task->kind) {
    case TASK_WORDS:
        return table_propose_text(table, ledger, task_performer(task), task->words, proposal);
    case TASK_OPEN:
        return table_propose_shoe(table, proposal);
    case TASK_CLOSE:
        return table_propose_close(table, proposal);
    case TASK_LIMITS:
        return table_propose_limits(table, task->wager, task->min_cents, task->max_cents, proposal);
    }
    return STATUS_BAD_MESSAGE;
}

/* ---- On the way to the disk. ---- */

/* `task` NULL: a step of the system. */
static enum status submit(struct floor_table *floor, const struct task *task, uint64_t *ticket)
{
    const struct sequel *sequel = floor->server->sequel;
    struct line line = {
        .kind = sequel->kind,
        .role = task && task->by[0] ? server_journal_role(task->role) : ROLE_SYSTEM,
        .who = task ? task->by : NULL,
        .key = task ? task->reply.key : NULL,
        .request = task ? reply_content(&task->reply) : (struct span){NULL, 0},
        .round = sequel->round,
        .text = {(const uint8_t *)sequel->text.bytes, sequel->text.used},
        .transaction = sequel->transaction.count ? &sequel->transaction : NULL,
    };
    enum status status = house_write(floor->server, floor->chain, &line, ticket);
    if (status == STATUS_OK && line.transaction)
        protect_follow(floor->server, line.transaction);
    return status;
}

/* The entry is on its way: the table's state runs ahead with it. Takes the task. */
static void set_out(struct floor_table *floor, struct task *task, struct pending *pending)
{
    struct sequel *sequel = floor->server->sequel;
    struct chain chain;
    sequel_accept(sequel, &floor->table, floor->server->proposal);
    pending->kind = sequel->kind;
    pending->count = sequel->count;
    pending->parts = sequel_take_parts(sequel);
    pending->task = task;
    pending->seq = floor->seq;
    if (store_chain(books_store(floor->server->books), floor->chain, &chain) == STATUS_OK)
        pending->seq = chain.number;
    *floor->last_pending = pending;
    floor->last_pending = &pending->next;
    floor->pending_count++;
    floor->due->ticket = floor->first_pending->ticket;
}

/* Runs the proposal, and everything that follows from it by itself. */
static enum status go_through(struct floor_table *floor)
{
    struct server *server = floor->server;
    enum status status = sequel_begin(server->sequel, &floor->table, server->proposal);
    while (status == STATUS_OK &&
           sequel_goes_on(server->sequel, &floor->table, books_ledger(server->books), server->proposal)) {
    }
    return status;
}

/* Writes what was proposed. STATUS_OK: it is on its way, and the task is taken. */
static enum status write_proposal(struct floor_table *floor, struct task *task)
{
    const struct proposal *proposal = floor->server->proposal;
    if (proposal->kind == ENTRY_NOTE && proposal->reason[0]) /* staff have counted the cards */
        floor_alarm(floor, "error", "shoe-differs", shoe_differs, proposal->reason);
    struct pending *pending = calloc(1, sizeof *pending);
    enum status status = pending ? go_through(floor) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = submit(floor, task, &pending->ticket);
    if (status == STATUS_OK) {
        set_out(floor, task, pending);
        return STATUS_OK;
    }
    sequel_undo(floor->server->sequel, &floor->table);
    free(pending);
    return status;
}

/* A player's account is opened before their first wager is looked at. */
static enum status begin_task(struct floor_table *floor, struct task *task)
{
    struct server *server = floor->server;
    server->proposal->ruling = (struct ruling){.status = STATUS_OK};
    server->proposal->reason[0] = 0;
    if (server->halted)
        return STATUS_STORE_STOPPED;
    const struct account *account;
    enum status status = task->role == USER_PLAYER ? server_account(server, task->by, &account) : STATUS_OK;
    if (status == STATUS_OK && task->kind == TASK_OPEN)
        status = house_may_play(server);
    if (status == STATUS_OK && task->kind == TASK_OPEN)
        floor_turn_book(floor);
    if (status == STATUS_OK)
        status = propose_task(floor, task);
    if (status == STATUS_OK)
        status = protect_check(server, server->proposal);
    return status == STATUS_OK ? write_proposal(floor, task) : status;
}

/* Statuses that mean that the cards on the table cannot be right: staff must look. */
static bool is_card_trouble(enum status status)
{
    return status == STATUS_CARD_COPIES || status == STATUS_CARD_FOREIGN;
}

static void refuse_task(struct floor_table *floor, const struct task *task, enum status status)
{
    struct server *server = floor->server;
    const struct proposal *proposal = server->proposal;
    server->metrics.values[METRIC_REFUSALS]++;
    if (is_card_trouble(status))
        floor_alarm(floor, "error", status_name(status), status_sentence(status), "");
    bool by_rule = status == proposal->ruling.status;
    char reason[REFUSAL_TEXT_MAX];
    struct text text;
    text_init(&text, reason, sizeof reason);
    floor_refusal(floor, reply_language(server, &task->reply), status, &text);
    answer_task(floor, task, status, by_rule ? &proposal->ruling : NULL, reason);
}

/* ---- Steps of the agenda. ---- */

/* Cards out and cards left must make up the decks; if not, staff learn which do not. */
static void reconcile(struct floor_table *floor)
{
    struct reconciliation found;
    char bytes[sizeof floor->alarms[0].what];
    struct text text;
    if (table_reconcile(&floor->table, NULL, &found))
        return;
    text_init(&text, bytes, sizeof bytes);
    reconciliation_print(floor->table.plan.book, &found, &text);
    floor_alarm(floor, "error", "shoe-differs", shoe_differs, bytes);
}

/* A step that fails is not tried again at once. */
static void step_failed(struct floor_table *floor, const struct step *step, enum status status)
{
    struct server *server = floor->server;
    floor->due->wake_ms = server_ticks() + STEP_RETRY_MS;
    if (step->kind == STEP_RECOVER)
        floor->table.interrupted = false; /* the engine sees nothing to decide: the round goes on */
    if (step->kind != STEP_ACT)
        floor_alarm(floor, "error", status_name(status), status_sentence(status), "");
    log_event(&server->log, LOG_WARNING, "step-refused", "table", floor->table.plan.id, "status",
              status_name(status), "verb", verb_name(step->act.verb), NULL);
}

static bool do_step(struct floor_table *floor, const struct step *step)
{
    struct server *server = floor->server;
    if (server->halted)
        return false;
    if (step->kind == STEP_REVEAL)
        reconcile(floor);
    if (step->kind == STEP_OPEN)
        floor_turn_book(floor);
    if (step->kind == STEP_RECOVER)
        log_event(&server->log, LOG_WARNING, "round-recovered", "table", floor->table.plan.id, NULL);
    floor->table.present = floor_present(floor);
    enum status status =
        table_propose_step(&floor->table, books_ledger(server->books), step, server->proposal);
    if (status == STATUS_OK)
        status = write_proposal(floor, NULL);
    if (status)
        step_failed(floor, step, status);
    return status == STATUS_OK;
}

/* ---- The loop. ---- */

/* The same request is on its way already: its answer must come first. */
static bool is_pending(const struct floor_table *floor, const char *key)
{
    for (const struct pending *pending = floor->first_pending; pending; pending = pending->next)
        if (key[0] && pending->task && strcmp(pending->task->reply.key, key) == 0)
            return true;
    return false;
}

/* A request that is refused now may have been accepted at another server before. */
static bool was_booked(struct floor_table *floor, const struct task *task)
{
    return task->reply.key[0] && !task->again && store_is_shared(books_store(floor->server->books)) &&
           server_answer_again(floor->server, &task->reply);
}

static void do_first_task(struct floor_table *floor)
{
    struct task *task = task_pop(floor);
    floor->table.present = floor_present(floor);
    enum status status = begin_task(floor, task);
    if (status == STATUS_OK)
        return;
    if (!was_booked(floor, task))
        refuse_task(floor, task, status);
    free(task);
}

/* Answered, or booked, before: drops it. Another server is asked about only where it matters: what is written
 * is compared with all keys then. */
static bool drop_repeated(struct floor_table *floor)
{
    const struct task *task = floor->first;
    if (!task || !task->reply.key[0])
        return false;
    if (!(task->again ? server_answer_again : server_answer_known)(floor->server, &task->reply))
        return false;
    free(task_pop(floor));
    return true;
}

bool floor_owes_seed(const struct floor_table *floor)
{
    const struct table_state *state = &floor->table.state;
    return floor->retired && !state->open && state->committed && !state->revealed &&
           state_between_rounds(state);
}

/* Goes on until enough is on its way to the disk or nothing is left to do: the agenda's obligations first,
 * then what people ask for. */
static void go_on(struct floor_table *floor)
{
    while (floor->pending_count < FLOOR_PENDING_MAX && !floor->moving && !floor->server->cut_off) {
        if (floor->first && is_pending(floor, floor->first->reply.key))
            return;
        if (drop_repeated(floor))
            continue;
        floor_luck_look(floor, server_ticks());
        bool last = !floor->first && floor_owes_seed(floor);
        struct step step = agenda_must(&floor->table, last ? WISH_SHOE : task_wish(floor->first));
        if (step.kind == STEP_WAIT) {
            floor->due->wake_ms = floor_luck_rests(floor) ? 0 : floor->luck_until_ms;
            return;
        }
        if (step.kind && !floor->server->halted) {
            if (!do_step(floor, &step))
                return;
        } else if (floor->first) {
            do_first_task(floor);
        } else {
            return;
        }
    }
}

bool floor_at_rest(const struct floor_table *floor)
{
    const struct table_state *state = &floor->table.state;
    bool no_wagers = state->round.phase == PHASE_BETTING && state->round.stake_count == 0;
    return !floor->first && !floor->first_pending && (state_between_rounds(state) || no_wagers);
}

enum status floor_hurry(struct floor_table *floor)
{
    const struct round *round = &floor->table.state.round;
    if (!floor->table.plan.solo || round->phase != PHASE_BETTING || round->stake_count == 0)
        return STATUS_NOT_NOW;
    floor->table.clock.until_ms = server_ticks();
    floor->due->wake_ms = floor->table.clock.until_ms;
    floor_tick(floor, server_ticks());
    return STATUS_OK;
}

/* How fast a table for one goes: thousandths of its own pace. */
static const struct {
    const char *name;
    uint32_t thousandths;
} speeds[] = {{"normal", 1000}, {"slow", 2500}, {"fast", 300}};

const char *floor_speed(const struct floor_table *floor)
{
    assert(floor->speed < sizeof speeds / sizeof speeds[0]);
    return speeds[floor->speed].name;
}

uint32_t floor_paced(const struct floor_table *floor, uint32_t length_ms)
{
    return (uint32_t)((uint64_t)length_ms * speeds[floor->speed].thousandths / 1000);
}

void floor_arrange(struct floor_table *floor, unsigned speed, unsigned company)
{
    assert(floor->table.plan.solo && speed < sizeof speeds / sizeof speeds[0]);
    floor->speed = speed;
    floor->company = company < floor->bot_count ? company : floor->bot_count;
    floor->table.plan.pace_ms = floor_paced(floor, floor->pace_ms);
    floor->table.plan.result_ms = floor_paced(floor, floor->result_ms);
}

bool floor_find_speed(const char *name, unsigned *speed)
{
    for (unsigned i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        *speed = i;
        if (strcmp(speeds[i].name, name) == 0)
            return true;
    }
    return false;
}

void floor_ask(struct floor_table *floor, const struct task *task)
{
    const struct server *server = floor->server;
    struct task *copy = floor->queued < FLOOR_QUEUE_MAX ? task_copy(task) : NULL;
    bool stopping = server->stopped || (server->stop_by_ms && floor_at_rest(floor));
    bool retired = floor->retired && task->kind != TASK_CLOSE && state_between_rounds(&floor->table.state);
    bool moves = floor->moving || server->cut_off;
    if (!copy || stopping || retired || moves) {
        struct answer answer = {.status = moves      ? STATUS_MOVED
                                          : retired  ? STATUS_TABLE_RETIRED
                                          : stopping ? STATUS_STOPPING
                                                     : STATUS_TABLE_BUSY};
        server_answer(floor->server, &task->reply, &answer);
        free(copy);
        return;
    }
    copy->since_ms = server_ticks();
    task_push(floor, copy);
    go_on(floor);
}

/* ---- After the commit. ---- */

/* The house's gain by an event. */
static int64_t event_result(const struct event *event)
{
    static const int8_t signs[EVENT_COUNT] = {
        [EVENT_PAID] = -1, [EVENT_UNPAID] = 1, [EVENT_TAKEN] = 1, [EVENT_UNTAKEN] = -1};
    return signs[event->kind] * event->amount_cents;
}

static void finish_act(struct floor_table *floor, const struct sequel_part *part, uint8_t phase_before)
{
    struct server *server = floor->server;
    const struct round *round = &part->state.round;
    for (unsigned i = 0; i < part->events.count; i++)
        floor->numbers.result_cents += event_result(&part->events.items[i]);
    server->metrics.values[METRIC_ACTS]++;
    if (round->phase != PHASE_ENDED || phase_before == PHASE_ENDED)
        return;
    floor_remember_round(floor, &part->state);
    floor->numbers.rounds += round->stake_count > 0; /* a round without wagers does not count */
    floor->numbers.turnover_cents += report_turnover(round);
    server->metrics.values[METRIC_ROUNDS]++;
    if (round->voided)
        server->metrics.values[METRIC_VOID_ROUNDS]++;
}

static bool is_awake(const struct floor_table *floor)
{
    return (floor->watcher_count > 0 || floor->server->demo) && !floor->server->stop_by_ms && !floor->retired;
}

/* The clock that watchers see runs once the table has come to rest. */
static void set_clock(struct floor_table *floor, bool at_rest)
{
    floor->due->wake_ms = 0;
    if (!at_rest)
        return;
    floor_luck_look(floor, server_ticks());
    struct step step = agenda_next(&floor->table, server_ticks(), true);
    floor->due->wake_ms = step.kind ? server_ticks() : step.wake_ms;
}

/* Seeds and commitments have pages of their own. */
static bool is_told(enum entry_kind kind)
{
    return kind != ENTRY_COMMITTED && kind != ENTRY_REVEALED && kind != ENTRY_LUCK && kind != ENTRY_MIXED;
}

/* From here on terminals promise a number for another shoe, or are asked for theirs. */
static bool is_luck_news(enum entry_kind kind)
{
    return kind == ENTRY_OPENED || kind == ENTRY_COMMITTED || kind == ENTRY_MIXED;
}

/* What follows the act that somebody asked for is done by the system. */
static void list_parts(const struct pending *pending, struct happening *list)
{
    const struct task *task = pending->task;
    for (const struct sequel_part *part = pending->parts; part; part = part->next) {
        *list++ = (struct happening){.seq = pending->seq,
                                     .state = &part->state,
                                     .act = &part->act,
                                     .events = &part->events,
                                     .by = task ? task->by : "",
                                     .by_staff = task && user_role_in(task->role, USERS_STAFF)};
        task = NULL;
    }
}

/* Everything up to `durable` in one update: a burst of bets costs each watcher one message. */
static void tell_watchers(struct floor_table *floor, uint64_t durable)
{
    static struct happening list[FLOOR_PENDING_MAX * SEQUEL_PARTS_MAX];
    unsigned count = 0;
    for (const struct pending *pending = floor->first_pending; pending && pending->ticket <= durable;
         pending = pending->next) {
        if (!is_told(pending->kind))
            continue;
        list_parts(pending, list + count);
        count += pending->count;
    }
    if (count)
        floor_tell(floor, list, count);
}

/* The state on disk is the one that is shown from now on. */
static void show_pending(struct floor_table *floor, const struct pending *pending)
{
    floor->seq = pending->seq;
    floor->acted_ms = server_ticks();
    floor->idle_told = false;
    if (pending->task && pending->task->role == USER_DEALER)
        snprintf(floor->dealer, sizeof floor->dealer, "%s", pending->task->by);
    if (pending->kind == ENTRY_OPENED) {
        floor->winner_count = 0;
        roads_build(&floor->roads, floor->winners, 0);
    }
    for (const struct sequel_part *part = pending->parts; part; part = part->next) {
        uint8_t phase_before = floor->shown->begun ? floor->shown->round.phase : PHASE_ENDED;
        *floor->shown = part->state;
        if (part->act.verb)
            finish_act(floor, part, phase_before);
    }
}

static void drop_first_pending(struct floor_table *floor)
{
    struct pending *pending = floor->first_pending;
    floor->first_pending = pending->next;
    floor->pending_count--;
    if (!floor->first_pending)
        floor->last_pending = &floor->first_pending;
    floor->due->ticket = floor->first_pending ? floor->first_pending->ticket : 0;
    pending_free(pending);
}

/* Shows and answers what is on disk; false: nothing new is. */
static bool show_durable(struct floor_table *floor, uint64_t durable)
{
    const struct pending *last = NULL;
    bool luck = false;
    for (const struct pending *p = floor->first_pending; p && p->ticket <= durable; p = p->next) {
        show_pending(floor, p);
        luck |= is_luck_news(p->kind);
        last = p;
    }
    if (!last)
        return false;
    floor->shown_ms = server_ticks() + (int64_t)floor->table.plan.pace_ms * floor->table.shown_cards;
    set_clock(floor, last->next == NULL);
    tell_watchers(floor, durable);
    if (luck)
        floor_luck_tell(floor);
    while (floor->first_pending && floor->first_pending->ticket <= durable) {
        const struct pending *done = floor->first_pending;
        if (done->task)
            answer_task(floor, done->task, STATUS_OK, &done->parts->ruling, NULL);
        drop_first_pending(floor);
    }
    return true;
}

void floor_durable(struct floor_table *floor, uint64_t durable)
{
    if (!show_durable(floor, durable))
        return;
    go_on(floor);
    floor_tick(floor, server_ticks());
}

/* ---- What was refused. ---- */

/* Requests whose entries are not on disk stand in front again, in their order. */
static void ask_again(struct floor_table *floor)
{
    struct task *first = NULL;
    struct task **last = &first;
    while (floor->first_pending) {
        struct pending *pending = floor->first_pending;
        if (pending->task) {
            *last = pending->task;
            last = &pending->task->next;
            floor->queued++;
            pending->task->again = true;
            pending->task = NULL;
        }
        drop_first_pending(floor);
    }
    *last = floor->first;
    if (!floor->first && first)
        floor->last = last;
    floor->first = first;
}

bool floor_take_back(struct floor_table *floor, uint64_t ticket)
{
    if (floor->first_pending && floor->first_pending->ticket < ticket)
        show_durable(floor, ticket - 1);
    if (!floor->first_pending || floor->first_pending->ticket > ticket)
        return true; /* it was taken back with one before it */
    log_event(&floor->server->log, LOG_INFO, "overtaken", "table", floor->table.plan.id, NULL);
    ask_again(floor);
    if (!floor_restore(floor))
        return false;
    floor->due->wake_ms = server_ticks();
    return true;
}

void floor_send_back(struct floor_table *floor, enum status status)
{
    const struct answer answer = {.status = status};
    for (struct pending *pending = floor->first_pending; pending; pending = pending->next) {
        if (!pending->task)
            continue;
        server_answer(floor->server, &pending->task->reply, &answer);
        pending->task->reply.client = pending->task->reply.request = 0;
    }
    while (floor->first) {
        struct task *task = task_pop(floor);
        server_answer(floor->server, &task->reply, &answer);
        free(task);
    }
}

void floor_go_on(struct floor_table *floor)
{
    floor->due->wake_ms = server_ticks();
    if (!floor->server->stopped)
        go_on(floor);
    floor_tick(floor, server_ticks());
}

/* Something should happen here: a round is under way with wagers in it, the system has one to open, or people
 * wait for a dealer to open one. */
static bool is_busy(const struct floor_table *floor)
{
    const struct table_state *state = floor->shown;
    if (!state->open)
        return false;
    if (state_between_rounds(state))
        return is_awake(floor) && !floor_luck_rests(floor) &&
               ((floor->table.plan.system_chores & (unsigned)CHORE_OPEN) || floor_present(floor) != 0);
    return state->round.phase == PHASE_DEALING || state->round.stake_count > 0;
}

/* Tells the pit, once, of a table that has stopped; whoever has its page open. */
static void look_idle(struct floor_table *floor, int64_t now_ms)
{
    int64_t most_ms = (int64_t)floor->server->config->idle_seconds * 1000;
    char seconds[24];
    if (floor->idle_told || most_ms == 0 || now_ms - floor->acted_ms < most_ms || !is_busy(floor))
        return;
    bool deals = floor->table.plan.system_chores & (unsigned)CHORE_DEAL;
    floor->idle_told = true;
    snprintf(seconds, sizeof seconds, "%lld", (long long)(now_ms - floor->acted_ms) / 1000);
    if (deals)
        floor_alarm(
            floor, "error", "table-stopped",
            N_("This table deals by itself and has stopped: nothing has happened for {what} seconds."),
            seconds);
    else
        floor_alarm(floor, "warning", "table-idle",
                    N_("Nothing has happened at this table for {what} seconds."), seconds);
}

void floor_tick(struct floor_table *floor, int64_t now_ms)
{
    look_idle(floor, now_ms);
    if (floor->first_pending || floor->moving || floor->server->cut_off || floor->server->halted ||
        floor->server->stopped || now_ms < floor->due->wake_ms)
        return;
    floor_luck_look(floor, now_ms);
    struct step step = agenda_next(&floor->table, now_ms, is_awake(floor));
    bool waits = step.kind == STEP_WAIT && !floor_luck_rests(floor);
    floor->due->wake_ms = waits ? floor->luck_until_ms : step.wake_ms;
    if (step.kind && step.kind != STEP_WAIT && do_step(floor, &step))
        go_on(floor);
}
