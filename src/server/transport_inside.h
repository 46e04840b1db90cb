/* SPDX-License-Identifier: Apache-2.0 */
/* transport_inside.h - what the three parts of the transport share: its loop (transport_loop.c), requests
 * over HTTP (exchange.c) and connections over WebSocket (peer.c).
 *
 * For these three files alone; everybody else sees transport.h. The library calls each part back for the
 * connections that speak its protocol, on the thread that runs the transport. */
#ifndef CROUPIER_SERVER_TRANSPORT_INSIDE_H
#define CROUPIER_SERVER_TRANSPORT_INSIDE_H

#include <ev.h>
#include <libwebsockets.h>
#include <stdatomic.h>

#include "server/transport.h"

enum { TRANSPORT_PENDING_MAX = 4096 /* requests whose answer is still to come */ };

struct exchange;

enum { TRANSPORT_ADDRESS_MAX = 64, TRANSPORT_HOST_MAX = 256 };

struct transport {
    struct lws_context *context;
    struct lws_protocols protocols[3]; /* HTTP, WebSocket, the end; read by the library while it runs */
    struct transport_handlers handlers;
    struct transport_options options;
    char address[TRANSPORT_ADDRESS_MAX]; /* of the host; read by the library while it runs */
    uint64_t last_id;
    struct exchange *pending[TRANSPORT_PENDING_MAX]; /* by id modulo the size */
    unsigned connections;
    bool stopping;
    atomic_bool woken;
    lws_sorted_usec_list_t timer;
    ev_check turn_begins;
    ev_prepare turn_ends;
    uint64_t turn_since_us; /* 0: none has begun */
    struct ev_loop *loop; /* the library's own looks at every connection each time one has something to say */
};

extern const struct lws_protocols exchange_protocol;
extern const struct lws_protocols peer_protocol;

static inline struct transport *transport_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* Copies a header of the request whole, or nothing of it. */
void transport_header(struct lws *wsi, enum lws_token_indexes token, char *text, size_t size);

/* 0 if the connection may become what it asks to, as the library wants it. */
int transport_upgrade(struct lws *wsi);

/* Whether a browser may come in under the name it asked for, and from the page it shows (door.h). */
bool transport_host_ok(struct lws *wsi);
bool transport_origin_ok(struct lws *wsi);

/* Somebody has called transport_wake. */
void transport_woken(struct transport *transport);

#endif
