/* SPDX-License-Identifier: Apache-2.0 */
/* exchange.c - requests over HTTP and their answers: see transport.h and transport_inside.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/transport_inside.h"

enum { HEADERS_MAX = 2048, WRITE_CHUNK = 16384, REQUEST_TIMEOUT_SECONDS = 30 };

/* An HTTP exchange: the library's per-connection memory, reused by the next request of the connection. */
struct exchange {
    uint64_t id;
    struct lws *wsi;
    char path[TRANSPORT_PATH_MAX];
    char query[TRANSPORT_QUERY_MAX];
    char bearer[TRANSPORT_BEARER_MAX];
    char language[TRANSPORT_LANGUAGE_MAX];
    char address[TRANSPORT_PEER_MAX];
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

static void exchange_clear(struct transport *transport, struct exchange *exchange)
{
    if (exchange->id && transport->pending[exchange->id % TRANSPORT_PENDING_MAX] == exchange)
        transport->pending[exchange->id % TRANSPORT_PENDING_MAX] = NULL;
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

/* Headers of every answer: nothing from elsewhere, no framing, no guessing of types. */
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
    struct exchange *exchange = transport->pending[request % TRANSPORT_PENDING_MAX];
    if (!exchange || exchange->id != request) {
        if (response->file)
            fclose(response->file);
        return;
    }
    transport->pending[request % TRANSPORT_PENDING_MAX] = NULL;
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

const char *transport_language(const struct transport *transport, uint64_t request)
{
    const struct exchange *exchange = transport->pending[request % TRANSPORT_PENDING_MAX];
    return exchange && exchange->id == request ? exchange->language : "";
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

static bool is_loopback(const char *address)
{
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
                              .address = exchange->address,
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
    if (transport->pending[exchange->id % TRANSPORT_PENDING_MAX])
        return -1; /* thousands of answers are outstanding: shed this one */
    transport->pending[exchange->id % TRANSPORT_PENDING_MAX] = exchange;

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
    transport_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, value, sizeof value);
    if (strncmp(value, "Bearer ", 7) == 0)
        snprintf(exchange->bearer, sizeof exchange->bearer, "%s", value + 7);
    transport_header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, value, sizeof value);
    snprintf(exchange->language, sizeof exchange->language, "%.2s", value);
    transport_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, value, sizeof value);
    exchange->gzip = strstr(value, "gzip") != NULL;
    lws_get_peer_simple(wsi, exchange->address, sizeof exchange->address);
    exchange->loopback = is_loopback(exchange->address);

    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_TIMEOUT_SECONDS);
    transport_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, value, sizeof value);
    if (!exchange->method)
        exchange->asked = true,
        exchange_refuse(transport, exchange, 405, "bad-text", "This method is not used here.");
    else if (!transport_host_ok(wsi))
        exchange->asked = true, exchange_refuse(transport, exchange, 421, "forbidden",
                                                "This house does not go by that name. Its names stand in "
                                                "the configuration (hosts).");
    else if (exchange->method >= METHOD_POST && !transport_origin_ok(wsi))
        exchange->asked = true,
        exchange_refuse(transport, exchange, 403, "forbidden", "Another house's page asked for this.");
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

static int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    struct exchange *exchange = user;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return transport_upgrade(wsi);
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
        transport_woken(transport_of(wsi));
        return 0;
    default:
        return 0;
    }
#pragma GCC diagnostic pop
}

const struct lws_protocols exchange_protocol = {
    .name = "http", .callback = http_callback, .per_session_data_size = sizeof(struct exchange)};
