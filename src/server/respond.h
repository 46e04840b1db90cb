/* SPDX-License-Identifier: Apache-2.0 */
/* respond.h - answers over HTTP, in JSON. */
#ifndef CROUPIER_SERVER_RESPOND_H
#define CROUPIER_SERVER_RESPOND_H

#include "server/server.h"

/* Sends server->out as JSON. */
void respond_send(struct server *server, uint64_t request, int code);
/* Another server runs it: its address tells which. */
void respond_moved(struct server *server, uint64_t request, const char *address);

void respond_error(struct server *server, uint64_t request, enum status status, const char *sentence);

/* The language that the request asks for (Accept-Language), or English. */
unsigned respond_language(const struct server *server, uint64_t request);

/* The HTTP code for a status. */
int respond_code(enum status status);

#endif
