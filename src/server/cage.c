/* SPDX-License-Identifier: Apache-2.0 */
#include "server/cage.h"

#include <stdio.h>
#include <stdlib.h>

#include "server/house.h"

/* A movement on its way to the disk. */
struct waiting {
    struct waiting *next;
    uint64_t ticket;
    struct reply reply;
    uint32_t account; /* whose balance the answer tells; 0: none */
};

void cage_init(struct server *server)
{
    server->last_waiting = &server->first_waiting;
}

static enum status movement_accounts(struct server *server, enum movement movement, const char *name,
                                     const struct account **from, const struct account **to)
{
    uint32_t cage;
    uint32_t other;
    bool of_table = movement == MOVEMENT_FILL || movement == MOVEMENT_CREDIT;
    bool out_of_cage = movement == MOVEMENT_FILL || movement == MOVEMENT_BUY_IN;
    enum account_kind kind = of_table ? ACCOUNT_BANK : ACCOUNT_PLAYER;
    enum status status = books_account(server->books, ACCOUNT_CAGE, "main", &cage, NULL);
    if (status == STATUS_OK)
        status = books_account(server->books, kind, name, &other, NULL);
    if (status)
        return status;
    *from = ledger_account(books_ledger(server->books), out_of_cage ? cage : other);
    *to = ledger_account(books_ledger(server->books), out_of_cage ? other : cage);
    return STATUS_OK;
}

static void wait_for(struct server *server, uint64_t ticket, const struct reply *reply, uint32_t account)
{
    struct waiting *waiting = calloc(1, sizeof *waiting);
    if (!waiting)
        return;
    *waiting = (struct waiting){.ticket = ticket, .reply = *reply, .account = account};
    *server->last_waiting = waiting;
    server->last_waiting = &waiting->next;
}

enum status cage_write(struct server *server, uint32_t chain, struct line *line, const struct user *by,
                       const struct reply *reply, uint32_t account)
{
    uint64_t ticket;
    if (server->halted)
        return STATUS_STORE_STOPPED;
    line->role = by ? server_journal_role(by->role) : ROLE_SYSTEM;
    line->who = by ? by->name : "";
    if (reply) {
        line->key = reply->key;
        line->request = reply_content(reply);
    }
    enum status status = house_write(server, chain, line, &ticket);
    if (status == STATUS_OK && reply)
        wait_for(server, ticket, reply, account);
    return status;
}

/* The account whose balance the answer tells: the player's or the table's, and not the cage's. */
static uint32_t told_account(const struct ledger *ledger, const struct account *accounts)
{
    const struct account *told =
        accounts[0].kind == ACCOUNT_PLAYER || accounts[1].kind == ACCOUNT_CAGE ? &accounts[0] : &accounts[1];
    const struct account *found = ledger_find(ledger, (enum account_kind)told->kind, told->name);
    return found ? found->number : 0;
}

enum status cage_order(struct server *server, uint32_t chain, const struct order *order,
                       const struct user *by, const struct reply *reply)
{
    struct account accounts[ORDER_ACCOUNTS_MAX];
    struct transaction transaction;
    char bytes[ORDER_TEXT_MAX];
    struct text text;
    enum status status = STATUS_OK;
    unsigned count = order_accounts(order, accounts);
    for (unsigned i = 0; status == STATUS_OK && i < count; i++) {
        uint32_t number;
        status = books_account(server->books, (enum account_kind)accounts[i].kind, accounts[i].name, &number,
                               NULL);
    }
    if (status == STATUS_OK)
        status = order_build(order, books_ledger(server->books), &transaction);
    text_init(&text, bytes, sizeof bytes);
    order_print(order, &text);
    struct line line = {.kind = ENTRY_MONEY, .text = span_of(bytes), .transaction = &transaction};
    if (status)
        return status;
    return cage_write(server, chain, &line, by, reply, told_account(books_ledger(server->books), accounts));
}

/* The same movement at the main cage of a house that counts. */
static enum status move_counted(struct server *server, uint32_t chain, enum movement movement,
                                const char *name, int64_t cents, const struct user *by,
                                const struct reply *reply)
{
    struct order order = {.cents = cents};
    if (!order_find(movement_name(movement), &order.kind))
        return STATUS_BAD_MESSAGE;
    snprintf(order.name, sizeof order.name, "%s", name);
    snprintf(order.at, sizeof order.at, "%s", server->config->cages[0]);
    return cage_order(server, chain, &order, by, reply);
}

enum status cage_move(struct server *server, uint32_t chain, enum movement movement, const char *name,
                      int64_t cents, const struct user *by, const struct reply *reply)
{
    const struct account *from;
    const struct account *to;
    char text[128];
    char amount[MONEY_TEXT_MAX];
    if (config_counts(server->config))
        return move_counted(server, chain, movement, name, cents, by, reply);
    enum status status = movement_accounts(server, movement, name, &from, &to);
    if (status)
        return status;
    money_print(cents, amount, sizeof amount);
    int used = snprintf(text, sizeof text, "%s %s %s\n", movement_name(movement), name, amount);
    struct transaction transaction;
    struct line line = {
        .kind = ENTRY_MONEY, .text = {(const uint8_t *)text, (size_t)used}, .transaction = &transaction};
    transaction_init(&transaction);
    status = transaction_move(&transaction, movement, from, to, cents);
    uint32_t account = from->kind == ACCOUNT_CAGE ? to->number : from->number;
    return status ? status : cage_write(server, chain, &line, by, reply, account);
}

void cage_durable(struct server *server, uint64_t durable)
{
    while (server->first_waiting && server->first_waiting->ticket <= durable) {
        struct waiting *waiting = server->first_waiting;
        const struct account *account = ledger_account(books_ledger(server->books), waiting->account);
        struct answer answer = {.status = STATUS_OK,
                                .has_balance = account != NULL,
                                .balance_cents = books_durable_cents(server->books, waiting->account)};
        server->first_waiting = waiting->next;
        if (!server->first_waiting)
            server->last_waiting = &server->first_waiting;
        server_answer(server, &waiting->reply, &answer);
        free(waiting);
    }
}

bool cage_refused(struct server *server, uint64_t ticket, enum status status)
{
    for (struct waiting **link = &server->first_waiting; *link; link = &(*link)->next) {
        struct waiting *waiting = *link;
        struct answer answer = {.status = status};
        if (waiting->ticket != ticket)
            continue;
        *link = waiting->next;
        if (!waiting->next)
            server->last_waiting = link;
        server_answer(server, &waiting->reply, &answer);
        free(waiting);
        return true;
    }
    return false;
}

void cage_fail(struct server *server, enum status status)
{
    while (server->first_waiting) {
        struct waiting *waiting = server->first_waiting;
        struct answer answer = {.status = status};
        server->first_waiting = waiting->next;
        server_answer(server, &waiting->reply, &answer);
        free(waiting);
    }
    cage_init(server);
}

void cage_release(struct server *server)
{
    while (server->first_waiting) {
        struct waiting *waiting = server->first_waiting;
        server->first_waiting = waiting->next;
        free(waiting);
    }
}
