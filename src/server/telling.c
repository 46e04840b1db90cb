/* SPDX-License-Identifier: Apache-2.0 */
#include "server/telling.h"

#include <assert.h>
#include <stdlib.h>

#include "server/client.h"
#include "server/floor.h"
#include "server/told.h"

/* One at a time is made, on the loop's thread. */
struct telling {
    struct out news;           /* members: what happened, in one language */
    struct told *public;       /* the state's parts */
    struct told *private;      /* of one viewer */
    struct out public_changes; /* members: since the last telling in that language */
    struct out whole;          /* messages */
    struct out changed;
    struct asking asked; /* of everybody at the table */
};

/* The part that is the same for everybody who looks. */
struct bulletin {
    const struct happening *list;
    unsigned count;
    struct surroundings around;
    uint64_t number; /* of this telling */
};

struct telling *telling_new(void)
{
    struct telling *telling = calloc(1, sizeof *telling);
    if (!telling)
        return NULL;
    telling->public = told_new();
    telling->private = told_new();
    if (telling->public && telling->private)
        return telling;
    telling_free(telling);
    return NULL;
}

void telling_free(struct telling *telling)
{
    if (!telling)
        return;
    told_free(telling->public);
    told_free(telling->private);
    out_release(&telling->news);
    out_release(&telling->public_changes);
    out_release(&telling->whole);
    out_release(&telling->changed);
    asked_release(&telling->asked);
    free(telling);
}

void telling_forget(struct floor_table *floor)
{
    for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
        told_free(floor->told_public[language]);
        for (unsigned role = 0; role < USER_COUNT; role++)
            told_free(floor->told_to[role][language]);
    }
}

/* ---- Parts of messages. ---- */

static void put_members(struct out *out, const struct out *members)
{
    if (members->used)
        out_raw(out, members->bytes, members->used);
    out->failed |= members->failed;
}

static void put_head(struct out *out, const struct floor_table *floor, const char *type, uint64_t seq)
{
    out_put_string(out, "type", type);
    out_put_string(out, "table", floor->table.plan.id);
    out_put_integer(out, "seq", (int64_t)seq);
}

static void put_cause(struct out *out, const struct floor_table *floor, const struct happening *happening)
{
    show_cause(out, floor->table.plan.book, happening->state, happening->act, !happening->by[0],
               happening->by_staff ? happening->by : NULL);
}

static void make_news(struct floor_table *floor, unsigned language, const struct happening *list,
                      unsigned count)
{
    struct out *out = &floor->server->telling->news;
    const struct happening *last = &list[count - 1];
    out_reset(out);
    put_head(out, floor, "update", last->seq);
    out_key(out, "cause");
    put_cause(out, floor, last);
    if (count > 1) {
        out_key(out, "causes");
        out_array(out);
        for (unsigned i = 0; i < count; i++)
            put_cause(out, floor, &list[i]);
        out_array_end(out);
    }
    out_key(out, "events");
    out_array(out);
    for (unsigned i = 0; i < count; i++)
        show_events(out, floor->table.plan.book, list[i].state, list[i].events, language);
    out_array_end(out);
}

static void make_public(struct floor_table *floor, const struct table_state *state,
                        const struct surroundings *around, unsigned language)
{
    struct out *out = told_begin(floor->server->telling->public);
    show_public(out, &floor->table, state, around, language);
}

static void make_private(struct floor_table *floor, const struct table_state *state,
                         const struct surroundings *around, const struct client *client)
{
    struct viewpoint viewpoint = floor_viewpoint(floor, client);
    struct out *out = told_begin(floor->server->telling->private);
    show_private(out, &floor->table, state, around, &floor->server->telling->asked, &viewpoint);
}

/* The message that begins with these members and has the state. */
static const struct out *make_whole(struct telling *telling)
{
    struct out *out = &telling->whole;
    out_reset(out);
    out_object(out);
    put_members(out, &telling->news);
    out_key(out, "state");
    out_object(out);
    put_members(out, &telling->public->text);
    put_members(out, &telling->private->text);
    out_object_end(out);
    out_object_end(out);
    return out;
}

/* The same with what is different, for those who have these parts. */
static const struct out *make_changed(struct telling *telling, const struct told *public,
                                      const struct told *private)
{
    struct out *out = &telling->changed;
    out_reset(out);
    out_object(out);
    put_members(out, &telling->news);
    out_key(out, "changes");
    out_object(out);
    put_members(out, &telling->public_changes);
    told_changes(private, telling->private, out);
    out_object_end(out);
    if (told_has_gone(public, telling->public) || told_has_gone(private, telling->private)) {
        out_key(out, "gone");
        out_array(out);
        told_gone(public, telling->public, out);
        told_gone(private, telling->private, out);
        out_array_end(out);
    }
    out_object_end(out);
    return out;
}

/* The message just made becomes the one told last. */
static void keep(struct told **last, struct told **made, uint64_t number)
{
    struct told *spare = *last ? *last : told_new();
    if (!spare)
        return; /* it has an older number, which no client follows */
    (*made)->number = number;
    *last = *made;
    *made = spare;
}

/* Whether the client has exactly these parts. */
static bool has(const struct watch *watch, const struct told *public, const struct told *private)
{
    return watch && watch->told && public && private && public->number == watch->told &&
           private->number == watch->told;
}

/* ---- To one. ---- */

/* A newcomer to a table where nothing has changed since the last telling follows from there. */
static void remember_snapshot(struct floor_table *floor, struct client *client)
{
    struct telling *telling = floor->server->telling;
    struct watch *watch = client_watch(client, floor);
    const struct told *public = floor->told_public[client->language];
    const struct told *private = floor->told_to[client->role][client->language];
    if (!watch || !client->changes)
        return;
    uint64_t number = public && told_equal(public, telling->public) ? public->number : 0;
    watch->told = number;
    if (client->role == USER_PLAYER)
        keep(&watch->own, &telling->private, number);
    else if (!has(watch, public, private) || !told_equal(private, telling->private))
        watch->told = 0;
}

void floor_send_snapshot(struct floor_table *floor, struct client *client)
{
    struct telling *telling = floor->server->telling;
    struct surroundings around = floor_surroundings(floor);
    out_reset(&telling->news);
    put_head(&telling->news, floor, "snapshot", floor->seq);
    asked_find(&telling->asked, &floor->table, floor->shown, around.clock_ahead_ms);
    make_public(floor, floor->shown, &around, client->language);
    make_private(floor, floor->shown, &around, client);
    client_send_out(client, make_whole(telling));
    remember_snapshot(floor, client);
}

void floor_send_update(struct floor_table *floor, struct client *client, const struct happening *list,
                       unsigned count)
{
    struct surroundings around = floor_surroundings(floor);
    const struct table_state *state = list[count - 1].state;
    struct watch *watch = client_watch(client, floor);
    assert(count);
    asked_find(&floor->server->telling->asked, &floor->table, state, around.clock_ahead_ms);
    make_news(floor, client->language, list, count);
    make_public(floor, state, &around, client->language);
    make_private(floor, state, &around, client);
    floor->server->metrics.values[METRIC_MADE]++;
    client_send_out(client, make_whole(floor->server->telling));
    if (watch)
        watch->told = 0;
}

/* ---- To all. ---- */

/* Players see their own cards, balance and offers. Returns whether they follow the changes. */
static bool tell_player(struct floor_table *floor, struct client *client, const struct bulletin *bulletin)
{
    struct telling *telling = floor->server->telling;
    const struct told *public = floor->told_public[client->language];
    struct watch *watch = client->changes ? client_watch(client, floor) : NULL;
    make_private(floor, bulletin->list[bulletin->count - 1].state, &bulletin->around, client);
    const struct out *message = watch && has(watch, public, watch->own)
                                    ? make_changed(telling, public, watch->own)
                                    : make_whole(telling);
    floor->server->metrics.values[METRIC_MADE]++;
    client_send_out(client, message);
    if (!watch)
        return false;
    watch->told = message->failed ? 0 : bulletin->number;
    keep(&watch->own, &telling->private, bulletin->number);
    return true;
}

/* A message to a group, made when the first of them needs it. */
struct circular {
    const struct out *text;
    struct letter *letter;
};

/* Whether it says everything. */
static bool send_circular(struct circular *circular, struct client *client)
{
    if (!circular->text->failed)
        client_send_letter(client, circular->letter, circular->text->used);
    return !circular->text->failed;
}

/* Anybody else sees what all of their role see. */
static bool tell_group(struct floor_table *floor, struct client *first, unsigned from,
                       const struct bulletin *bulletin)
{
    struct telling *telling = floor->server->telling;
    const struct told *public = floor->told_public[first->language];
    struct told **private = &floor->told_to[first->role][first->language];
    struct circular whole = {NULL, NULL};
    struct circular changed = {NULL, NULL};
    bool follows = false;
    make_private(floor, bulletin->list[bulletin->count - 1].state, &bulletin->around, first);
    for (unsigned i = from; i < floor->watcher_count; i++) {
        struct client *client = floor->watchers[i];
        if (client->role != first->role || client->language != first->language)
            continue;
        struct watch *watch = client->changes ? client_watch(client, floor) : NULL;
        struct circular *message = has(watch, public, *private) ? &changed : &whole;
        if (!message->text) {
            floor->server->metrics.values[METRIC_MADE]++;
            message->text =
                message == &changed ? make_changed(telling, public, *private) : make_whole(telling);
            message->letter = letter_new(message->text->bytes, message->text->used);
        }
        bool sent = send_circular(message, client);
        if (watch)
            watch->told = sent ? bulletin->number : 0;
        follows |= watch != NULL;
    }
    letter_free(whole.letter);
    letter_free(changed.letter);
    if (follows)
        keep(private, &telling->private, bulletin->number);
    return follows;
}

static void tell_language(struct floor_table *floor, unsigned language, const struct bulletin *bulletin)
{
    struct telling *telling = floor->server->telling;
    struct told **public = &floor->told_public[language];
    bool told[USER_COUNT] = {false};
    bool follows = false;
    make_news(floor, language, bulletin->list, bulletin->count);
    make_public(floor, bulletin->list[bulletin->count - 1].state, &bulletin->around, language);
    out_reset(&telling->public_changes);
    if (*public)
        told_changes(*public, telling->public, &telling->public_changes);
    for (unsigned i = 0; i < floor->watcher_count; i++) {
        struct client *client = floor->watchers[i];
        if (client->language != language || told[client->role])
            continue;
        told[client->role] = client->role != USER_PLAYER;
        follows |= told[client->role] ? tell_group(floor, client, i, bulletin)
                                      : tell_player(floor, client, bulletin);
    }
    if (follows)
        keep(public, &telling->public, bulletin->number);
}

void floor_tell(struct floor_table *floor, const struct happening *list, unsigned count)
{
    const struct bulletin bulletin = {
        .list = list, .count = count, .around = floor_surroundings(floor), .number = ++floor->tellings};
    bool read[LANGUAGE_COUNT] = {false};
    assert(count);
    if (floor->watcher_count)
        asked_find(&floor->server->telling->asked, &floor->table, list[count - 1].state,
                   bulletin.around.clock_ahead_ms);
    for (unsigned i = 0; i < floor->watcher_count; i++)
        read[floor->watchers[i]->language] = true;
    for (unsigned language = 0; language < LANGUAGE_COUNT; language++)
        if (read[language])
            tell_language(floor, language, &bulletin);
}
