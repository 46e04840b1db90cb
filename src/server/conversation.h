/* SPDX-License-Identifier: Apache-2.0 */
/* conversation.h - handles the messages of WebSocket clients: the transport's handlers. */
#ifndef CROUPIER_SERVER_CONVERSATION_H
#define CROUPIER_SERVER_CONVERSATION_H

#include "server/client.h"

bool conversation_opened(void *server, struct peer *peer);
void conversation_message(void *server, struct peer *peer, const char *text, size_t length);
void conversation_malformed(void *server, struct peer *peer);
void conversation_closed(void *server, struct peer *peer);

/* Closes the connection of somebody whose session has expired, was closed or revoked, or whose role has
 * changed. */
void conversation_check_session(struct client *client);

#endif
