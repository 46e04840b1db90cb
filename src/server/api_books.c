/* SPDX-License-Identifier: Apache-2.0 */
/* api_books.c - what the books say: a player's account, everything as CSV, and the audit. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit_file.h"
#include "journal/declaration.h"
#include "journal/walk.h"
#include "server/inquiry.h"

enum { LEDGER_LINES_MAX = 200 };

/* Calls `each` with every row of the journal, oldest first, until it returns something else than STATUS_OK.
 */
static enum status each_row(struct inquiry *inquiry,
                            enum status (*each)(void *context, const struct store_row *row), void *context)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    enum status status = store_read(inquiry->store, 0, STORE_FORWARD, 0, &cursor, &failure);
    if (status)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK && (status = each(context, &row)) == STATUS_OK)
        continue;
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* ---- A player's account. ---- */

/* Names the act that moved the money of an entry: the first act for a stake, the last one for a payment. */
static void put_cause(const struct entry *entry, int64_t cents, char *what, size_t size)
{
    const char *text = (const char *)entry->text.bytes;
    size_t length = entry->text.size;
    if (length && text[length - 1] == '\n')
        length--;
    bool acts = entry->kind == ENTRY_ACTS || entry->kind == ENTRY_ROUND || entry->kind == ENTRY_RECOVERED;
    const char *stop = memchr(text, '\n', length);
    const char *last = acts && cents > 0 ? memrchr(text, '\n', length) : NULL;
    if (last)
        snprintf(what, size, "%.*s", (int)(text + length - last - 1), last + 1);
    else
        snprintf(what, size, "%.*s", (int)(stop ? (size_t)(stop - text) : length), text);
}

/* One line: a posting with what its entry says. STATUS_OK, or why it cannot be read. */
static enum status put_line(struct inquiry *inquiry, const struct store_posting *posting)
{
    struct out *out = &inquiry->out;
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    struct entry entry;
    struct chain chain = {.name = ""};
    char what[96];
    enum status status = store_read(inquiry->store, 0, STORE_FORWARD, posting->position, &cursor, &failure);
    if (status != STATUS_OK)
        return status;
    status = store_next(cursor, &row);
    if (status == STATUS_OK)
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
    if (status == STATUS_OK && row.chain > CHAIN_NUMBER_HOUSE)
        status = store_chain(books_store(inquiry->server->books), row.chain, &chain);
    if (status == STATUS_OK) {
        put_cause(&entry, posting->cents, what, sizeof what);
        out_object(out);
        out_put_integer(out, "entry", (int64_t)row.position);
        out_put_integer(out, "time", entry.time_ms);
        out_put_string(out, "table", chain.name);
        out_put_string(out, "what", what);
        out_put_integer(out, "amount", posting->cents);
        out_put_integer(out, "balance", posting->balance_cents);
        out_object_end(out);
    }
    store_cursor_close(cursor);
    return status;
}

/* An account is walked back from its last posting, or from `before` (the `next` of the page before): a page
 * takes the same time whatever the journal's length. */
static enum status put_lines(struct inquiry *inquiry, uint64_t before, int64_t limit, uint64_t *next)
{
    struct store_posting posting;
    enum status status = STATUS_OK;
    *next = before;
    for (int64_t i = 0; status == STATUS_OK && i < limit && (i == 0 || *next); i++) {
        status = store_posting(inquiry->store, inquiry->account, *next, &posting);
        if (status == STATUS_OK && i == 0 && before && posting.account != inquiry->account)
            status = STATUS_NOT_FOUND; /* somebody else's */
        if (status != STATUS_OK)
            break;
        status = put_line(inquiry, &posting);
        *next = posting.previous;
    }
    return status;
}

/* The rest of the account is in an archive. */
static bool is_archived(struct inquiry *inquiry, enum status status, bool behind_first)
{
    char name[8];
    bool missing = status == STATUS_ARCHIVED || (status == STATUS_NOT_FOUND && behind_first);
    return missing && store_archive(inquiry->store, 1, name, sizeof name) == STATUS_OK;
}

static enum status read_statement(struct inquiry *inquiry)
{
    struct out *out = &inquiry->out;
    int64_t before;
    int64_t limit;
    uint64_t next = 0;
    struct store_posting last;
    if (!inquiry_number(inquiry, "before", 0, &before) || before < 0 ||
        !inquiry_number(inquiry, "limit", LEDGER_LINES_MAX, &limit) || limit < 1 || limit > LEDGER_LINES_MAX)
        return STATUS_BAD_NUMBER;
    enum status status =
        inquiry->account ? store_posting(inquiry->store, inquiry->account, 0, &last) : STATUS_NOT_FOUND;
    bool any = status == STATUS_OK;
    out_object(out);
    out_put_string(out, "player", inquiry->name);
    out_put_integer(out, "balance", any ? last.balance_cents : 0);
    out_key(out, "lines");
    out_array(out);
    if (any)
        status = put_lines(inquiry, (uint64_t)before, limit, &next);
    out_array_end(out);
    bool archived = any && is_archived(inquiry, status, next != (uint64_t)before);
    if (archived) {
        out_put_bool(out, "archived", true);
        status = STATUS_OK;
        next = 0;
    }
    if (next)
        out_put_integer(out, "next", (int64_t)next);
    out_object_end(out);
    return !any && status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

void api_my_ledger(struct call *call)
{
    snprintf(call->name, sizeof call->name, "%s", call->user->name);
    inquiry_submit(call, call->name, read_statement);
}

void api_player_ledger(struct call *call)
{
    inquiry_submit(call, call->name, read_statement);
}

/* ---- Every posting. ---- */

/* Rows from one moment on and before another, into the inquiry's file. */
struct csv {
    struct inquiry *inquiry;
    int64_t from_ms;
    int64_t to_ms;
};

static enum status csv_open(struct csv *csv, struct inquiry *inquiry, const char *name, const char *headings)
{
    csv->inquiry = inquiry;
    if (!inquiry_number(inquiry, "from", INT64_MIN, &csv->from_ms) ||
        !inquiry_number(inquiry, "to", INT64_MAX, &csv->to_ms))
        return STATUS_BAD_NUMBER;
    inquiry->type = "text/csv; charset=utf-8";
    inquiry->download = name;
    enum status status = inquiry_open_file(inquiry);
    if (status == STATUS_OK)
        fprintf(inquiry->file, "%s\n", headings);
    return status;
}

static bool csv_wants(const struct csv *csv, int64_t time_ms)
{
    return time_ms >= csv->from_ms && time_ms < csv->to_ms;
}

struct ledger_csv {
    struct csv csv;
    struct walk walk;
};

static enum status ledger_row(void *context, const struct store_row *row)
{
    struct ledger_csv *ledger = context;
    struct entry entry;
    enum status status = walk_step(&ledger->walk, row->chain, row->entry.bytes, row->entry.size, &entry);
    if (status || !csv_wants(&ledger->csv, entry.time_ms))
        return status;
    for (unsigned i = 0; i < entry.transaction.count; i++) {
        char amount[MONEY_TEXT_MAX];
        char name[ACCOUNT_TEXT_MAX] = "";
        const struct account *account =
            ledger_account(&ledger->walk.ledger, entry.transaction.postings[i].account);
        if (account)
            account_print(account, name, sizeof name);
        money_print_delta(entry.transaction.postings[i].cents, amount, sizeof amount);
        fprintf(ledger->csv.inquiry->file, "%" PRIu64 ",%" PRId64 ",%s,%" PRIu64 ",%s,%s,%.*s\n",
                row->position, entry.time_ms, ledger->walk.chains[row->chain - 1].name, entry.number, name,
                amount, (int)entry.who.size, (const char *)entry.who.bytes);
    }
    return STATUS_OK;
}

static enum status read_ledger_csv(struct inquiry *inquiry)
{
    struct ledger_csv ledger = {0};
    enum status status =
        csv_open(&ledger.csv, inquiry, "ledger.csv", "position,time_ms,chain,entry,account,amount,who");
    if (status)
        return status;
    status = walk_init(&ledger.walk, NULL);
    if (status == STATUS_OK)
        status = each_row(inquiry, ledger_row, &ledger);
    snprintf(inquiry->fault, sizeof inquiry->fault, "%s", ledger.walk.fault);
    walk_release(&ledger.walk);
    return status;
}

void api_export_ledger(struct call *call)
{
    inquiry_submit(call, NULL, read_ledger_csv);
}

/* ---- Every round, and the audit. ---- */

/* Rounds are worked out once more by the audit, which finds the rulebook each was played by. */
struct rounds_csv {
    struct csv csv;
    struct audit audit;
    char table[API_NAME_MAX]; /* "": all */
    bool *ended;              /* by chain - 1: the last round was written */
    uint32_t room;
};

static void print_round(const struct rounds_csv *rounds, const char *table, const struct rebuild *rebuild,
                        int64_t time_ms)
{
    const struct table_state *state = &rebuild->state;
    const struct past_round last = past_round_of(rebuild->book, state);
    char wagered[MONEY_TEXT_MAX];
    char win[MONEY_TEXT_MAX];
    int64_t wagered_cents = 0;
    int64_t win_cents = 0;
    for (unsigned i = 0; i < state->round.stake_count; i++) {
        wagered_cents += state->round.stakes[i].placed_cents;
        win_cents += state->round.stakes[i].taken_cents - state->round.stakes[i].paid_cents;
    }
    money_print(wagered_cents, wagered, sizeof wagered);
    money_print_delta(win_cents, win, sizeof win);
    fprintf(rounds->csv.inquiry->file, "%s,%u,%u,%" PRId64 ",%s,%s,%s,%s\n", table, state->shoe_number,
            last.number, time_ms, last.voided ? "yes" : "no", last.outcome, wagered, win);
}

static enum status rounds_room(struct rounds_csv *rounds, uint32_t chain)
{
    if (chain <= rounds->room)
        return STATUS_OK;
    bool *grown = realloc(rounds->ended, (size_t)chain * 2 * sizeof *grown);
    if (!grown)
        return STATUS_NO_MEMORY;
    memset(grown + rounds->room, 0, ((size_t)chain * 2 - rounds->room) * sizeof *grown);
    rounds->ended = grown;
    rounds->room = chain * 2;
    return STATUS_OK;
}

static enum status rounds_row(void *context, const struct store_row *row)
{
    struct rounds_csv *rounds = context;
    struct audit *audit = &rounds->audit;
    struct entry entry;
    enum status status = audit_step(audit, row->position, row->chain, row->entry);
    if (status == STATUS_OK)
        status = rounds_room(rounds, row->chain);
    const struct audit_table *table =
        status == STATUS_OK && row->chain <= audit->table_room ? audit->tables[row->chain - 1] : NULL;
    if (status || !table)
        return status;
    bool ended = table->rebuild.state.begun && table->rebuild.state.round.phase == PHASE_ENDED;
    bool wanted = !rounds->table[0] || strcmp(rounds->table, table->name) == 0;
    if (ended && wanted && !rounds->ended[row->chain - 1] &&
        entry_read(&entry, row->entry.bytes, row->entry.size) == STATUS_OK &&
        csv_wants(&rounds->csv, entry.time_ms))
        print_round(rounds, table->name, &table->rebuild, entry.time_ms);
    rounds->ended[row->chain - 1] = ended;
    return STATUS_OK;
}

static enum status read_rounds_csv(struct inquiry *inquiry)
{
    struct rounds_csv rounds = {0};
    struct request request = {.query = inquiry->query};
    enum status status =
        csv_open(&rounds.csv, inquiry, "rounds.csv", "table,shoe,round,ended_ms,void,outcome,wagered,win");
    if (status)
        return status;
    api_query(&request, "table", rounds.table, sizeof rounds.table);
    status = audit_init(&rounds.audit, NULL);
    if (status == STATUS_OK)
        status = each_row(inquiry, rounds_row, &rounds);
    snprintf(inquiry->fault, sizeof inquiry->fault, "%s", rounds.audit.fault.message);
    audit_release(&rounds.audit);
    free(rounds.ended);
    return status;
}

void api_export_rounds(struct call *call)
{
    inquiry_submit(call, NULL, read_rounds_csv);
}

static void print_difference(const struct audit *audit, enum status status,
                             const struct store_failure *failure, char *text, size_t size)
{
    const struct audit_fault *fault = &audit->fault;
    if (fault->entry)
        snprintf(text, size, "%s, entry %" PRIu64 ": %s", fault->table, fault->entry, fault->message);
    else
        snprintf(text, size, "%s",
                 status == STATUS_OK   ? ""
                 : fault->message[0]   ? fault->message
                 : failure->message[0] ? failure->message
                                       : status_sentence(status));
}

/* Everything `croupier audit` does, while the tables go on. */
static enum status read_audit(struct inquiry *inquiry)
{
    struct out *out = &inquiry->out;
    struct audit audit;
    struct store_failure failure;
    const int64_t when_ms = server_now();
    const int64_t begun_ms = server_ticks();
    enum status status = audit_store(&audit, inquiry->store, NULL, &failure);
    char difference[AUDIT_FAULT_MAX + CHAIN_NAME_MAX + 32];
    print_difference(&audit, status, &failure, difference, sizeof difference);
    out_object(out);
    out_put_integer(out, "when", when_ms);
    out_put_integer(out, "took", server_ticks() - begun_ms);
    out_put_bool(out, "clean", status == STATUS_OK);
    out_put_integer(out, "entries", (int64_t)audit.walk.entries);
    out_put_integer(out, "rounds", (int64_t)audit.counts.rounds);
    out_put_integer(out, "sum", ledger_sum_cents(&audit.walk.ledger));
    out_put_string(out, "difference", difference);
    out_object_end(out);
    audit_release(&audit);
    return STATUS_OK;
}

void api_audit(struct call *call)
{
    inquiry_submit(call, NULL, read_audit);
}
