/* SPDX-License-Identifier: Apache-2.0 */
#include "server/fleet.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"
#include "cluster/lease.h"
#include "journal/declaration.h"
#include "record/word.h"
#include "server/attest.h"
#include "server/cage.h"
#include "server/client.h"
#include "server/demo.h"
#include "server/house.h"
#include "server/life.h"
#include "server/numbers.h"
#include "server/people_store.h"
#include "server/protect.h"
#include "server/rota.h"

/* How often the plan is worked out even if nothing has moved: the configuration may have new tables. */
enum { LOOK_AGAIN_MS = 500 };

struct fleet {
    struct share_view view; /* of the last look */
    uint64_t view_number;   /* its number */
    int64_t looked_ms;      /* when it was worked out what is to be done about it */
    bool waits;             /* something is not done yet: a round goes on, or something could not be read */
    bool serves;            /* the others know that we are ready */
    bool desk;              /* it is here */
    bool desk_given;        /* ... no longer, and the view may not show it yet */
    bool figures_due;       /* of tables that came */
    unsigned move_count;    /* what the store is asked for at the end of this look */
    struct share_move moves[SHARE_MOVES_MAX];
};

bool fleet_has_desk(const struct server *server)
{
    return !server->fleet || (server->fleet->desk && !server->cut_off);
}

/* A table of a server that is dead, which this one claims: whoever asks for it asks here again. */
static bool is_coming(const struct server *server, const char *table)
{
    const struct share_server *owner = table ? share_owner(&server->fleet->view, table) : NULL;
    return owner && !owner->alive && strcmp(owner->name, server->config->server_name) != 0;
}

const char *fleet_address(const struct server *server, const char *table)
{
    const char *me = server->config->server_name;
    const struct share_server *owner =
        server->fleet
            ? share_successor(&server->fleet->view, server->cut_off ? me : "", table ? table : SHARE_DESK)
            : NULL;
    return owner && (strcmp(owner->name, me) != 0 || is_coming(server, table)) ? owner->address : NULL;
}

struct floor_table *fleet_floor(const struct server *server, const char *table)
{
    return server->cut_off ? NULL : rota_find(server, table);
}

int64_t fleet_wake_ms(const struct server *server)
{
    int64_t end_ms = server->fleet && !server->cut_off ? store_lease_end(books_store(server->books)) : 0;
    return end_ms > server_ticks() ? end_ms : 0;
}

void fleet_put(struct out *out, const struct server *server)
{
    if (!server->fleet)
        return;
    out_key(out, "servers");
    out_array(out);
    for (unsigned i = 0; i < server->fleet->view.server_count; i++) {
        const struct share_server *other = &server->fleet->view.servers[i];
        if (other->alive && strcmp(other->name, server->config->server_name) != 0)
            out_string(out, other->address);
    }
    out_array_end(out);
}

/* ---- What others have written. ---- */

static void follow_people(struct server *server)
{
    struct people next;
    struct store_failure failure;
    people_init(&next);
    enum status status = people_store_load(books_store(server->books), &next, &failure);
    if (status == STATUS_OK) {
        people_release(&server->people);
        server->people = next;
        return;
    }
    people_release(&next);
    log_event(&server->log, LOG_ERROR, "people-not-read", "message", failure.message, NULL);
}

/* Somebody logged out elsewhere: their sessions are asked for anew. */
static void follow_session(struct server *server, const struct entry *entry)
{
    struct words words;
    char name[PERSON_NAME_MAX];
    words_init(&words, (const char *)entry->text.bytes, entry->text.size ? entry->text.size - 1 : 0);
    if (words_skip(&words, "session") && words_skip(&words, "closed") &&
        words_keep(&words, name, sizeof name))
        sessions_forget(&server->sessions, name);
}

static bool is_play(const struct entry *entry)
{
    return entry->kind != ENTRY_MONEY && entry->kind != ENTRY_CORRECTED;
}

/* True: people have changed. */
static bool follow_entry(struct server *server, const struct news *news)
{
    struct entry entry;
    if (entry_read(&entry, news->bytes, news->size) != STATUS_OK)
        return false; /* the books have stopped */
    if (entry.kind == ENTRY_SESSION)
        follow_session(server, &entry);
    protect_take(server, &entry);
    if (entry.transaction.count && is_play(&entry))
        protect_follow(server, &entry.transaction);
    if (server->config->has_days && entry.kind != ENTRY_ACCOUNT && entry.kind != ENTRY_CHAIN &&
        gaming_day_take(&server->day, books_ledger(server->books), news->chain, &entry) != STATUS_OK)
        log_event(&server->log, LOG_ERROR, "day-not-followed", NULL);
    return entry.kind == ENTRY_PERSON;
}

static struct floor_table *floor_of(const struct server *server, uint32_t chain)
{
    for (unsigned i = 0; i < server->table_count; i++)
        if (server->tables[i]->chain == chain)
            return server->tables[i];
    return NULL;
}

static void follow_refusal(struct server *server, const struct news *news)
{
    struct floor_table *floor = floor_of(server, news->chain);
    server->metrics.values[METRIC_OVERTAKEN]++;
    if (cage_refused(server, news->ticket, news->status) || !floor)
        return;
    if (!floor_take_back(floor, news->ticket))
        store_distrust(books_store(server->books));
}

/* Everything is followed before anybody goes on. */
static void follow(struct server *server)
{
    struct news *list = books_take_news(server->books);
    struct store_failure failure = {0};
    bool people = false;
    bool refused = false;
    for (const struct news *news = list; news; news = news->next)
        if (news->kind == NEWS_REFUSED) {
            follow_refusal(server, news);
            refused = true;
        } else {
            people |= follow_entry(server, news);
        }
    if (people)
        follow_people(server);
    if (refused && (house_read(server, &failure) != STATUS_OK || protect_load(server, &failure) != STATUS_OK))
        log_event(&server->log, LOG_ERROR, "house-not-read", "message", failure.message, NULL);
    for (unsigned i = 0; refused && i < server->table_count; i++)
        floor_go_on(server->tables[i]);
    news_free(list);
}

/* ---- Moves. ---- */

/* All of a look go together: a hundred tables of a server that died come in one transaction. */
static void wish(struct fleet *fleet, const char *thing, const char *to)
{
    if (fleet->move_count == SHARE_MOVES_MAX)
        return; /* at the next look */
    struct share_move *move = &fleet->moves[fleet->move_count++];
    snprintf(move->thing, sizeof move->thing, "%s", thing);
    snprintf(move->to, sizeof move->to, "%s", to);
}

static void send_wishes(struct server *server)
{
    struct fleet *fleet = server->fleet;
    if (fleet->move_count)
        store_move(books_store(server->books), fleet->moves, fleet->move_count);
    fleet->move_count = 0;
}

/* ---- Tables. ---- */

/* Tells all watchers of the table which server has it now. */
static void send_away(struct floor_table *floor, const char *address)
{
    assert(floor);
    while (floor->watcher_count) {
        struct client *client = floor->watchers[0];
        client_send_elsewhere(client, NULL, floor->table.plan.id, address ? address : "");
        client_forget(client, floor);
        floor_unwatch(floor, client);
    }
}

static void let_go(struct server *server, struct floor_table *floor)
{
    const char *address = fleet_address(server, floor->table.plan.id);
    send_away(floor, address);
    log_event(&server->log, LOG_INFO, "table-moved", "table", floor->table.plan.id, "to",
              address ? address : "", NULL);
    if (server->demo)
        demo_forget(server->demo, floor);
    rota_remove(server, floor);
    floor_free(floor);
}

static void take_up(struct server *server, const char *thing)
{
    struct store_failure failure = {0};
    enum status status = life_open(server, thing, &failure);
    if (status == STATUS_OK)
        server->fleet->figures_due = rota_find(server, thing)->figures_due = true;
    else
        server->fleet->waits = true;
    log_event(&server->log, status ? LOG_ERROR : LOG_INFO, "table-taken-up", "table", thing, "status",
              status_name(status), "message", failure.message, NULL);
}

static void look_at_table(struct server *server, const char *thing)
{
    const struct share_view *view = &server->fleet->view;
    struct floor_table *floor = rota_find(server, thing);
    enum share_step step = share_next(view, server->config->server_name, thing, floor != NULL);
    if (floor && floor->moving && step == SHARE_REST) {
        floor->moving = false;
        floor->due->wake_ms = server_ticks();
    }
    if (step == SHARE_CLAIM)
        wish(server->fleet, thing, "");
    else if (step == SHARE_RUN)
        take_up(server, thing);
    else if (step == SHARE_STOP)
        let_go(server, floor);
    else if (step == SHARE_HAND_OVER && floor && (floor->moving || floor_at_rest(floor))) {
        floor->moving = true;
        wish(server->fleet, thing, share_heir(view, thing)->name);
    }
    server->fleet->waits |= step == SHARE_HAND_OVER;
}

/* ---- The desk. ---- */

static void take_desk(struct server *server)
{
    struct store_failure failure = {0};
    enum status status = books_seal(server->books, true, &failure);
    if (status == STATUS_OK && !attest_heads(server))
        status = STATUS_BROKEN_CHAIN;
    log_event(&server->log, status ? LOG_ERROR : LOG_INFO, "desk-taken-up", "status", status_name(status),
              "message", failure.message, NULL);
    server->fleet->waits |= status == STATUS_NO_DATABASE;
    if (status == STATUS_NO_DATABASE)
        return; /* the next look is another try */
    if (status != STATUS_OK) {
        store_distrust(books_store(server->books));
        return;
    }
    server->fleet->desk = true;
    attest_start(server);
}

static void leave_desk(struct server *server)
{
    struct store_failure failure;
    server->fleet->desk = false;
    attest_stop(server);
    (void)!books_seal(server->books, false, &failure);
    log_event(&server->log, LOG_INFO, "desk-moved", NULL);
}

static void look_at_desk(struct server *server)
{
    struct fleet *fleet = server->fleet;
    const struct share_server *heir = share_heir(&fleet->view, SHARE_DESK);
    enum share_step step = share_next(&fleet->view, server->config->server_name, SHARE_DESK, fleet->desk);
    /* Only one server may sign the log: an older view does not take back what was handed over. */
    if (step == SHARE_RUN && fleet->desk_given && heir &&
        strcmp(heir->name, server->config->server_name) != 0) {
        wish(fleet, SHARE_DESK, heir->name);
        return;
    }
    fleet->desk_given = false;
    if (step == SHARE_CLAIM)
        wish(fleet, SHARE_DESK, "");
    else if (step == SHARE_RUN)
        take_desk(server);
    else if (step == SHARE_STOP)
        leave_desk(server);
    else if (step == SHARE_HAND_OVER && !server->first_waiting && heir) {
        leave_desk(server);
        wish(fleet, SHARE_DESK, heir->name);
        fleet->desk_given = true;
    }
    fleet->waits |= step == SHARE_HAND_OVER;
}

/* ---- Looking. ---- */

static void look_away(struct server *server)
{
    bool away = store_is_away(books_store(server->books));
    if (away == server->fleet_away)
        return;
    server->fleet_away = away;
    for (unsigned i = 0; i < server->table_count; i++)
        floor_alarm(server->tables[i], away ? "error" : "info", away ? "store-away" : "store-back",
                    away ? N_("The database is away: nothing is written before it is back.")
                         : N_("The database is back."),
                    "");
    log_event(&server->log, away ? LOG_ERROR : LOG_INFO, away ? "store-away" : "store-back", NULL);
}

/* Without an answer from the database for the length of a lease, others run what was ours: whoever is here is
 * sent to them. Entries on their way to the disk may still get there; the same id finds out. */
static void look_at_lease(struct server *server, int64_t now_ms)
{
    struct fleet *fleet = server->fleet;
    bool others = share_has_others(&fleet->view, server->config->server_name);
    enum lease_stand stand = lease_stand(store_lease_end(books_store(server->books)), now_ms, others);
    bool cut_off = stand == LEASE_LOST && fleet->serves;
    if (cut_off == server->cut_off || server->halted || server->stopped)
        return;
    server->cut_off = cut_off;
    log_event(&server->log, cut_off ? LOG_ERROR : LOG_INFO, cut_off ? "cut-off" : "cut-off-ended", NULL);
    if (cut_off)
        cage_fail(server, STATUS_MOVED);
    for (unsigned i = 0; i < server->table_count; i++) {
        struct floor_table *floor = server->tables[i];
        if (!cut_off) {
            floor_go_on(floor);
            continue;
        }
        floor_send_back(floor, STATUS_MOVED);
        send_away(floor, fleet_address(server, floor->table.plan.id));
    }
}

void fleet_look(struct server *server)
{
    struct fleet *fleet = server->fleet;
    int64_t now_ms = server_ticks();
    look_away(server);
    if (!fleet)
        return;
    follow(server);
    look_at_lease(server, now_ms);
    uint64_t number = store_view(books_store(server->books), fleet->view_number, &fleet->view);
    if (number == fleet->view_number && !fleet->waits && now_ms - fleet->looked_ms < LOOK_AGAIN_MS)
        return;
    fleet->view_number = number;
    if (server->halted || server->stopped || server->stop_by_ms ||
        !share_find(&fleet->view, server->config->server_name))
        return;
    follow(server); /* whatever was written before that view */
    fleet->looked_ms = now_ms;
    fleet->waits = false;
    if (!fleet->serves)
        wish(fleet, "", "");
    fleet->serves = true;
    look_at_desk(server);
    char name[SHARE_NAME_MAX];
    for (unsigned i = 0; life_name(server, i, name); i++)
        look_at_table(server, name);
    send_wishes(server);
    if (fleet->figures_due)
        fleet->figures_due = !numbers_refresh(server);
}

bool fleet_open(struct server *server)
{
    if (!store_is_shared(books_store(server->books)))
        return true;
    server->fleet = calloc(1, sizeof *server->fleet);
    if (!server->fleet || store_look(books_store(server->books)) != STATUS_OK)
        return false;
    server->fleet->view_number = store_view(books_store(server->books), 0, &server->fleet->view);
    return server->fleet->view_number > 0;
}

void fleet_release(struct server *server)
{
    free(server->fleet);
    server->fleet = NULL;
}
