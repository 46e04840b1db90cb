/* SPDX-License-Identifier: Apache-2.0 */
/* transport.c - see transport.h. Notes on libwebsockets 4.1.6 stand where they matter. */
#include "server/transport.h"

#include <assert.h>
#include <ev.h>
#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    HEADERS_MAX = 2048,
    WRITE_CHUNK = 16384,
    REQUEST_TIMEOUT_SECONDS = 30,
    CLOSE_TIMEOUT_SECONDS = 5,
    PENDING_MAX = 4096, /* requests whose answer is still to come */
};

/* An HTTP exchange: the library's per-connection memory, reused by the next request of the connection. */
struct exchange {
    uint64_t id;
    struct lws *wsi;
    char path[TRANSPORT_PATH_MAX];
    char query[TRANSPORT_QUERY_MAX];
    char bearer[TRANSPORT_BEARER_MAX];
    enum method method;
    bool gzip;
    bool loopback;
    bool asked; /* the handler has been called */
    bool too_long;
    char *body;
    size_t body_used;
    int status; /* of the answer; 0: not yet there */
    bool headers_sent;
    size_t header_size;
    char headers[HEADERS_MAX];
    unsigned char *answer; /* LWS_PRE bytes of room, then the body, or one piece of the file */
    FILE *file;
    size_t answer_size;
    size_t answer_sent;
};

struct frame {
    struct frame *next;
    size_t size;
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

struct peer_state {
    struct lws *wsi;
    struct transport *transport;
    struct frame *first;
    struct frame **last;
    size_t queued;
    char *message;
    size_t message_used;
    int closing; /* enum close_code; 0: open */
};

struct socket_session {
    struct peer peer;
    struct peer_state state;
    bool open;
};

struct transport {
    struct lws_context *context;
    struct transport_handlers handlers;
    struct transport_options options;
    uint64_t last_id;
    struct exchange *pending[PENDING_MAX]; /* by id modulo the size */
    unsigned connections;
    bool stopping;
    atomic_bool woken;
    lws_sorted_usec_list_t timer;
    struct ev_loop *loop; /* the library's own looks at every connection each time one has something to say */
};

static struct transport *transport_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* ---- HTTP. ---- */

static void exchange_clear(struct transport *transport, struct exchange *exchange)
{
    if (exchange->id && transport->pending[exchange->id % PENDING_MAX] == exchange)
        transport->pending[exchange->id % PENDING_MAX] = NULL;
    free(exchange->body);
    free(exchange->answer);
    if (exchange->file)
        fclose(exchange->file);
    memset(exchange, 0, sizeof *exchange);
}

static void header_put(struct exchange *exchange, const char *name, const char *value)
{
    size_t room = sizeof exchange->headers - exchange->header_size;
    int used = snprintf(exchange->headers + exchange->header_size, room, "%s\r%s\r", name, value);
    assert(used > 0 && (size_t)used < room);
    exchange->header_size += (size_t)used;
}

/* What a browser is told with every answer: nothing from elsewhere, no framing, no guessing of types. */
static void headers_common(struct transport *transport, struct exchange *exchange)
{
    header_put(exchange, "content-security-policy:", transport->options.policy);
    header_put(exchange, "x-content-type-options:", "nosniff");
    header_put(exchange, "x-frame-options:", "DENY");
    header_put(exchange, "referrer-policy:", "no-referrer");
    header_put(exchange, "cross-origin-opener-policy:", "same-origin");
    header_put(exchange, "cross-origin-resource-policy:", "same-origin");
    header_put(exchange, "permissions-policy:", "camera=(), microphone=(), geolocation=(), payment=()");
    if (transport->options.certificate)
        header_put(exchange, "strict-transport-security:", "max-age=31536000");
}

static void headers_own(struct exchange *exchange, const struct response *response)
{
    if (response->type)
        header_put(exchange, "content-type:", response->type);
    if (response->gzip)
        header_put(exchange, "content-encoding:", "gzip");
    header_put(exchange, "vary:", "accept-encoding");
    header_put(exchange, "cache-control:",
               response->immutable ? "public, max-age=31536000, immutable"
               : response->etag    ? "no-cache"
                                   : "no-store");
    if (response->etag)
        header_put(exchange, "etag:", response->etag);
    if (response->name) {
        char value[128];
        snprintf(value, sizeof value, "attachment; filename=\"%.64s\"", response->name);
        header_put(exchange, "content-disposition:", value);
    }
}

void transport_respond(struct transport *transport, uint64_t request, const struct response *response)
{
    struct exchange *exchange = transport->pending[request % PENDING_MAX];
    if (!exchange || exchange->id != request) {
        if (response->file)
            fclose(response->file);
        return;
    }
    transport->pending[request % PENDING_MAX] = NULL;
    exchange->status = response->status;
    exchange->header_size = 0;
    headers_common(transport, exchange);
    headers_own(exchange, response);
    exchange->answer_size = response->size;
    exchange->file = response->file;
    exchange->answer = malloc(LWS_PRE + (response->file ? WRITE_CHUNK : response->size) + 1);
    if (!exchange->answer) {
        exchange->status = 503;
        exchange->answer_size = 0;
    } else if (response->size && !response->file) {
        memcpy(exchange->answer + LWS_PRE, response->body, response->size);
    }
    lws_callback_on_writable(exchange->wsi);
}

static int exchange_refuse(struct transport *transport, struct exchange *exchange, int status,
                           const char *code, const char *sentence)
{
    char body[256];
    int size =
        snprintf(body, sizeof body, "{\"error\":{\"code\":\"%s\",\"sentence\":\"%s\"}}", code, sentence);
    struct response response = {
        .status = status, .type = "application/json", .body = body, .size = (size_t)size};
    transport_respond(transport, exchange->id, &response);
    return 0;
}

/* Copies a header whole, or nothing of it. */
static void header_copy(struct lws *wsi, enum lws_token_indexes token, char *text, size_t size)
{
    text[0] = 0;
    if (lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, text, (int)size, token) < 0)
        text[0] = 0;
}

static void query_copy(struct lws *wsi, char *query, size_t size)
{
    size_t used = 0;
    char part[TRANSPORT_QUERY_MAX];
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) >= 0; i++) {
        int written = snprintf(query + used, size - used, "%s%s", i ? "&" : "", part);
        if (written < 0 || (size_t)written >= size - used)
            break;
        used += (size_t)written;
    }
    query[used] = 0;
}

static bool is_loopback(struct lws *wsi)
{
    char address[64] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "::ffff:127.", 11) == 0;
}

static enum method method_of(int library_method)
{
    switch (library_method) {
    case LWSHUMETH_GET:
        return METHOD_GET;
    case LWSHUMETH_HEAD:
        return METHOD_HEAD;
    case LWSHUMETH_POST:
        return METHOD_POST;
    case LWSHUMETH_DELETE:
        return METHOD_DELETE;
    }
    return 0;
}

static void exchange_ask(struct transport *transport, struct exchange *exchange)
{
    if (exchange->asked)
        return;
    exchange->asked = true;
    if (exchange->too_long) {
        exchange_refuse(transport, exchange, 413, "too-long", "The request is too long.");
        return;
    }
    struct request request = {.id = exchange->id,
                              .method = exchange->method,
                              .path = exchange->path,
                              .query = exchange->query,
                              .bearer = exchange->bearer,
                              .body = exchange->body ? exchange->body : "",
                              .body_size = exchange->body_used,
                              .gzip = exchange->gzip,
                              .loopback = exchange->loopback};
    transport->handlers.request(transport->handlers.context, &request);
}

static int exchange_begin(struct lws *wsi, struct exchange *exchange)
{
    struct transport *transport = transport_of(wsi);
    exchange_clear(transport, exchange);
    exchange->wsi = wsi;
    exchange->id = ++transport->last_id;
    if (transport->pending[exchange->id % PENDING_MAX])
        return -1; /* thousands of answers are outstanding: shed this one */
    transport->pending[exchange->id % PENDING_MAX] = exchange;

    char *path = NULL;
    int path_size = 0;
    int method = lws_http_get_uri_and_method(wsi, &path, &path_size);
    exchange->method = method_of(method);
    if (!path || path_size < 1 || path_size >= TRANSPORT_PATH_MAX)
        exchange->too_long = true;
    else
        memcpy(exchange->path, path, (size_t)path_size);
    query_copy(wsi, exchange->query, sizeof exchange->query);

    char value[TRANSPORT_BEARER_MAX];
    header_copy(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, value, sizeof value);
    if (strncmp(value, "Bearer ", 7) == 0)
        snprintf(exchange->bearer, sizeof exchange->bearer, "%s", value + 7);
    header_copy(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, value, sizeof value);
    exchange->gzip = strstr(value, "gzip") != NULL;
    exchange->loopback = is_loopback(wsi);

    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_TIMEOUT_SECONDS);
    header_copy(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, value, sizeof value);
    if (!exchange->method)
        exchange->asked = true,
        exchange_refuse(transport, exchange, 405, "bad-text", "This method is not used here.");
    else if (strtoll(value, NULL, 10) <= 0)
        exchange_ask(transport, exchange);
    else if (strtoll(value, NULL, 10) > TRANSPORT_BODY_MAX)
        exchange->too_long = true; /* the body is read and thrown away, then refused */
    return 0;
}

static void exchange_body(struct exchange *exchange, const void *bytes, size_t count)
{
    if (exchange->too_long || exchange->asked)
        return;
    char *grown = exchange->body_used + count <= TRANSPORT_BODY_MAX
                      ? realloc(exchange->body, exchange->body_used + count + 1)
                      : NULL;
    if (!grown) {
        exchange->too_long = true;
        return;
    }
    exchange->body = grown;
    memcpy(grown + exchange->body_used, bytes, count);
    exchange->body_used += count;
    grown[exchange->body_used] = 0;
}

static int write_headers(struct lws *wsi, struct exchange *exchange)
{
    unsigned char buffer[LWS_PRE + HEADERS_MAX + 512];
    unsigned char *at = buffer + LWS_PRE;
    unsigned char *end = buffer + sizeof buffer - 1;
    if (lws_add_http_header_status(wsi, (unsigned)exchange->status, &at, end))
        return -1;
    for (char *name = exchange->headers; name < exchange->headers + exchange->header_size;) {
        char *value = name + strcspn(name, "\r");
        *value++ = 0;
        size_t length = strcspn(value, "\r");
        if (lws_add_http_header_by_name(wsi, (unsigned char *)name, (unsigned char *)value, (int)length, &at,
                                        end))
            return -1;
        name = value + length + 1;
    }
    if (lws_add_http_header_content_length(wsi, exchange->answer_size, &at, end))
        return -1;
    return lws_finalize_write_http_header(wsi, buffer + LWS_PRE, &at, end);
}

static int exchange_finish(struct lws *wsi, struct exchange *exchange)
{
    exchange_clear(transport_of(wsi), exchange);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int exchange_write(struct lws *wsi, struct exchange *exchange)
{
    if (!exchange->status)
        return 0;
    if (!exchange->headers_sent) {
        exchange->headers_sent = true;
        if (write_headers(wsi, exchange))
            return -1;
        if (exchange->method == METHOD_HEAD || exchange->answer_size == 0)
            return exchange_finish(wsi, exchange);
        lws_callback_on_writable(wsi);
        return 0;
    }
    size_t left = exchange->answer_size - exchange->answer_sent;
    size_t count = left < WRITE_CHUNK ? left : WRITE_CHUNK;
    unsigned char *from = exchange->answer + LWS_PRE + (exchange->file ? 0 : exchange->answer_sent);
    if (exchange->file && fread(from, 1, count, exchange->file) != count)
        return -1;
    /* The library may scribble over the LWS_PRE bytes before `from`; those were sent already. */
    if (lws_write(wsi, from, count, count == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) != (int)count)
        return -1;
    exchange->answer_sent += count;
    if (exchange->answer_sent == exchange->answer_size)
        return exchange_finish(wsi, exchange);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_TIMEOUT_SECONDS);
    lws_callback_on_writable(wsi);
    return 0;
}

/* The library would open its HTTP/2 parser on `Upgrade: h2c`, over TLS too. */
static int confirm_upgrade(struct lws *wsi)
{
    char to[16];
    header_copy(wsi, WSI_TOKEN_UPGRADE, to, sizeof to);
    return strcasecmp(to, "websocket") == 0 ? 0 : -1;
}

static void woken(struct transport *transport)
{
    if (atomic_exchange(&transport->woken, false) && transport->handlers.woken)
        transport->handlers.woken(transport->handlers.context);
}

static int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    struct exchange *exchange = user;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(wsi);
    case LWS_CALLBACK_HTTP:
        return exchange_begin(wsi, exchange);
    case LWS_CALLBACK_HTTP_BODY:
        exchange_body(exchange, in, size);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        exchange_ask(transport_of(wsi), exchange);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return exchange_write(wsi, exchange);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (exchange)
            exchange_clear(transport_of(wsi), exchange);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        woken(transport_of(wsi));
        return 0;
    default:
        return 0;
    }
#pragma GCC diagnostic pop
}

/* ---- WebSocket. ---- */

static void queue_clear(struct peer_state *state)
{
    while (state->first) {
        struct frame *frame = state->first;
        state->first = frame->next;
        free(frame);
    }
    state->last = &state->first;
    state->queued = 0;
}

void peer_close(struct peer *peer, enum close_code code)
{
    struct peer_state *state = peer->state;
    if (state->closing)
        return;
    state->closing = (int)code;
    if (code == CLOSE_TOO_SLOW)
        queue_clear(state);
    lws_callback_on_writable(state->wsi);
    lws_set_timeout(state->wsi, PENDING_TIMEOUT_CLOSE_SEND, CLOSE_TIMEOUT_SECONDS);
}

bool peer_is_closing(const struct peer *peer)
{
    return peer->state->closing != 0;
}

void peer_send(struct peer *peer, const char *text, size_t length)
{
    struct peer_state *state = peer->state;
    if (state->closing)
        return;
    struct frame *frame =
        state->queued + length <= TRANSPORT_QUEUE_MAX ? malloc(sizeof *frame + LWS_PRE + length) : NULL;
    if (!frame) {
        peer_close(peer, CLOSE_TOO_SLOW);
        return;
    }
    frame->next = NULL;
    frame->size = length;
    memcpy(frame->bytes + LWS_PRE, text, length);
    *state->last = frame;
    state->last = &frame->next;
    state->queued += length;
    lws_callback_on_writable(state->wsi);
}

static int socket_write(struct lws *wsi, struct peer_state *state)
{
    while (state->first) {
        struct frame *frame = state->first;
        if (lws_write(wsi, frame->bytes + LWS_PRE, frame->size, LWS_WRITE_TEXT) < (int)frame->size)
            return -1;
        state->first = frame->next;
        if (!state->first)
            state->last = &state->first;
        state->queued -= frame->size;
        free(frame);
        if (state->first && lws_send_pipe_choked(wsi)) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    if (state->closing) {
        lws_close_reason(wsi, (enum lws_close_status)state->closing, NULL, 0);
        return -1;
    }
    return 0;
}

static void socket_malformed(struct transport *transport, struct peer *peer, enum close_code code)
{
    if (transport->handlers.malformed)
        transport->handlers.malformed(transport->handlers.context, peer);
    peer_close(peer, code);
}

static void socket_receive(struct lws *wsi, struct peer *peer, const void *bytes, size_t count)
{
    struct peer_state *state = peer->state;
    struct transport *transport = state->transport;
    if (state->closing)
        return;
    if (lws_frame_is_binary(wsi)) {
        socket_malformed(transport, peer, CLOSE_BINARY);
        return;
    }
    if (lws_is_first_fragment(wsi))
        state->message_used = 0;
    char *grown = state->message_used + count <= TRANSPORT_FRAME_MAX
                      ? realloc(state->message, state->message_used + count + 1)
                      : NULL;
    if (!grown) {
        socket_malformed(transport, peer, CLOSE_POLICY);
        return;
    }
    state->message = grown;
    memcpy(grown + state->message_used, bytes, count);
    state->message_used += count;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0)
        return;
    grown[state->message_used] = 0;
    transport->handlers.message(transport->handlers.context, peer, grown, state->message_used);
    /* An idle terminal holds no buffer. */
    free(state->message);
    state->message = NULL;
    state->message_used = 0;
}

static int socket_open(struct lws *wsi, struct socket_session *session)
{
    struct transport *transport = transport_of(wsi);
    memset(session, 0, sizeof *session);
    session->state.wsi = wsi;
    session->state.transport = transport;
    session->state.last = &session->state.first;
    session->peer.state = &session->state;
    session->open = transport->connections < transport->options.connections_max &&
                    transport->handlers.opened(transport->handlers.context, &session->peer);
    if (!session->open)
        return -1;
    transport->connections++;
    return 0;
}

static void socket_closed(struct socket_session *session)
{
    if (!session || !session->open)
        return;
    struct transport *transport = session->state.transport;
    session->open = false;
    transport->connections--;
    transport->handlers.closed(transport->handlers.context, &session->peer);
    queue_clear(&session->state);
    free(session->state.message);
    session->state.message = NULL;
}

static int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t size)
{
    struct socket_session *session = user;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: {
        char path[8];
        header_copy(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
        return strcmp(path, "/ws") == 0 ? 0 : -1;
    }
    case LWS_CALLBACK_ESTABLISHED:
        return socket_open(wsi, session);
    case LWS_CALLBACK_RECEIVE:
        socket_receive(wsi, &session->peer, in, size);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket_write(wsi, &session->state);
    case LWS_CALLBACK_CLOSED:
        socket_closed(session);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        woken(transport_of(wsi));
        return 0;
    default:
        return 0;
    }
#pragma GCC diagnostic pop
}

/* ---- Life. ---- */

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = http_callback, .per_session_data_size = sizeof(struct exchange)},
    {.name = "croupier.1",
     .callback = socket_callback,
     .per_session_data_size = sizeof(struct socket_session),
     .rx_buffer_size = 2048,
     .tx_packet_size = TRANSPORT_QUEUE_MAX}, /* a frame leaves in one piece, not in pieces of 2048 */
    {.name = NULL},
};

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

struct transport *transport_new(const struct transport_options *options,
                                const struct transport_handlers *handlers)
{
    struct transport *transport = calloc(1, sizeof *transport);
    if (!transport)
        return NULL;
    transport->handlers = *handlers;
    transport->options = *options;
    lws_set_log_level(0, NULL);
    transport->loop = ev_loop_new(EVFLAG_AUTO);
    if (!transport->loop) {
        free(transport);
        return NULL;
    }
    void *loops[] = {transport->loop};
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = options->host,
        .protocols = protocols,
        .user = transport,
        .gid = -1,
        .uid = -1,
        .alpn = "http/1.1",
        .max_http_header_pool = 256,
        .max_http_header_data = 4096,
        .timeout_secs = 20,
        .keepalive_timeout = 60,
        /* A terminal without power is noticed by the kernel; the library would keep a sorted list of pings.
         */
        .ka_time = 30,
        .ka_probes = 3,
        .ka_interval = 10,
        .foreign_loops = loops,
        .ssl_cert_filepath = options->certificate,
        .ssl_private_key_filepath = options->key,
    };
    info.options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_LIBEV |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    if (!strchr(options->host, ':'))
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
    return transport;
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
