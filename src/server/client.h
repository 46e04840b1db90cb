/* SPDX-License-Identifier: Apache-2.0 */
/* client.h - one WebSocket connection: who it is, what it watches, what it says. */
#ifndef CROUPIER_SERVER_CLIENT_H
#define CROUPIER_SERVER_CLIENT_H

#include "server/floor.h"

enum {
    CLIENT_WATCHES_MAX = 16,
    CLIENT_RATE = 50,         /* messages a second ... */
    CLIENT_RATE_SECONDS = 10, /* ... for so long end the connection */
    CLIENT_BAD_MAX = 20,      /* malformed messages in a row do, too */
};

struct client {
    struct client *next;
    struct client **link; /* what points here */
    uint64_t number;
    struct server *server;
    struct peer *peer;
    bool greeted;               /* said hello */
    char name[PERSON_NAME_MAX]; /* "": a display */
    char token[TOKEN_TEXT_MAX];
    enum user_role role;
    unsigned language;
    unsigned bad_in_row;
    int64_t rate_since_ms;
    unsigned rate_count;
    unsigned watch_count;
    struct floor_table *watches[CLIENT_WATCHES_MAX];
};

bool client_opened(void *server, struct peer *peer);
void client_message(void *server, struct peer *peer, const char *text, size_t length);
void client_malformed(void *server, struct peer *peer);
void client_closed(void *server, struct peer *peer);

/* Closes the connection of somebody whose session has expired, was closed or revoked, or whose role has
 * changed. */
void client_check_session(struct client *client);

struct client *client_find(struct server *server, uint64_t number);

/* Sends what stands in server->out. */
void client_send(struct client *client);
void client_send_error(struct client *client, const char *id, const char *code, const char *sentence);

#endif
