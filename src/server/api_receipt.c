/* SPDX-License-Identifier: Apache-2.0 */
/* api_receipt.c - a round to take home: its entries with the proof that they are in the log. */
#include <stdlib.h>
#include <string.h>

#include "server/inquiry.h"
#include "table/issue.h"

/* The facts that the reader's thread cannot ask the books for. */
struct receipt_house {
    struct public_key key;
    char origin[NOTE_NAME_MAX];
};

static enum status write_receipt(struct inquiry *inquiry, uint32_t round)
{
    const struct receipt_house *house = inquiry->own;
    struct text text;
    struct issue issue = {.origin = house->origin,
                          .key = &house->key,
                          .table = inquiry->plan.id,
                          .chain = inquiry->chain,
                          .round = round,
                          .position = inquiry->position,
                          .account = inquiry->role == USER_PLAYER ? inquiry->account : 0};
    char *bytes = malloc(RECEIPT_BYTES_MAX);
    if (!bytes)
        return STATUS_NO_MEMORY;
    text_init(&text, bytes, RECEIPT_BYTES_MAX);
    enum status status = issue_receipt(&issue, inquiry->store, &text);
    if (status == STATUS_OK)
        out_raw_text(&inquiry->out, text.bytes, text.used);
    inquiry->type = "text/plain; charset=utf-8";
    free(bytes);
    return status;
}

static enum status read_receipt(struct inquiry *inquiry)
{
    const char *at = inquiry->name;
    uint64_t round;
    if (!text_take_number(&at, inquiry->round_number, &round) || *at || !round || !inquiry->position)
        return STATUS_NO_ROUND;
    if (round == inquiry->round_number && !inquiry->round_ended)
        return STATUS_ROUND_OPEN;
    if (inquiry->role == USER_PLAYER && !inquiry->account)
        return STATUS_NOT_YOUR_ROUND;
    return write_receipt(inquiry, (uint32_t)round);
}

void api_receipt(struct call *call)
{
    struct receipt_house *house = malloc(sizeof *house);
    if (!house) {
        respond_error(call->server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    house->key = books_public_key(call->server->books);
    snprintf(house->origin, sizeof house->origin, "%s", books_origin(call->server->books));
    inquiry_submit_with(call, call->user->name, read_receipt, house);
}
