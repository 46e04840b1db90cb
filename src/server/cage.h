/* SPDX-License-Identifier: Apache-2.0 */
/* cage.h - money that moves outside rounds: buy-in, cash-out, fill, credit. Answered when it is on disk. */
#ifndef CROUPIER_SERVER_CAGE_H
#define CROUPIER_SERVER_CAGE_H

#include "server/answer.h"
#include "server/server.h"

void cage_init(struct server *server);
void cage_release(struct server *server);

/* A movement of money between the cage and `name`, a player or a table, on the house's chain or a table's. */
enum status cage_move(struct server *server, uint32_t chain, enum movement movement, const char *name,
                      int64_t cents, const struct user *by, const struct reply *reply) MUST_CHECK;

/* The store has reached `durable`: answers what is on disk by now. */
void cage_durable(struct server *server, uint64_t durable);

/* The store has stopped: everything that waits is told why. */
void cage_fail(struct server *server, enum status status);

#endif
