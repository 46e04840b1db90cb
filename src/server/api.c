/* SPDX-License-Identifier: Apache-2.0 */
#include "server/api.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"
#include "server/fleet.h"

enum { TEXT_MAX = 16384, TABLE_TEXT_MAX = 512 };

/* T stands for a table, N for a number, X for a name. */
static const struct route {
    enum method method;
    user_role_set who;
    const char *path;
    void (*handle)(struct call *call);
} routes[] = {
    {METHOD_GET, USERS_ALL, "/healthz", api_health},
    {METHOD_GET, USERS_ALL, "/metrics", api_metrics},
    {METHOD_POST, USERS_ALL, "/api/session", api_session_open},
    {METHOD_DELETE, USERS_KNOWN, "/api/session", api_session_close},
    {METHOD_GET, USERS_KNOWN, "/api/me", api_me},
    {METHOD_GET, 1 << USER_PLAYER, "/api/me/ledger", api_my_ledger},
    {METHOD_GET, USERS_ALL, "/api/games", api_games},
    {METHOD_GET, USERS_ALL, "/api/tables", api_tables},
    {METHOD_GET, USERS_PIT | 1 << USER_AUDITOR, "/api/rounds", api_find},
    {METHOD_GET, USERS_PIT | 1 << USER_AUDITOR, "/api/numbers", api_all_numbers},
    {METHOD_GET, USERS_ALL, "/api/tables/T/sign", api_sign},
    {METHOD_GET, USERS_ALL, "/api/tables/T/clauses", api_clauses},
    {METHOD_GET, USERS_ALL, "/api/tables/T/rounds", api_rounds},
    {METHOD_GET, USERS_ALL, "/api/tables/T/rounds/X", api_round},
    {METHOD_GET, USERS_STAFF | 1 << USER_AUDITOR, "/api/tables/T/rounds/X/record", api_record},
    {METHOD_GET, USERS_STAFF | 1 << USER_AUDITOR | 1 << USER_PLAYER, "/api/tables/T/rounds/X/receipt",
     api_receipt},
    {METHOD_GET, USERS_ALL, "/api/tables/T/shoes", api_shoes},
    {METHOD_GET, USERS_ALL, "/api/tables/T/shoes/X", api_shoe},
    {METHOD_GET, USERS_PIT | 1 << USER_AUDITOR, "/api/tables/T/numbers", api_numbers},
    {METHOD_POST, USERS_MANAGERS, "/api/tables/T/open", api_open},
    {METHOD_POST, USERS_MANAGERS, "/api/tables/T/close", api_close},
    {METHOD_POST, USERS_MANAGERS, "/api/tables/T/fill", api_fill},
    {METHOD_POST, USERS_MANAGERS, "/api/tables/T/credit", api_credit},
    {METHOD_POST, USERS_MANAGERS, "/api/tables/T/limits", api_limits},
    {METHOD_POST, 1 << USER_CASHIER | 1 << USER_PLAYER, "/api/cage/buy-in", api_buy_in},
    {METHOD_POST, 1 << USER_CASHIER | 1 << USER_PLAYER, "/api/cage/cash-out", api_cash_out},
    {METHOD_GET, USERS_PIT | 1 << USER_CASHIER | 1 << USER_AUDITOR, "/api/players", api_players},
    {METHOD_GET, USERS_PIT | 1 << USER_CASHIER | 1 << USER_AUDITOR, "/api/players/X/ledger",
     api_player_ledger},
    {METHOD_GET, USERS_PIT | 1 << USER_AUDITOR, "/api/export/ledger.csv", api_export_ledger},
    {METHOD_GET, USERS_PIT | 1 << USER_AUDITOR, "/api/export/rounds.csv", api_export_rounds},
    {METHOD_GET, 1 << USER_AUDITOR, "/api/feed", api_feed},
    {METHOD_GET, USERS_PIT | 1 << USER_CASHIER | 1 << USER_AUDITOR, "/api/house", api_house},
    {METHOD_GET, 1 << USER_PLAYER, "/api/me/protection", api_my_protection},
    {METHOD_POST, 1 << USER_PLAYER, "/api/me/limit", api_my_limit},
    {METHOD_POST, 1 << USER_PLAYER, "/api/me/time-out", api_my_time_out},
    {METHOD_POST, 1 << USER_PLAYER, "/api/me/exclusion", api_my_exclusion},
    {METHOD_GET, 1 << USER_PLAYER, "/api/me/statement", api_my_statement},
    {METHOD_GET, 1 << USER_SHIFT_MANAGER | 1 << USER_AUDITOR, "/api/players/X/protection",
     api_player_protection},
    {METHOD_GET, 1 << USER_SHIFT_MANAGER | 1 << USER_AUDITOR, "/api/players/X/statement",
     api_player_statement},
    {METHOD_POST, 1 << USER_SHIFT_MANAGER, "/api/players/X/exclude", api_player_exclude},
    {METHOD_POST, 1 << USER_SHIFT_MANAGER, "/api/players/X/readmit", api_player_readmit},
    {METHOD_GET, USERS_ALL, "/api/trials", api_trials},
    {METHOD_POST, 1 << USER_PLAYER, "/api/trials", api_trial},
    {METHOD_GET, 1 << USER_ADMINISTRATOR, "/api/configuration", api_configuration},
    {METHOD_POST, 1 << USER_ADMINISTRATOR, "/api/configuration", api_configure},
    {METHOD_GET, USERS_PIT | 1 << USER_AUDITOR, "/api/reports", api_reports},
    {METHOD_GET, USERS_PIT | 1 << USER_AUDITOR, "/api/reports/X", api_report},
    {METHOD_POST, 1 << USER_SHIFT_MANAGER, "/api/house/day/open", api_day_open},
    {METHOD_POST, 1 << USER_SHIFT_MANAGER, "/api/house/day/close", api_day_close},
    {METHOD_POST, 1 << USER_SHIFT_MANAGER, "/api/house/shift/open", api_shift_open},
    {METHOD_POST, 1 << USER_SHIFT_MANAGER, "/api/house/shift/close", api_shift_close},
    {METHOD_POST, USERS_PIT, "/api/tables/T/count", api_table_count},
    {METHOD_GET, USERS_STAFF | 1 << USER_AUDITOR, "/api/tables/T/tray", api_tray},
    {METHOD_POST, USERS_STAFF, "/api/tables/T/purchase", api_purchase},
    {METHOD_POST, 1 << USER_CASHIER, "/api/cage/count", api_cage_count},
    {METHOD_POST, USERS_MANAGERS | 1 << USER_CASHIER, "/api/slips/X/confirm", api_slip_confirm},
    {METHOD_POST, USERS_MANAGERS | 1 << USER_CASHIER, "/api/slips/X/refuse", api_slip_refuse},
    {METHOD_POST, 1 << USER_SHIFT_MANAGER, "/api/house/cage/X", api_cage_order},
    {METHOD_GET, USERS_ALL, "/api/odds/X", api_odds},
    {METHOD_GET, USERS_ALL, "/api/odds/X/hand", api_odds_hand},
    {METHOD_GET, USERS_ALL, "/api/strategy/X", api_strategy},
    {METHOD_GET, USERS_ALL, "/api/simulate/X", api_simulate},
    {METHOD_GET, USERS_PIT | 1 << USER_AUDITOR, "/api/audit", api_audit},
    {METHOD_GET, 1 << USER_ADMINISTRATOR, "/api/users", api_users},
    {METHOD_POST, 1 << USER_ADMINISTRATOR, "/api/users", api_user_add},
    {METHOD_POST, USERS_KNOWN, "/api/users/X/password", api_user_password},
    {METHOD_POST, USERS_KNOWN & ~(1 << USER_PLAYER), "/api/users/X/code", api_user_code},
    {METHOD_POST, 1 << USER_ADMINISTRATOR, "/api/users/X/revoke", api_user_revoke},
    {METHOD_POST, 1 << USER_ADMINISTRATOR, "/api/users/X/erase", api_user_erase},
};

/* ---- What was asked. ---- */

static int hex(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

/* Decodes %41 and +; false if it does not fit or holds a zero byte. */
static bool decode(const char *text, size_t length, char *value, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i] == '+' ? ' ' : text[i];
        if (c == '%' && i + 2 < length && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
            c = (char)(hex(text[i + 1]) * 16 + hex(text[i + 2]));
            i += 2;
        }
        if (c == 0 || used + 1 >= size)
            return false;
        value[used++] = c;
    }
    value[used] = 0;
    return true;
}

bool api_query(const struct request *request, const char *field, char *value, size_t size)
{
    size_t length = strlen(field);
    for (const char *at = request->query; *at; at += strcspn(at, "&"), at += *at == '&')
        if (strncmp(at, field, length) == 0 && at[length] == '=')
            return decode(at + length + 1, strcspn(at + length + 1, "&"), value, size);
    return false;
}

bool api_body(struct call *call, const struct field *fields)
{
    if (message_read(&call->body, call->request->body, call->request->body_size) &&
        message_check(&call->body, fields))
        return true;
    respond_error(call->server, call->request->id, STATUS_BAD_MESSAGE, call->body.fault);
    return false;
}

bool api_keyed_body(struct call *call, const struct field *fields)
{
    if (!api_body(call, fields))
        return false;
    if (message_key_ok(message_string(&call->body, "id")))
        return true;
    respond_error(call->server, call->request->id, STATUS_BAD_MESSAGE,
                  N_("An id has 1 to 64 printable characters without blanks."));
    return false;
}

/* ---- Routes. ---- */

/* Compares one part of the path with one part of the pattern, and takes what it stands for. */
static bool part_matches(struct call *call, const char *pattern, size_t pattern_size, const char *part,
                         size_t size)
{
    char text[API_NAME_MAX];
    bool variable = pattern_size == 1 && (*pattern == 'T' || *pattern == 'X');
    if (!variable)
        return pattern_size == size && memcmp(pattern, part, size) == 0;
    if (!decode(part, size, text, sizeof text))
        return false;
    if (*pattern == 'T') {
        memcpy(call->table, text, sizeof text);
        call->floor = fleet_floor(call->server, text);
    } else {
        memcpy(call->name, text, sizeof text);
    }
    return true;
}

static bool path_matches(struct call *call, const char *pattern, const char *path)
{
    while (*pattern == '/' && *path == '/') {
        size_t pattern_size = strcspn(pattern + 1, "/");
        size_t size = strcspn(path + 1, "/");
        if (!part_matches(call, pattern + 1, pattern_size, path + 1, size))
            return false;
        pattern += pattern_size + 1;
        path += size + 1;
    }
    return !*pattern && !*path;
}

static bool send_page(struct server *server, const struct request *request)
{
    const struct site_file *file = site_find(&server->site, request->path);
    if (!file || (request->method != METHOD_GET && request->method != METHOD_HEAD))
        return false;
    bool gzip = file->gzip && request->gzip;
    struct response response = {.status = 200,
                                .type = file->type,
                                .body = gzip ? file->gzip : file->bytes,
                                .size = gzip ? file->gzip_size : file->size,
                                .gzip = gzip,
                                .immutable = file->immutable,
                                .etag = file->etag};
    transport_respond(server->transport, request->id, &response);
    return true;
}

/* The requests open to a person who has to choose a password, or set up a time code, first. */
static bool is_for_change(const struct route *route)
{
    return route->handle == api_user_password || route->handle == api_user_code ||
           route->handle == api_session_close || route->handle == api_me || route->who == USERS_ALL;
}

static bool is_of_table(const struct route *route)
{
    return strstr(route->path, "/T/");
}

/* Changes that belong to no table are made by one server of several: fleet.h. Everybody can log in
 * everywhere; a slip is its table's; a configuration is its server's. */
static bool is_of_desk(const struct route *route)
{
    static const char *const own[] = {"/api/session", "/api/slips/", "/api/configuration"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strncmp(route->path, own[i], strlen(own[i])) == 0)
            return false;
    return route->method == METHOD_POST && !is_of_table(route);
}

/* The address of the server that is to be asked instead; NULL: this one. */
static const char *address_of(const struct call *call, const struct route *route)
{
    if (is_of_table(route))
        return call->floor ? NULL : fleet_address(call->server, call->table);
    bool here = !is_of_desk(route) || fleet_has_desk(call->server);
    return here ? NULL : fleet_address(call->server, NULL);
}

static void call_route(struct call *call, const struct route *route)
{
    struct server *server = call->server;
    enum user_role role = call->user ? (enum user_role)call->user->role : USER_DISPLAY;
    enum status nobody = call->unsure ? STATUS_NO_DATABASE : STATUS_NOT_LOGGED_IN;
    const char *address = address_of(call, route);
    if (address)
        respond_moved(server, call->request->id, address);
    else if (is_of_desk(route) && !fleet_has_desk(server))
        respond_error(server, call->request->id, STATUS_OVERTAKEN, NULL);
    else if (is_of_table(route) && !call->floor)
        respond_error(server, call->request->id, STATUS_NO_TABLE, NULL);
    else if (server->cut_off && route->method != METHOD_GET)
        respond_error(server, call->request->id, STATUS_NO_DATABASE, NULL);
    else if (!user_role_in(role, route->who))
        respond_error(server, call->request->id, call->user ? STATUS_FORBIDDEN : nobody, NULL);
    else if (call->user && server_held_back(server, call->user) && !is_for_change(route))
        respond_error(server, call->request->id, server_held_back(server, call->user), NULL);
    else
        route->handle(call);
    message_release(&call->body);
}

void api_again(struct server *server, const struct request *request, const char *second)
{
    struct call call = {.server = server, .request = request, .second = second};
    enum method method = request->method == METHOD_HEAD ? METHOD_GET : request->method;
    const struct user *known = server_user(server, request->bearer);
    struct user caller; /* a copy: people are read again, and lie elsewhere, when somebody is changed */
    if (known)
        caller = *known;
    call.user = known ? &caller : NULL;
    call.unsure = server->sessions.unsure;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        call.floor = NULL;
        if (routes[i].method == method && path_matches(&call, routes[i].path, request->path)) {
            call_route(&call, &routes[i]);
            return;
        }
    }
    bool is_api = strncmp(request->path, "/api/", 5) == 0;
    if (is_api || !send_page(server, request))
        respond_error(server, request->id, STATUS_NOT_FOUND, NULL);
}

void api_request(void *context, const struct request *request)
{
    struct server *server = context;
    server->metrics.values[METRIC_REQUESTS]++;
    api_again(server, request, "");
}

/* ---- The machine. ---- */

static void send_text(struct call *call, const char *type, const struct text *text)
{
    struct response response = {.status = 200, .type = type, .body = text->bytes, .size = text->used};
    transport_respond(call->server->transport, call->request->id, &response);
}

/* One line a table, by its id. */
static void print_tables(const struct server *server, struct text *text)
{
    static const struct {
        const char *name;
        const char *help;
    } gauges[] = {{"croupier_table_open", "1 while rounds may be begun."},
                  {"croupier_table_watchers", "Clients that look at the table."},
                  {"croupier_table_rounds", "Rounds of the day that somebody had a wager in."},
                  {"croupier_table_alarms", "Alarms that stand."}};
    for (unsigned row = 0; row < sizeof gauges / sizeof gauges[0]; row++) {
        text_format(text, "# HELP %s %s\n# TYPE %s gauge\n", gauges[row].name, gauges[row].help,
                    gauges[row].name);
        for (unsigned i = 0; i < server->table_count; i++) {
            const struct floor_table *floor = server->tables[i];
            const unsigned long values[] = {floor->shown->open, floor->watcher_count,
                                            (unsigned long)floor->numbers.rounds, floor->alarm_count};
            text_format(text, "%s{table=\"%s\"} %lu\n", gauges[row].name, floor->table.plan.id, values[row]);
        }
    }
}

void api_metrics(struct call *call)
{
    struct text text;
    struct server *server = call->server;
    size_t size = TEXT_MAX + (size_t)server->table_count * TABLE_TEXT_MAX;
    char *bytes = call->request->loopback ? malloc(size) : NULL;
    if (!call->request->loopback) {
        respond_error(server, call->request->id, STATUS_FORBIDDEN, NULL);
        return;
    }
    server->metrics.values[METRIC_CLIENTS] = transport_connections(server->transport);
    server->metrics.values[METRIC_TABLES] = server->table_count;
    if (!bytes) {
        respond_error(server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    text_init(&text, bytes, size);
    metrics_print(&server->metrics, &text);
    print_tables(server, &text);
    send_text(call, "text/plain; version=0.0.4; charset=utf-8", &text);
    free(bytes);
}

void api_health(struct call *call)
{
    struct out *out = &call->server->out;
    out_reset(out);
    out_object(out);
    out_put_bool(out, "ok", !call->server->halted);
    out_object_end(out);
    respond_send(call->server, call->request->id, call->server->halted ? 503 : 200);
}
