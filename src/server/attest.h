/* SPDX-License-Identifier: Apache-2.0 */
/* attest.h - what others know of the house's log, held against it. */
#ifndef CROUPIER_SERVER_ATTEST_H
#define CROUPIER_SERVER_ATTEST_H

#include "server/server.h"

/* Before tables open: the log must include every head the configuration tells of, or somebody answers for the
 * loss by name. False after saying why not. */
bool attest_heads(struct server *server);

/* Then every witness is asked once. One that is away never keeps a house from opening; one that has seen more
 * than this log, or something else, does. */
bool attest_ask(struct server *server);

/* From then on a courier takes the log to each; nothing at a table waits for one. */
void attest_start(struct server *server);
void attest_stop(struct server *server);

/* From time to time: the pit hears once of a witness that is behind or disagrees, or of a log that is not
 * sealed any more, and once that it is well. */
void attest_look(struct server *server);

#endif
