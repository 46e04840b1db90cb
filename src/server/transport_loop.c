/* SPDX-License-Identifier: Apache-2.0 */
/* transport_loop.c - the life of a transport: see transport.h. Notes on libwebsockets 4.1.6 stand where they
 * matter. */
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/transport_inside.h"

void transport_header(struct lws *wsi, enum lws_token_indexes token, char *text, size_t size)
{
    text[0] = 0;
    if (lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, text, (int)size, token) < 0)
        text[0] = 0;
}

bool transport_host_ok(struct lws *wsi)
{
    const struct door *door = transport_of(wsi)->options.door;
    char host[TRANSPORT_HOST_MAX];
    transport_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    return !door || door_host_ok(door, host);
}

bool transport_origin_ok(struct lws *wsi)
{
    const struct door *door = transport_of(wsi)->options.door;
    char host[TRANSPORT_HOST_MAX];
    char origin[TRANSPORT_HOST_MAX];
    if (!door || lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true;
    transport_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    transport_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    return *origin && door_origin_ok(door, origin, host); /* a name that is too long matches no host */
}

/* The library would open its HTTP/2 parser on `Upgrade: h2c`, over TLS too. */
int transport_upgrade(struct lws *wsi)
{
    char to[16];
    transport_header(wsi, WSI_TOKEN_UPGRADE, to, sizeof to);
    return strcasecmp(to, "websocket") == 0 ? 0 : -1;
}

void transport_woken(struct transport *transport)
{
    if (atomic_exchange(&transport->woken, false) && transport->handlers.woken)
        transport->handlers.woken(transport->handlers.context);
}

static void timer_fired(lws_sorted_usec_list_t *list)
{
    struct transport *transport = lws_container_of(list, struct transport, timer);
    transport->handlers.timer(transport->handlers.context);
}

void transport_timer(struct transport *transport, uint64_t delay_ms)
{
    lws_sul_schedule(transport->context, 0, &transport->timer, timer_fired,
                     (lws_usec_t)(delay_ms * 1000 + 1));
}

/* 0, or why the host has none. */
static int addresses_of(const struct transport_options *options, struct addrinfo **all)
{
    char port[8];
    struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    snprintf(port, sizeof port, "%u", options->port);
    return getaddrinfo(options->host, port, &hints, all);
}

/* Of the two that `localhost` has, the one everybody's programs know. */
static const struct addrinfo *first_choice(const struct addrinfo *all)
{
    for (const struct addrinfo *one = all; one; one = one->ai_next)
        if (one->ai_family == AF_INET)
            return one;
    return all;
}

enum { HEADER_SECONDS = 8 };

/* The library knows addresses and names of interfaces, but no names of hosts. */
static void find_address(const struct transport_options *options, char address[TRANSPORT_ADDRESS_MAX])
{
    struct addrinfo *all;
    snprintf(address, TRANSPORT_ADDRESS_MAX, "%s", options->host);
    if (addresses_of(options, &all))
        return;
    const struct addrinfo *found = first_choice(all);
    char number[TRANSPORT_ADDRESS_MAX];
    if (getnameinfo(found->ai_addr, found->ai_addrlen, number, sizeof number, NULL, 0, NI_NUMERICHOST) == 0)
        memcpy(address, number, sizeof number);
    freeaddrinfo(all);
}

/* ---- Turns: from the moment something came until everything of it is done. ---- */

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void begin_turn(struct ev_loop *loop, ev_check *watcher, int events)
{
    struct transport *transport = watcher->data;
    (void)loop;
    (void)events;
    transport->turn_since_us = now_us();
}

static void end_turn(struct ev_loop *loop, ev_prepare *watcher, int events)
{
    struct transport *transport = watcher->data;
    (void)loop;
    (void)events;
    if (transport->turn_since_us && transport->handlers.turned)
        transport->handlers.turned(transport->handlers.context, now_us() - transport->turn_since_us);
    transport->turn_since_us = 0;
}

/* Before everything else that came, and after it. */
static void watch_turns(struct transport *transport)
{
    ev_init(&transport->turn_begins, begin_turn);
    ev_set_priority(&transport->turn_begins, EV_MAXPRI);
    transport->turn_begins.data = transport;
    ev_check_start(transport->loop, &transport->turn_begins);
    ev_init(&transport->turn_ends, end_turn);
    ev_set_priority(&transport->turn_ends, EV_MINPRI);
    transport->turn_ends.data = transport;
    ev_prepare_start(transport->loop, &transport->turn_ends);
}

struct transport *transport_new(const struct transport_options *options,
                                const struct transport_handlers *handlers)
{
    struct transport *transport = calloc(1, sizeof *transport);
    if (!transport)
        return NULL;
    transport->handlers = *handlers;
    transport->options = *options;
    find_address(options, transport->address);
    lws_set_log_level(0, NULL);
    transport->loop = ev_loop_new(EVFLAG_AUTO);
    if (!transport->loop) {
        free(transport);
        return NULL;
    }
    transport->protocols[0] = exchange_protocol;
    transport->protocols[1] = peer_protocol;
    void *loops[] = {transport->loop};
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = transport->address,
        .protocols = transport->protocols,
        .user = transport,
        .gid = -1,
        .uid = -1,
        .alpn = "http/1.1",
        /* Each new connection holds a place for headers until they are complete: there is room for more than
         * are let in, and not much time. */
        .max_http_header_pool = UINT16_MAX,
        .max_http_header_data = 4096,
        .timeout_secs = HEADER_SECONDS,
        .timeout_secs_ah_idle = HEADER_SECONDS,
        .keepalive_timeout = 60,
        /* A terminal without power is noticed by the kernel; the library would keep a sorted list of pings.
         */
        .ka_time = 30,
        .ka_probes = 3,
        .ka_interval = 10,
        .foreign_loops = loops,
        .ssl_cert_filepath = options->certificate,
        .ssl_private_key_filepath = options->key,
        /* TLS 1.3, and of 1.2 what has forward secrecy. */
        .ssl_cipher_list = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL",
        .ssl_options_set = SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION |
                           SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE,
    };
    info.options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_LIBEV |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    if (!strchr(transport->address, ':'))
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (options->certificate)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    transport->context = lws_create_context(&info);
    /* A certificate that cannot be read leaves a context without a host. */
    if (transport->context && !lws_get_vhost_by_name(transport->context, "default")) {
        lws_context_destroy(transport->context);
        transport->context = NULL;
    }
    if (!transport->context) {
        ev_loop_destroy(transport->loop);
        free(transport);
        return NULL;
    }
    watch_turns(transport);
    return transport;
}

const char *transport_refusal(const struct transport_options *options)
{
    int yes = 1;
    struct addrinfo *all;
    int unknown = addresses_of(options, &all);
    if (unknown)
        return gai_strerror(unknown);
    const struct addrinfo *found = first_choice(all);
    int door = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool bound = door >= 0 && setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                 bind(door, found->ai_addr, found->ai_addrlen) == 0;
    const char *reason = bound ? NULL : strerror(errno);
    if (door >= 0)
        close(door);
    freeaddrinfo(all);
    return reason;
}

void transport_free(struct transport *transport)
{
    if (!transport)
        return;
    lws_context_destroy(transport->context);
    ev_loop_destroy(transport->loop);
    free(transport);
}

uint16_t transport_port(const struct transport *transport)
{
    return (uint16_t)lws_get_vhost_listen_port(lws_get_vhost_by_name(transport->context, "default"));
}

unsigned transport_connections(const struct transport *transport)
{
    return transport->connections;
}

void transport_run(struct transport *transport)
{
    while (!transport->stopping)
        ev_run(transport->loop, EVRUN_ONCE);
}

void transport_drain(struct transport *transport, unsigned most_ms)
{
    static const struct timespec moment = {.tv_nsec = 5000000};
    for (unsigned waited_ms = 0; waited_ms < most_ms && transport->connections; waited_ms += 5) {
        ev_run(transport->loop, EVRUN_NOWAIT);
        nanosleep(&moment, NULL);
    }
}

void transport_wake(struct transport *transport)
{
    atomic_store(&transport->woken, true);
    lws_cancel_service(transport->context);
}

void transport_stop(struct transport *transport)
{
    transport->stopping = true;
}
