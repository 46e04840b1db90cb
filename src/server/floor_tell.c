/* SPDX-License-Identifier: Apache-2.0 */
/* floor_tell.c - who looks at a table on the floor, and what it tells besides its state (telling.c): alarms,
 * previews, refusals; see floor.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/client.h"
#include "server/floor.h"
#include "speech/sentence.h"

/* ---- Who looks. ---- */

static bool is_bot(const struct floor_table *floor, const char *name)
{
    for (unsigned i = 0; i < floor->bot_count; i++)
        if (strcmp(floor->bots[i], name) == 0)
            return true;
    return false;
}

bool floor_has_wager(const struct floor_table *floor, const char *name)
{
    const struct table_state *state = &floor->table.state;
    for (unsigned i = 0; !state_between_rounds(state) && i < state->round.stake_count; i++)
        if (strcmp(state->roster.names[state->round.stakes[i].person], name) == 0)
            return true;
    return false;
}

bool floor_is_for(const struct floor_table *floor, const char *name)
{
    const struct table_state *state = floor->shown;
    if (!floor->table.plan.solo)
        return true;
    for (unsigned i = 0; !state_between_rounds(state) && i < state->round.stake_count; i++) {
        const char *bettor = state->roster.names[state->round.stakes[i].person];
        if (strcmp(bettor, name) != 0 && !is_bot(floor, bettor))
            return false;
    }
    for (unsigned i = 0; i < floor->watcher_count; i++)
        if (floor->watchers[i]->role == USER_PLAYER)
            return strcmp(floor->watchers[i]->name, name) == 0;
    return true;
}

void floor_add_bot(struct floor_table *floor, const char *name)
{
    if (floor->bot_count == FLOOR_BOTS_MAX)
        return;
    snprintf(floor->bots[floor->bot_count++], PERSON_NAME_MAX, "%s", name);
}

uint32_t floor_present(const struct floor_table *floor)
{
    uint32_t present = 0;
    const struct roster *roster = &floor->shown->roster;
    unsigned bots = floor->table.plan.solo ? floor->company : floor->bot_count;
    for (unsigned i = 0; i < bots; i++) {
        int person = roster_find(roster, floor->bots[i], strlen(floor->bots[i]));
        if (person >= 0)
            present |= 1U << person;
    }
    for (unsigned i = 0; i < floor->watcher_count; i++) {
        const struct client *client = floor->watchers[i];
        int person =
            client->role == USER_PLAYER ? roster_find(roster, client->name, strlen(client->name)) : -1;
        if (person >= 0)
            present |= 1U << person;
    }
    return present;
}

struct surroundings floor_surroundings(const struct floor_table *floor)
{
    return (struct surroundings){
        .present = floor_present(floor),
        .clock_ahead_ms = server_now() - server_ticks(),
        .last_count = floor->round_count,
        .last = floor->rounds,
        .roads = floor->table.plan.book->family == FAMILY_BACCARAT ? &floor->roads : NULL,
        .speed = floor->table.plan.solo ? floor_speed(floor) : NULL,
        .company = floor->company,
        .company_max = floor->bot_count,
        .alarm_count = floor->alarm_count,
        .alarms = floor->alarms,
    };
}

struct viewpoint floor_viewpoint(const struct floor_table *floor, const struct client *client)
{
    const struct account *account =
        client->role == USER_PLAYER
            ? ledger_find(books_ledger(floor->server->books), ACCOUNT_PLAYER, client->name)
            : NULL;
    return (struct viewpoint){.name = client->name,
                              .role = client->role,
                              .language = client->language,
                              .has_balance = client->role == USER_PLAYER,
                              .balance_cents =
                                  account ? books_durable_cents(floor->server->books, account->number) : 0};
}

void floor_watch(struct floor_table *floor, struct client *client)
{
    if (floor->watcher_count == floor->watcher_room) {
        unsigned room = floor->watcher_room ? floor->watcher_room * 2 : 8;
        struct client **grown = realloc(floor->watchers, room * sizeof(struct client *));
        if (!grown)
            return;
        floor->watchers = grown;
        floor->watcher_room = room;
    }
    floor->watchers[floor->watcher_count++] = client;
    floor->due->wake_ms = server_ticks();
}

void floor_unwatch(struct floor_table *floor, struct client *client)
{
    for (unsigned i = 0; i < floor->watcher_count; i++)
        if (floor->watchers[i] == client)
            floor->watchers[i--] = floor->watchers[--floor->watcher_count];
    floor_luck_leave(floor, client);
    /* One player's choices are not the next one's. */
    if (floor->table.plan.solo && client->role == USER_PLAYER && floor_is_for(floor, ""))
        floor_arrange(floor, 0, 0);
}

void floor_alarm(struct floor_table *floor, const char *level, const char *code, const char *sentence,
                 const char *what)
{
    struct server *server = floor->server;
    if (floor->alarm_count == SHOW_ALARMS_MAX)
        memmove(floor->alarms, floor->alarms + 1, --floor->alarm_count * sizeof floor->alarms[0]);
    struct alarm *alarm = &floor->alarms[floor->alarm_count++];
    *alarm = (struct alarm){.time_ms = server_now(), .sentence = sentence};
    snprintf(alarm->level, sizeof alarm->level, "%s", level);
    snprintf(alarm->code, sizeof alarm->code, "%s", code);
    snprintf(alarm->what, sizeof alarm->what, "%s", what);
    server->metrics.values[METRIC_ALARMS]++;
    log_event(&server->log, LOG_WARNING, "alarm", "table", floor->table.plan.id, "code", code, "sentence",
              sentence, "what", what, NULL);
    for (struct client *client = server->alarmed; client; client = client->alarm_next) {
        out_reset(&server->out);
        out_object(&server->out);
        out_put_string(&server->out, "type", "alarm");
        show_alarm(&server->out, alarm, floor->table.plan.id, client->language);
        out_object_end(&server->out);
        client_send(client);
    }
}

const char *floor_dealer(const struct floor_table *floor)
{
    const char *looks = "";
    for (unsigned i = 0; i < floor->watcher_count; i++) {
        const struct client *client = floor->watchers[i];
        if (client->role == USER_DEALER && strcmp(client->name, floor->dealer) == 0)
            return floor->dealer;
        if (client->role == USER_DEALER)
            looks = client->name;
    }
    return looks[0] ? looks : floor->dealer;
}

/* ---- What is remembered of rounds. ---- */

void floor_remember_round(struct floor_table *floor, const struct table_state *state)
{
    if (floor->round_count < PAST_ROUNDS_MAX)
        floor->round_count++;
    memmove(floor->rounds + 1, floor->rounds, (floor->round_count - 1) * sizeof floor->rounds[0]);
    floor->rounds[0] = past_round_of(floor->table.plan.book, state);
    uint8_t winner = floor->rounds[0].winner;
    if (!winner)
        return;
    if (floor->winner_count == ROAD_ROUNDS_MAX)
        memmove(floor->winners, floor->winners + 1, --floor->winner_count);
    floor->winners[floor->winner_count++] = winner;
    roads_build(&floor->roads, floor->winners, floor->winner_count);
}

/* ---- Refusals and previews. ---- */

void floor_refusal(const struct floor_table *floor, unsigned language, enum status status, struct text *text)
{
    const struct proposal *proposal = floor->server->proposal;
    const struct speaker speaker = {.book = floor->table.plan.book,
                                    .roster = &floor->shown->roster,
                                    .language = language,
                                    .round = &floor->shown->round,
                                    .coded = true};
    assert(status != STATUS_OK);
    if (status == STATUS_BAD_TEXT && proposal->reason[0])
        text_put(text, language_say(language, proposal->reason));
    else if (status == proposal->ruling.status && !floor->pending_count)
        sentence_refusal(&speaker, &proposal->act, status, text);
    else
        text_put(text, language_say(language, status_sentence(status)));
}

void floor_preview(struct floor_table *floor, struct client *client, const char *words)
{
    struct server *server = floor->server;
    struct proposal *proposal = server->proposal;
    struct out *out = &server->out;
    struct task task = {.role = client->role};
    const struct rulebook *book = floor->table.plan.book;
    char clauses[256] = "", refusal[REFUSAL_TEXT_MAX] = "";
    struct text text, reason;
    snprintf(task.by, sizeof task.by, "%s", client->name);
    const struct account *account;
    if (client->role == USER_PLAYER && server_account(server, client->name, &account) != STATUS_OK)
        return;
    /* A preview of the next card would reveal it before it is dealt. */
    enum status status = table_propose_text(&floor->table, books_ledger(server->books), task_performer(&task),
                                            words, proposal);
    if (table_tells_hidden(&floor->table, &proposal->act)) {
        proposal->ruling = (struct ruling){.status = STATUS_FORBIDDEN};
        status = STATUS_FORBIDDEN;
    }
    struct viewpoint viewpoint = floor_viewpoint(floor, client);
    struct surroundings around = floor_surroundings(floor);
    text_init(&text, clauses, sizeof clauses);
    ruling_clauses(book, &proposal->ruling, &text);
    text_init(&reason, refusal, sizeof refusal);
    if (status)
        floor_refusal(floor, client->language, status, &reason);
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "previewed");
    out_put_string(out, "table", floor->table.plan.id);
    out_put_string(out, "act", words);
    out_put_bool(out, "ok", status == STATUS_OK);
    out_put_string(out, "status", status_name(status));
    const char *found =
        proposal->reason[0] ? proposal->reason : status_sentence(status); /* what a count found */
    out_put_string(out, "sentence", status ? refusal : language_say(client->language, found));
    out_put_words(out, "clauses", clauses);
    out_key(out, "events");
    if (status)
        proposal->events.count = 0;
    out_array(out);
    show_events(out, book, proposal->next, &proposal->events, client->language);
    out_array_end(out);
    out_key(out, "state");
    show_state(out, &floor->table, status ? floor->shown : proposal->next, &around, &viewpoint);
    out_object_end(out);
    client_send(client);
}
