/* SPDX-License-Identifier: Apache-2.0 */
/* recall.c - an old round from the journal: step by step for a dispute, or as a record. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/write.h"
#include "server/inquiry.h"
#include "table/excerpt.h"
#include "table/rebuild.h"
#include "table/shoe_book.h"

enum { RECORD_MAX = 4 << 20 };

/* Large: on the heap. */
struct recall {
    struct inquiry *inquiry;
    uint32_t round;
    struct viewpoint viewpoint;
    struct table table; /* the plan, and no clock */
    struct surroundings around;
    const struct entry *entry; /* being replayed */
    bool first_act;            /* of this entry: what stands behind it followed by itself */
    bool seen;
    uint64_t first_money; /* position of the round's first entry that moves the viewer's money; 0: none */
    uint64_t last_money;
    struct text record; /* the acts as lines */
    char record_bytes[RECORD_MAX];
    struct table_state before; /* the state at the beginning of the round, for the record's headers */
    struct rebuild rebuild;
    struct shoe_book *book; /* of another time; owned. NULL: the table's own */
};

static void recalled_act(void *context, const struct table_state *state, const struct act *act,
                         const struct ruling *ruling, const struct events *events)
{
    struct recall *recall = context;
    struct out *out = &recall->inquiry->out;
    const struct rulebook *book = recall->table.plan.book;
    char who[PERSON_NAME_MAX] = "";
    (void)ruling;
    if (state->round_number != recall->round)
        return;
    struct writer writer = {book, &state->roster, state->round.setting.areas};
    write_act(&writer, act, &recall->record);
    bool by_system = recall->entry->who.size == 0 || !recall->first_act;
    if (!by_system && recall->entry->role != ROLE_PLAYER && recall->entry->who.size < sizeof who)
        memcpy(who, recall->entry->who.bytes, recall->entry->who.size);
    out_object(out);
    out_put_integer(out, "entry", (int64_t)recall->entry->number);
    out_put_integer(out, "time", recall->entry->time_ms);
    out_key(out, "cause");
    show_cause(out, book, state, act, by_system, who);
    out_key(out, "events");
    out_array(out);
    show_events(out, book, state, events, recall->viewpoint.language);
    out_array_end(out);
    out_key(out, "state");
    show_state(out, &recall->table, state, &recall->around, &recall->viewpoint);
    out_object_end(out);
    recall->seen = true;
    recall->first_act = false;
}

/* Limits may be changed after the cards were shuffled for the round and before its first wager. */
static void follow_limits(struct recall *recall)
{
    const struct table_state *state = &recall->rebuild.state;
    struct setting *setting = &recall->before.round.setting;
    if (!recall->seen || state->round_number != recall->round || state->round.phase != PHASE_IDLE)
        return;
    memcpy(setting->limit_min_cents, state->round.setting.limit_min_cents, sizeof setting->limit_min_cents);
    memcpy(setting->limit_max_cents, state->round.setting.limit_max_cents, sizeof setting->limit_max_cents);
}

static void follow_money(struct recall *recall, const struct entry *entry, uint64_t position)
{
    for (unsigned i = 0; i < entry->transaction.count; i++) {
        if (entry->transaction.postings[i].account != recall->inquiry->account)
            continue;
        recall->first_money = recall->first_money ? recall->first_money : position;
        recall->last_money = position;
    }
}

static enum status replay_entry(struct recall *recall, const struct entry *entry, uint64_t position)
{
    recall->entry = entry;
    recall->first_act = true;
    if (!recall->seen)
        recall->before = recall->rebuild.state;
    enum status status = rebuild_entry(&recall->rebuild, entry);
    follow_limits(recall);
    if (recall->seen && recall->rebuild.state.round_number == recall->round)
        follow_money(recall, entry, position);
    return status;
}

/* The round is told by the rulebook it was played by, whatever the table is played by now. */
static enum status take_book(struct recall *recall, const struct excerpt *excerpt)
{
    struct book_mark said;
    struct entry opened;
    uint64_t position;
    struct span words = recall->inquiry->plan.book_text;
    enum status status = excerpt_entry(excerpt, 0, &opened, &position);
    struct hash ours = hash_of(words.bytes, words.size);
    if (status || !book_mark_find(opened.text, &said) || !book_mark_has_words(&said) ||
        hash_equal(&said.document, &ours))
        return status;
    recall->book = shoe_book_load(recall->inquiry->store, opened.text);
    if (recall->book)
        recall->table.plan.book = &recall->book->book;
    return STATUS_OK;
}

static enum status replay(struct recall *recall, const struct excerpt *excerpt)
{
    struct entry entry;
    uint64_t position;
    enum status status = STATUS_OK;
    status = take_book(recall, excerpt);
    if (status)
        return status;
    rebuild_init(&recall->rebuild, recall->table.plan.book);
    recall->rebuild.sink = (struct rebuild_sink){recalled_act, recall};
    for (unsigned i = 0; status == STATUS_OK && i < excerpt->count; i++) {
        if (recall->rebuild.state.round_number > recall->round)
            break;
        status = excerpt_entry(excerpt, i, &entry, &position);
        if (status == STATUS_OK)
            status = replay_entry(recall, &entry, position);
    }
    rebuild_release(&recall->rebuild);
    return status == STATUS_OK && !recall->seen ? STATUS_NO_ROUND : status;
}

/* The viewer's balance before the round's first movement of their money, and after its last. */
static void put_credit(struct recall *recall)
{
    struct inquiry *inquiry = recall->inquiry;
    struct store_posting first;
    struct store_posting last;
    if (inquiry->role != USER_PLAYER || !recall->first_money ||
        store_posting_at(inquiry->store, inquiry->account, recall->first_money, &first) != STATUS_OK ||
        store_posting_at(inquiry->store, inquiry->account, recall->last_money, &last) != STATUS_OK)
        return;
    out_put_integer(&inquiry->out, "openingCredit", first.balance_cents - first.cents);
    out_put_integer(&inquiry->out, "closingCredit", last.balance_cents);
}

static struct recall *recall_new(struct inquiry *inquiry)
{
    char *end;
    char lang[8] = "en";
    struct request request = {.query = inquiry->query};
    unsigned long number = strtoul(inquiry->name, &end, 10);
    struct recall *recall = calloc(1, sizeof *recall);
    if (!recall)
        return NULL;
    recall->inquiry = inquiry;
    recall->round = *end || number > inquiry->round_number ? 0 : (uint32_t)number;
    recall->viewpoint = (struct viewpoint){.name = inquiry->user, .role = inquiry->role};
    api_query(&request, "lang", lang, sizeof lang);
    language_find(lang, &recall->viewpoint.language);
    recall->table.plan = inquiry->plan;
    text_init(&recall->record, recall->record_bytes, sizeof recall->record_bytes);
    return recall;
}

/* A round that is archived: in which file. */
static enum status tell_archive(struct recall *recall, uint64_t position)
{
    struct inquiry *inquiry = recall->inquiry;
    char name[NAME_MAX + 1];
    if (store_archive(inquiry->store, position, name, sizeof name) == STATUS_OK)
        snprintf(inquiry->fault, sizeof inquiry->fault, "%s (%s)",
                 language_say(recall->viewpoint.language, status_sentence(STATUS_ARCHIVED)), name);
    return STATUS_ARCHIVED;
}

/* Leaves the array of steps open. */
static enum status recall_run(struct recall *recall)
{
    struct inquiry *inquiry = recall->inquiry;
    struct excerpt excerpt = {0};
    if (!recall->round || !inquiry->position)
        return STATUS_NO_ROUND;
    enum status status =
        excerpt_gather_round(&excerpt, inquiry->store, inquiry->chain, inquiry->position, recall->round);
    out_object(&inquiry->out);
    out_put_string(&inquiry->out, "table", inquiry->plan.id);
    out_put_integer(&inquiry->out, "round", recall->round);
    out_key(&inquiry->out, "steps");
    out_array(&inquiry->out);
    if (status == STATUS_OK)
        status = replay(recall, &excerpt);
    excerpt_release(&excerpt);
    uint64_t begins;
    if (status == STATUS_ARCHIVED &&
        store_round(inquiry->store, inquiry->chain, recall->round, &begins) == STATUS_OK)
        return tell_archive(recall, begins);
    return status == STATUS_NOT_FOUND ? STATUS_NO_ROUND : status;
}

static enum status read_round(struct inquiry *inquiry)
{
    struct recall *recall = recall_new(inquiry);
    enum status status = recall ? recall_run(recall) : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        out_array_end(&inquiry->out);
        out_put_bool(&inquiry->out, "complete",
                     recall->round != inquiry->round_number || inquiry->round_ended);
        put_credit(recall);
        out_object_end(&inquiry->out);
    }
    shoe_book_free(recall ? recall->book : NULL);
    free(recall);
    return status;
}

static enum status read_record(struct inquiry *inquiry)
{
    struct recall *recall = recall_new(inquiry);
    enum status status = recall ? recall_run(recall) : STATUS_NO_MEMORY;
    if (status == STATUS_OK && recall->record.full)
        status = STATUS_TOO_LONG; /* no part of it; `croupier journal export` has the whole */
    char *whole = status ? NULL : malloc(RECORD_MAX + STATE_TEXT_MAX);
    if (whole) {
        struct text text;
        const struct table_state *before = &recall->before;
        struct writer writer = {recall->table.plan.book, &before->roster, before->round.setting.areas};
        text_init(&text, whole, RECORD_MAX + STATE_TEXT_MAX);
        write_setting(&writer, &before->round.setting, &text);
        text_format(&text, "table %s\nround %u\n", inquiry->plan.id, recall->round);
        text_put_bytes(&text, recall->record.bytes, recall->record.used);
        out_reset(&inquiry->out);
        out_raw_text(&inquiry->out, text.bytes, text.used);
        inquiry->type = "text/plain; charset=utf-8";
    } else if (status == STATUS_OK) {
        status = STATUS_NO_MEMORY;
    }
    free(whole);
    shoe_book_free(recall ? recall->book : NULL);
    free(recall);
    return status;
}

void api_round(struct call *call)
{
    inquiry_submit(call, call->user ? call->user->name : NULL, read_round);
}

void api_record(struct call *call)
{
    inquiry_submit(call, NULL, read_record);
}
