/* SPDX-License-Identifier: Apache-2.0 */
/* archive_postgres.c - a PostgreSQL loses its older entries in one transaction, together with the row that
 * says in which file they are.
 *
 * It is done as the owner of the tables, while servers go on: what goes is older than anything they write to
 * or need. The database itself refuses to lose anything that no row of `archives` covers
 * (postgres_schema.c). */
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "journal/walk.h"
#include "store/archive_home.h"
#include "store/pgarray.h"
#include "store/postgres.h"

/* A year of a large house goes within this. */
enum { REMOVE_MS = 6 * 3600 * 1000, PAGE_ROWS = 1024, HOLD_TRIES = 60, HOLD_STEP_MS = 50 };

/* "CRP3", beside the keys of postgres_member.c. */
#define ARCHIVE_KEY "1129467955, hashtext(current_schema())"

#define NOT_KEPT "NOT EXISTS (SELECT FROM unnest($2::bigint[]) AS k(position) WHERE k.position = l.position)"

/* X(statement, its text) */
/* clang-format off */
#define ARCHIVE_LIST(X) \
    X(ARCHIVE_BEFORE,   "SELECT coalesce(max(last), 0) FROM archives") \
    X(ARCHIVE_MAY,      "SELECT (has_table_privilege('journal', 'DELETE') AND" \
                        " has_table_privilege('archives', 'INSERT'))::int::bigint") \
    X(ARCHIVE_HOLD,     "SELECT pg_try_advisory_lock(" ARCHIVE_KEY ")::int::bigint") \
    X(ARCHIVE_BYTES,    "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class WHERE" \
                        " relkind = 'r' AND relnamespace = current_schema()::regnamespace") \
    X(ARCHIVE_ENTRIES,  "SELECT l.position, l.previous, l.chain, j.entry, j.mark FROM log l JOIN journal j" \
                        " ON j.chain = l.chain AND j.number = l.number WHERE l.position >= $1::bigint AND" \
                        " l.position <= $2::bigint ORDER BY l.position LIMIT $3::bigint") \
    X(ARCHIVE_POSTINGS, "SELECT l.position, p.account, p.cents, p.posting, p.balance FROM log l JOIN postings p" \
                        " ON p.chain = l.chain AND p.number = l.number WHERE l.position BETWEEN $1::bigint AND" \
                        " $2::bigint ORDER BY l.position, p.account") \
    X(ARCHIVE_SEALS,    "SELECT size, root, signature, latest FROM checkpoints WHERE size >= $1::bigint AND" \
                        " size <= $2::bigint ORDER BY size LIMIT $3::bigint") \
    X(ARCHIVE_IN_USE,   "SELECT l.position FROM unnest($2::bigint[], $3::bigint[]) AS u(chain, first) JOIN log l" \
                        " ON l.chain = u.chain AND l.position BETWEEN u.first AND $1::bigint") \
    X(ARCHIVE_ROW,      "INSERT INTO archives(last, first, name, root) VALUES($1::bigint, $2::bigint, $3::text," \
                        " $4::bytea)") \
    X(REMOVE_POSTINGS,  "DELETE FROM postings p USING log l WHERE l.chain = p.chain AND l.number = p.number AND" \
                        " l.position <= $1::bigint AND EXISTS (SELECT FROM postings q JOIN log m ON m.chain =" \
                        " q.chain AND m.number = q.number WHERE q.account = p.account AND q.posting = p.posting + 1" \
                        " AND m.position <= $1::bigint)") \
    X(REMOVE_ENTRIES,   "DELETE FROM journal j USING log l WHERE l.chain = j.chain AND l.number = j.number AND" \
                        " l.position <= $1::bigint AND " NOT_KEPT) \
    X(REMOVE_PLACES,    "DELETE FROM log l WHERE l.position <= $1::bigint AND " NOT_KEPT \
                        " AND NOT EXISTS (SELECT FROM rounds r WHERE r.chain = l.chain AND r.number = l.number)" \
                        " AND NOT EXISTS (SELECT FROM postings p WHERE p.chain = l.chain AND p.number = l.number)") \
    X(ARCHIVE_LEFT,     "SELECT count(*) FROM (SELECT l.position FROM log l JOIN journal j ON j.chain = l.chain AND" \
                        " j.number = l.number WHERE l.position <= $1::bigint) AS l FULL JOIN (SELECT DISTINCT" \
                        " k.position FROM unnest($2::bigint[]) AS k(position)) AS k ON k.position = l.position" \
                        " WHERE k.position IS NULL OR l.position IS NULL")
/* clang-format on */

enum archive_statement {
#define ARCHIVE_ENUM(id, sql) id,
    ARCHIVE_LIST(ARCHIVE_ENUM)
#undef ARCHIVE_ENUM
        ARCHIVE_COUNT
};

static const struct pgstatement statements[] = {
#define ARCHIVE_TEXT(id, sql) {#id, sql},
    ARCHIVE_LIST(ARCHIVE_TEXT)
#undef ARCHIVE_TEXT
};

struct home {
    struct pglink link;
    struct pgarray kept; /* positions up to the end of the archive that stay */
};

static enum status ask(struct home *home, enum archive_statement which, const struct pgargs *args,
                       PGresult **rows)
{
    return pglink_ask(&home->link, statements[which].name, args, REMOVE_MS, rows);
}

static enum status ask_number(struct home *home, enum archive_statement which, const struct pgargs *args,
                              uint64_t *number)
{
    PGresult *rows;
    enum status status = ask(home, which, args, &rows);
    if (status == STATUS_OK) {
        *number = (uint64_t)pgrow_number(rows, 0, 0);
        PQclear(rows);
    }
    return status;
}

static enum status say(struct home *home, const char *words)
{
    return pglink_say(&home->link, words, REMOVE_MS, NULL);
}

static enum status fail(const struct archiving *archiving, const struct home *home, enum status status)
{
    return pglink_fail(&home->link, status, archiving->failure);
}

/* ---- Before. ---- */

static enum status open_home(struct archiving *archiving, void **result, uint64_t *before)
{
    struct pglink plain = {.url = archiving->options->path, .name = archiving->name};
    struct home *home = calloc(1, sizeof(*home));
    uint64_t may = 0;
    *result = home;
    if (!home)
        return store_fail(archiving->failure, STATUS_NO_MEMORY, "there is not enough memory");
    enum status status = pglink_open(&plain, archiving->failure);
    if (status == STATUS_OK)
        status = postgres_check(&plain, archiving->failure);
    pglink_close(&plain);
    home->link = (struct pglink){.url = archiving->options->path,
                                 .name = archiving->name,
                                 .statements = statements,
                                 .statement_count = ARCHIVE_COUNT,
                                 .writes = true};
    if (status == STATUS_OK)
        status = pglink_open(&home->link, archiving->failure);
    if (status != STATUS_OK)
        return status;
    status = say(home, "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;"
                       "SET lock_timeout = '60s'");
    if (status == STATUS_OK)
        status = ask_number(home, ARCHIVE_MAY, NULL, &may);
    if (status == STATUS_OK)
        status = ask_number(home, ARCHIVE_BEFORE, NULL, before);
    if (status != STATUS_OK)
        return fail(archiving, home, status);
    return may ? STATUS_OK
               : store_fail(archiving->failure, STATUS_STORE_READ_ONLY,
                            "%s: entries are archived by the owner of the tables, not by a server's role",
                            archiving->name);
}

/* A call that was killed lets go when PostgreSQL has noticed. */
static enum status hold(struct archiving *archiving, void *of)
{
    static const struct timespec step = {.tv_nsec = HOLD_STEP_MS * 1000000L};
    uint64_t held = 0;
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && !held && i < HOLD_TRIES; i++) {
        if (i)
            nanosleep(&step, NULL);
        status = ask_number(of, ARCHIVE_HOLD, NULL, &held);
    }
    if (status != STATUS_OK)
        return fail(archiving, of, status);
    return held ? STATUS_OK
                : store_fail(archiving->failure, STATUS_STORE_LOCKED, "%s: somebody is archiving it already",
                             archiving->name);
}

static uint64_t bytes_of(struct archiving *archiving, void *of)
{
    uint64_t bytes = 0;
    (void)archiving;
    (void)!ask_number(of, ARCHIVE_BYTES, NULL, &bytes);
    return bytes;
}

static void close_home(void *of)
{
    struct home *home = of;
    if (!home)
        return;
    pglink_close(&home->link);
    pgarray_release(&home->kept);
    free(home);
}

/* ---- The rows that go. ---- */

/* A page of a table from `first` on, and what is done with each row; the place of the last one. */
struct page {
    enum archive_statement which;
    enum status (*give)(const struct archive_sink *sink, const PGresult *rows, int at);
    bool whole; /* everything up to `first` + PAGE_ROWS - 1, not so many rows */
};

static enum status give_entry(const struct archive_sink *sink, const PGresult *rows, int at)
{
    struct store_row row;
    postgres_row_columns(rows, at, &row);
    return sink->entry(sink->context, &row);
}

static enum status give_posting(const struct archive_sink *sink, const PGresult *rows, int at)
{
    struct store_posting posting = {.position = (uint64_t)pgrow_number(rows, at, 0),
                                    .account = (uint32_t)pgrow_number(rows, at, 1),
                                    .cents = pgrow_number(rows, at, 2),
                                    .posting = (uint64_t)pgrow_number(rows, at, 3),
                                    .previous = (uint64_t)pgrow_number(rows, at, 3) - 1,
                                    .balance_cents = pgrow_number(rows, at, 4)};
    return sink->posting(sink->context, &posting);
}

static enum status give_seal(const struct archive_sink *sink, const PGresult *rows, int at)
{
    struct seal_row seal;
    /* unreached: the rules of the table keep the lengths of both */
    return postgres_seal_columns(rows, at, &seal) ? sink->seal(sink->context, &seal) : STATUS_STORE_CORRUPT;
}

static enum status give_all(struct archiving *archiving, struct home *home, const struct page *page,
                            uint64_t first, const struct archive_sink *sink)
{
    uint64_t last = archiving->archive->last;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && first <= last) {
        struct pgargs args = {0};
        PGresult *rows;
        uint64_t end = page->whole && first + PAGE_ROWS - 1 < last ? first + PAGE_ROWS - 1 : last;
        pgargs_number(&args, (int64_t)first);
        pgargs_number(&args, (int64_t)end);
        if (!page->whole)
            pgargs_number(&args, PAGE_ROWS);
        status = ask(home, page->which, &args, &rows);
        if (status != STATUS_OK)
            return fail(archiving, home, status);
        int count = PQntuples(rows);
        for (int i = 0; status == STATUS_OK && i < count; i++)
            status = page->give(sink, rows, i);
        first = !page->whole && count == PAGE_ROWS ? (uint64_t)pgrow_number(rows, count - 1, 0) + 1 : end + 1;
        PQclear(rows);
    }
    return status;
}

static enum status pour(struct archiving *archiving, void *of, const struct archive_sink *sink)
{
    static const struct page pages[] = {{ARCHIVE_ENTRIES, give_entry, false},
                                        {ARCHIVE_POSTINGS, give_posting, true},
                                        {ARCHIVE_SEALS, give_seal, false}};
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof(pages) / sizeof(pages[0]); i++)
        status = give_all(archiving, of, &pages[i], archiving->archive->first, sink);
    return status;
}

/* ---- What stays. ---- */

struct choice {
    const struct archiving *archiving;
    struct home *home;
    struct archive_kept kept;
};

static enum status see_entry(void *context, const struct store_row *row)
{
    struct choice *choice = context;
    bool stays = false;
    enum status status = archive_kept_see(choice->archiving, &choice->kept, row, &stays);
    if (stays)
        pgarray_number(&choice->home->kept, (int64_t)row->position);
    return status;
}

/* Entries of shoes in use. */
static enum status keep_in_use(struct archiving *archiving, struct choice *choice)
{
    struct pgarray chains = {0};
    struct pgarray firsts = {0};
    struct pgargs args = {0};
    PGresult *rows;
    enum status status = STATUS_NO_MEMORY;
    pgarray_reset(&chains, PGTYPE_NUMBER);
    pgarray_reset(&firsts, PGTYPE_NUMBER);
    for (uint32_t chain = 1; chain <= WALK_CHAINS_MAX; chain++)
        if (choice->kept.from[chain - 1]) {
            pgarray_number(&chains, chain);
            pgarray_number(&firsts, (int64_t)choice->kept.from[chain - 1]);
        }
    if (!chains.failed && !firsts.failed) {
        pgargs_number(&args, (int64_t)archiving->archive->last);
        pgargs_span(&args, pgarray_finish(&chains));
        pgargs_span(&args, pgarray_finish(&firsts));
        status = ask(choice->home, ARCHIVE_IN_USE, &args, &rows);
    }
    if (status == STATUS_OK) {
        for (int i = 0; i < PQntuples(rows); i++)
            pgarray_number(&choice->home->kept, pgrow_number(rows, i, 0));
        PQclear(rows);
    }
    pgarray_release(&chains);
    pgarray_release(&firsts);
    return status == STATUS_OK ? status : fail(archiving, choice->home, status);
}

/* Also of what earlier archives have left: a shoe that was in use then is not any more. */
static enum status choose_kept(struct archiving *archiving, struct home *home)
{
    static const struct page entries = {ARCHIVE_ENTRIES, give_entry, false};
    struct choice choice = {.archiving = archiving, .home = home};
    struct archive_sink sink = {.entry = see_entry, .context = &choice};
    pgarray_reset(&home->kept, PGTYPE_NUMBER);
    if (archive_kept_init(&choice.kept) != STATUS_OK)
        return store_fail(archiving->failure, STATUS_NO_MEMORY, "there is not enough memory");
    enum status status = give_all(archiving, home, &entries, 1, &sink);
    if (status == STATUS_OK)
        status = keep_in_use(archiving, &choice);
    archive_kept_release(&choice.kept);
    if (status == STATUS_OK && home->kept.failed)
        return store_fail(archiving->failure, STATUS_NO_MEMORY, "there is not enough memory");
    return status;
}

/* ---- Removing. ---- */

static enum status add_row(struct archiving *archiving, struct home *home)
{
    const struct archive *archive = archiving->archive;
    struct pgargs args = {0};
    PGresult *rows;
    char out[PATH_MAX];
    snprintf(out, sizeof(out), "%s", archiving->options->out);
    pgargs_number(&args, (int64_t)archive->last);
    pgargs_number(&args, (int64_t)archive->first);
    pgargs_text(&args, basename(out));
    pgargs_span(&args, (struct span){archive->root.bytes, HASH_BYTES});
    enum status status = ask(home, ARCHIVE_ROW, &args, &rows);
    if (status == STATUS_OK)
        PQclear(rows);
    return status;
}

static enum status remove_rows(struct archiving *archiving, struct home *home)
{
    static const enum archive_statement steps[] = {REMOVE_POSTINGS, REMOVE_ENTRIES, REMOVE_PLACES};
    struct span kept = pgarray_finish(&home->kept);
    enum status status = add_row(archiving, home);
    for (size_t i = 0; status == STATUS_OK && i < sizeof(steps) / sizeof(steps[0]); i++) {
        struct pgargs args = {0};
        PGresult *rows;
        pgargs_number(&args, (int64_t)archiving->archive->last);
        if (steps[i] != REMOVE_POSTINGS)
            pgargs_span(&args, kept);
        status = ask(home, steps[i], &args, &rows);
        if (status == STATUS_OK)
            PQclear(rows);
    }
    return status;
}

/* Checks that exactly the rows that stay are there. */
static enum status check_left(struct archiving *archiving, struct home *home)
{
    struct pgargs args = {0};
    uint64_t wrong = 0;
    pgargs_number(&args, (int64_t)archiving->archive->last);
    pgargs_span(&args, pgarray_finish(&home->kept));
    enum status status = ask_number(home, ARCHIVE_LEFT, &args, &wrong);
    if (status != STATUS_OK)
        return fail(archiving, home, status);
    return wrong ? store_fail(archiving->failure, STATUS_STORE_CORRUPT,
                              "%s: other entries would stay than are needed: nothing was changed",
                              archiving->name)
                 : STATUS_OK;
}

/* Until the COMMIT is answered nothing has gone; whatever ends this before, ends the transaction. */
static enum status remove_all(struct archiving *archiving, void *of)
{
    struct home *home = of;
    enum status status = choose_kept(archiving, home);
    if (status != STATUS_OK)
        return status;
    status = say(home, "BEGIN");
    if (status == STATUS_OK)
        status = remove_rows(archiving, home);
    if (status != STATUS_OK)
        return fail(archiving, home, status);
    status = check_left(archiving, home);
    if (status != STATUS_OK)
        return status;
    archive_tell(archiving, ARCHIVE_REMADE);
    status = say(home, "COMMIT");
    if (status != STATUS_OK)
        return fail(archiving, home, status);
    /* The room is used again. Without it, the server's own vacuum comes to it. */
    (void)!say(home, "VACUUM (ANALYZE) journal, log, postings");
    return STATUS_OK;
}

const struct archive_home archive_postgres = {true, open_home, hold, bytes_of, pour, remove_all, close_home};
