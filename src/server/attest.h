/* SPDX-License-Identifier: Apache-2.0 */
/* attest.h - compares the house's log with what others know of it. */
#ifndef CROUPIER_SERVER_ATTEST_H
#define CROUPIER_SERVER_ATTEST_H

#include "server/server.h"

/* Before tables open: checks that the log includes every head that the configuration names, or that a named
 * person accepts its loss. False after logging the reason. */
bool attest_heads(struct server *server);

/* Then asks every witness once. A witness that does not answer never keeps a house from opening; one that has
 * seen more than this log has, or something else, does. */
bool attest_ask(struct server *server);

/* From then on a courier takes the log to each; nothing at a table waits for one. */
void attest_start(struct server *server);
void attest_stop(struct server *server);

/* Call it from time to time: alarms the pit once about a witness that is behind or disagrees, or a log that
 * is no longer sealed, and once when all is well again. */
void attest_look(struct server *server);

#endif
