/* SPDX-License-Identifier: Apache-2.0 */
/* api_money.c - the cage, fills and credits, and what the ledger says. */
#include "journal/declaration.h"
#include "server/api.h"

#include <stdio.h>
#include <string.h>

static const struct field money_fields[] = {{"id", FIELD_STRING, true},
                                            {"amount", FIELD_INTEGER, true},
                                            {"player", FIELD_STRING, false},
                                            {NULL, 0, false}};

static void move(struct call *call, uint32_t chain, enum movement movement, const char *name)
{
    struct server *server = call->server;
    int64_t cents = message_integer(&call->body, "amount", 0);
    struct reply reply = {.request = call->request->id};
    reply_key(&reply, call->user->name, message_string(&call->body, "id"));
    if (server_answer_again(server, &reply))
        return;
    enum status status = cents <= 0 ? STATUS_NO_AMOUNT
                         : cents > MONEY_CENTS_MAX
                             ? STATUS_OVERFLOW
                             : server_money(server, chain, movement, name, cents, call->user, &reply);
    if (status)
        api_error(server, call->request->id, status, NULL);
}

static bool money_body(struct call *call)
{
    if (!api_body(call, money_fields))
        return false;
    if (message_key_ok(message_string(&call->body, "id")))
        return true;
    api_error(call->server, call->request->id, STATUS_BAD_MESSAGE, "An id has 1 to 64 printable characters.");
    return false;
}

void api_fill(struct call *call)
{
    if (money_body(call))
        move(call, call->live->chain, MOVEMENT_FILL, call->live->table.plan.id);
}

void api_credit(struct call *call)
{
    if (money_body(call))
        move(call, call->live->chain, MOVEMENT_CREDIT, call->live->table.plan.id);
}

/* A cashier serves anybody; in the demo a player helps himself. */
static void cage(struct call *call, enum movement movement)
{
    struct server *server = call->server;
    bool cashier = call->user->role == USER_CASHIER;
    if (!cashier && !server->demo) {
        api_error(server, call->request->id, STATUS_FORBIDDEN, NULL);
        return;
    }
    if (!money_body(call))
        return;
    const char *name = message_string(&call->body, "player");
    const struct user *player = people_find(&server->people, name && cashier ? name : call->user->name);
    if (!player || player->role != USER_PLAYER)
        api_error(server, call->request->id, STATUS_NO_ACCOUNT, NULL);
    else
        move(call, CHAIN_NUMBER_HOUSE, movement, player->name);
}

void api_buy_in(struct call *call)
{
    cage(call, MOVEMENT_BUY_IN);
}

void api_cash_out(struct call *call)
{
    cage(call, MOVEMENT_CASH_OUT);
}

/* ---- Reading the books. ---- */

enum { LEDGER_LINES_MAX = 200, LEDGER_ROWS_MAX = 2000000 };

struct ledger_line {
    uint64_t position;
    uint32_t chain;
    struct entry entry;
};

/* Calls `each` with every entry that moved money; stops when it returns false. */
static enum status each_posting(struct server *server,
                                bool (*each)(void *context, const struct ledger_line *line), void *context)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    enum status status = store_read(books_store(server->books), 0, STORE_FORWARD, 0, &cursor, &failure);
    if (status)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        struct ledger_line line = {.position = row.position, .chain = row.chain};
        if (entry_read(&line.entry, row.entry.bytes, row.entry.size) != STATUS_OK)
            continue;
        if (line.entry.transaction.count && !each(context, &line))
            break;
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* The last lines of one account, in a ring. */
struct statement {
    uint32_t account;
    int64_t balance_cents;
    unsigned count;
    struct statement_line {
        uint64_t position;
        int64_t time_ms;
        int64_t cents;
        int64_t balance_cents;
        uint32_t chain;
        char what[96];
    } lines[LEDGER_LINES_MAX];
};

static bool add_line(void *context, const struct ledger_line *line)
{
    struct statement *statement = context;
    const struct transaction *transaction = &line->entry.transaction;
    for (unsigned i = 0; i < transaction->count; i++) {
        if (transaction->postings[i].account != statement->account)
            continue;
        struct statement_line *kept = &statement->lines[statement->count++ % LEDGER_LINES_MAX];
        statement->balance_cents += transaction->postings[i].cents;
        *kept = (struct statement_line){.position = line->position,
                                        .time_ms = line->entry.time_ms,
                                        .cents = transaction->postings[i].cents,
                                        .balance_cents = statement->balance_cents,
                                        .chain = line->chain};
        size_t size = line->entry.text.size;
        const char *text = (const char *)line->entry.text.bytes;
        const char *stop = memchr(text, '\n', size);
        snprintf(kept->what, sizeof kept->what, "%.*s", (int)(stop ? stop - text : (long)size), text);
    }
    return true;
}

static void send_statement(struct call *call, const char *name)
{
    static struct statement statement;
    struct server *server = call->server;
    struct out *out = &server->out;
    const struct account *account = ledger_find(books_ledger(server->books), ACCOUNT_PLAYER, name);
    memset(&statement, 0, sizeof statement);
    statement.account = account ? account->number : UINT32_MAX;
    enum status status = each_posting(server, add_line, &statement);
    if (status) {
        api_error(server, call->request->id, status, NULL);
        return;
    }
    out_reset(out);
    out_object(out);
    out_put_string(out, "player", name);
    out_put_integer(out, "balance", account ? account->balance_cents : 0);
    out_key(out, "lines");
    out_array(out);
    unsigned first = statement.count > LEDGER_LINES_MAX ? statement.count - LEDGER_LINES_MAX : 0;
    for (unsigned i = statement.count; i > first; i--) {
        const struct statement_line *line = &statement.lines[(i - 1) % LEDGER_LINES_MAX];
        struct chain chain;
        out_object(out);
        out_put_integer(out, "entry", (int64_t)line->position);
        out_put_integer(out, "time", line->time_ms);
        out_put_string(out, "table",
                       line->chain > CHAIN_NUMBER_HOUSE &&
                               store_chain(books_store(server->books), line->chain, &chain) == STATUS_OK
                           ? chain.name
                           : "");
        out_put_string(out, "what", line->what);
        out_put_integer(out, "amount", line->cents);
        out_put_integer(out, "balance", line->balance_cents);
        out_object_end(out);
    }
    out_array_end(out);
    out_object_end(out);
    api_send(server, call->request->id, 200);
}

void api_my_ledger(struct call *call)
{
    send_statement(call, call->user->name);
}

void api_player_ledger(struct call *call)
{
    send_statement(call, call->name);
}

/* ---- CSV. ---- */

struct csv {
    struct server *server;
    struct out *out;
    unsigned rows;
};

static void csv_text(struct csv *csv, const char *text)
{
    out_raw_text(csv->out, text, strlen(text));
}

static bool csv_line(void *context, const struct ledger_line *line)
{
    struct csv *csv = context;
    const struct transaction *transaction = &line->entry.transaction;
    for (unsigned i = 0; i < transaction->count; i++) {
        char row[256];
        char amount[MONEY_TEXT_MAX];
        char name[ACCOUNT_TEXT_MAX] = "";
        const struct account *account =
            ledger_account(books_ledger(csv->server->books), transaction->postings[i].account);
        if (account)
            account_print(account, name, sizeof name);
        money_print_delta(transaction->postings[i].cents, amount, sizeof amount);
        snprintf(row, sizeof row, "%llu,%lld,%u,%llu,%s,%s,%.*s\n", (unsigned long long)line->position,
                 (long long)line->entry.time_ms, line->chain, (unsigned long long)line->entry.number, name,
                 amount, (int)line->entry.who.size, (const char *)line->entry.who.bytes);
        csv_text(csv, row);
    }
    return ++csv->rows < LEDGER_ROWS_MAX;
}

static void send_csv(struct call *call, const char *name)
{
    struct server *server = call->server;
    struct response response = {.status = 200,
                                .type = "text/csv; charset=utf-8",
                                .body = server->out.bytes,
                                .size = server->out.used,
                                .name = name};
    if (server->out.failed)
        api_error(server, call->request->id, STATUS_NO_MEMORY, NULL);
    else
        transport_respond(server->transport, call->request->id, &response);
}

void api_export_ledger(struct call *call)
{
    struct csv csv = {.server = call->server, .out = &call->server->out};
    out_reset(csv.out);
    csv_text(&csv, "position,time_ms,chain,entry,account,amount,who\n");
    enum status status = each_posting(call->server, csv_line, &csv);
    if (status)
        api_error(call->server, call->request->id, status, NULL);
    else
        send_csv(call, "ledger.csv");
}

void api_export_rounds(struct call *call)
{
    char table[API_NAME_MAX] = "";
    struct csv csv = {.server = call->server, .out = &call->server->out};
    out_reset(csv.out);
    csv_text(&csv, "table,round,void,outcome\n");
    api_query(call->request, "table", table, sizeof table);
    for (unsigned i = 0; i < call->server->table_count; i++) {
        const struct live *live = call->server->tables[i];
        if (table[0] && strcmp(table, live->table.plan.id) != 0)
            continue;
        for (unsigned r = live->round_count; r > 0; r--) {
            const struct last_round *last = &live->rounds[r - 1];
            char row[192];
            snprintf(row, sizeof row, "%s,%u,%s,%s\n", live->table.plan.id, last->number,
                     last->voided ? "yes" : "no", last->outcome);
            csv_text(&csv, row);
        }
    }
    send_csv(call, "rounds.csv");
}
