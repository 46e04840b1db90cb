/* SPDX-License-Identifier: Apache-2.0 */
#include "server/inquiry.h"

#include <stdlib.h>
#include <string.h>

#include "server/reader.h"

/* ---- On the reader's thread. ---- */

static enum status open_store(struct inquiry *inquiry)
{
    struct store_failure failure = {0};
    inquiry->store = reader_store(inquiry->server, &failure);
    if (inquiry->store)
        return STATUS_OK;
    snprintf(inquiry->fault, sizeof inquiry->fault, "%s", failure.message);
    return failure.status;
}

static void inquiry_work(struct job *job)
{
    struct inquiry *inquiry = (struct inquiry *)job;
    inquiry->status = open_store(inquiry);
    if (inquiry->status == STATUS_OK)
        inquiry->status = inquiry->read(inquiry);
    if (inquiry->status == STATUS_OK && inquiry->out.failed)
        inquiry->status = STATUS_NO_MEMORY;
    if (inquiry->file && fflush(inquiry->file) != 0)
        inquiry->status = STATUS_STORE_FULL;
}

enum status inquiry_open_file(struct inquiry *inquiry)
{
    inquiry->file = tmpfile();
    return inquiry->file ? STATUS_OK : STATUS_STORE_IO;
}

bool inquiry_number(const struct inquiry *inquiry, const char *field, int64_t otherwise, int64_t *number)
{
    char text[24];
    char *end;
    struct request request = {.query = inquiry->query};
    *number = otherwise;
    if (!api_query(&request, field, text, sizeof text))
        return true;
    *number = strtoll(text, &end, 10);
    return *text && !*end;
}

/* ---- On the event loop. ---- */

static void inquiry_send(struct inquiry *inquiry)
{
    struct response response = {.status = 200,
                                .type = inquiry->type ? inquiry->type : "application/json",
                                .body = inquiry->out.bytes,
                                .size = inquiry->out.used,
                                .name = inquiry->download};
    if (inquiry->file) {
        response.file = inquiry->file;
        response.size = (size_t)ftell(inquiry->file);
        rewind(inquiry->file);
        inquiry->file = NULL; /* the transport's now */
    }
    transport_respond(inquiry->server->transport, inquiry->request, &response);
}

static void inquiry_done(struct job *job)
{
    struct inquiry *inquiry = (struct inquiry *)job;
    if (inquiry->status == STATUS_OK)
        inquiry_send(inquiry);
    else
        respond_error(inquiry->server, inquiry->request, inquiry->status,
                      inquiry->fault[0] ? inquiry->fault : NULL);
    if (inquiry->file)
        fclose(inquiry->file);
    out_release(&inquiry->out);
    free(inquiry->own);
    free(inquiry);
}

enum status inquiry_chain_last(const struct floor_table *floor, uint64_t *last)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    *last = 0;
    enum status status =
        store_read(books_store(floor->server->books), floor->chain, STORE_BACKWARD, 0, &cursor, &failure);
    if (status)
        return status;
    status = store_next(cursor, &row);
    if (status == STATUS_OK)
        *last = row.position;
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

static enum status take_table(struct inquiry *inquiry, const struct floor_table *floor)
{
    inquiry->plan = floor->table.plan;
    inquiry->chain = floor->chain;
    inquiry->round_number = floor->shown->round_number;
    inquiry->round_ended = floor->shown->round.phase == PHASE_ENDED;
    return inquiry_chain_last(floor, &inquiry->position);
}

static void take_account(struct inquiry *inquiry, const char *player)
{
    const struct account *account =
        player ? ledger_find(books_ledger(inquiry->server->books), ACCOUNT_PLAYER, player) : NULL;
    inquiry->account = account ? account->number : 0;
    inquiry->balance_cents = account ? books_durable_cents(inquiry->server->books, account->number) : 0;
}

void inquiry_submit(struct call *call, const char *player, enum status (*read)(struct inquiry *inquiry))
{
    inquiry_submit_with(call, player, read, NULL);
}

void inquiry_submit_with(struct call *call, const char *player, enum status (*read)(struct inquiry *inquiry),
                         void *own)
{
    struct server *server = call->server;
    struct inquiry *inquiry = calloc(1, sizeof *inquiry);
    if (!inquiry) {
        free(own);
        respond_error(server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    inquiry->job = (struct job){.work = inquiry_work, .done = inquiry_done};
    inquiry->server = server;
    inquiry->request = call->request->id;
    inquiry->read = read;
    inquiry->own = own;
    inquiry->role = call->user ? (enum user_role)call->user->role : USER_DISPLAY;
    snprintf(inquiry->query, sizeof inquiry->query, "%s", call->request->query);
    snprintf(inquiry->name, sizeof inquiry->name, "%s", call->name);
    snprintf(inquiry->user, sizeof inquiry->user, "%s", call->user ? call->user->name : "");
    enum status status = call->floor ? take_table(inquiry, call->floor) : STATUS_OK;
    take_account(inquiry, player);
    if (status == STATUS_OK && worker_submit(server->reader, &inquiry->job))
        return;
    respond_error(server, call->request->id, status ? status : STATUS_TOO_MANY, NULL);
    free(inquiry->own);
    free(inquiry);
}
