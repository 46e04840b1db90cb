/* SPDX-License-Identifier: Apache-2.0 */
/* peer.c - connections over WebSocket: see transport.h and transport_inside.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/transport_inside.h"

enum { CLOSE_TIMEOUT_SECONDS = 5 };

struct letter {
    unsigned readers; /* who wait for it, and whoever wrote it */
    size_t size;
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

struct frame {
    struct frame *next;
    struct letter *letter;
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

struct letter *letter_new(const char *text, size_t length)
{
    struct letter *letter = malloc(sizeof *letter + LWS_PRE + length);
    if (!letter)
        return NULL;
    *letter = (struct letter){.readers = 1, .size = length};
    memcpy(letter->bytes + LWS_PRE, text, length);
    return letter;
}

void letter_free(struct letter *letter)
{
    assert(!letter || letter->readers);
    if (letter && --letter->readers == 0)
        free(letter);
}

static void queue_drop(struct peer_state *state)
{
    struct frame *frame = state->first;
    state->first = frame->next;
    if (!state->first)
        state->last = &state->first;
    state->queued -= frame->letter->size;
    letter_free(frame->letter);
    free(frame);
}

static void queue_clear(struct peer_state *state)
{
    while (state->first)
        queue_drop(state);
    assert(state->queued == 0);
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

void peer_send(struct peer *peer, struct letter *letter)
{
    struct peer_state *state = peer->state;
    if (state->closing)
        return;
    bool fits = letter && state->queued + letter->size <= TRANSPORT_QUEUE_MAX;
    struct frame *frame = fits ? malloc(sizeof *frame) : NULL;
    if (!frame) {
        peer_close(peer, CLOSE_TOO_SLOW);
        return;
    }
    letter->readers++;
    *frame = (struct frame){.next = NULL, .letter = letter};
    *state->last = frame;
    state->last = &frame->next;
    state->queued += letter->size;
    lws_callback_on_writable(state->wsi);
}

static int socket_write(struct lws *wsi, struct peer_state *state)
{
    while (state->first) {
        struct letter *letter =
            state->first->letter; /* the library writes the same head before it for everybody */
        if (lws_write(wsi, letter->bytes + LWS_PRE, letter->size, LWS_WRITE_TEXT) < (int)letter->size)
            return -1;
        queue_drop(state);
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
        return transport_upgrade(wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: {
        char path[8];
        transport_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
        return strcmp(path, "/ws") == 0 && transport_host_ok(wsi) && transport_origin_ok(wsi) ? 0 : -1;
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
        transport_woken(transport_of(wsi));
        return 0;
    default:
        return 0;
    }
#pragma GCC diagnostic pop
}

const struct lws_protocols peer_protocol = {
    .name = "croupier.1",
    .callback = socket_callback,
    .per_session_data_size = sizeof(struct socket_session),
    .rx_buffer_size = 2048,
    .tx_packet_size = TRANSPORT_QUEUE_MAX, /* a frame leaves in one piece, not in pieces of 2048 */
};
