/* SPDX-License-Identifier: Apache-2.0 */
#include "replay/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/check.h"
#include "speech/sentence.h"

enum { MESSAGE_MAX = 2048 };

/* One run: where it stands in the record. */
struct run {
    struct replay *replay;
    const struct replay_watch *watch;
    struct replay_outcome *outcome;
    bool passing; /* the rest of the round is passed over */
    bool cut;     /* the rest of the line is skipped after a refused card */
    bool no_memory;
};

void replay_init(struct replay *replay)
{
    memset(replay, 0, sizeof(*replay));
}

void replay_release(struct replay *replay)
{
    free(replay->log);
    replay->log = NULL;
    replay->log_count = replay->log_room = 0;
}

static void fail(struct run *run, unsigned line, unsigned *count, const char *message)
{
    ++*count;
    if (run->watch->failed)
        run->watch->failed(run->watch->context, line, message);
}

static bool keep_events(struct replay *replay)
{
    size_t needed = replay->log_count + replay->events.count;
    if (needed > replay->log_room) {
        size_t room = 2 * needed;
        struct event *log = realloc(replay->log, room * sizeof(*log));
        if (!log)
            return false;
        replay->log = log;
        replay->log_room = room;
    }
    if (replay->events.count)
        memcpy(replay->log + replay->log_count, replay->events.items,
               replay->events.count * sizeof(*replay->log));
    replay->log_count = needed;
    return true;
}

/* ---- Acts. ---- */

static bool expects_refusal(const struct record *record, size_t index)
{
    while (record->items[index].goes_on)
        index++;
    for (index++; index < record->item_count && record->items[index].kind == ITEM_EXPECTATION; index++)
        if (record->items[index].expectation.kind == EXPECT_REFUSED)
            return true;
    return false;
}

static const char *ordinal(unsigned number)
{
    static const char *const words[] = {"first",   "second", "third", "fourth", "fifth",   "sixth",
                                        "seventh", "eighth", "ninth", "tenth",  "eleventh"};
    return words[number - 1];
}

/* Cards that could not have left the device are faults of the record, not refusals of the rules. */
static bool card_fault(const struct replay *replay, const struct act *act, struct text *message)
{
    unsigned decks = replay->round.setting.decks;
    if (act->actor != ACTOR_SHOE)
        return false;
    if (replay->ruling.status == STATUS_NO_CARD_DUE) {
        text_put(message, "no card is due");
    } else if (replay->ruling.status == STATUS_CARD_NOT_FRONT) {
        text_put(message, "card ");
        write_card(&replay->writer, round_next_card(&replay->book, &replay->round), message);
        text_put(message, " expected from the front, got ");
        write_card(&replay->writer, act->cards[0], message);
    } else if (replay->ruling.status == STATUS_CARD_COPIES) {
        text_format(message, "a%s %s ", decks + 1 == 8 || decks + 1 == 11 ? "n" : "", ordinal(decks + 1));
        write_card(&replay->writer, act->cards[0], message);
        text_format(message, " in %u decks", decks);
    }
    return message->used > 0;
}

static void tell_refusal(struct run *run, const struct act *act, unsigned line)
{
    struct replay *replay = run->replay;
    char buffer[MESSAGE_MAX];
    char clauses[MESSAGE_MAX / 2];
    struct text message;
    struct text cited;
    text_init(&message, buffer, sizeof(buffer));
    text_init(&cited, clauses, sizeof(clauses));
    ruling_clauses(&replay->book, &replay->ruling, &cited);
    const struct speaker speaker = {
        .book = &replay->book, .roster = replay->writer.roster, .round = &replay->round, .coded = true};
    text_put(&message, "refused: ");
    sentence_refusal(&speaker, act, replay->ruling.status, &message);
    if (cited.used)
        text_format(&message, " [%s]", clauses);
    fail(run, line, &run->outcome->refused, buffer);
}

/* Applies one act and keeps what followed. */
static bool apply(struct run *run, const struct record_item *item)
{
    struct replay *replay = run->replay;
    replay->ruling = round_apply(&replay->book, &replay->round, &item->act, &replay->events);
    replay->acted = true;
    run->outcome->acts++;
    if (!keep_events(replay)) {
        run->no_memory = true;
        return false;
    }
    if (run->watch->ruled)
        run->watch->ruled(run->watch->context, replay, item, &replay->ruling);
    return replay->ruling.status == STATUS_OK;
}

static void run_act(struct run *run, size_t index)
{
    const struct record_item *item = &run->replay->record->items[index];
    char buffer[MESSAGE_MAX];
    struct text message;
    if (apply(run, item))
        return;
    run->cut = true;
    if (run->no_memory || expects_refusal(run->replay->record, index))
        return;
    text_init(&message, buffer, sizeof(buffer));
    if (!card_fault(run->replay, &item->act, &message)) {
        tell_refusal(run, &item->act, item->line);
        return;
    }
    fail(run, item->line, &run->outcome->broken, buffer);
    run->passing = true;
}

static void begin_line(struct run *run, const struct record_item *items, size_t index)
{
    if (index > 0 && items[index - 1].goes_on)
        return;
    run->cut = false;
    run->replay->line_start = run->replay->log_count;
}

/* ---- Expectations. ---- */

static void run_expectation(struct run *run, const struct record_item *item)
{
    char buffer[GOT_TEXT_MAX];
    char message[MESSAGE_MAX + GOT_TEXT_MAX];
    struct text got;
    text_init(&got, buffer, sizeof(buffer));
    if (check_expectation(run->replay, &item->expectation, &got))
        return;
    snprintf(message, sizeof(message), "expected %.*s, got %s", (int)item->text.length, item->text.bytes,
             buffer);
    fail(run, item->line, &run->outcome->unmet, message);
    run->passing = true;
}

/* ---- Rounds. ---- */

/* `dealer: end` is implied, unless nothing was ever opened. */
static void end_round(struct run *run, unsigned line)
{
    struct replay *replay = run->replay;
    struct record_item item = {.line = line, .kind = ITEM_ACT};
    item.act = (struct act){.actor = ACTOR_DEALER, .verb = VERB_END};
    if (run->passing || !replay->acted)
        return;
    if (replay->round.phase != PHASE_ENDED && replay->round.phase != PHASE_IDLE) {
        replay->line_start = replay->log_count;
        if (!apply(run, &item)) {
            if (!run->no_memory)
                tell_refusal(run, &item.act, line);
            return;
        }
    }
    if (run->watch->ended)
        run->watch->ended(run->watch->context, replay);
}

static void begin_round(struct run *run)
{
    struct replay *replay = run->replay;
    replay->log_count = replay->line_start = 0;
    replay->ruling = (struct ruling){0};
    replay->acted = false;
    run->passing = run->cut = false;
    replay->round_number = ++run->outcome->rounds;
}

static size_t begin_record(struct run *run)
{
    struct replay *replay = run->replay;
    const struct record *record = replay->record;
    struct setting setting;
    size_t index = 0;
    replay->book = *record->book;
    replay->own_limits = 0;
    replay->writer = (struct writer){&replay->book, &record->roster, record->areas};
    setting_init(&setting, &replay->book, record->decks, record->areas);
    for (; index < record->item_count && record->items[index].kind == ITEM_HEADER; index++)
        header_apply(&record->items[index].header, &replay->book, &setting, &replay->own_limits);
    round_init(&replay->round, &replay->book, &setting);
    replay->round.person_count = record->roster.count;
    begin_round(run);
    return index;
}

static void run_item(struct run *run, size_t index)
{
    struct replay *replay = run->replay;
    const struct record_item *item = &replay->record->items[index];
    switch ((enum item_kind)item->kind) {
    case ITEM_HEADER:
        header_apply(&item->header, &replay->book, &replay->round.setting, &replay->own_limits);
        break;
    case ITEM_ACT:
        begin_line(run, replay->record->items, index);
        if (!run->passing && !run->cut)
            run_act(run, index);
        break;
    case ITEM_EXPECTATION:
        if (!run->passing)
            run_expectation(run, item);
        break;
    case ITEM_SEPARATOR:
        end_round(run, item->line);
        round_next(&replay->round, &replay->book);
        begin_round(run);
        break;
    }
}

enum status replay_run(struct replay *replay, const struct record *record, const struct replay_watch *watch,
                       struct replay_outcome *outcome)
{
    struct run run = {.replay = replay, .watch = watch, .outcome = outcome};
    *outcome = (struct replay_outcome){0};
    replay->record = record;
    for (size_t i = begin_record(&run); i < record->item_count && !run.no_memory; i++)
        run_item(&run, i);
    if (!run.no_memory)
        end_round(&run, record->last_line);
    return run.no_memory ? STATUS_NO_MEMORY : STATUS_OK;
}

/* ---- Results. ---- */

static bool same_wager(const struct event *a, const struct event *b)
{
    return a->person == b->person && a->wager == b->wager && a->spot.area == b->spot.area &&
           a->spot.hand == b->spot.hand && a->spot.owner == b->spot.owner;
}

static bool is_last_result(const struct replay *replay, size_t index)
{
    for (size_t i = index + 1; i < replay->log_count; i++)
        if (replay->log[i].kind == EVENT_RESULT && same_wager(&replay->log[i], &replay->log[index]))
            return false;
    return true;
}

void replay_each_result(const struct replay *replay, void (*each)(void *context, const struct event *event),
                        void *context)
{
    for (size_t i = 0; i < replay->log_count; i++)
        if (replay->log[i].kind == EVENT_RESULT && is_last_result(replay, i))
            each(context, &replay->log[i]);
}

struct net {
    unsigned person;
    bool any;
    int64_t cents;
};

static void add_net(void *context, const struct event *event)
{
    struct net *net = context;
    if (event->person != net->person)
        return;
    net->any = true;
    net->cents += event->amount_cents;
}

bool replay_net(const struct replay *replay, unsigned person, int64_t *net_cents)
{
    struct net net = {.person = person};
    replay_each_result(replay, add_net, &net);
    *net_cents = net.cents;
    return net.any;
}
