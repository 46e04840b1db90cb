/* SPDX-License-Identifier: Apache-2.0 */
/* transport.h - HTTP (exchange.c), WebSocket (peer.c) and TLS, by libwebsockets. Apart from post.h no other
 * part of the server uses that library.
 *
 * One thread: everything below is called on the thread that runs transport_run, except transport_wake, which
 * any thread and a signal handler may call. Requests and messages arrive whole and bounded; an answer may be
 * given later. Output is queued and bounded: a client that reads too slowly is dropped and never blocks
 * others.
 *
 * HTTP/2 is not spoken: an upgrade to anything but `websocket` ends the connection. */
#ifndef CROUPIER_SERVER_TRANSPORT_H
#define CROUPIER_SERVER_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"
#include "server/door.h"

enum {
    TRANSPORT_PATH_MAX = 512,
    TRANSPORT_QUERY_MAX = 512,
    TRANSPORT_BEARER_MAX = 128,
    TRANSPORT_LANGUAGE_MAX = 3,
    TRANSPORT_PEER_MAX = 64,
    TRANSPORT_BODY_MAX = 65536,
    TRANSPORT_FRAME_MAX = 16384,
    TRANSPORT_QUEUE_MAX = 262144, /* bytes a WebSocket reader may fall behind */
};

enum close_code { CLOSE_AWAY = 1001, CLOSE_POLICY = 1008, CLOSE_TOO_SLOW = 1013, CLOSE_BINARY = 1003 };

enum method { METHOD_GET = 1, METHOD_HEAD, METHOD_POST, METHOD_DELETE };

/* Borrowed for the length of the call; `id` names the request when the answer comes later. */
struct request {
    uint64_t id;
    enum method method;
    const char *path;    /* without the query */
    const char *query;   /* "" if there is none */
    const char *bearer;  /* the token of `Authorization: Bearer`, or "" */
    const char *address; /* of the peer, as text */
    const char *body;
    size_t body_size;
    bool gzip;     /* the client takes it */
    bool loopback; /* the client is on this machine */
};

struct response {
    int status;
    const char *type; /* of the content */
    const void *body;
    size_t size;
    FILE *file;       /* when not NULL: the body instead, `size` bytes from here on; taken */
    bool gzip;        /* the body is compressed */
    bool immutable;   /* the name holds a hash: cache for ever. Otherwise: no-store */
    const char *name; /* when not NULL: the name to save a download under */
    const char *etag; /* when not NULL: revalidate instead of no-store */
};

/* One WebSocket connection. `user` is the caller's. */
struct peer {
    void *user;
    struct peer_state *state;
};

struct transport_handlers {
    void *context;
    void (*request)(void *context, const struct request *request);
    bool (*opened)(void *context, struct peer *peer); /* false: refuse the connection */
    void (*message)(void *context, struct peer *peer, const char *text, size_t length);
    void (*malformed)(void *context, struct peer *peer); /* too long, or binary: the peer is being closed */
    void (*closed)(void *context, struct peer *peer);
    void (*woken)(void *context);               /* after transport_wake */
    void (*timer)(void *context);               /* the moment of transport_timer has come */
    void (*turned)(void *context, uint64_t us); /* after each turn of the loop: its length; may be NULL */
};

struct transport_options {
    const char *host;        /* a name or an address of this machine */
    uint16_t port;           /* 0: any free one */
    const char *certificate; /* PEM files; NULL: no TLS */
    const char *key;
    unsigned connections_max;
    const char *policy;      /* Content-Security-Policy */
    const struct door *door; /* under which names browsers come in; NULL: none do. Outlives the transport */
};

struct transport;

/* Returns owned, listening; NULL when the address cannot be had or a certificate cannot be read. */
struct transport *transport_new(const struct transport_options *options,
                                const struct transport_handlers *handlers);

/* After that: why the server cannot listen at the address, which the library does not tell; NULL: it can. */
const char *transport_refusal(const struct transport_options *options);

void transport_free(struct transport *transport);

uint16_t transport_port(const struct transport *transport);
unsigned transport_connections(const struct transport *transport);

/* Runs until transport_stop. */
void transport_run(struct transport *transport);
void transport_stop(struct transport *transport);

/* After transport_run: goes on until everybody has gone, at most `most_ms`. */
void transport_drain(struct transport *transport, unsigned most_ms);
void transport_wake(struct transport *transport);

/* Calls handlers.timer once, in `delay_ms` from now; replaces what was set before. */
void transport_timer(struct transport *transport, uint64_t delay_ms);

/* Answers a request; the bytes are copied, a file is read piece by piece as the client takes it. Nothing
 * happens if the client is gone. */
void transport_respond(struct transport *transport, uint64_t request, const struct response *response);

/* The code of the language that the request prefers, as in "zh"; "" if it says none or is answered. */
const char *transport_language(const struct transport *transport, uint64_t request);

/* A text frame, which may be sent to many clients: it is kept in memory once. The bytes are copied; NULL: no
 * memory. After letter_free it lives until it has been sent to all of them. */
struct letter;
struct letter *letter_new(const char *text, size_t length);
void letter_free(struct letter *letter);

/* Queues the letter. With NULL the peer is dropped, since it would miss a message. */
void peer_send(struct peer *peer, struct letter *letter);
void peer_close(struct peer *peer, enum close_code code);
bool peer_is_closing(const struct peer *peer);

#endif
