/* SPDX-License-Identifier: Apache-2.0 */
/* api_protect.c - what protects patrons, over HTTP: their own limits, time-outs and exclusions, those by
 * others, and the statement of win and loss by month. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"
#include "record/word.h"
#include "server/api.h"
#include "server/inquiry.h"
#include "server/protect.h"
#include "server/zone.h"

enum { MONTHS_MAX = 24, HOURS_MAX = 24 * 42, DAYS_MAX = 3660 };

/* ---- What stands. ---- */

static void put_moment(struct out *out, const char *key, int64_t moment_ms)
{
    out_key(out, key);
    if (moment_ms == PATRON_NEVER)
        out_string(out, "never");
    else if (moment_ms > server_now())
        out_integer(out, moment_ms);
    else
        out_null(out);
}

static void put_limit(struct out *out, const struct patron *patron, enum patron_limit limit)
{
    const struct patron_bound *bound = &patron->limits[limit];
    int64_t now = patron_limit_at(patron, limit, server_now());
    bool waits = bound->from_ms > server_now();
    if (now == PATRON_NONE && !waits)
        return;
    out_object(out);
    out_put_string(out, "what", patron_limit_what(limit));
    out_put_string(out, "period", patron_limit_period(limit));
    out_key(out, "value");
    if (now == PATRON_NONE)
        out_null(out);
    else
        out_integer(out, now);
    if (waits) {
        out_key(out, "next");
        if (bound->next == PATRON_NONE)
            out_null(out);
        else
            out_integer(out, bound->next);
        out_put_integer(out, "from", bound->from_ms);
    }
    out_object_end(out);
}

static void send_protection(struct call *call, const char *name)
{
    struct server *server = call->server;
    struct out *out = &server->out;
    struct patron_play play;
    const struct patron *patron = patrons_find(&server->footing.patrons, name);
    enum status status = protect_play(server, name, &play);
    if (status) {
        respond_error(server, call->request->id, status, NULL);
        return;
    }
    out_reset(out);
    out_object(out);
    out_put_string(out, "player", name);
    out_key(out, "limits");
    out_array(out);
    for (unsigned i = 0; patron && i < PATRON_LIMITS; i++)
        put_limit(out, patron, (enum patron_limit)i);
    out_array_end(out);
    put_moment(out, "timeOut", patron ? patron->time_out_ms : 0);
    put_moment(out, "selfExcluded", patron ? patron->self_excluded_ms : 0);
    put_moment(out, "excluded", patron ? patron->excluded_ms : 0);
    if (patron && patron->excluded_ms > server_now())
        out_put_string(out, "excludedBy", patron->excluded_by);
    out_put_integer(out, "lostDay", play.lost_cents[0]);
    out_put_integer(out, "lostWeek", play.lost_cents[1]);
    out_put_integer(out, "lostMonth", play.lost_cents[2]);
    out_put_integer(out, "minutes", play.minutes);
    out_object_end(out);
    respond_send(server, call->request->id, 200);
}

void api_my_protection(struct call *call)
{
    send_protection(call, call->user->name);
}

/* The player that the path names; NULL after the answer that there is none. */
static const struct user *player_of(struct call *call)
{
    const struct user *player = people_find(&call->server->people, call->name);
    if (player && player->role == USER_PLAYER)
        return player;
    respond_error(call->server, call->request->id, STATUS_NO_ACCOUNT, NULL);
    return NULL;
}

void api_player_protection(struct call *call)
{
    const struct user *player = player_of(call);
    if (player)
        send_protection(call, player->name);
}

/* ---- Saying it. ---- */

static void say(struct call *call, const struct patron_words *words)
{
    struct reply reply = {.request = call->request->id};
    char bytes[PATRON_TEXT_MAX];
    struct text text;
    struct patron_words asked = *words;
    asked.until_ms = 0; /* counted from now: the same request, sent again, is the same */
    text_init(&text, bytes, sizeof bytes);
    patron_words_print(&asked, &text);
    reply_key(&reply, call->user->name, message_string(&call->body, "id"), "%s %lld", bytes,
              (long long)message_integer(&call->body, "hours", message_integer(&call->body, "days", 0)));
    if (server_answer_again(call->server, &reply))
        return;
    enum status status = protect_say(call->server, words, call->user, &reply);
    if (status)
        respond_error(call->server, call->request->id, status, NULL);
}

static bool bad(struct call *call, const char *sentence)
{
    respond_error(call->server, call->request->id, STATUS_BAD_MESSAGE, sentence);
    return false;
}

void api_my_limit(struct call *call)
{
    static const struct field fields[] = {{"id", FIELD_STRING, true},
                                          {"what", FIELD_STRING, true},
                                          {"period", FIELD_STRING, true},
                                          {"value", FIELD_INTEGER, false},
                                          {NULL, 0, false}};
    struct patron_words words = {.verb = PATRON_LIMIT};
    if (!api_keyed_body(call, fields))
        return;
    words.value = message_integer(&call->body, "value", PATRON_NONE);
    if (!patron_limit_find(message_string(&call->body, "what"), message_string(&call->body, "period"),
                           &words.limit) ||
        words.value < PATRON_NONE || words.value > MONEY_CENTS_MAX) {
        bad(call,
            N_("A limit is one of loss (day, week, month), stake (once) and time (day), with a value."));
        return;
    }
    snprintf(words.name, sizeof words.name, "%s", call->user->name);
    say(call, &words);
}

void api_my_time_out(struct call *call)
{
    static const struct field fields[] = {
        {"id", FIELD_STRING, true}, {"hours", FIELD_INTEGER, true}, {NULL, 0, false}};
    struct patron_words words = {.verb = PATRON_TIME_OUT};
    if (!api_keyed_body(call, fields))
        return;
    int64_t hours = message_integer(&call->body, "hours", 0);
    if (hours < 1 || hours > HOURS_MAX) {
        bad(call, N_("A time-out lasts from one hour to six weeks."));
        return;
    }
    words.until_ms = server_now() + hours * 3600000;
    snprintf(words.name, sizeof words.name, "%s", call->user->name);
    say(call, &words);
}

static void exclude(struct call *call, const char *name, const char *by)
{
    struct patron_words words = {.verb = PATRON_EXCLUDED};
    int64_t days = message_integer(&call->body, "days", 0);
    if (days < 0 || days > DAYS_MAX) {
        bad(call, N_("An exclusion lasts for some days, at most ten years, or for ever: 0 days."));
        return;
    }
    words.until_ms = days ? server_now() + days * 86400000 : PATRON_NEVER;
    snprintf(words.name, sizeof words.name, "%s", name);
    snprintf(words.by, sizeof words.by, "%s", by);
    say(call, &words);
}

static const struct field exclude_fields[] = {
    {"id", FIELD_STRING, true}, {"days", FIELD_INTEGER, true}, {"by", FIELD_STRING, false}, {NULL, 0, false}};

void api_my_exclusion(struct call *call)
{
    if (api_keyed_body(call, exclude_fields))
        exclude(call, call->user->name, "self");
}

void api_player_exclude(struct call *call)
{
    const struct user *player = player_of(call);
    if (!player || !api_keyed_body(call, exclude_fields))
        return;
    const char *by = message_string(&call->body, "by");
    bool known = by && (strcmp(by, "house") == 0 || strcmp(by, "family") == 0 || strcmp(by, "law") == 0);
    if (known)
        exclude(call, player->name, by);
    else
        bad(call, N_("Somebody is excluded by the house, by their family or by law."));
}

void api_player_readmit(struct call *call)
{
    static const struct field fields[] = {{"id", FIELD_STRING, true}, {NULL, 0, false}};
    const struct user *player = player_of(call);
    struct patron_words words = {.verb = PATRON_READMITTED};
    if (!player || !api_keyed_body(call, fields))
        return;
    snprintf(words.name, sizeof words.name, "%s", player->name);
    say(call, &words);
}

/* ---- The statement. ---- */

struct month {
    char name[8];
    int64_t bought_cents;
    int64_t cashed_cents;
    int64_t staked_cents;
    int64_t result_cents; /* the player's */
};

static void add_posting(struct month *month, const struct entry *entry, int64_t cents)
{
    if (entry->kind == ENTRY_MONEY || entry->kind == ENTRY_CORRECTED) {
        *(cents > 0 ? &month->bought_cents : &month->cashed_cents) += cents > 0 ? cents : -cents;
        return;
    }
    month->result_cents += cents;
    month->staked_cents += cents < 0 ? -cents : 0;
}

/* The month of a moment, as the list has it; NULL: there are enough. */
static struct month *month_of(struct month *months, unsigned *count, int64_t time_ms)
{
    char moment[48];
    zone_print(time_ms, moment, sizeof moment);
    moment[7] = 0;
    if (*count && strcmp(months[*count - 1].name, moment) == 0)
        return &months[*count - 1];
    if (*count == MONTHS_MAX)
        return NULL;
    memcpy(months[*count].name, moment, sizeof months[*count].name);
    return &months[(*count)++];
}

static enum status read_statement(struct inquiry *inquiry)
{
    struct month months[MONTHS_MAX] = {{.name = ""}};
    unsigned count = 0;
    struct store_posting posting = {.previous = 0};
    struct store_failure failure;
    enum status status =
        inquiry->account ? store_posting(inquiry->store, inquiry->account, 0, &posting) : STATUS_NOT_FOUND;
    while (status == STATUS_OK) {
        struct store_cursor *cursor;
        struct store_row row;
        struct entry entry;
        status = store_read(inquiry->store, 0, STORE_FORWARD, posting.position, &cursor, &failure);
        if (status)
            break;
        status = store_next(cursor, &row);
        if (status == STATUS_OK)
            status = entry_read(&entry, row.entry.bytes, row.entry.size);
        struct month *month = status ? NULL : month_of(months, &count, entry.time_ms);
        if (month)
            add_posting(month, &entry, posting.cents);
        store_cursor_close(cursor);
        if (!month || !posting.previous)
            break;
        status = store_posting(inquiry->store, inquiry->account, posting.previous, &posting);
    }
    out_object(&inquiry->out);
    out_key(&inquiry->out, "months");
    out_array(&inquiry->out);
    for (unsigned i = 0; i < count; i++) {
        out_object(&inquiry->out);
        out_put_string(&inquiry->out, "month", months[i].name);
        out_put_integer(&inquiry->out, "bought", months[i].bought_cents);
        out_put_integer(&inquiry->out, "cashed", months[i].cashed_cents);
        out_put_integer(&inquiry->out, "staked", months[i].staked_cents);
        out_put_integer(&inquiry->out, "result", months[i].result_cents);
        out_object_end(&inquiry->out);
    }
    out_array_end(&inquiry->out);
    out_object_end(&inquiry->out);
    return status == STATUS_NOT_FOUND || status == STATUS_ARCHIVED ? STATUS_OK : status;
}

void api_my_statement(struct call *call)
{
    inquiry_submit(call, call->user->name, read_statement);
}

void api_player_statement(struct call *call)
{
    const struct user *player = player_of(call);
    if (player)
        inquiry_submit(call, player->name, read_statement);
}
