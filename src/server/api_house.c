/* SPDX-License-Identifier: Apache-2.0 */
/* api_house.c - the house's day over HTTP: days and shifts, counts, slips, cages; docs/journal.md,
 * section 15.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "record/word.h"
#include "server/api.h"
#include "server/cage.h"
#include "server/fleet.h"
#include "server/house.h"
#include "server/numbers.h"
#include "server/rota.h"
#include "server/second.h"

static void answer(struct call *call, enum status status)
{
    if (status)
        respond_error(call->server, call->request->id, status, NULL);
}

/* The reply of a request that is booked once; false when it was answered before. */
static bool begin(struct call *call, struct reply *reply, const char *what)
{
    json_t *asked = json_copy(call->body.root);
    json_object_del(asked, "password"); /* of the second person: no part of what is asked, or kept */
    json_object_del(asked, "code");
    char *body = json_dumps(asked, JSON_COMPACT | JSON_SORT_KEYS);
    *reply = (struct reply){.request = call->request->id};
    reply_key(reply, call->user->name, message_string(&call->body, "id"), "%s %s %s", what,
              call->floor ? call->floor->table.plan.id : call->name, body ? body : "");
    free(body);
    json_decref(asked);
    return !server_answer_again(call->server, reply);
}

/* "" where none is given. False: it is none that could be kept. */
static bool reason_of(const struct call *call, char reason[REASON_MAX])
{
    const char *said = message_string(&call->body, "reason");
    reason[0] = 0;
    if (!said || !said[0])
        return true;
    if (!reason_ok(said))
        return false;
    snprintf(reason, REASON_MAX, "%s", said);
    return true;
}

/* The named cage, or the main one; NULL: there is no such cage. */
static const char *cage_of(const struct call *call, const char *field)
{
    const struct config *config = call->server->config;
    const char *name = message_string(&call->body, field);
    for (unsigned i = 0; name && i < config->cage_count; i++)
        if (strcmp(config->cages[i], name) == 0)
            return config->cages[i];
    return name ? NULL : config->cages[0];
}

static bool counts(struct call *call)
{
    if (config_counts(call->server->config))
        return true;
    answer(call, STATUS_NOT_A_COUNTING_HOUSE);
    return false;
}

static enum status amount_of(const struct call *call, int64_t *cents)
{
    *cents = message_integer(&call->body, "amount", 0);
    return *cents <= 0 ? STATUS_NO_AMOUNT : *cents > MONEY_CENTS_MAX ? STATUS_OVERFLOW : STATUS_OK;
}

/* ---- What is. ---- */

static int64_t balance_of(const struct server *server, enum account_kind kind, const char *prefix,
                          const char *name)
{
    char text[ACCOUNT_TEXT_MAX];
    snprintf(text, sizeof text, "%s%s", prefix, name);
    const struct account *account = ledger_find(books_ledger(server->books), kind, text);
    return account ? books_durable_cents(server->books, account->number) : 0;
}

static void put_day(struct out *out, const struct server *server, unsigned language)
{
    char what[ACCOUNT_TEXT_MAX];
    char today[DATE_TEXT_MAX];
    struct text text;
    text_init(&text, what, sizeof what);
    enum status status = gaming_day_closable(&server->day, books_ledger(server->books), &text);
    house_today(server, today);
    out_key(out, "day");
    out_object(out);
    out_put_bool(out, "open", server->day.open);
    out_put_string(out, "date", server->day.date);
    out_put_string(out, "today", today);
    out_put_string(out, "shift", server->day.shift);
    out_put_bool(out, "variance", server->day.variance);
    out_put_string(out, "status", status_name(status));
    out_put_string(out, "sentence", language_say(language, status_sentence(status)));
    out_put_string(out, "waitsFor", what);
    int64_t since_ms = 0;
    const char *due = house_shift_due(server, &since_ms);
    out_put_string(out, "shiftDue", due ? due : "");
    if (due)
        out_put_integer(out, "dueSince", since_ms);
    out_put_string(out, "zone", server->config->calendar.zone);
    out_object_end(out);
    out_key(out, "shifts");
    out_array(out);
    for (unsigned i = 0; i < server->config->calendar.shift_count; i++)
        out_string(out, server->config->calendar.shifts[i]);
    out_array_end(out);
}

static void put_slips(struct out *out, const struct server *server)
{
    out_key(out, "slips");
    out_array(out);
    for (unsigned i = 0; i < server->day.slip_count; i++) {
        const struct slip *slip = &server->day.waiting[i];
        out_object(out);
        out_put_integer(out, "slip", (int64_t)slip->number);
        out_put_string(out, "what", slip->verb == SLIP_CREDIT ? "credit" : "fill");
        out_put_string(out, "table", slip->table);
        out_put_integer(out, "amount", slip->cents);
        out_put_string(out, "asked", slip->asked);
        out_object_end(out);
    }
    out_array_end(out);
}

static bool is_touched(const struct server *server, enum account_kind kind, const char *name)
{
    const struct account *account = ledger_find(books_ledger(server->books), kind, name);
    const struct day_account *item = account ? gaming_day_account(&server->day, account->number) : NULL;
    return item && item->touched;
}

/* The contents of a table's tray and of its box. */
static void put_tray(struct out *out, const struct server *server, const struct floor_table *floor)
{
    const char *id = floor->table.plan.id;
    out_put_string(out, "table", id);
    out_put_bool(out, "open", floor->shown->open);
    out_put_integer(out, "float", balance_of(server, ACCOUNT_BANK, "", id));
    out_put_integer(out, "box", balance_of(server, ACCOUNT_CAGE, ORDER_BOX, id));
    out_put_bool(out, "counted", !is_touched(server, ACCOUNT_BANK, id));
}

static void put_places(struct out *out, const struct server *server)
{
    out_key(out, "cages");
    out_array(out);
    for (unsigned i = 0; i < server->config->cage_count; i++) {
        const char *name = server->config->cages[i];
        char till[ACCOUNT_TEXT_MAX];
        snprintf(till, sizeof till, ORDER_TILL "%s", name);
        out_object(out);
        out_put_string(out, "cage", name);
        out_put_integer(out, "chips", balance_of(server, ACCOUNT_CAGE, "", name));
        out_put_integer(out, "cash", balance_of(server, ACCOUNT_CAGE, ORDER_TILL, name));
        out_put_bool(out, "counted",
                     !is_touched(server, ACCOUNT_CAGE, name) && !is_touched(server, ACCOUNT_CAGE, till));
        out_object_end(out);
    }
    out_array_end(out);
    out_key(out, "tables");
    out_array(out);
    for (unsigned i = 0; i < server->table_count; i++) {
        out_object(out);
        put_tray(out, server, server->tables[i]);
        out_object_end(out);
    }
    out_array_end(out);
}

void api_house(struct call *call)
{
    const struct server *server = call->server;
    struct out *out = &call->server->out;
    out_reset(out);
    out_object(out);
    out_put_bool(out, "counts", config_counts(server->config));
    out_put_bool(out, "days", server->config->has_days);
    out_key(out, "chips");
    out_array(out);
    for (unsigned i = 0; i < server->config->chips.count; i++)
        out_integer(out, server->config->chips.cents[i]);
    out_array_end(out);
    put_day(out, server, respond_language(server, call->request->id));
    put_slips(out, server);
    put_places(out, server);
    out_object_end(out);
    respond_send(call->server, call->request->id, 200);
}

void api_tray(struct call *call)
{
    struct out *out = &call->server->out;
    out_reset(out);
    out_object(out);
    out_put_bool(out, "counts", config_counts(call->server->config));
    put_tray(out, call->server, call->floor);
    out_object_end(out);
    respond_send(call->server, call->request->id, 200);
}

/* ---- Days and shifts. ---- */

static void write_day(struct call *call, const struct day_words *words, const struct reply *reply)
{
    struct server *server = call->server;
    char *bytes = malloc(ENTRY_TEXT_MAX);
    struct text text;
    if (!bytes) {
        answer(call, STATUS_NO_MEMORY);
        return;
    }
    text_init(&text, bytes, ENTRY_TEXT_MAX);
    gaming_day_print(&server->day, books_ledger(server->books), words, &text);
    struct line line = {
        .kind = ENTRY_DAY, .who = call->user->name, .text = {(const uint8_t *)bytes, text.used}};
    enum status status = text.full ? STATUS_TOO_LONG : house_verify(server, CHAIN_NUMBER_HOUSE, &line);
    bool proved = status || !words->with[0] || second_proved(call, words->with);
    if (status == STATUS_OK && proved)
        status = cage_write(server, CHAIN_NUMBER_HOUSE, &line, call->user, reply, 0);
    free(bytes);
    numbers_look(server);
    answer(call, status);
}

static const struct field open_fields[] = {
    {"id", FIELD_STRING, true}, {"name", FIELD_STRING, false}, {NULL, 0, false}};
static const struct field close_fields[] = {{"id", FIELD_STRING, true},        {"with", FIELD_STRING, true},
                                            {"password", FIELD_STRING, false}, {"code", FIELD_STRING, false},
                                            {"reason", FIELD_STRING, false},   {NULL, 0, false}};

static bool has_days(struct call *call)
{
    if (call->server->config->has_days)
        return true;
    answer(call, STATUS_NOT_A_COUNTING_HOUSE);
    return false;
}

void api_day_open(struct call *call)
{
    const struct server *server = call->server;
    struct day_words words = {.verb = DAY_OPEN, .slips = server->day.slips};
    char date[DATE_TEXT_MAX];
    struct reply reply;
    if (!has_days(call) || !api_keyed_body(call, open_fields) || !begin(call, &reply, "day open"))
        return;
    house_today(server, date);
    memcpy(words.name, date, sizeof date);
    memcpy(words.zone, server->config->calendar.zone, sizeof words.zone);
    calendar_print_turn(&server->config->calendar, words.turns);
    write_day(call, &words, &reply);
}

static void close_day(struct call *call, enum day_verb verb, const char *name)
{
    struct day_words words = {.verb = verb};
    struct reply reply;
    if (!has_days(call) || !api_keyed_body(call, close_fields) ||
        !begin(call, &reply, verb == DAY_CLOSE ? "day close" : "shift close"))
        return;
    snprintf(words.name, sizeof words.name, "%s", name);
    enum status status = second_named(call, words.with);
    if (status == STATUS_OK && !reason_of(call, words.reason))
        status = STATUS_BAD_TEXT;
    if (status)
        answer(call, status);
    else
        write_day(call, &words, &reply);
}

void api_day_close(struct call *call)
{
    close_day(call, DAY_CLOSE, call->server->day.date);
}

void api_shift_open(struct call *call)
{
    struct day_words words = {.verb = SHIFT_OPEN};
    struct reply reply;
    if (!has_days(call) || !api_keyed_body(call, open_fields) || !begin(call, &reply, "shift open"))
        return;
    const char *name = message_string(&call->body, "name");
    if (!name || !calendar_has_shift(&call->server->config->calendar, name)) {
        answer(call, STATUS_BAD_MESSAGE);
        return;
    }
    snprintf(words.name, sizeof words.name, "%s", name);
    write_day(call, &words, &reply);
}

void api_shift_close(struct call *call)
{
    close_day(call, SHIFT_CLOSE, call->server->day.shift);
}

/* ---- Counts. ---- */

static const struct field count_fields[] = {
    {"id", FIELD_STRING, true},        {"what", FIELD_STRING, false},
    {"cage", FIELD_STRING, false},     {"pieces", FIELD_STRING, false},
    {"cash", FIELD_INTEGER, false},    {"with", FIELD_STRING, true},
    {"password", FIELD_STRING, false}, {"code", FIELD_STRING, false},
    {"reason", FIELD_STRING, false},   {NULL, 0, false}};

/* "1000x30 25x3": the value of a piece and how many there are. */
static bool read_pieces(const char *text, struct count *count)
{
    struct words words;
    struct word word;
    words_init(&words, text ? text : "", text ? strlen(text) : 0);
    while (words_next(&words, &word)) {
        struct word value;
        struct word number;
        unsigned pieces;
        struct piece *piece = &count->pieces[count->piece_count];
        if (count->piece_count == COUNT_PIECES_MAX || !word_cut(word, 'x', &value, &number) ||
            money_parse(value.bytes, value.length, &piece->cents) != STATUS_OK ||
            !word_number(number, 100000000, &pieces))
            return false;
        piece->number = pieces;
        count->piece_count++;
    }
    return true;
}

static enum status read_count(const struct call *call, struct count *count)
{
    const struct server *server = call->server;
    count->cash_cents = message_integer(&call->body, "cash", 0);
    if (!read_pieces(message_string(&call->body, "pieces"), count) || !reason_of(call, count->reason))
        return STATUS_BAD_COUNT;
    enum status status = second_named(call, count->with);
    if (status == STATUS_OK)
        status = count_sum(count, &server->config->chips, &count->counted_cents);
    const struct account *account =
        ledger_find(books_ledger(server->books), (enum account_kind)count->account.kind, count->account.name);
    count->books_cents = account ? account->balance_cents : 0;
    if (status == STATUS_OK && count->counted_cents == count->books_cents)
        count->reason[0] = 0;
    else if (status == STATUS_OK && !count->reason[0])
        status = STATUS_COUNT_DIFFERS;
    return status;
}

/* The person who counted answers for the difference as well. */
static enum status write_variance(struct call *call, uint32_t chain, const struct count *count)
{
    int64_t cents = count->counted_cents - count->books_cents;
    struct order order = {.kind = cents > 0 ? ORDER_OVER : ORDER_SHORT, .cents = cents > 0 ? cents : -cents};
    if (cents == 0)
        return STATUS_OK;
    account_print(&count->account, order.name, sizeof order.name);
    return cage_order(call->server, chain, &order, call->user, NULL);
}

/* The box is brought to the main cage. */
static enum status bring_drop(struct call *call, const struct count *count)
{
    struct order order = {.kind = ORDER_DROP, .cents = count->counted_cents};
    if (count->what != COUNT_DROP || count->counted_cents == 0)
        return STATUS_OK;
    snprintf(order.name, sizeof order.name, "%s", call->floor->table.plan.id);
    snprintf(order.at, sizeof order.at, "%s", call->server->config->cages[0]);
    return cage_order(call->server, call->floor->chain, &order, call->user, NULL);
}

static void write_count(struct call *call, uint32_t chain, struct count *count)
{
    struct server *server = call->server;
    struct reply reply;
    uint32_t number = 0;
    char bytes[COUNT_TEXT_MAX];
    struct text text;
    if (!begin(call, &reply, "count"))
        return;
    enum status status = books_account(server->books, (enum account_kind)count->account.kind,
                                       count->account.name, &number, NULL);
    count->account.number = number;
    if (status == STATUS_OK)
        status = read_count(call, count);
    text_init(&text, bytes, sizeof bytes);
    count_print(count, &text);
    struct line line = {.kind = ENTRY_COUNT, .text = {(const uint8_t *)bytes, text.used}};
    if (status == STATUS_OK && text.full)
        status = STATUS_TOO_LONG;
    if (status == STATUS_OK && !second_proved(call, count->with))
        return;
    if (status == STATUS_OK)
        status = cage_note(server, chain, &line, call->user, &reply);
    if (status) {
        answer(call, status);
        return;
    }
    status = write_variance(call, chain, count);
    if (status == STATUS_OK)
        status = bring_drop(call, count);
    if (status)
        log_event(&server->log, LOG_ERROR, "count-not-followed", "status", status_name(status), NULL);
    cage_answer(server, &reply, number); /* with what followed from it */
}

void api_table_count(struct call *call)
{
    struct count count = {.what = COUNT_OPENING, .account = {.kind = ACCOUNT_BANK}};
    const struct floor_table *floor = call->floor;
    if (!counts(call) || !api_keyed_body(call, count_fields))
        return;
    const char *what = message_string(&call->body, "what");
    if (!what || !count_what_find(what, &count.what) || count.what == COUNT_CAGE) {
        answer(call, STATUS_BAD_MESSAGE);
        return;
    }
    if (count.what != COUNT_DROP && floor->table.state.open) {
        answer(call, STATUS_TABLES_OPEN);
        return;
    }
    bool drop = count.what == COUNT_DROP;
    count.account.kind = drop ? ACCOUNT_CAGE : ACCOUNT_BANK;
    snprintf(count.account.name, sizeof count.account.name, "%s%s", drop ? ORDER_BOX : "",
             floor->table.plan.id);
    write_count(call, floor->chain, &count);
}

void api_cage_count(struct call *call)
{
    struct count count = {.what = COUNT_CAGE, .account = {.kind = ACCOUNT_CAGE}};
    if (!counts(call) || !api_keyed_body(call, count_fields))
        return;
    const char *cage = cage_of(call, "cage");
    const char *what = message_string(&call->body, "what");
    bool cash = what && strcmp(what, "cash") == 0;
    if (!cage || !what || (!cash && strcmp(what, "chips") != 0)) {
        answer(call, STATUS_BAD_MESSAGE);
        return;
    }
    snprintf(count.account.name, sizeof count.account.name, "%s%.32s", cash ? ORDER_TILL : "", cage);
    write_count(call, CHAIN_NUMBER_HOUSE, &count);
}

/* ---- Slips. ---- */

void api_ask_slip(struct call *call, bool credit)
{
    struct slip slip = {.verb = credit ? SLIP_CREDIT : SLIP_FILL, .number = call->server->day.slips + 1};
    struct reply reply;
    char bytes[ORDER_TEXT_MAX];
    struct text text;
    if (!begin(call, &reply, credit ? "credit" : "fill"))
        return;
    enum status status = house_may_play(call->server);
    if (status == STATUS_OK)
        status = amount_of(call, &slip.cents);
    snprintf(slip.table, sizeof slip.table, "%s", call->floor->table.plan.id);
    text_init(&text, bytes, sizeof bytes);
    slip_print(&slip, &text);
    struct line line = {.kind = ENTRY_COUNT, .text = {(const uint8_t *)bytes, text.used}};
    if (status == STATUS_OK)
        status = cage_write(call->server, CHAIN_NUMBER_HOUSE, &line, call->user, &reply, 0);
    answer(call, status);
}

static const struct slip *slip_of(const struct call *call)
{
    const char *digits = call->name;
    uint64_t number;
    if (!text_take_number(&digits, UINT64_MAX, &number) || *digits)
        return NULL;
    return gaming_day_slip(&call->server->day, number);
}

static const struct field slip_fields[] = {
    {"id", FIELD_STRING, true}, {"cage", FIELD_STRING, false}, {NULL, 0, false}};

/* A slip is confirmed or turned down where its table is; true: the answer says where. */
static bool is_elsewhere(struct call *call, const char *table)
{
    const char *address = rota_find(call->server, table) ? NULL : fleet_address(call->server, table);
    if (address)
        respond_moved(call->server, call->request->id, address);
    return address;
}

void api_slip_confirm(struct call *call)
{
    struct reply reply;
    if (!counts(call) || !api_keyed_body(call, slip_fields) || !begin(call, &reply, "slip confirm"))
        return;
    const struct slip *slip = slip_of(call);
    const char *cage = cage_of(call, "cage");
    const struct floor_table *floor = slip ? rota_find(call->server, slip->table) : NULL;
    if (slip && is_elsewhere(call, slip->table))
        return;
    if (!slip || !cage || !floor) {
        answer(call, slip ? STATUS_NOT_FOUND : STATUS_NO_SLIP);
        return;
    }
    struct order order = {.kind = slip->verb == SLIP_CREDIT ? ORDER_CREDIT : ORDER_FILL,
                          .cents = slip->cents,
                          .slip = slip->number};
    snprintf(order.name, sizeof order.name, "%s", slip->table);
    snprintf(order.at, sizeof order.at, "%s", cage);
    snprintf(order.asked, sizeof order.asked, "%s", slip->asked);
    answer(call, cage_order(call->server, floor->chain, &order, call->user, &reply));
}

void api_slip_refuse(struct call *call)
{
    struct reply reply;
    char bytes[ORDER_TEXT_MAX];
    struct text text;
    if (!counts(call) || !api_keyed_body(call, slip_fields) || !begin(call, &reply, "slip refuse"))
        return;
    const struct slip *slip = slip_of(call);
    if (slip && is_elsewhere(call, slip->table))
        return;
    struct slip refused = {.verb = SLIP_REFUSED, .number = slip ? slip->number : 0};
    text_init(&text, bytes, sizeof bytes);
    slip_print(&refused, &text);
    struct line line = {.kind = ENTRY_COUNT, .text = {(const uint8_t *)bytes, text.used}};
    answer(call, slip ? cage_write(call->server, CHAIN_NUMBER_HOUSE, &line, call->user, &reply, 0)
                      : STATUS_NO_SLIP);
}

/* ---- Money. ---- */

static const struct field order_fields[] = {{"id", FIELD_STRING, true},      {"amount", FIELD_INTEGER, true},
                                            {"player", FIELD_STRING, false}, {"cage", FIELD_STRING, false},
                                            {"from", FIELD_STRING, false},   {NULL, 0, false}};

void api_purchase(struct call *call)
{
    struct order order = {.kind = ORDER_PURCHASE};
    struct reply reply;
    if (!counts(call) || !api_keyed_body(call, order_fields) || !begin(call, &reply, "purchase"))
        return;
    const char *name = message_string(&call->body, "player");
    const struct user *player = name ? people_find(&call->server->people, name) : NULL;
    enum status status =
        !player || player->role != USER_PLAYER ? STATUS_NO_ACCOUNT : house_may_play(call->server);
    if (status == STATUS_OK)
        status = amount_of(call, &order.cents);
    if (status == STATUS_OK) {
        snprintf(order.name, sizeof order.name, "%s", player->name);
        snprintf(order.at, sizeof order.at, "%s", call->floor->table.plan.id);
        status = cage_order(call->server, call->floor->chain, &order, call->user, &reply);
    }
    answer(call, status);
}

/* The last part of the path is the movement: supply, withdraw, fund, lodge; transfer, remit. */
void api_cage_order(struct call *call)
{
    static const enum order_kind allowed[] = {ORDER_SUPPLY, ORDER_WITHDRAW, ORDER_FUND,
                                              ORDER_LODGE,  ORDER_TRANSFER, ORDER_REMIT};
    struct order order;
    struct reply reply;
    bool known = false;
    order = (struct order){.cents = 0};
    for (unsigned i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        known |= order_find(call->name, &order.kind) && order.kind == allowed[i];
    if (!known) {
        answer(call, STATUS_NOT_FOUND);
        return;
    }
    if (!counts(call) || !api_keyed_body(call, order_fields) || !begin(call, &reply, "cage"))
        return;
    const char *cage = cage_of(call, "cage");
    const char *from = cage_of(call, "from");
    enum status status = cage && from ? amount_of(call, &order.cents) : STATUS_NOT_FOUND;
    bool between = order.kind == ORDER_TRANSFER || order.kind == ORDER_REMIT;
    if (status == STATUS_OK && between && strcmp(cage, from) == 0)
        status = STATUS_SAME_ACCOUNT;
    if (status == STATUS_OK) {
        snprintf(order.name, sizeof order.name, "%s", cage);
        snprintf(order.at, sizeof order.at, "%s", from);
        status = cage_order(call->server, CHAIN_NUMBER_HOUSE, &order, call->user, &reply);
    }
    answer(call, status);
}
