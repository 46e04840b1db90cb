/* SPDX-License-Identifier: Apache-2.0 */
#include "server/reading.h"

#include <stdlib.h>
#include <string.h>

/* ---- On the reader's thread. ---- */

/* The file is opened at the first question and stays open: there is one reader. */
static enum status open_store(struct reading *reading)
{
    struct server *server = reading->server;
    struct store_options options = {.path = server->config->database, .read_only = true, .unchecked = true};
    struct store_failure failure = {0};
    enum status status =
        server->reader_store ? STATUS_OK : store_open(&server->reader_store, &options, &failure);
    reading->store = server->reader_store;
    if (status)
        snprintf(reading->fault, sizeof reading->fault, "%s", failure.message);
    return status;
}

static void reading_work(struct job *job)
{
    struct reading *reading = (struct reading *)job;
    reading->status = open_store(reading);
    if (reading->status == STATUS_OK)
        reading->status = reading->read(reading);
    if (reading->status == STATUS_OK && reading->out.failed)
        reading->status = STATUS_NO_MEMORY;
    if (reading->file && fflush(reading->file) != 0)
        reading->status = STATUS_STORE_FULL;
}

enum status reading_open_file(struct reading *reading)
{
    reading->file = tmpfile();
    return reading->file ? STATUS_OK : STATUS_STORE_IO;
}

bool reading_number(const struct reading *reading, const char *field, int64_t otherwise, int64_t *number)
{
    char text[24];
    char *end;
    struct request request = {.query = reading->query};
    *number = otherwise;
    if (!api_query(&request, field, text, sizeof text))
        return true;
    *number = strtoll(text, &end, 10);
    return *text && !*end;
}

/* ---- On the event loop. ---- */

static void reading_send(struct reading *reading)
{
    struct response response = {.status = 200,
                                .type = reading->type ? reading->type : "application/json",
                                .body = reading->out.bytes,
                                .size = reading->out.used,
                                .name = reading->download};
    if (reading->file) {
        response.file = reading->file;
        response.size = (size_t)ftell(reading->file);
        rewind(reading->file);
        reading->file = NULL; /* the transport's now */
    }
    transport_respond(reading->server->transport, reading->request, &response);
}

static void reading_done(struct job *job)
{
    struct reading *reading = (struct reading *)job;
    if (reading->status == STATUS_OK)
        reading_send(reading);
    else
        respond_error(reading->server, reading->request, reading->status,
                      reading->fault[0] ? reading->fault : NULL);
    if (reading->file)
        fclose(reading->file);
    out_release(&reading->out);
    free(reading);
}

static void take_table(struct reading *reading, const struct floor_table *floor)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    reading->plan = floor->table.plan;
    reading->chain = floor->chain;
    reading->round_number = floor->shown->round_number;
    reading->round_ended = floor->shown->round.phase == PHASE_ENDED;
    if (store_read(books_store(floor->server->books), floor->chain, STORE_BACKWARD, 0, &cursor, &failure))
        return;
    if (store_next(cursor, &row) == STATUS_OK)
        reading->position = row.position;
    store_cursor_close(cursor);
}

static void take_account(struct reading *reading, const char *player)
{
    const struct account *account =
        player ? ledger_find(books_ledger(reading->server->books), ACCOUNT_PLAYER, player) : NULL;
    reading->account = account ? account->number : 0;
    reading->balance_cents = account ? books_durable_cents(reading->server->books, account->number) : 0;
}

void reading_submit(struct call *call, const char *player, enum status (*read)(struct reading *reading))
{
    struct server *server = call->server;
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading) {
        respond_error(server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    reading->job = (struct job){.work = reading_work, .done = reading_done};
    reading->server = server;
    reading->request = call->request->id;
    reading->read = read;
    reading->role = call->user ? (enum user_role)call->user->role : USER_DISPLAY;
    snprintf(reading->query, sizeof reading->query, "%s", call->request->query);
    snprintf(reading->name, sizeof reading->name, "%s", call->name);
    snprintf(reading->user, sizeof reading->user, "%s", call->user ? call->user->name : "");
    if (call->floor)
        take_table(reading, call->floor);
    take_account(reading, player);
    if (worker_submit(server->reader, &reading->job))
        return;
    respond_error(server, call->request->id, STATUS_TOO_MANY, NULL);
    free(reading);
}
