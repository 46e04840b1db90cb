/* SPDX-License-Identifier: Apache-2.0 */
/* cage.h - money that moves outside rounds, and the other requests about the house that are answered once
 * their entry is on disk. */
#ifndef CROUPIER_SERVER_CAGE_H
#define CROUPIER_SERVER_CAGE_H

#include "house/order.h"
#include "server/answer.h"
#include "server/server.h"

void cage_init(struct server *server);
void cage_release(struct server *server);

/* A movement of money between the cage and `name`, a player or a table, on the house's chain or a table's. In
 * a house that counts, buy-ins and cash-outs are those of the main cage. */
enum status cage_move(struct server *server, uint32_t chain, enum movement movement, const char *name,
                      int64_t cents, const struct user *by, const struct reply *reply) MUST_CHECK;

/* The same in a house that counts: accounts it names are opened where they are new. `reply` may be NULL: then
 * nobody is answered. */
enum status cage_order(struct server *server, uint32_t chain, const struct order *order,
                       const struct user *by, const struct reply *reply) MUST_CHECK;

/* Writes an entry of the house's day, and answers when it is on disk. The answer tells the balance of
 * `account` unless that is 0. */
enum status cage_write(struct server *server, uint32_t chain, struct line *line, const struct user *by,
                       const struct reply *reply, uint32_t account) MUST_CHECK;

/* The two halves of it, for an act that is more than one entry: one is written under the request's key, and
 * the answer is given when everything written so far is on disk. */
enum status cage_note(struct server *server, uint32_t chain, struct line *line, const struct user *by,
                      const struct reply *reply) MUST_CHECK;
void cage_answer(struct server *server, const struct reply *reply, uint32_t account);

/* The store has reached `durable`: answers what is on disk by now. */
void cage_durable(struct server *server, uint64_t durable);

/* The entry of this ticket was not kept: the request that waits for it is answered. False: none does. */
bool cage_refused(struct server *server, uint64_t ticket, enum status status);

/* The store has stopped: every request that waits is answered with the reason. */
void cage_fail(struct server *server, enum status status);

#endif
