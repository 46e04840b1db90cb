/* SPDX-License-Identifier: Apache-2.0 */
#include "server/protect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "journal/declaration.h"
#include "record/word.h"
#include "server/cage.h"
#include "server/client.h"
#include "server/zone.h"
#include "store/entries.h"

enum { NAMES_MAX = 1 << 20 };

/* The days of a moment, as the house counts them. */
struct days {
    int64_t day;
    int64_t week;
    char month[8];
};

/* One person's play since the server first heard of them. */
struct sitting {
    char name[ACCOUNT_NAME_MAX];
    uint32_t account;
    bool read; /* what was before the server started is included */
    struct days days;
    int64_t lost_cents[3];
    int64_t played_ms; /* today */
    int64_t last_ms;
    int64_t session_cents; /* since they came */
    int64_t session_ms;    /* when they came */
};

/* The names of the list of exclusions, sorted: a country's list has hundreds of thousands, and every log-in
 * and wager asks it. */
struct excluded_names {
    unsigned count;
    char names[][ACCOUNT_NAME_MAX];
};

static struct days days_of(const struct server *server, int64_t time_ms)
{
    struct days days;
    char date[DATE_TEXT_MAX];
    const struct calendar *calendar = &server->config->calendar;
    int64_t local = zone_local(time_ms);
    calendar_date(calendar, local, date);
    days.day = (local - (int64_t)calendar->turn_minutes * 60) / 86400;
    days.week = (days.day + 3) / 7; /* from Monday */
    memcpy(days.month, date, sizeof days.month - 1);
    days.month[sizeof days.month - 1] = 0;
    return days;
}

/* ---- Names. ---- */

static int by_letters(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool is_excluded(const struct server *server, const char *name)
{
    const struct excluded_names *list = server->excluded;
    char wanted[ACCOUNT_NAME_MAX];
    snprintf(wanted, sizeof wanted, "%s", name);
    return list && bsearch(wanted, list->names, list->count, sizeof list->names[0], by_letters) != NULL;
}

/* The list of the file; NULL without memory. */
static struct excluded_names *read_names(FILE *in)
{
    char line[256];
    unsigned room = 64;
    struct excluded_names *list = malloc(sizeof *list + room * sizeof list->names[0]);
    if (!list)
        return NULL;
    list->count = 0;
    while (list->count < NAMES_MAX && fgets(line, sizeof line, in)) {
        struct words words;
        words_init(&words, line, strcspn(line, "\n"));
        if (list->count == room) {
            struct excluded_names *more = realloc(list, sizeof *list + 2UL * room * sizeof list->names[0]);
            if (!more) {
                free(list);
                return NULL;
            }
            list = more;
            room *= 2;
        }
        list->count += words_keep(&words, list->names[list->count], sizeof list->names[0]);
    }
    qsort(list->names, list->count, sizeof list->names[0], by_letters);
    return list;
}

void protect_read_list(struct server *server)
{
    const char *path = server->config->exclusions;
    FILE *in = path[0] ? fopen(path, "r") : NULL;
    struct excluded_names *list = in ? read_names(in) : NULL;
    if (in)
        fclose(in);
    if (path[0] && !list) { /* the list that was read before stays in force */
        log_event(&server->log, LOG_ERROR, "exclusions-not-read", "file", path, NULL);
        return;
    }
    free(server->excluded);
    server->excluded = list;
}

/* ---- What stands. ---- */

struct shelf_read {
    struct footing *footing;
    bool filled;
};

static enum status take_record(void *context, struct span name, struct span value)
{
    struct shelf_read *shelf = context;
    if (name.size == strlen(FOOTING_FILLED) && memcmp(name.bytes, FOOTING_FILLED, name.size) == 0) {
        shelf->filled = true;
        return STATUS_OK;
    }
    return footing_put(shelf->footing, name, value);
}

static enum status take_entry(void *context, const struct store_row *row, const struct entry *entry)
{
    (void)row;
    return footing_take(context, entry);
}

/* The positions of the house's entries of these kinds, newest first. */
struct footprints {
    uint64_t *positions;
    unsigned count;
    unsigned room;
};

static enum status take_footprint(void *context, const struct store_row *row, const struct entry *entry)
{
    struct footprints *prints = context;
    if (entry->kind != ENTRY_PATRON && entry->kind != ENTRY_CHANGE)
        return STATUS_OK;
    uint64_t *grown = grow(prints->positions, prints->count, &prints->room, sizeof *grown);
    if (!grown)
        return STATUS_NO_MEMORY;
    prints->positions = grown;
    prints->positions[prints->count++] = row->position;
    return STATUS_OK;
}

static enum status take_one(void *context, const struct store_row *row, const struct entry *entry)
{
    enum status status = take_entry(context, row, entry);
    return status ? status : STATUS_NOT_FOUND;
}

/* The house's entries are a few among those of its tables, and linked backward; forward, every entry of the
 * journal would be looked at. Across archives no link leads, and what stands before them is read that way. */
static enum status follow_house(struct server *server, struct store_failure *failure)
{
    struct store *store = books_store(server->books);
    struct footing *footing = &server->footing;
    struct footprints prints = {.count = 0};
    enum status status =
        store_entries(store, CHAIN_NUMBER_HOUSE, STORE_BACKWARD, 0, take_footprint, &prints, failure);
    bool archived = status == STATUS_ARCHIVED;
    if (archived)
        status = store_entries(store, CHAIN_NUMBER_HOUSE, STORE_FORWARD, 0, take_entry, footing, failure);
    for (unsigned i = prints.count; status == STATUS_OK && !archived && i-- > 0;)
        status = store_entries(store, CHAIN_NUMBER_HOUSE, STORE_BACKWARD, prints.positions[i], take_one,
                               footing, failure);
    free(prints.positions);
    return status;
}

static enum status put_record(struct store *store, const char *name, const char *value, uint64_t *ticket)
{
    struct store_record record = {STORE_FOOTING, span_of(name), span_of(value)};
    return store_put(store, &record, 1, ticket);
}

/* A database from before there was a shelf: the house's chain is read once, and the shelf filled. The mark
 * comes last, so that whoever is killed on the way begins again. */
static enum status fill_shelf(struct server *server, struct store_failure *failure)
{
    struct store *store = books_store(server->books);
    struct footing_record record;
    uint64_t ticket = 0;
    footing_release(&server->footing);
    enum status status = follow_house(server, failure);
    for (unsigned i = 0; status == STATUS_OK && footing_at(&server->footing, i, &record); i++)
        status = put_record(store, record.name, record.value, &ticket);
    if (status == STATUS_OK)
        status = put_record(store, FOOTING_FILLED, "1", &ticket);
    return status ? status : store_wait(store, ticket);
}

void protect_take(struct server *server, const struct entry *entry)
{
    if (footing_take(&server->footing, entry) != STATUS_OK)
        log_event(&server->log, LOG_ERROR, "patron-not-followed", NULL);
}

enum status protect_load(struct server *server, struct store_failure *failure)
{
    struct shelf_read shelf = {.footing = &server->footing};
    struct store_taker taker = {take_record, &shelf};
    protect_read_list(server);
    footing_release(&server->footing); /* of an entry that was refused, perhaps: fleet.h */
    enum status status = store_records(books_store(server->books), STORE_FOOTING, &taker, failure);
    if (status == STATUS_OK && !shelf.filled)
        status = fill_shelf(server, failure);
    return status;
}

void protect_release(struct server *server)
{
    footing_release(&server->footing);
    free(server->excluded);
    server->excluded = NULL;
    for (uint32_t i = 0; i < server->play_room; i++)
        free(server->plays[i]);
    free(server->plays);
    server->plays = NULL;
    server->play_room = 0;
}

/* ---- What somebody has done. ---- */

static void turn_over(struct sitting *play, const struct days *now)
{
    bool month = strcmp(play->days.month, now->month) != 0;
    if (play->days.day != now->day)
        play->lost_cents[0] = play->played_ms = 0;
    if (play->days.week != now->week)
        play->lost_cents[1] = 0;
    if (month)
        play->lost_cents[2] = 0;
    play->days = *now;
}

static struct sitting *play_of(const struct server *server, uint32_t account)
{
    return account < server->play_room ? server->plays[account] : NULL;
}

/* A place for every account up to this one. */
static bool make_room(struct server *server, uint32_t account)
{
    enum { FIRST_ROOM = 64 };
    size_t room = server->play_room ? server->play_room : FIRST_ROOM;
    while (room <= account)
        room *= 2;
    if (room == server->play_room)
        return true;
    struct sitting **plays = realloc(server->plays, room * sizeof(struct sitting *));
    if (!plays)
        return false;
    memset(plays + server->play_room, 0, (room - server->play_room) * sizeof(struct sitting *));
    server->plays = plays;
    server->play_room = (uint32_t)room;
    return true;
}

static struct sitting *add_play(struct server *server, const struct account *account)
{
    struct sitting *play = make_room(server, account->number) ? calloc(1, sizeof *play) : NULL;
    if (!play)
        return NULL;
    snprintf(play->name, sizeof play->name, "%s", account->name);
    play->account = account->number;
    play->days = days_of(server, server_now());
    play->session_ms = server_ticks();
    server->plays[account->number] = play;
    return play;
}

/* Postings of an account, walked back. */
struct past {
    const struct server *server;
    struct sitting *play;
    int64_t cents;    /* of the posting that is looked at */
    int64_t later_ms; /* the wager after it; 0: none */
    bool more;        /* it is of this month or this week */
};

static bool add_past(const struct server *server, struct sitting *play, const struct entry *entry,
                     int64_t cents, int64_t *later_ms)
{
    struct days then = days_of(server, entry->time_ms);
    bool month = strcmp(then.month, play->days.month) == 0;
    bool week = then.week == play->days.week;
    if (entry->kind == ENTRY_MONEY || entry->kind == ENTRY_CORRECTED)
        return month || week;
    if (then.day == play->days.day)
        play->lost_cents[0] -= cents;
    if (week)
        play->lost_cents[1] -= cents;
    if (month)
        play->lost_cents[2] -= cents;
    if (cents < 0 && then.day == play->days.day) {
        if (*later_ms && *later_ms - entry->time_ms < PLAY_GAP_MS)
            play->played_ms += *later_ms - entry->time_ms;
        if (!*later_ms)
            play->last_ms = entry->time_ms;
        *later_ms = entry->time_ms;
    }
    return month || week;
}

static enum status take_past(void *context, const struct store_row *row, const struct entry *entry)
{
    struct past *past = context;
    (void)row;
    past->more = add_past(past->server, past->play, entry, past->cents, &past->later_ms);
    return STATUS_NOT_FOUND; /* one entry a posting */
}

/* From the account, as it is on disk. */
static enum status read_play(struct server *server, struct sitting *play)
{
    struct store *store = books_store(server->books);
    struct store_posting posting;
    struct past past = {.server = server, .play = play, .more = true};
    struct store_failure failure;
    enum status status = books_wait(server->books);
    memset(play->lost_cents, 0, sizeof play->lost_cents);
    play->played_ms = 0;
    play->days = days_of(server, server_now());
    if (status == STATUS_OK)
        status = store_posting(store, play->account, 0, &posting);
    while (status == STATUS_OK) {
        past.cents = posting.cents;
        status = store_entries(store, 0, STORE_FORWARD, posting.position, take_past, &past, &failure);
        if (status || !past.more || !posting.previous)
            break;
        status = store_posting(store, play->account, posting.previous, &posting);
    }
    play->read = status == STATUS_OK || status == STATUS_NOT_FOUND || status == STATUS_ARCHIVED;
    return play->read ? STATUS_OK : status;
}

static enum status known_play(struct server *server, const struct account *account, struct sitting **found)
{
    struct sitting *play = play_of(server, account->number);
    if (!play)
        play = add_play(server, account);
    *found = play;
    if (!play)
        return STATUS_NO_MEMORY;
    struct days now = days_of(server, server_now());
    enum status status = play->read ? STATUS_OK : read_play(server, play);
    turn_over(play, &now);
    return status;
}

enum status protect_play(struct server *server, const char *name, struct patron_play *play)
{
    const struct account *account = ledger_find(books_ledger(server->books), ACCOUNT_PLAYER, name);
    struct sitting *found;
    *play = (struct patron_play){.minutes = 0};
    if (!account)
        return STATUS_OK;
    enum status status = known_play(server, account, &found);
    if (status)
        return status;
    memcpy(play->lost_cents, found->lost_cents, sizeof play->lost_cents);
    play->minutes = found->played_ms / 60000;
    return STATUS_OK;
}

void protect_follow(struct server *server, const struct transaction *transaction)
{
    int64_t now_ms = server_now();
    for (uint32_t i = 0; i < transaction->count; i++) {
        const struct posting *posting = &transaction->postings[i];
        struct sitting *play = play_of(server, posting->account);
        if (!play)
            continue;
        struct days now = days_of(server, now_ms);
        turn_over(play, &now);
        for (unsigned period = 0; period < 3; period++)
            play->lost_cents[period] -= posting->cents;
        play->session_cents += posting->cents;
        if (posting->cents > 0)
            continue;
        if (play->last_ms && now_ms - play->last_ms < PLAY_GAP_MS)
            play->played_ms += now_ms - play->last_ms;
        play->last_ms = now_ms;
    }
}

/* ---- Looking. ---- */

static enum status by_name(const struct server *server, const char *name)
{
    if (is_excluded(server, name))
        return STATUS_EXCLUDED;
    return patron_may_play(patrons_find(&server->footing.patrons, name), server_now());
}

enum status protect_login(const struct server *server, const char *name)
{
    return by_name(server, name) == STATUS_EXCLUDED ? STATUS_EXCLUDED : STATUS_OK;
}

static enum status may_stake(struct server *server, const struct account *account, int64_t cents)
{
    struct patron_play play;
    const struct patron *patron = patrons_find(&server->footing.patrons, account->name);
    enum status status = by_name(server, account->name);
    if (status || !patron)
        return status;
    status = protect_play(server, account->name, &play);
    return status ? status : patron_may_stake(patron, &play, cents, server_now());
}

enum status protect_check(struct server *server, const struct proposal *proposal)
{
    const struct ledger *ledger = books_ledger(server->books);
    enum status status = STATUS_OK;
    if (!server->footing.patrons.count && !server->excluded)
        return STATUS_OK;
    if (proposal->act.verb == VERB_SIT)
        status = by_name(server, proposal->next->roster.names[proposal->act.person]);
    for (uint32_t i = 0; status == STATUS_OK && i < proposal->transaction.count; i++) {
        const struct posting *posting = &proposal->transaction.postings[i];
        const struct account *account = ledger_account(ledger, posting->account);
        if (account && account->kind == ACCOUNT_PLAYER && posting->cents < 0)
            status = may_stake(server, account, -posting->cents);
    }
    return status;
}

enum status protect_say(struct server *server, const struct patron_words *words, const struct user *by,
                        const struct reply *reply)
{
    char bytes[PATRON_TEXT_MAX];
    struct text text;
    enum status status = patrons_verify(&server->footing.patrons, words, server_now());
    text_init(&text, bytes, sizeof bytes);
    patron_words_print(words, &text);
    struct line line = {.kind = ENTRY_PATRON, .text = span_of(bytes)};
    if (status == STATUS_OK)
        status = cage_write(server, CHAIN_NUMBER_HOUSE, &line, by, reply, 0);
    return status;
}

/* ---- Reminders. ---- */

static void send_reminder(struct client *client, const struct sitting *play, int64_t now_ms)
{
    struct out *out = &client->server->out;
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "reminder");
    out_put_integer(out, "minutes", (now_ms - client->since_ms) / 60000);
    out_put_integer(out, "result", play ? play->session_cents : 0);
    out_object_end(out);
    client_send(client);
}

void protect_remind(struct server *server, struct client *client, int64_t now_ms)
{
    int64_t every_ms = (int64_t)server->config->reminder_seconds * 1000;
    if (!every_ms || client->role != USER_PLAYER || !client->greeted ||
        now_ms - client->reminded_ms < every_ms)
        return;
    client->reminded_ms = now_ms;
    const struct account *account = ledger_find(books_ledger(server->books), ACCOUNT_PLAYER, client->name);
    struct sitting *play = account ? play_of(server, account->number) : NULL;
    if (account && !play)
        play = add_play(server, account); /* from here on */
    send_reminder(client, play, now_ms);
}
