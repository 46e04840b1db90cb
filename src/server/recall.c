/* SPDX-License-Identifier: Apache-2.0 */
/* recall.c - an old round, step by step, from the journal; its record; shoes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/write.h"
#include "server/api.h"
#include "table/fair_shoe.h"
#include "table/rebuild.h"

enum { SHOES_MAX = 64, ENTRIES_BACK_MAX = 200000 };

/* ---- Reading the chain backwards. ---- */

struct backwards {
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    unsigned count;
};

static bool backwards_open(struct backwards *back, const struct live *live)
{
    struct store_failure failure;
    memset(back, 0, sizeof *back);
    return store_read(books_store(live->server->books), live->chain, STORE_BACKWARD, 0, &back->cursor,
                      &failure) == STATUS_OK;
}

static bool backwards_next(struct backwards *back)
{
    return back->count++ < ENTRIES_BACK_MAX && store_next(back->cursor, &back->row) == STATUS_OK &&
           entry_read(&back->entry, back->row.entry.bytes, back->row.entry.size) == STATUS_OK;
}

/* The number after a word at the start of a line: "round 1041". */
static bool number_in(struct span text, const char *word, uint64_t *number)
{
    char bytes[STATE_TEXT_MAX];
    size_t size = text.size < sizeof bytes - 1 ? text.size : sizeof bytes - 1;
    memcpy(bytes, text.bytes, size);
    bytes[size] = 0;
    for (const char *line = bytes; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, word, strlen(word)) == 0)
            return sscanf(line + strlen(word), " %" SCNu64, number) == 1;
    }
    return false;
}

/* The position of the shoe in which round `number` was played; 0: not found. */
static uint64_t shoe_of_round(const struct live *live, uint32_t number)
{
    struct backwards back;
    uint64_t position = 0;
    if (number == 0 || number > live->shown.round_number || !backwards_open(&back, live))
        return 0;
    while (position == 0 && backwards_next(&back)) {
        uint64_t before;
        if (back.entry.kind == ENTRY_OPENED && number_in(back.entry.text, "round", &before) &&
            before < number)
            position = back.row.position;
    }
    store_cursor_close(back.cursor);
    return position;
}

/* ---- One round. ---- */

struct recall {
    const struct live *live;
    uint32_t round;
    struct viewpoint viewpoint;
    struct surroundings around;
    struct out *out;
    const struct entry *entry; /* being replayed */
    bool seen;
    bool opened; /* bets have been opened: what somebody has then is his opening credit */
    uint64_t first_position;
    uint64_t last_position;
    struct text record;        /* the acts as lines */
    struct table_state before; /* the state at the beginning of the round, for the record's headers */
};

static void recalled_act(void *context, const struct table_state *state, const struct act *act,
                         const struct ruling *ruling, const struct events *events)
{
    struct recall *recall = context;
    struct out *out = recall->out;
    const struct rulebook *book = recall->live->table.plan.book;
    char who[PERSON_NAME_MAX] = "";
    (void)ruling;
    if (state->round_number != recall->round)
        return;
    struct writer writer = {book, &state->roster, state->round.setting.areas};
    write_act(&writer, act, &recall->record);
    if (recall->entry->role != ROLE_PLAYER && recall->entry->who.size < sizeof who)
        memcpy(who, recall->entry->who.bytes, recall->entry->who.size);
    out_object(out);
    out_put_integer(out, "entry", (int64_t)recall->entry->number);
    out_put_integer(out, "time", recall->entry->time_ms);
    out_key(out, "cause");
    wire_cause(out, book, state, act, recall->entry->who.size == 0, who, &recall->viewpoint);
    out_key(out, "events");
    out_array(out);
    wire_events(out, book, state, events, &recall->viewpoint);
    out_array_end(out);
    out_key(out, "state");
    wire_state(out, &recall->live->table, state, &recall->around, &recall->viewpoint);
    out_object_end(out);
    recall->seen = true;
    recall->opened |= act->verb == VERB_OPEN;
}

static enum status recall_run(struct recall *recall, uint64_t position)
{
    struct rebuild *rebuild = malloc(sizeof *rebuild);
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    struct store *store = books_store(recall->live->server->books);
    if (!rebuild)
        return STATUS_NO_MEMORY;
    rebuild_init(rebuild, recall->live->table.plan.book);
    rebuild->sink = (struct rebuild_sink){recalled_act, recall};
    enum status status = store_read(store, recall->live->chain, STORE_FORWARD, position, &cursor, &failure);
    while (status == STATUS_OK && rebuild->state.round_number <= recall->round &&
           (status = store_next(cursor, &row)) == STATUS_OK) {
        struct entry entry;
        bool before = !recall->seen;
        bool not_open = !recall->opened;
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        recall->entry = &entry;
        if (before)
            recall->before = rebuild->state;
        if (status == STATUS_OK)
            status = rebuild_entry(rebuild, &entry);
        if (not_open && recall->seen)
            recall->first_position = row.position;
        if (recall->seen && rebuild->state.round_number == recall->round)
            recall->last_position = row.position;
    }
    if (cursor)
        store_cursor_close(cursor);
    rebuild_release(rebuild);
    free(rebuild);
    if (status == STATUS_NOT_FOUND)
        status = STATUS_OK;
    return status == STATUS_OK && !recall->seen ? STATUS_NO_ROUND : status;
}

/* What the viewer had before and after the round. */
static void put_credit(struct recall *recall)
{
    struct books *books = recall->live->server->books;
    const struct account *account = ledger_find(books_ledger(books), ACCOUNT_PLAYER, recall->viewpoint.name);
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    int64_t opening = 0;
    int64_t closing = 0;
    if (recall->viewpoint.role != USER_PLAYER || !account ||
        store_read(books_store(books), 0, STORE_FORWARD, 0, &cursor, &failure) != STATUS_OK)
        return;
    while (store_next(cursor, &row) == STATUS_OK && row.position <= recall->last_position) {
        struct entry entry;
        if (entry_read(&entry, row.entry.bytes, row.entry.size) != STATUS_OK)
            continue;
        for (unsigned i = 0; i < entry.transaction.count; i++)
            if (entry.transaction.postings[i].account == account->number)
                closing += entry.transaction.postings[i].cents;
        if (row.position < recall->first_position)
            opening = closing;
    }
    store_cursor_close(cursor);
    out_put_integer(recall->out, "openingCredit", opening);
    out_put_integer(recall->out, "closingCredit", closing);
}

static enum status recall_round(struct call *call, struct recall *recall, char *record, size_t record_size)
{
    char *end;
    unsigned long number = strtoul(call->name, &end, 10);
    *recall =
        (struct recall){.live = call->live,
                        .round = (uint32_t)number,
                        .viewpoint = {.name = call->user ? call->user->name : "",
                                      .role = call->user ? (enum user_role)call->user->role : USER_DISPLAY},
                        .out = &call->server->out};
    text_init(&recall->record, record, record_size);
    uint64_t position = *end || number > UINT32_MAX ? 0 : shoe_of_round(call->live, recall->round);
    out_reset(recall->out);
    out_object(recall->out);
    out_put_string(recall->out, "table", call->live->table.plan.id);
    out_put_integer(recall->out, "round", recall->round);
    out_key(recall->out, "steps");
    out_array(recall->out);
    return position ? recall_run(recall, position) : STATUS_NO_ROUND;
}

void api_round(struct call *call)
{
    static char record[65536];
    static struct recall recall;
    char lang[8] = "en";
    enum status status = recall_round(call, &recall, record, sizeof record);
    api_query(call->request, "lang", lang, sizeof lang);
    if (status) {
        api_error(call->server, call->request->id, status, NULL);
        return;
    }
    out_array_end(recall.out);
    out_put_bool(recall.out, "complete",
                 recall.round != call->live->shown.round_number ||
                     call->live->shown.round.phase == PHASE_ENDED);
    put_credit(&recall);
    out_object_end(recall.out);
    api_send(call->server, call->request->id, 200);
}

void api_record(struct call *call)
{
    static char record[65536];
    static char whole[65536 + STATE_TEXT_MAX];
    static struct recall recall;
    struct text text;
    enum status status = recall_round(call, &recall, record, sizeof record);
    if (status) {
        api_error(call->server, call->request->id, status, NULL);
        return;
    }
    const struct table_state *before = &recall.before;
    struct writer writer = {call->live->table.plan.book, &before->roster, before->round.setting.areas};
    text_init(&text, whole, sizeof whole);
    write_setting(&writer, &before->round.setting, &text);
    text_format(&text, "table %s\nround %u\n", call->live->table.plan.id, recall.round);
    text_put_bytes(&text, recall.record.bytes, recall.record.used);
    struct response response = {
        .status = 200, .type = "text/plain; charset=utf-8", .body = text.bytes, .size = text.used};
    transport_respond(call->server->transport, call->request->id, &response);
}

/* ---- Shoes. ---- */

struct shoe_row {
    uint64_t number;
    char commitment[HASH_TEXT_MAX];
    char seed[FAIR_SEED_TEXT_MAX];
};

static struct shoe_row *shoe_row(struct shoe_row *rows, unsigned *count, uint64_t number)
{
    for (unsigned i = 0; i < *count; i++)
        if (rows[i].number == number)
            return &rows[i];
    if (*count == SHOES_MAX)
        return NULL;
    rows[*count] = (struct shoe_row){.number = number};
    return &rows[(*count)++];
}

static unsigned collect_shoes(const struct live *live, struct shoe_row *rows)
{
    struct backwards back;
    unsigned count = 0;
    if (!backwards_open(&back, live))
        return 0;
    while (backwards_next(&back)) {
        uint64_t number;
        char value[HASH_TEXT_MAX];
        char line[160];
        bool committed = back.entry.kind == ENTRY_COMMITTED;
        if (!committed && back.entry.kind != ENTRY_REVEALED)
            continue;
        snprintf(line, sizeof line, "%.*s", (int)back.entry.text.size, (const char *)back.entry.text.bytes);
        if (sscanf(line, "shoe %" SCNu64 " %64s", &number, value) != 2)
            continue;
        struct shoe_row *row = shoe_row(rows, &count, number);
        if (!row)
            break;
        memcpy(committed ? row->commitment : row->seed, value, sizeof value);
    }
    store_cursor_close(back.cursor);
    return count;
}

static void put_shoe(struct out *out, const struct live *live, const struct shoe_row *row)
{
    out_object(out);
    out_put_string(out, "table", live->table.plan.id);
    out_put_integer(out, "shoe", (int64_t)row->number);
    out_put_string(out, "deck", deck_of((enum deck_id)live->table.plan.book->deck)->name);
    out_put_integer(out, "decks", live->table.plan.decks);
    out_put_string(out, "commitment", row->commitment);
    if (row->seed[0])
        out_put_string(out, "seed", row->seed);
    out_object_end(out);
}

void api_shoes(struct call *call)
{
    static struct shoe_row rows[SHOES_MAX];
    unsigned count = collect_shoes(call->live, rows);
    struct out *out = &call->server->out;
    out_reset(out);
    out_object(out);
    out_key(out, "shoes");
    out_array(out);
    for (unsigned i = 0; i < count; i++)
        put_shoe(out, call->live, &rows[i]);
    out_array_end(out);
    out_object_end(out);
    api_send(call->server, call->request->id, 200);
}

void api_shoe(struct call *call)
{
    static struct shoe_row rows[SHOES_MAX];
    unsigned count = collect_shoes(call->live, rows);
    uint64_t number = strtoull(call->name, NULL, 10);
    out_reset(&call->server->out);
    for (unsigned i = 0; i < count; i++) {
        if (rows[i].number != number)
            continue;
        put_shoe(&call->server->out, call->live, &rows[i]);
        api_send(call->server, call->request->id, 200);
        return;
    }
    api_error(call->server, call->request->id, STATUS_NOT_FOUND, NULL);
}

/* ---- Audit. ---- */

void api_audit(struct call *call)
{
    struct server *server = call->server;
    struct store_failure failure = {0};
    struct out *out = &server->out;
    int64_t begun_ms = server_now();
    enum status status = store_verify(books_store(server->books), &failure);
    out_reset(out);
    out_object(out);
    out_put_integer(out, "when", begun_ms);
    out_put_integer(out, "took", server_now() - begun_ms);
    out_put_bool(out, "clean", status == STATUS_OK);
    out_put_integer(out, "sum", ledger_sum_cents(books_ledger(server->books)));
    out_put_string(out, "difference", status ? failure.message : "");
    out_object_end(out);
    api_send(server, call->request->id, 200);
}

/* ---- Taking up again. ---- */

enum { MISSED_MAX = 64 };

struct resume {
    struct live *live;
    struct client *client;
    uint64_t since;
    const struct entry *entry;
    char by[PERSON_NAME_MAX];
};

static void resumed_act(void *context, const struct table_state *state, const struct act *act,
                        const struct ruling *ruling, const struct events *events)
{
    struct resume *resume = context;
    (void)ruling;
    if (resume->entry->number <= resume->since)
        return;
    struct happening happening = {.seq = resume->entry->number,
                                  .state = state,
                                  .act = act,
                                  .events = events,
                                  .by = resume->by,
                                  .by_staff = resume->entry->role != ROLE_PLAYER};
    live_send_update(resume->live, resume->client, &happening, 1);
}

/* The position of the last shoe that began at or before entry `number`; 0: not found. */
static uint64_t shoe_before(const struct live *live, uint64_t number)
{
    struct backwards back;
    uint64_t position = 0;
    if (!backwards_open(&back, live))
        return 0;
    while (position == 0 && backwards_next(&back))
        if (back.entry.kind == ENTRY_OPENED && back.entry.number <= number)
            position = back.row.position;
    store_cursor_close(back.cursor);
    return position;
}

static enum status resume_run(struct resume *resume, uint64_t position)
{
    struct rebuild *rebuild = malloc(sizeof *rebuild);
    struct store_cursor *cursor = NULL;
    struct store_row row;
    struct store_failure failure;
    if (!rebuild)
        return STATUS_NO_MEMORY;
    rebuild_init(rebuild, resume->live->table.plan.book);
    rebuild->sink = (struct rebuild_sink){resumed_act, resume};
    enum status status = store_read(books_store(resume->live->server->books), resume->live->chain,
                                    STORE_FORWARD, position, &cursor, &failure);
    while (status == STATUS_OK && (status = store_next(cursor, &row)) == STATUS_OK) {
        struct entry entry;
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        /* What is not yet told to anybody else is not told here. */
        if (status != STATUS_OK || entry.number > resume->live->seq)
            break;
        resume->entry = &entry;
        snprintf(resume->by, sizeof resume->by, "%.*s", (int)entry.who.size, (const char *)entry.who.bytes);
        status = rebuild_entry(rebuild, &entry);
    }
    store_cursor_close(cursor);
    rebuild_release(rebuild);
    free(rebuild);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

void live_resume(struct live *live, struct client *client, int64_t since)
{
    bool known = since > 0 && (uint64_t)since < live->seq && live->seq - (uint64_t)since <= MISSED_MAX;
    uint64_t position = known ? shoe_before(live, (uint64_t)since) : 0;
    struct resume resume = {.live = live, .client = client, .since = (uint64_t)since};
    if (position == 0 || resume_run(&resume, position) != STATUS_OK)
        live_send_snapshot(live, client);
}
