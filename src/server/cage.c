/* SPDX-License-Identifier: Apache-2.0 */
#include "server/cage.h"

#include <stdio.h>
#include <stdlib.h>

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

enum status cage_move(struct server *server, uint32_t chain, enum movement movement, const char *name,
                      int64_t cents, const struct user *by, const struct reply *reply)
{
    const struct account *from;
    const struct account *to;
    char text[128];
    char amount[MONEY_TEXT_MAX];
    uint64_t ticket;
    if (server->halted)
        return STATUS_STORE_STOPPED;
    enum status status = movement_accounts(server, movement, name, &from, &to);
    if (status)
        return status;
    /* A bank may owe what players have won; it cannot hand out what it does not hold. */
    if (movement == MOVEMENT_CREDIT && from->balance_cents < cents)
        return STATUS_BANK_SHORT;
    money_print(cents, amount, sizeof amount);
    int used = snprintf(text, sizeof text, "%s %s %s\n", movement_name(movement), name, amount);
    struct transaction transaction;
    struct line line = {.kind = ENTRY_MONEY,
                        .role = by ? server_journal_role(by->role) : ROLE_SYSTEM,
                        .who = by ? by->name : "",
                        .key = reply->key,
                        .request = reply_content(reply),
                        .text = {(const uint8_t *)text, (size_t)used},
                        .transaction = &transaction};
    transaction_init(&transaction);
    status = transaction_move(&transaction, movement, from, to, cents);
    uint32_t account = from->kind == ACCOUNT_CAGE ? to->number : from->number;
    if (status == STATUS_OK)
        status = books_write(server->books, chain, &line, &ticket);
    if (status == STATUS_OK)
        wait_for(server, ticket, reply, account);
    return status;
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
