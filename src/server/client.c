/* SPDX-License-Identifier: Apache-2.0 */
#include "server/client.h"

#include <assert.h>

#include "server/told.h"

/* ---- Sending. ---- */

void client_send(struct client *client)
{
    client_send_out(client, &client->server->out);
}

void client_send_letter(struct client *client, struct letter *letter, size_t size)
{
    struct server *server = client->server;
    server->metrics.values[METRIC_SENT] += size;
    bool open = !peer_is_closing(client->peer);
    peer_send(client->peer, letter);
    if (open && peer_is_closing(client->peer))
        server->metrics.values[METRIC_DROPPED]++;
}

void client_send_out(struct client *client, const struct out *out)
{
    if (out->failed)
        return;
    struct letter *letter = letter_new(out->bytes, out->used);
    client_send_letter(client, letter, out->used);
    letter_free(letter);
}

static void put_error(struct client *client, const char *id, const char *code, const char *sentence)
{
    struct out *out = &client->server->out;
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "error");
    if (id)
        out_put_string(out, "id", id);
    out_put_string(out, "code", code);
    out_put_string(out, "sentence", language_say(client->language, sentence));
}

void client_send_error(struct client *client, const char *id, const char *code, const char *sentence)
{
    put_error(client, id, code, sentence);
    out_object_end(&client->server->out);
    client_send(client);
}

void client_send_elsewhere(struct client *client, const char *id, const char *table, const char *address)
{
    struct out *out = &client->server->out;
    enum status status = address ? STATUS_MOVED : STATUS_NO_TABLE;
    put_error(client, id, status_name(status), status_sentence(status));
    out_put_string(out, "table", table);
    if (address)
        out_put_string(out, "address", address);
    out_object_end(out);
    client_send(client);
}

void client_send_status(struct client *client, const char *id, enum status status)
{
    client_send_error(client, id, status_name(status), status_sentence(status));
}

struct watch *client_watch(struct client *client, const struct floor_table *floor)
{
    for (unsigned i = 0; i < client->watch_count; i++)
        if (client->watches[i].floor == floor)
            return &client->watches[i];
    return NULL;
}

void client_forget(struct client *client, const struct floor_table *floor)
{
    struct watch *watch = client_watch(client, floor);
    if (!watch)
        return;
    told_free(watch->own);
    *watch = client->watches[--client->watch_count];
}

/* ---- Who is there. ---- */

static struct client **slot_of(struct server *server, uint64_t number)
{
    return &server->client_slots[number % CLIENT_SLOTS];
}

struct client *client_find(struct server *server, uint64_t number)
{
    struct client *client = *slot_of(server, number);
    while (client && client->number != number)
        client = client->slot_next;
    return client;
}

void client_enter(struct client *client, struct server *server)
{
    assert(!client->link && !client->watch_count);
    client->server = server;
    client->number = ++server->last_client;
    client->next = server->clients;
    client->link = &server->clients;
    if (client->next)
        client->next->link = &client->next;
    server->clients = client;
    struct client **slot = slot_of(server, client->number);
    client->slot_next = *slot;
    *slot = client;
    client_set_role(client, USER_DISPLAY);
}

void client_leave(struct client *client)
{
    struct server *server = client->server;
    assert(client_find(server, client->number) == client);
    client_set_role(client, USER_DISPLAY);
    if (server->next_checked == client)
        server->next_checked = client->next;
    *client->link = client->next;
    if (client->next)
        client->next->link = client->link;
    struct client **slot = slot_of(server, client->number);
    while (*slot != client)
        slot = &(*slot)->slot_next;
    *slot = client->slot_next;
}

static void hear_alarms(struct client *client)
{
    client->alarm_next = client->server->alarmed;
    client->alarm_link = &client->server->alarmed;
    if (client->alarm_next)
        client->alarm_next->alarm_link = &client->alarm_next;
    client->server->alarmed = client;
}

static void hear_no_alarms(struct client *client)
{
    *client->alarm_link = client->alarm_next;
    if (client->alarm_next)
        client->alarm_next->alarm_link = client->alarm_link;
    client->alarm_link = NULL;
}

void client_set_role(struct client *client, enum user_role role)
{
    bool hears = user_role_in(role, USERS_PIT);
    client->role = role;
    if (hears && !client->alarm_link)
        hear_alarms(client);
    if (!hears && client->alarm_link)
        hear_no_alarms(client);
}
