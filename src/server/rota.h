/* SPDX-License-Identifier: Apache-2.0 */
/* rota.h - the tables that a server runs: found by name, and visited when they have something to do.
 *
 * With a thousand tables, most have nothing to do at any one moment. What every turn of the loop needs of
 * each table is in one array (due.h), so that looking at all tables costs less than visiting one. A change at
 * a table that did not set its time is seen within DUE_LOOK_MS. On the loop's thread. */
#ifndef CROUPIER_SERVER_ROTA_H
#define CROUPIER_SERVER_ROTA_H

#include "server/floor.h"

/* How long one turn may spend on visits; the other tables wait for the next turn, so that clients are heard
 * in between. */
enum { ROTA_SLICE_US = 800 };

/* Takes the table. */
enum status rota_add(struct server *server, struct floor_table *floor) MUST_CHECK;

/* Gives the table back to the caller. */
void rota_remove(struct server *server, struct floor_table *floor);

/* Frees the tables that are left, too. */
void rota_release(struct server *server);

/* NULL: there is none of that name. */
struct floor_table *rota_find(const struct server *server, const char *id);

/* Visits those that are due, once in a turn and from where the last turn has ended: what is on disk up to
 * `durable` is shown, and chores are done. server->unfinished: the rest follow in the next turn. */
void rota_go(struct server *server, uint64_t durable);

/* The next moment at which one is due that waits for no entry, `latest_ms` at the latest. */
int64_t rota_next_ms(const struct server *server, int64_t latest_ms);

#endif
