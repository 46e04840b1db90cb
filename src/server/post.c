/* SPDX-License-Identifier: Apache-2.0 */
#include "server/post.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STOP_LOOK_MS = 100, READ_CHUNK = 2048 };

/* A request on its way. */
struct sending {
    const struct post *post;
    struct text *answer;
    struct lws_context *context;
    lws_sorted_usec_list_t timer;
    int64_t until_ms;
    int status;
    bool done;
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int add_headers(struct lws *wsi, const struct sending *sending, unsigned char **at, size_t length)
{
    unsigned char *end = *at + length;
    static const char type[] = "text/plain; charset=utf-8";
    char size[24];
    int digits = snprintf(size, sizeof size, "%zu", sending->post->size);
    if (lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, (const unsigned char *)type,
                                     (int)strlen(type), at, end) ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, (const unsigned char *)size, digits,
                                     at, end))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int write_body(struct lws *wsi, const struct sending *sending)
{
    const struct post *post = sending->post;
    unsigned char *room = malloc(LWS_PRE + post->size);
    if (!room)
        return -1;
    memcpy(room + LWS_PRE, post->body, post->size);
    int written = lws_write(wsi, room + LWS_PRE, post->size, LWS_WRITE_HTTP_FINAL);
    free(room);
    lws_client_http_body_pending(wsi, 0);
    return written == (int)post->size ? 0 : -1;
}

static int read_more(struct lws *wsi)
{
    char room[LWS_PRE + READ_CHUNK];
    char *at = room + LWS_PRE;
    int length = READ_CHUNK;
    return lws_http_client_read(wsi, &at, &length) < 0 ? -1 : 0;
}

static int called(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct sending *sending = lws_context_user(lws_get_context(wsi));
    (void)user;
    if (!sending)
        return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_headers(wsi, sending, in, length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return write_body(wsi, sending);
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        sending->status = (int)lws_http_client_http_response(wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return read_more(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        text_put_bytes(sending->answer, in, length);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        sending->status = 0;
        sending->done = true;
        return 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        sending->done = true;
        return 0;
    default:
        return 0;
    }
}

/* Looks at the clock and at whether it is time to go. */
static void look(lws_sorted_usec_list_t *list)
{
    struct sending *sending = lws_container_of(list, struct sending, timer);
    bool stopped = sending->post->stop && atomic_load(sending->post->stop);
    if (!sending->done && (stopped || now_ms() >= sending->until_ms)) {
        sending->status = 0;
        sending->done = true;
    }
    lws_sul_schedule(sending->context, 0, &sending->timer, look, STOP_LOOK_MS * 1000);
}

/* The library's parts point into `copy`. */
struct address {
    char copy[POST_URL_MAX];
    char path[POST_URL_MAX];
    char host[POST_URL_MAX + 8];
    const char *protocol;
    const char *name;
    int port;
};

static bool parse_url(const char *url, struct address *address)
{
    const char *path;
    size_t length = strlen(url);
    if (length == 0 || length >= sizeof address->copy)
        return false;
    memcpy(address->copy, url, length + 1);
    if (lws_parse_uri(address->copy, &address->protocol, &address->name, &address->port, &path) ||
        !address->name[0])
        return false;
    snprintf(address->path, sizeof address->path, "/%s", path);
    snprintf(address->host, sizeof address->host, "%s:%d", address->name, address->port);
    return strcmp(address->protocol, "http") == 0 || strcmp(address->protocol, "https") == 0;
}

bool post_url_ok(const char *url)
{
    struct address address;
    return (strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0) && parse_url(url, &address);
}

static bool connect_to(struct sending *sending, struct address *address)
{
    bool tls = strcmp(address->protocol, "https") == 0;
    struct lws_client_connect_info info = {.context = sending->context,
                                           .address = address->name,
                                           .port = address->port,
                                           .path = address->path,
                                           .host = address->host,
                                           .origin = address->host,
                                           .method = "POST",
                                           .alpn = "http/1.1",
                                           .protocol = "post",
                                           .local_protocol_name = "post",
                                           .ssl_connection = tls ? LCCSCF_USE_SSL : 0};
    return lws_client_connect_via_info(&info) != NULL || sending->done;
}

int post_send(const struct post *post, struct text *answer)
{
    struct address address;
    struct sending sending = {.post = post, .answer = answer, .until_ms = now_ms() + post->timeout_ms};
    const struct lws_protocols protocols[] = {{.name = "post", .callback = called}, {0}};
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                             .protocols = protocols,
                                             .gid = -1,
                                             .uid = -1,
                                             .user = &sending,
                                             .alpn = "http/1.1",
                                             .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT};
    if (!parse_url(post->url, &address) || !(sending.context = lws_create_context(&info)))
        return 0;
    look(&sending.timer);
    if (!connect_to(&sending, &address))
        sending.done = true;
    while (!sending.done && lws_service(sending.context, 0) >= 0)
        ;
    lws_sul_schedule(sending.context, 0, &sending.timer, NULL, LWS_SET_TIMER_USEC_CANCEL);
    int status = sending.done && !answer->full ? sending.status : 0;
    sending.done = true;
    lws_context_destroy(sending.context);
    return status;
}
