/* SPDX-License-Identifier: Apache-2.0 */
/* api_tables.c - games, the lobby, signs and clauses, and what managers do with a table. */
#include "server/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"

#include "report/edges.h"
#include "rulebook/builtin.h"
#include "rulebook/freeze.h"
#include "rulebook/keys.h"
#include "rulebook/register.h"
#include "rulebook/sign_json.h"
#include "server/fleet.h"
#include "server/inquiry.h"
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

/* A copy for the reader, since the table may change meanwhile. */
struct sign_wish {
    struct sign_setting setting;
    unsigned language;
    bool odds;
};

/* The odds of a game take a moment when they are asked for first: no table waits for that. */
static enum status read_sign(struct inquiry *inquiry)
{
    static _Thread_local struct sign sign;
    struct sign_odds odds[WAGERS_MAX];
    struct sign_wish *wish = inquiry->own;
    struct server *server = inquiry->server;
    const struct rulebook *book = inquiry->plan.book;
    if (wish->odds && !server->edges)
        server->edges = calloc(1, sizeof *server->edges);
    if (wish->odds && server->edges) {
        server->edges->chances = true;
        edges_sign(server->edges, book, wish->setting.decks, odds);
        wish->setting.odds = odds;
    }
    sign_make(&sign, book, &wish->setting, wish->language);
    json_t *value = sign_json(&sign, book);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    if (!text)
        return STATUS_NO_MEMORY;
    out_raw_text(&inquiry->out, text, strlen(text));
    free(text);
    return STATUS_OK;
}

void api_sign(struct call *call)
{
    const struct setting *setting = &call->floor->shown->round.setting;
    struct sign_wish *wish = calloc(1, sizeof *wish);
    if (!wish) {
        respond_error(call->server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    wish->setting.decks = setting->decks;
    wish->language = wanted_language(call);
    wish->odds = !call->server->config->no_sign_odds;
    memcpy(wish->setting.limit_min_cents, setting->limit_min_cents, sizeof wish->setting.limit_min_cents);
    memcpy(wish->setting.limit_max_cents, setting->limit_max_cents, sizeof wish->setting.limit_max_cents);
    inquiry_submit_with(call, NULL, read_sign, wish);
}

/* ---- Clauses. ---- */

static void keep_value(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    if (key && !key->identity)
        json_object_set_new(context, path, json_string(value));
}

/* The rules of a copied rulebook beside those of its original. */
struct comparing {
    json_t *original; /* by path */
    json_t *differs;
};

static void compare_value(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    const struct comparing *comparing = context;
    const char *before = json_string_value(json_object_get(comparing->original, path));
    if (key && !key->identity && (!before || strcmp(before, value) != 0))
        json_array_append_new(comparing->differs,
                              json_pack("{s:s, s:s, s:s?}", "key", path, "value", value, "original", before));
}

/* Whether the table plays by the built-in book of that game, every key and value; in `differs` those that are
 * others. */
static bool is_builtin(const struct rulebook *book, json_t *differs)
{
    struct rulebook *original = malloc(sizeof *original);
    bool known = original && builtin_load(book->id, original) == STATUS_OK;
    bool same = known && hash_equal(&original->hash, &book->hash);
    if (known && !same) {
        const struct comparing comparing = {json_object(), differs};
        rulebook_walk(original, keep_value, comparing.original);
        rulebook_walk(book, compare_value, (void *)&comparing);
        json_decref(comparing.original);
    }
    free(original);
    return same;
}

/* The words of this book's own sign under a clause: "Pair: 11 to 1". Empty: the sign does not cite it. */
static void say_clause(const struct sign *sign, const char *clause, struct text *text)
{
    for (unsigned i = 0; i < sign->row_count; i++)
        if (text_has_word(sign->rows[i].clauses, clause))
            text_format(text, "%s%s: %s", text->used ? "; " : "", sign->rows[i].topic, sign->rows[i].says);
}

/* The clauses in our words. A rulebook of the house's own has none; one that differs from the game it was
 * copied from tells its own numbers wherever the sign has them, and every rule in which it differs. */
void api_clauses(struct call *call)
{
    static struct sign sign;
    unsigned language = wanted_language(call);
    const struct rulebook *book = call->floor->table.plan.book;
    json_t *differs = json_array();
    bool copy = !is_builtin(book, differs);
    json_t *list = json_array();
    if (copy)
        sign_make(&sign, book, &(struct sign_setting){0}, language);
    for (const struct clause *c = NULL; (c = register_next(book->id, c));) {
        char bytes[2 * SIGN_SAYS_MAX];
        struct text text;
        text_init(&text, bytes, sizeof bytes);
        if (copy)
            say_clause(&sign, c->id, &text);
        json_array_append_new(list, json_pack("{s:s, s:s}", "clause", c->id, "summary",
                                              text.used ? bytes : language_say(language, c->summary)));
    }
    send_json(call, json_pack("{s:s, s:o, s:o}", "game", book->id, "clauses", list, "differs", differs));
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
    if (floor->table.plan.trial)
        out_put_bool(out, "trial", true);
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
    for (unsigned i = 0; i < server->table_count && !server->cut_off; i++)
        if (!server->tables[i]->retired || all[0])
            put_table(out, server->tables[i]);
    out_array_end(out);
    fleet_put(out, server);
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
