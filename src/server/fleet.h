/* SPDX-License-Identifier: Apache-2.0 */
/* fleet.h - one of several servers of a house (docs/scale.md): what it runs, and what the others write.
 *
 * A server that is alone has no fleet (server->fleet is NULL) and runs everything. If the database does not
 * answer, a server is cut off at the end of its lease (server->cut_off): it still has its tables, but treats
 * them as another server's until the database tells that they are its own. On the loop's thread. */
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

/* The table, if this server runs it; NULL: it does not, or no longer. */
struct floor_table *fleet_floor(const struct server *server, const char *table);

/* When the lease ends unless it is renewed; 0: there is no lease. */
int64_t fleet_wake_ms(const struct server *server);

/* Whether this server runs the desk: all that belongs to no table. */
bool fleet_has_desk(const struct server *server);

/* "servers": the addresses of the others that are alive, which have further tables. Writes nothing if there
 * are no others. */
void fleet_put(struct out *out, const struct server *server);

/* The address of the server that runs that table (NULL: the desk), or that takes it over from a dead one.
 * NULL: no known server does, or this one does. */
const char *fleet_address(const struct server *server, const char *table);

#endif
