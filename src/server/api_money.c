/* SPDX-License-Identifier: Apache-2.0 */
/* api_money.c - the cage, fills and credits. */
#include "journal/declaration.h"
#include "server/api.h"
#include "server/cage.h"
#include "server/house.h"

static const struct field bank_fields[] = {
    {"id", FIELD_STRING, true}, {"amount", FIELD_INTEGER, true}, {NULL, 0, false}};
static const struct field cage_fields[] = {{"id", FIELD_STRING, true},
                                           {"amount", FIELD_INTEGER, true},
                                           {"player", FIELD_STRING, false},
                                           {NULL, 0, false}};

static void move(struct call *call, uint32_t chain, enum movement movement, const char *name)
{
    struct server *server = call->server;
    int64_t cents = message_integer(&call->body, "amount", 0);
    struct reply reply = {.request = call->request->id};
    reply_key(&reply, call->user->name, message_string(&call->body, "id"), "%s %s %lld",
              movement_name(movement), name, (long long)cents);
    if (server_answer_again(server, &reply))
        return;
    enum status status = cents <= 0 ? STATUS_NO_AMOUNT
                         : cents > MONEY_CENTS_MAX
                             ? STATUS_OVERFLOW
                             : cage_move(server, chain, movement, name, cents, call->user, &reply);
    if (status)
        respond_error(server, call->request->id, status, NULL);
}

void api_fill(struct call *call)
{
    if (!api_keyed_body(call, bank_fields))
        return;
    if (config_counts(call->server->config))
        api_ask_slip(call, false);
    else
        move(call, call->floor->chain, MOVEMENT_FILL, call->floor->table.plan.id);
}

void api_credit(struct call *call)
{
    if (!api_keyed_body(call, bank_fields))
        return;
    if (config_counts(call->server->config))
        api_ask_slip(call, true);
    else
        move(call, call->floor->chain, MOVEMENT_CREDIT, call->floor->table.plan.id);
}

/* A cashier serves anybody; in the demo players serve themselves. */
static void cage(struct call *call, enum movement movement)
{
    struct server *server = call->server;
    bool cashier = call->user->role == USER_CASHIER;
    if (!cashier && !server->demo) {
        respond_error(server, call->request->id, STATUS_FORBIDDEN, NULL);
        return;
    }
    if (!api_keyed_body(call, cage_fields))
        return;
    if (config_counts(server->config) && house_may_play(server) != STATUS_OK) {
        respond_error(server, call->request->id, STATUS_DAY_CLOSED, NULL);
        return;
    }
    const char *name = message_string(&call->body, "player");
    const struct user *player = people_find(&server->people, name && cashier ? name : call->user->name);
    if (!player || player->role != USER_PLAYER)
        respond_error(server, call->request->id, STATUS_NO_ACCOUNT, NULL);
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
