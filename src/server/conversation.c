/* SPDX-License-Identifier: Apache-2.0 */
#include "server/conversation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"
#include "server/fleet.h"
#include "server/floor.h"
#include "server/message.h"

/* ---- Messages. ---- */

static void send_welcome(struct client *client)
{
    struct server *server = client->server;
    const struct user *user = people_find(&server->people, client->name);
    struct out *out = &server->out;
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "welcome");
    out_put_integer(out, "protocol", 1);
    if (user) {
        out_put_string(out, "user", user->name);
        out_put_string(out, "name", user->title);
    }
    out_put_string(out, "role", user_role_name(client->role));
    out_put_bool(out, "demo", server->demo != NULL);
    out_put_integer(out, "time", server_now());
    out_object_end(out);
    client_send(client);
}

static void on_hello(struct client *client, const struct message *message)
{
    const char *token = message_string(message, "token");
    const char *language = message_string(message, "language");
    if (message_integer(message, "protocol", 0) != 1) {
        client_send_error(client, NULL, "bad-message", N_("This server speaks protocol 1."));
        return;
    }
    if (language && !language_find(language, &client->language)) {
        client_send_error(client, NULL, "bad-message", N_("There is no such language."));
        return;
    }
    const struct user *user = token ? server_user(client->server, token) : NULL;
    if (token && !user && client->server->sessions.unsure) {
        peer_close(client->peer, CLOSE_AWAY); /* another server may know the session */
        return;
    }
    if (token && !user) {
        client_send_status(client, NULL, STATUS_NOT_LOGGED_IN);
        return;
    }
    client_set_role(client, user ? (enum user_role)user->role : USER_DISPLAY);
    snprintf(client->name, sizeof client->name, "%s", user ? user->name : "");
    snprintf(client->token, sizeof client->token, "%s", user ? token : "");
    client->changes = message_true(message, "changes");
    for (unsigned i = 0; i < client->watch_count; i++)
        client->watches[i].told = 0; /* another person, or another language */
    client->greeted = true;
    client->since_ms = client->reminded_ms = server_ticks();
    send_welcome(client);
}

static struct floor_table *table_of(struct client *client, const struct message *message)
{
    const char *table = message_string(message, "table");
    struct floor_table *floor = fleet_floor(client->server, table);
    if (!floor)
        client_send_elsewhere(client, message_string(message, "id"), table,
                              fleet_address(client->server, table));
    return floor;
}

static void on_watch(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    if (!floor)
        return;
    bool comes = !client_watch(client, floor);
    if (comes) {
        if (client->watch_count == CLIENT_WATCHES_MAX) {
            client_send_status(client, NULL, STATUS_TOO_MANY);
            return;
        }
        client->watches[client->watch_count++] = (struct watch){.floor = floor};
        floor_watch(floor, client);
    }
    client->luck |= message_true(message, "luck");
    floor_resume(floor, client, message_integer(message, "since", -1));
    floor_luck_send(floor, client);
    if (comes) {
        floor_luck_come(floor, client);
        floor_go_on(floor);
    }
}

static void on_unwatch(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    if (!floor || !client_watch(client, floor))
        return;
    client_forget(client, floor);
    floor_unwatch(floor, client);
}

/* False when the answer has been given: not logged in, not allowed, or the session is over. */
static bool may_act(struct client *client, const char *id)
{
    const struct user *user = client->token[0] ? server_user(client->server, client->token) : NULL;
    enum status none = client->server->sessions.unsure ? STATUS_NO_DATABASE : STATUS_NOT_LOGGED_IN;
    enum status held = user ? server_held_back(client->server, user) : none;
    if (user && user->role == client->role && user_role_actor(client->role) && !held)
        return true;
    client_send_status(client, id, held ? held : STATUS_FORBIDDEN);
    return false;
}

static void ask_words(struct client *client, const struct message *message, struct floor_table *floor,
                      const char *words)
{
    const char *id = message_string(message, "id");
    struct task task = {.kind = TASK_WORDS, .role = client->role};
    if (client->role == USER_PLAYER && !floor_is_for(floor, client->name)) {
        client_send_status(client, id, STATUS_SEAT_TAKEN);
        return;
    }
    if (strlen(words) >= sizeof task.words) {
        client_send_status(client, id, STATUS_TOO_LONG);
        return;
    }
    snprintf(task.by, sizeof task.by, "%s", client->name);
    snprintf(task.words, sizeof task.words, "%s", words);
    task.reply.client = client->number;
    reply_key(&task.reply, client->name, id, "act %s %s", floor->table.plan.id, words);
    floor_ask(floor, &task);
}

static void on_act(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    if (floor && may_act(client, message_string(message, "id")))
        ask_words(client, message, floor, message_string(message, "act"));
}

static void on_preview(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    if (floor && may_act(client, NULL))
        floor_preview(floor, client, message_string(message, "act"));
}

static void on_sit(struct client *client, const struct message *message)
{
    char words[32];
    struct floor_table *floor = table_of(client, message);
    if (!floor || !may_act(client, message_string(message, "id")))
        return;
    snprintf(words, sizeof words, "sit %lld", (long long)message_integer(message, "area", 0));
    ask_words(client, message, floor, words);
}

static void on_leave(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    if (floor && may_act(client, message_string(message, "id")))
        ask_words(client, message, floor, state_between_rounds(floor->shown) ? "rise" : "leave");
}

static void on_ready(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    if (!floor || !may_act(client, NULL))
        return;
    enum status status = floor_is_for(floor, client->name) ? floor_hurry(floor) : STATUS_SEAT_TAKEN;
    if (status != STATUS_OK)
        client_send_status(client, NULL, status);
}

static void on_arrange(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    unsigned speed;
    int64_t company = message_integer(message, "company", 0);
    if (!floor || !may_act(client, NULL))
        return;
    if (!floor_find_speed(message_string(message, "speed"), &speed) || company < 0 || company > AREAS_MAX) {
        client_send_error(client, NULL, "bad-message", N_("The speed is slow, normal or fast."));
        return;
    }
    enum status status = !floor->table.plan.solo              ? STATUS_FORBIDDEN
                         : !floor_is_for(floor, client->name) ? STATUS_SEAT_TAKEN
                                                              : STATUS_OK;
    if (status != STATUS_OK) {
        client_send_status(client, NULL, status);
        return;
    }
    floor_arrange(floor, speed, (unsigned)company);
    floor_send_snapshot(floor, client);
}

/* A number is a player's own, and they are there. */
static bool may_take_part(struct client *client, const struct floor_table *floor)
{
    if (!may_act(client, NULL))
        return false;
    bool may = client->role == USER_PLAYER && client->luck && client_watch(client, floor);
    if (!may)
        client_send_status(client, NULL, STATUS_FORBIDDEN);
    return may;
}

static void on_promise(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    if (!floor || !may_take_part(client, floor))
        return;
    enum status status = floor_luck_promise(floor, client, message_integer(message, "shoe", 0),
                                            message_string(message, "commitment"));
    if (status != STATUS_OK)
        client_send_status(client, NULL, status);
    floor_go_on(floor);
}

static void on_reveal(struct client *client, const struct message *message)
{
    struct floor_table *floor = table_of(client, message);
    if (!floor || !may_take_part(client, floor))
        return;
    enum status status = floor_luck_reveal(floor, client, message_integer(message, "shoe", 0),
                                           message_string(message, "value"));
    if (status != STATUS_OK)
        client_send_status(client, NULL, status);
    floor_go_on(floor);
}

static void on_ping(struct client *client, const struct message *message)
{
    struct out *out = &client->server->out;
    (void)message;
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "pong");
    out_put_integer(out, "time", server_now());
    out_object_end(out);
    client_send(client);
}

#define TYPE_FIELD                                                                                           \
    {                                                                                                        \
        "type", FIELD_STRING, true                                                                           \
    }
#define ID_FIELD                                                                                             \
    {                                                                                                        \
        "id", FIELD_STRING, true                                                                             \
    }
#define TABLE_FIELD                                                                                          \
    {                                                                                                        \
        "table", FIELD_STRING, true                                                                          \
    }

static const struct message_type {
    const char *name;
    void (*on)(struct client *client, const struct message *message);
    struct field fields[MESSAGE_FIELDS_MAX];
} types[] = {
    {"hello",
     on_hello,
     {TYPE_FIELD,
      {"protocol", FIELD_INTEGER, true},
      {"token", FIELD_STRING, false},
      {"language", FIELD_STRING, false},
      {"changes", FIELD_BOOL, false}}},
    {"watch",
     on_watch,
     {TYPE_FIELD, TABLE_FIELD, {"since", FIELD_INTEGER, false}, {"luck", FIELD_BOOL, false}}},
    {"unwatch", on_unwatch, {TYPE_FIELD, TABLE_FIELD}},
    {"act", on_act, {TYPE_FIELD, ID_FIELD, TABLE_FIELD, {"act", FIELD_STRING, true}}},
    {"preview", on_preview, {TYPE_FIELD, TABLE_FIELD, {"act", FIELD_STRING, true}}},
    {"sit", on_sit, {TYPE_FIELD, ID_FIELD, TABLE_FIELD, {"area", FIELD_INTEGER, true}}},
    {"leave", on_leave, {TYPE_FIELD, ID_FIELD, TABLE_FIELD}},
    {"ready", on_ready, {TYPE_FIELD, TABLE_FIELD}},
    {"arrange",
     on_arrange,
     {TYPE_FIELD, TABLE_FIELD, {"speed", FIELD_STRING, true}, {"company", FIELD_INTEGER, true}}},
    {"promise",
     on_promise,
     {TYPE_FIELD, TABLE_FIELD, {"shoe", FIELD_INTEGER, true}, {"commitment", FIELD_STRING, true}}},
    {"reveal",
     on_reveal,
     {TYPE_FIELD, TABLE_FIELD, {"shoe", FIELD_INTEGER, true}, {"value", FIELD_STRING, true}}},
    {"ping", on_ping, {TYPE_FIELD}},
};

static const struct message_type *type_find(const char *name)
{
    for (size_t i = 0; name && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

/* ---- Abuse. ---- */

static void malformed(struct client *client, const char *sentence)
{
    struct server *server = client->server;
    server->metrics.values[METRIC_BAD]++;
    client_send_error(client, NULL, "bad-message", sentence);
    if (++client->bad_in_row < CLIENT_BAD_MAX)
        return;
    server->metrics.values[METRIC_DROPPED]++;
    peer_close(client->peer, CLOSE_POLICY);
}

/* Counts in windows of CLIENT_RATE_SECONDS: a short burst is fine, a flood is not. */
static bool too_fast(struct client *client)
{
    int64_t now_ms = server_ticks();
    if (now_ms - client->rate_since_ms > CLIENT_RATE_SECONDS * 1000) {
        client->rate_since_ms = now_ms;
        client->rate_count = 0;
    }
    return ++client->rate_count > CLIENT_RATE * CLIENT_RATE_SECONDS;
}

static void dispatch(struct client *client, struct message *message)
{
    const json_t *name = json_object_get(message->root, "type");
    const struct message_type *type = type_find(json_string_value(name));
    const char *id;
    if (!type) {
        malformed(client, N_("There is no such type of message."));
        return;
    }
    if (!message_check(message, type->fields)) {
        malformed(client, message->fault);
        return;
    }
    id = message_string(message, "id");
    if (id && !message_key_ok(id)) {
        malformed(client, N_("An id has 1 to 64 printable characters without blanks."));
        return;
    }
    client->bad_in_row = 0;
    if (!client->greeted && type->on != on_hello && type->on != on_ping)
        client_send_error(client, id, "bad-message", N_("Say hello first."));
    else
        type->on(client, message);
}

void conversation_message(void *context, struct peer *peer, const char *text, size_t length)
{
    struct server *server = context;
    struct client *client = peer->user;
    struct message message;
    server->metrics.values[METRIC_MESSAGES]++;
    if (too_fast(client)) {
        server->metrics.values[METRIC_DROPPED]++;
        peer_close(peer, CLOSE_POLICY);
        return;
    }
    if (message_read(&message, text, length))
        dispatch(client, &message);
    else
        malformed(client, message.fault);
    message_release(&message);
}

void conversation_malformed(void *context, struct peer *peer)
{
    struct server *server = context;
    (void)peer;
    server->metrics.values[METRIC_BAD]++;
    server->metrics.values[METRIC_DROPPED]++;
}

/* ---- Life. ---- */

void conversation_check_session(struct client *client)
{
    const struct user *user = client->token[0] ? server_user(client->server, client->token) : NULL;
    if (!client->token[0] || (user && user->role == client->role) || peer_is_closing(client->peer) ||
        (!user && client->server->sessions.unsure))
        return;
    client_send_status(client, NULL, STATUS_NOT_LOGGED_IN);
    peer_close(client->peer, CLOSE_POLICY);
}

bool conversation_opened(void *context, struct peer *peer)
{
    struct server *server = context;
    struct client *client = calloc(1, sizeof *client);
    if (!client)
        return false;
    client->peer = peer;
    client->rate_since_ms = server_ticks();
    client_enter(client, server);
    peer->user = client;
    return true;
}

/* Somebody who was playing has gone: the pit wants to know. */
static void tell_loss(struct client *client, struct floor_table *floor)
{
    const struct round *round = &floor->shown->round;
    int person = roster_find(&floor->shown->roster, client->name, strlen(client->name));
    if (client->role != USER_PLAYER || person < 0 || round->phase != PHASE_DEALING)
        return;
    for (unsigned i = 0; i < round->stake_count; i++) {
        if (round->stakes[i].person != (unsigned)person || round->stakes[i].state != STAKE_OPEN)
            continue;
        floor_alarm(floor, "warning", "terminal-lost",
                    N_("The terminal of {what} was lost during the round."), client->name);
        return;
    }
}

void conversation_closed(void *context, struct peer *peer)
{
    (void)context;
    struct client *client = peer->user;
    while (client->watch_count) {
        struct floor_table *floor = client->watches[0].floor;
        floor_unwatch(floor, client);
        tell_loss(client, floor);
        client_forget(client, floor);
    }
    client_leave(client);
    free(client);
}
