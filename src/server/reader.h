/* SPDX-License-Identifier: Apache-2.0 */
/* reader.h - the reader's own connection to the database, for jobs on its thread (server->reader) only. */
#ifndef CROUPIER_SERVER_READER_H
#define CROUPIER_SERVER_READER_H

#include "server/server.h"

/* Opened when it is first needed, and kept: there is one reader. NULL: the failure says why. */
struct store *reader_store(struct server *server, struct store_failure *failure);

#endif
