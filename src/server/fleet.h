/* SPDX-License-Identifier: Apache-2.0 */
/* fleet.h - one of several servers of a house (docs/scale.md): what it runs, and what the others write.
 *
 * A server that is alone has no fleet (server->fleet is NULL) and runs everything. One that the database does
 * not answer is cut off at the end of its lease (server->cut_off): it has its tables still, and takes them
 * for somebody else's until it is told that they are its own. On the loop's thread. */
#ifndef CROUPIER_SERVER_FLEET_H
#define CROUPIER_SERVER_FLEET_H

#include "server/server.h"

struct floor_table;

/* Where the books are shared: looks at the others for the first time. False: no memory, or no database. */
bool fleet_open(struct server *server);
void fleet_release(struct server *server);

/* After every commit and look: follows what others have written, takes back what was refused, and takes up or
 * hands over tables. */
void fleet_look(struct server *server);

/* That table, if it is this server's to run; NULL: it is not here, or not any more. */
struct floor_table *fleet_floor(const struct server *server, const char *table);

/* When the lease ends unless it is renewed; 0: there is none to wait for. */
int64_t fleet_wake_ms(const struct server *server);

/* Whether this server does what belongs to no table. */
bool fleet_has_desk(const struct server *server);

/* "servers": the addresses of the others that are alive, who have further tables. Nothing where there are no
 * others. */
void fleet_put(struct out *out, const struct server *server);

/* The address of the server that runs that table, or the desk (NULL), or that takes it over from one that is
 * dead. NULL: none does that is known of, or this one does. */
const char *fleet_address(const struct server *server, const char *table);

#endif
