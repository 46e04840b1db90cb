/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_member.c - one server among several: its lease, what it owns, what the others write, and what
 * became of a commit whose answer never came (docs/scale.md). A server that is alone has a lease, too: it
 * tells the outcome of commits. All of it on the writer's thread and connection. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cluster/lease.h"
#include "store/keep.h"
#include "store/pgarray.h"
#include "store/postgres.h"
#include "store/ticks.h"

enum { NEWS_PAGE = 512, RETRY_MS = 250, LOCK_MS_MAX = 3000, LOCK_STEP_MS = 50 };

_Static_assert((int)LEASE_SECONDS == POSTGRES_LEASE_SECONDS, "one lease");

static void nap(long ms)
{
    const struct timespec step = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&step, NULL);
}

/* ---- Locks, which live as long as the connection. ---- */

/* "CRP1", and the schema: several houses may share a database. */
#define HOUSE_KEY  "1129467953, hashtext(current_schema())"
#define MEMBER_KEY "1129467954, hashtext(current_schema() || '/' || %s)"

static enum status try_lock(struct pglink *link, const char *sql, bool *locked)
{
    PGresult *rows;
    enum status status = pglink_say(link, sql, PGLINK_CALL_MS, &rows);
    if (status != STATUS_OK)
        return status;
    *locked = PQgetvalue(rows, 0, 0)[0] == 't';
    PQclear(rows);
    return STATUS_OK;
}

static enum status try_locks(struct postgres_backend *backend, bool *locked)
{
    struct pglink *link = &backend->write;
    char sql[256];
    if (!backend->backend.shared)
        return try_lock(link, "SELECT pg_try_advisory_lock(" HOUSE_KEY ")", locked);
    enum status status = try_lock(link, "SELECT pg_try_advisory_lock_shared(" HOUSE_KEY ")", locked);
    char *quoted = PQescapeLiteral(link->connection, backend->member, strlen(backend->member));
    snprintf(sql, sizeof(sql), "SELECT pg_try_advisory_lock(" MEMBER_KEY ")", quoted ? quoted : "''");
    PQfreemem(quoted);
    if (status == STATUS_OK && *locked)
        status = try_lock(link, sql, locked);
    return status;
}

/* The number of the process that holds the lock, as it calls itself. */
static enum status refuse(struct postgres_backend *backend, struct store_failure *failure)
{
    static const char question[] =
        "SELECT substr(a.application_name, 10) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
        " WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 1129467953 AND l.database ="
        " (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.objid::bigint ="
        " (hashtext(current_schema())::bigint & 4294967295) AND a.application_name LIKE 'croupier %'"
        " AND a.pid <> pg_backend_pid()";
    struct pglink *link = &backend->write;
    PGresult *rows = NULL;
    char holder[32] = "";
    if (pglink_say(link, question, PGLINK_CALL_MS, &rows) == STATUS_OK && PQntuples(rows) > 0)
        snprintf(holder, sizeof(holder), "%s", PQgetvalue(rows, 0, 0));
    PQclear(rows);
    if (backend->backend.shared)
        return store_fail(failure, STATUS_STORE_LOCKED,
                          "%s: in use by another croupier process%s%s: one called \"%s\" too, or one that "
                          "has no name and wants the database for itself",
                          link->name, holder[0] ? ", number " : "", holder, backend->member);
    return store_fail(failure, STATUS_STORE_LOCKED,
                      "%s: in use by another croupier process%s%s; one process at a time can write to it, "
                      "unless each has a name (server: in the configuration)",
                      link->name, holder[0] ? ", number " : "", holder);
}

/* The connection of a process that was killed may live on for a moment. */
static enum status take_locks(struct postgres_backend *backend, struct store_failure *failure)
{
    for (int waited = 0;; waited += LOCK_STEP_MS) {
        bool locked = false;
        enum status status = try_locks(backend, &locked);
        if (status != STATUS_OK)
            return pglink_fail(&backend->write, status, failure);
        if (locked)
            return STATUS_OK;
        if (waited >= LOCK_MS_MAX)
            return refuse(backend, failure);
        nap(LOCK_STEP_MS);
    }
}

enum status postgres_lock(struct postgres_backend *backend, struct store_failure *failure)
{
    return take_locks(backend, failure);
}

/* ---- The lease. ---- */

static enum status ask_lease(struct postgres_backend *backend, const char *statement, bool with_address,
                             struct lease *lease)
{
    struct pgargs args = {0};
    PGresult *rows = NULL;
    pgargs_text(&args, backend->member);
    if (with_address)
        pgargs_text(&args, backend->address);
    enum status status = pglink_ask(&backend->write, statement, &args, PGLINK_CALL_MS, &rows);
    *lease = (struct lease){0};
    if (status == STATUS_OK && PQntuples(rows) == 1)
        *lease = (struct lease){pgrow_number(rows, 0, 0), pgrow_number(rows, 0, 1)};
    PQclear(rows);
    return status;
}

void postgres_renewed(struct postgres_backend *backend, int64_t sent_ms)
{
    if (backend->backend.shared)
        atomic_store(&backend->backend.lease_end_ms, lease_end(sent_ms));
}

enum status postgres_join(struct postgres_backend *backend, struct store_failure *failure)
{
    enum status status = ask_lease(backend, "JOIN", true, &backend->lease);
    return status == STATUS_OK ? status : pglink_fail(&backend->write, status, failure);
}

void postgres_part(struct postgres_backend *backend)
{
    struct pgargs args = {0};
    PGresult *rows = NULL;
    if (!backend->write.connection || PQpipelineStatus(backend->write.connection) != PQ_PIPELINE_OFF)
        return;
    pgargs_text(&args, backend->member);
    pgargs_number(&args, backend->lease.epoch);
    if (pglink_ask(&backend->write, "PART", &args, PGLINK_CONNECT_MS, &rows) == STATUS_OK)
        PQclear(rows);
}

/* ---- What the others write. ---- */

/* Moves the books on by an entry that is on disk already. */
static enum status apply(struct postgres_backend *backend, const struct store_row *row)
{
    static const struct keeper nobody = {.context = NULL};
    const struct unit unit = {.chain = row->chain, .size = (uint32_t)row->entry.size};
    if (row->chain < 1 || row->chain > backend->standing.chain_count)
        return STATUS_BROKEN_CHAIN;
    return keep_unit(&backend->standing, &nobody, &unit, row->entry.bytes, true);
}

static enum status take_news(struct postgres_backend *backend, const struct store_row *row)
{
    struct entry entry;
    if (row->position != backend->told + 1)
        return STATUS_BROKEN_CHAIN;
    if (row->position > backend->standing.position) {
        enum status status = apply(backend, row);
        if (status != STATUS_OK)
            return status;
    }
    /* unreached: whoever has kept it has read it */
    if (entry_read(&entry, row->entry.bytes, row->entry.size) == STATUS_OK)
        judge_follow(&backend->judge, &entry, row->position);
    backend->told = row->position;
    backend->backend.ear.news(backend->backend.ear.context,
                              news_entry(row->chain, row->position, row->entry));
    return STATUS_OK;
}

static enum status take_page(struct postgres_backend *backend, const PGresult *rows)
{
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < PQntuples(rows); i++) {
        struct store_row row;
        postgres_row_columns(rows, i, &row);
        status = take_news(backend, &row);
    }
    return status;
}

/* Into the caller's memory: arguments point into themselves, and a copy would point at the original. */
static void next_page(const struct postgres_backend *backend, struct pgargs *args)
{
    *args = (struct pgargs){0};
    pgargs_number(args, (int64_t)backend->told);
    pgargs_number(args, NEWS_PAGE);
}

bool postgres_send_news(struct postgres_backend *backend)
{
    struct pgargs args;
    next_page(backend, &args);
    return pglink_send(&backend->write, "NEWS", &args);
}

enum status postgres_follow(struct postgres_backend *backend, const PGresult *first, uint64_t until)
{
    int count = PQntuples(first);
    enum status status = take_page(backend, first);
    while (status == STATUS_OK && backend->told < until && count == NEWS_PAGE) {
        struct pgargs args;
        PGresult *rows;
        next_page(backend, &args);
        status = pglink_ask(&backend->write, "NEWS", &args, PGLINK_CALL_MS, &rows);
        if (status != STATUS_OK)
            return status;
        count = PQntuples(rows);
        status = take_page(backend, rows);
        PQclear(rows);
    }
    return status;
}

/* ---- Outcomes. ---- */

/* Trouble that passes: the database is away, another host is the primary by now, its disk is full, or a lock
 * was not to be had. */
bool postgres_passes(const struct postgres_backend *backend, enum status status)
{
    static const enum status passing[] = {STATUS_NO_DATABASE, STATUS_STORE_LOCKED, STATUS_STORE_READ_ONLY,
                                          STATUS_STORE_FULL,  STATUS_UNKNOWN,      STATUS_STORE_IO};
    for (size_t i = 0; backend->patient && i < sizeof(passing) / sizeof(passing[0]); i++)
        if (passing[i] == status)
            return true;
    return false;
}

static enum status connect_again(struct postgres_backend *backend, struct store_failure *failure)
{
    backend->looked_ms = 0;
    pglink_close(&backend->write);
    enum status status = pglink_open(&backend->write, failure);
    if (status == STATUS_OK)
        status = take_locks(backend, failure);
    return status;
}

/* Where the books stand: everything that was worked out for a commit that did not come about is forgotten. */
static enum status stand_anew(struct postgres_backend *backend, struct store_failure *failure)
{
    standing_release(&backend->standing);
    return postgres_stand(backend, &backend->standing, failure);
}

static enum status learn(struct postgres_backend *backend, bool open, bool *kept,
                         struct store_failure *failure)
{
    struct lease found;
    enum status status = connect_again(backend, failure);
    if (status == STATUS_OK && (status = ask_lease(backend, "LEASE", false, &found)) != STATUS_OK)
        pglink_fail(&backend->write, status, failure);
    if (status != STATUS_OK)
        return status;
    enum outcome outcome = outcome_of(&backend->lease, &found, open);
    *kept = outcome == OUTCOME_KEPT;
    if (outcome == OUTCOME_KEPT)
        return STATUS_OK;
    if (outcome == OUTCOME_GONE)
        return stand_anew(backend, failure);
    if (outcome == OUTCOME_FENCED)
        return store_fail(failure, STATUS_FENCED, "%s: %s", backend->name, status_sentence(STATUS_FENCED));
    return store_fail(failure, STATUS_STORE_BEHIND,
                      "%s: it has lost entries that were acknowledged: this server has made %lld commits, "
                      "and the database knows %lld; find the primary that has them",
                      backend->name, (long long)backend->lease.commits, (long long)found.commits);
}

enum status postgres_recover(struct postgres_backend *backend, bool open, bool *kept,
                             struct store_failure *failure)
{
    const struct backend_ear *ear = &backend->backend.ear;
    enum status status;
    bool told = false;
    while ((status = learn(backend, open, kept, failure)) != STATUS_OK && postgres_passes(backend, status) &&
           !ear->closing(ear->context)) {
        if (!told)
            ear->away(ear->context, true);
        told = true;
        nap(RETRY_MS);
    }
    if (told && status == STATUS_OK)
        ear->away(ear->context, false);
    if (status == STATUS_OK)
        *failure = (struct store_failure){0}; /* of the tries before */
    return status;
}

/* ---- Looking around. ---- */

/* One statement takes all moves of its sort, so that a hundred tables come in one transaction and one round
 * trip. */
enum move_sort { MOVE_SERVE, MOVE_CLAIM, MOVE_GIVE, MOVE_SORTS };

static enum move_sort sort_of(const struct share_move *move)
{
    return !move->thing[0] ? MOVE_SERVE : !move->to[0] ? MOVE_CLAIM : MOVE_GIVE;
}

struct move_list {
    unsigned count;
    struct pgarray things;
    struct pgarray heirs;
};

/* False: there was not enough memory. */
static bool gather_moves(struct move_list lists[MOVE_SORTS], const struct share_move *moves, unsigned count)
{
    for (unsigned i = 0; i < MOVE_SORTS; i++) {
        pgarray_reset(&lists[i].things, PGTYPE_TEXT);
        pgarray_reset(&lists[i].heirs, PGTYPE_TEXT);
    }
    for (unsigned i = 0; i < count; i++) {
        struct move_list *list = &lists[sort_of(&moves[i])];
        list->count++;
        pgarray_span(&list->things, span_of(moves[i].thing));
        pgarray_span(&list->heirs, span_of(moves[i].to));
    }
    bool failed = false;
    for (unsigned i = 0; i < MOVE_SORTS; i++)
        failed |= lists[i].things.failed | lists[i].heirs.failed;
    return !failed;
}

static bool send_list(struct postgres_backend *backend, enum move_sort sort, struct move_list *list)
{
    static const struct {
        const char *statement;
        bool takes_things;
        bool takes_heirs;
    } sorts[MOVE_SORTS] = {[MOVE_SERVE] = {"SERVE", false, false},
                           [MOVE_CLAIM] = {"CLAIM", true, false},
                           [MOVE_GIVE] = {"GIVE", true, true}};
    struct pgargs args = {0};
    if (list->count == 0)
        return true;
    pgargs_text(&args, backend->member);
    pgargs_number(&args, backend->lease.epoch);
    if (sorts[sort].takes_things)
        pgargs_span(&args, pgarray_finish(&list->things));
    if (sorts[sort].takes_heirs)
        pgargs_span(&args, pgarray_finish(&list->heirs));
    return pglink_send(&backend->write, sorts[sort].statement, &args);
}

/* *claims: whether there is one, which is answered by rows. */
static bool send_moves(struct postgres_backend *backend, const struct share_move *moves, unsigned count,
                       bool *claims)
{
    struct move_list lists[MOVE_SORTS] = {0};
    bool good = gather_moves(lists, moves, count);
    *claims = lists[MOVE_CLAIM].count > 0;
    for (unsigned i = 0; i < MOVE_SORTS; i++) {
        good = good && send_list(backend, i, &lists[i]);
        pgarray_release(&lists[i].things);
        pgarray_release(&lists[i].heirs);
    }
    return good;
}

static void copy_text(const PGresult *rows, int at, int column, char *text, size_t size)
{
    snprintf(text, size, "%s", PQgetvalue(rows, at, column));
}

void postgres_read_view(const PGresult *servers, const PGresult *owners, bool patient,
                        struct share_view *view)
{
    int count = PQntuples(servers);
    view->server_count = count < SHARE_SERVERS_MAX ? (unsigned)count : SHARE_SERVERS_MAX;
    for (unsigned i = 0; i < view->server_count; i++) {
        struct share_server *server = &view->servers[i];
        copy_text(servers, (int)i, 0, server->name, sizeof server->name);
        copy_text(servers, (int)i, 1, server->address, sizeof server->address);
        server->alive = PQgetvalue(servers, (int)i, 2)[0] || (patient && PQgetvalue(servers, (int)i, 4)[0]);
        server->leaving = PQgetvalue(servers, (int)i, 3)[0];
    }
    count = PQntuples(owners);
    view->thing_count = count < SHARE_THINGS_MAX ? (unsigned)count : SHARE_THINGS_MAX;
    for (unsigned i = 0; i < view->thing_count; i++) {
        copy_text(owners, (int)i, 0, view->things[i].name, sizeof view->things[i].name);
        copy_text(owners, (int)i, 1, view->things[i].owner, sizeof view->things[i].owner);
    }
}

/* Moves and view are of one transaction; whatever was written before it is followed before anybody learns of
 * the view. */
static enum status look_once(struct postgres_backend *backend, const struct share_move *moves, unsigned count,
                             struct share_view *view)
{
    enum { ANSWERS_MAX = 5 };
    struct pglink *link = &backend->write;
    PGresult *rows[ANSWERS_MAX];
    struct pgargs args = {0};
    unsigned answered;
    bool claims = false;
    int64_t sent_ms = store_ticks();
    pgargs_text(&args, backend->member);
    pgargs_number(&args, backend->lease.epoch);
    pgargs_number(&args, 0);
    bool good =
        pglink_enter(link) && pglink_send(link, "ENTER", &args) && send_moves(backend, moves, count, &claims);
    good = good && pglink_send(link, "SERVERS", NULL) && pglink_send(link, "OWNERS", NULL) &&
           postgres_send_news(backend);
    unsigned expected = claims ? ANSWERS_MAX : ANSWERS_MAX - 1;
    if (!good)
        return STATUS_NO_DATABASE;
    enum status status = pglink_sync_rows(link, PGLINK_CALL_MS, &answered, rows, expected);
    if (status == STATUS_OK && !PQexitPipelineMode(link->connection))
        status = STATUS_NO_DATABASE;
    if (status == STATUS_OK)
        postgres_renewed(backend, sent_ms);
    if (status == STATUS_OK)
        status = postgres_follow(backend, rows[expected - 1], (uint64_t)pgrow_number(rows[0], 0, 0));
    /* While the database was away nobody could tell that they live: they get a lease's time to do so. */
    int64_t now_ms = store_ticks();
    backend->looked_ms = backend->looked_ms ? backend->looked_ms : now_ms;
    if (status == STATUS_OK)
        postgres_read_view(rows[expected - 3], rows[expected - 2], now_ms - backend->looked_ms < LEASE_MS,
                           view);
    for (unsigned i = 0; i < expected; i++)
        PQclear(rows[i]);
    return status;
}

enum status postgres_look(struct backend *base, const struct share_move *moves, unsigned count,
                          struct share_view *view, struct store_failure *failure)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    for (;;) {
        bool kept;
        enum status status = look_once(backend, moves, count, view);
        if (status == STATUS_OK)
            return STATUS_OK;
        if (!postgres_passes(backend, status))
            return pglink_fail(&backend->write, status, failure);
        status = postgres_recover(backend, false, &kept, failure);
        if (status != STATUS_OK)
            return status;
    }
}
