/* SPDX-License-Identifier: Apache-2.0 */
/* client.h - one WebSocket connection: whose it is, and what it watches. conversation.h handles its messages.
 */
#ifndef CROUPIER_SERVER_CLIENT_H
#define CROUPIER_SERVER_CLIENT_H

#include "server/server.h"

struct floor_table;
struct told;

/* A table that the client watches, and the last state that was sent if it asked for changes (telling.c). */
struct watch {
    struct floor_table *floor;
    uint64_t told;    /* the telling that this client's state comes from; 0: it is sent a whole state next */
    struct told *own; /* the private part of a player's state; owned, may be NULL */
};

enum {
    CLIENT_WATCHES_MAX = 16,
    CLIENT_RATE = 50,         /* messages a second ... */
    CLIENT_RATE_SECONDS = 10, /* ... for so long end the connection */
    CLIENT_BAD_MAX = 20,      /* so many malformed messages in a row end it too */
};

struct client {
    struct client *next;
    struct client **link;       /* what points here */
    struct client *slot_next;   /* another one of its slot, of server->client_slots */
    struct client *alarm_next;  /* in the list of clients that get alarms */
    struct client **alarm_link; /* what points here; NULL: it gets no alarms */
    uint64_t number;
    struct server *server;
    struct peer *peer;
    bool greeted;               /* said hello */
    char name[PERSON_NAME_MAX]; /* "": a display */
    char token[TOKEN_TEXT_MAX];
    enum user_role role;
    unsigned language;
    bool changes;        /* is sent only changes, once it has a state */
    bool luck;           /* it takes part in the shuffle (floor_luck.c) */
    int64_t since_ms;    /* said hello then, by server_ticks */
    int64_t reminded_ms; /* of time and result */
    unsigned bad_in_row;
    int64_t rate_since_ms;
    unsigned rate_count;
    unsigned watch_count;
    struct watch watches[CLIENT_WATCHES_MAX];
};

/* Numbers the client and adds it to the server's clients, as a display; and removes it. The time does not
 * depend on how many there are, and neither does client_find's. */
void client_enter(struct client *client, struct server *server);
void client_leave(struct client *client);

/* NULL: the client has gone. */
struct client *client_find(struct server *server, uint64_t number);

/* The connection now has another user. Only roles of the pit get alarms. */
void client_set_role(struct client *client, enum user_role role);

/* NULL: the client does not watch that table. */
struct watch *client_watch(struct client *client, const struct floor_table *floor);

/* The client stops watching that table. */
void client_forget(struct client *client, const struct floor_table *floor);

/* Sends the content of server->out, or of another. */
void client_send(struct client *client);
void client_send_out(struct client *client, const struct out *out);
/* Sends a letter of that many bytes, which others get too; NULL as in peer_send. */
void client_send_letter(struct client *client, struct letter *letter, size_t size);
void client_send_status(struct client *client, const char *id, enum status status);
/* The table is not here: it is at that address, or, with NULL, at no known server. */
void client_send_elsewhere(struct client *client, const char *id, const char *table, const char *address);
void client_send_error(struct client *client, const char *id, const char *code, const char *sentence);

#endif
