/* SPDX-License-Identifier: Apache-2.0 */
/* rota.h - the tables that a server runs: found by name, and visited when they have something to do.
 *
 * With a thousand tables most have nothing to do at any one moment. What is asked of each at every turn of
 * the loop lies side by side (struct due), so that looking at all of them costs less than visiting one. A
 * table sets its own moment (rota_wake) and the entry it waits for (rota_await); whatever changes without
 * either is seen within ROTA_LOOK_MS. On the loop's thread. */
#ifndef CROUPIER_SERVER_ROTA_H
#define CROUPIER_SERVER_ROTA_H

#include "base/status.h"
#include "server/server.h"

enum {
    ROTA_LOOK_MS = 1000, /* every table is visited at least so often */
    ROTA_SLICE_US = 800, /* so long visits are made in one turn; the rest wait for the next, so that whoever
                          * says something meanwhile is heard */
};

/* When a table is visited. */
struct due {
    uint64_t ticket; /* of its first entry on its way to the disk: not before that is there; 0: none is */
    int64_t wake_ms; /* when a chore is due; 0: never */
    int64_t seen_ms; /* when it was visited last */
};

/* Whether a table is to be visited. Pure. */
bool rota_is_due(const struct due *due, uint64_t durable, int64_t now_ms);

/* The table is the server's from here on. */
enum status rota_add(struct server *server, struct floor_table *floor) MUST_CHECK;

/* It is the caller's again. */
void rota_remove(struct server *server, struct floor_table *floor);

/* Without the tables: they are freed by whoever has added them. */
void rota_release(struct server *server);

/* NULL: there is none of that name. */
struct floor_table *rota_find(const struct server *server, const char *id);

/* A table that is not in the rota yet keeps this until it is. */
void rota_wake(struct floor_table *floor, int64_t at_ms);
void rota_await(struct floor_table *floor, uint64_t ticket);
int64_t rota_wakes_ms(const struct floor_table *floor);

/* Visits those that are due, once in a turn and from where the last turn has ended: what is on disk up to
 * `durable` is shown, and chores are done. server->unfinished: the rest follow in the next turn. */
void rota_go(struct server *server, uint64_t durable);

/* The next moment at which one is due that waits for no entry, `latest_ms` at the latest. */
int64_t rota_next_ms(const struct server *server, int64_t latest_ms);

#endif
