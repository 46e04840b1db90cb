/* SPDX-License-Identifier: Apache-2.0 */
/* api_tables.c - games, the lobby, signs and clauses, and what managers do with a table. */
#include "server/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"

#include "rulebook/builtin.h"
#include "rulebook/register.h"
#include "rulebook/sign_json.h"
#include "server/numbers.h"

/* Takes the value. */
static void send_json(struct call *call, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    if (!text) {
        respond_error(call->server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    struct response response = {
        .status = 200, .type = "application/json", .body = text, .size = strlen(text)};
    transport_respond(call->server->transport, call->request->id, &response);
    free(text);
}

void api_games(struct call *call)
{
    json_t *list = json_array();
    struct rulebook *book = malloc(sizeof *book);
    for (unsigned i = 0; book && builtin_id(i); i++)
        if (builtin_load(builtin_id(i), book) == STATUS_OK)
            json_array_append_new(list, rulebook_identity_json(book));
    free(book);
    send_json(call, list);
}

static unsigned wanted_language(const struct call *call)
{
    char code[8] = "en";
    unsigned language = LANGUAGE_ENGLISH;
    api_query(call->request, "lang", code, sizeof code);
    language_find(code, &language);
    return language;
}

void api_sign(struct call *call)
{
    static struct sign sign;
    const struct setting *setting = &call->floor->shown->round.setting;
    const struct rulebook *book = call->floor->table.plan.book;
    struct sign_setting chosen = {.decks = setting->decks};
    memcpy(chosen.limit_min_cents, setting->limit_min_cents, sizeof chosen.limit_min_cents);
    memcpy(chosen.limit_max_cents, setting->limit_max_cents, sizeof chosen.limit_max_cents);
    sign_make(&sign, book, &chosen, wanted_language(call));
    send_json(call, sign_json(&sign, book));
}

/* The clauses in our words. A rulebook of the house's own has none. */
void api_clauses(struct call *call)
{
    unsigned language = wanted_language(call);
    const char *game = call->floor->table.plan.book->id;
    json_t *list = json_array();
    for (const struct clause *c = NULL; (c = register_next(game, c));)
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "clause", c->id, "summary", language_say(language, c->summary)));
    send_json(call, json_pack("{s:s, s:o}", "game", game, "clauses", list));
}

/* ---- The lobby. ---- */

static unsigned seats_free(const struct setting *setting)
{
    unsigned count = 0;
    for (unsigned area = 1; area <= setting->areas; area++)
        count += setting->seated[area] == 0;
    return count;
}

/* Rounds that are remembered, newest first; `before`: only those with a lower number. */
static void put_last_rounds(struct out *out, const struct floor_table *floor, unsigned most, uint64_t before)
{
    out_array(out);
    for (unsigned i = 0; i < floor->round_count && i < most; i++)
        if (floor->rounds[i].number < before)
            past_put(out, &floor->rounds[i]);
    out_array_end(out);
}

static void put_table(struct out *out, const struct floor_table *floor)
{
    const struct table_state *state = floor->shown;
    const struct rulebook *book = floor->table.plan.book;
    out_object(out);
    out_put_string(out, "id", floor->table.plan.id);
    out_put_string(out, "title", floor->table.plan.title);
    out_put_string(out, "game", book->id);
    out_put_string(out, "name", label_say(&book->name, LANGUAGE_ENGLISH));
    show_labels(out, "names", &book->name);
    out_put_string(out, "family", rulebook_family_name(book));
    out_put_integer(out, "decks", state->round.setting.decks);
    out_put_integer(out, "areas", state->round.setting.areas);
    out_put_integer(out, "seatsFree", seats_free(&state->round.setting));
    out_put_integer(out, "people", floor->watcher_count);
    out_put_bool(out, "solo", floor->table.plan.solo);
    out_put_bool(out, "taken", !floor_is_for(floor, ""));
    out_put_string(out, "device", device_name(state->device));
    out_put_string(out, "phase", phase_name(state->round.phase));
    out_put_integer(out, "round", state->round_number);
    out_put_bool(out, "open", state->open);
    if (floor->retired)
        out_put_bool(out, "retired", true);
    show_limits(out, book, &state->round.setting);
    out_key(out, "last");
    put_last_rounds(out, floor, 6, UINT64_MAX);
    out_object_end(out);
}

void api_tables(struct call *call)
{
    struct server *server = call->server;
    struct out *out = &server->out;
    out_reset(out);
    out_object(out);
    out_key(out, "tables");
    out_array(out);
    char all[8] = "";
    api_query(call->request, "retired", all, sizeof all);
    for (unsigned i = 0; i < server->table_count; i++)
        if (!server->tables[i]->retired || all[0])
            put_table(out, server->tables[i]);
    out_array_end(out);
    out_object_end(out);
    respond_send(server, call->request->id, 200);
}

void api_rounds(struct call *call)
{
    struct out *out = &call->server->out;
    char text[24] = "";
    uint64_t before = UINT64_MAX;
    const char *digits = text;
    if (api_query(call->request, "before", text, sizeof text) &&
        !(text_take_number(&digits, UINT64_MAX, &before) && !*digits)) {
        respond_error(call->server, call->request->id, STATUS_BAD_NUMBER, NULL);
        return;
    }
    out_reset(out);
    out_object(out);
    out_key(out, "rounds");
    put_last_rounds(out, call->floor, PAST_ROUNDS_MAX, before);
    out_object_end(out);
    respond_send(call->server, call->request->id, 200);
}

/* ---- Numbers. ---- */

void api_numbers(struct call *call)
{
    out_reset(&call->server->out);
    numbers_put(&call->server->out, call->floor);
    respond_send(call->server, call->request->id, 200);
}

/* Of the whole floor at once. */
void api_all_numbers(struct call *call)
{
    struct out *out = &call->server->out;
    out_reset(out);
    out_object(out);
    out_key(out, "tables");
    out_array(out);
    for (unsigned i = 0; i < call->server->table_count; i++)
        numbers_put(out, call->server->tables[i]);
    out_array_end(out);
    out_object_end(out);
    respond_send(call->server, call->request->id, 200);
}

/* ---- What managers do. ---- */

static void ask_for(struct call *call, struct task *task)
{
    task->role = (enum user_role)call->user->role;
    snprintf(task->by, sizeof task->by, "%s", call->user->name);
    task->reply.request = call->request->id;
    reply_key(&task->reply, call->user->name, message_string(&call->body, "id"), "%d %s %u %lld %lld",
              (int)task->kind, call->floor->table.plan.id, task->wager, (long long)task->min_cents,
              (long long)task->max_cents);
    floor_ask(call->floor, task);
}

static const struct field id_fields[] = {{"id", FIELD_STRING, true}, {NULL, 0, false}};

void api_open(struct call *call)
{
    struct task task = {.kind = TASK_OPEN};
    if (api_keyed_body(call, id_fields))
        ask_for(call, &task);
}

void api_close(struct call *call)
{
    struct task task = {.kind = TASK_CLOSE};
    if (api_keyed_body(call, id_fields))
        ask_for(call, &task);
}

void api_limits(struct call *call)
{
    static const struct field fields[] = {{"id", FIELD_STRING, true},
                                          {"wager", FIELD_STRING, true},
                                          {"min", FIELD_INTEGER, true},
                                          {"max", FIELD_INTEGER, true},
                                          {NULL, 0, false}};
    struct task task = {.kind = TASK_LIMITS};
    if (!api_keyed_body(call, fields))
        return;
    int wager = rulebook_wager(call->floor->table.plan.book, message_string(&call->body, "wager"));
    task.min_cents = message_integer(&call->body, "min", 0);
    task.max_cents = message_integer(&call->body, "max", 0);
    if (wager < 0 || task.min_cents < 0 || task.max_cents < task.min_cents ||
        task.max_cents > MONEY_CENTS_MAX) {
        respond_error(call->server, call->request->id, STATUS_BAD_MESSAGE,
                      N_("A limit needs a wager of the game and min <= max."));
        return;
    }
    task.wager = (unsigned)wager;
    ask_for(call, &task);
}
