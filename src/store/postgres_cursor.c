/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_cursor.c - rows, page by page.
 *
 * Entries never change and positions have no gaps, so a walk needs no transaction: it remembers where it is,
 * and where the log ended when it began. A gap is where entries were archived, perhaps just now: then the
 * walk goes on in the archives, if they are there, and comes back behind them. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"
#include "store/sqlite_fault.h"

/* The first page is small, because many walks look at one row. */
enum { PAGE_FIRST = 8, PAGE_MAX = 512 };

#define COLUMNS                                                                                              \
    "SELECT l.position, l.previous, l.chain, j.entry, j.mark, l.number FROM log l JOIN journal j"            \
    " ON j.chain = l.chain AND j.number = l.number "

/* X(walk, its text): from, chain, the last position, how many */
/* clang-format off */
#define WALK_LIST(X) \
    X(WALK_ALL,      COLUMNS "WHERE l.position >= $1::bigint AND $2::bigint = 0 AND l.position <= $3::bigint" \
                     " ORDER BY l.position LIMIT $4::bigint") \
    X(WALK_CHAIN,    COLUMNS "WHERE l.number >= $1::bigint AND l.chain = $2::bigint AND l.position <= $3::bigint" \
                     " ORDER BY l.number LIMIT $4::bigint") \
    X(WALK_BACKWARD, COLUMNS "WHERE l.number <= $1::bigint AND l.chain = $2::bigint AND l.position <= $3::bigint" \
                     " ORDER BY l.number DESC LIMIT $4::bigint") \
    X(WALK_DOCUMENT, COLUMNS "JOIN documents d ON d.chain = l.chain AND d.number = l.number" \
                     " WHERE d.hash = $1::bytea") \
    X(WALK_LAST,     "SELECT coalesce(max(position), 0) FROM log") \
    X(WALK_NUMBER,   "SELECT number, chain, (SELECT max(position) FROM log) FROM log WHERE position = $1::bigint") \
    X(WALK_FROM,     "SELECT number, chain FROM log WHERE chain = $1::bigint AND position >= $2::bigint" \
                     " ORDER BY position LIMIT 1")
/* clang-format on */

enum walk_statement {
#define WALK_ENUM(id, sql) id,
    WALK_LIST(WALK_ENUM)
#undef WALK_ENUM
        WALK_COUNT
};

const struct pgstatement postgres_walks[] = {
#define WALK_TEXT(id, sql) {#id, sql},
    WALK_LIST(WALK_TEXT)
#undef WALK_TEXT
};
const unsigned postgres_walk_count = WALK_COUNT;

struct postgres_cursor {
    struct store_cursor cursor; /* first */
    struct postgres_backend *backend;
    enum walk_statement walk;
    uint32_t chain;
    int64_t from; /* of the next page: a position, or the number in its chain */
    int64_t end;  /* the last position that is read */
    int page_size;
    PGresult *page; /* NULL: none yet */
    int at;
    bool over;
    bool sparse;        /* from the first entry that is there, whatever is missing */
    uint64_t back;      /* backward: the position of the next row; 0: whichever is the last */
    sqlite3 *files;     /* the archives, while rows come from there; else NULL */
    sqlite3_stmt *old;  /* ... */
    uint64_t files_end; /* ... where they end */
};

static enum status ask(struct postgres_backend *backend, enum walk_statement walk, const struct pgargs *args,
                       PGresult **rows)
{
    pthread_mutex_lock(&backend->read_lock);
    enum status status = pglink_ask(&backend->read, postgres_walks[walk].name, args, PGLINK_CALL_MS, rows);
    pthread_mutex_unlock(&backend->read_lock);
    return status;
}

static enum status last_position(struct postgres_backend *backend, int64_t *last)
{
    PGresult *rows;
    enum status status = ask(backend, WALK_LAST, NULL, &rows);
    if (status != STATUS_OK)
        return status;
    *last = pgrow_number(rows, 0, 0);
    PQclear(rows);
    return STATUS_OK;
}

uint64_t postgres_last(struct backend *base)
{
    int64_t last = 0;
    enum status status = last_position((struct postgres_backend *)base, &last);
    return status == STATUS_OK ? (uint64_t)last : 0;
}

/* The number, in its chain, of the first entry of `chain` from `position` on. */
static enum status find_number(struct postgres_cursor *cursor, uint64_t position)
{
    struct pgargs at = {0};
    PGresult *rows;
    pgargs_number(&at, (int64_t)position);
    enum status status = ask(cursor->backend, WALK_NUMBER, &at, &rows);
    if (status != STATUS_OK)
        return status;
    bool found = PQntuples(rows) == 1 && pgrow_number(rows, 0, 1) == cursor->chain;
    if (found)
        cursor->from = pgrow_number(rows, 0, 0);
    PQclear(rows);
    if (found)
        return STATUS_OK;
    if (cursor->walk == WALK_BACKWARD) {
        cursor->from = 0;
        cursor->over = !postgres_is_archived(cursor->backend, position);
        cursor->back = cursor->over ? 0 : position;
        return STATUS_OK;
    }
    struct pgargs from = {0};
    pgargs_number(&from, cursor->chain);
    pgargs_number(&from, (int64_t)position);
    status = ask(cursor->backend, WALK_FROM, &from, &rows);
    if (status != STATUS_OK)
        return status;
    cursor->over = PQntuples(rows) == 0;
    if (!cursor->over)
        cursor->from = pgrow_number(rows, 0, 0);
    PQclear(rows);
    return STATUS_OK;
}

/* ---- In the archives. ---- */

/* STATUS_ARCHIVED: they are not there. */
static enum status enter_archives(struct postgres_cursor *cursor, uint64_t position)
{
    static const char *const words[] = {
        [WALK_ALL] = POSTGRES_OLD_ENTRY "WHERE position >= ?1 ORDER BY position",
        [WALK_CHAIN] = POSTGRES_OLD_ENTRY "WHERE position >= ?1 AND chain = ?2 ORDER BY position",
        [WALK_BACKWARD] = POSTGRES_OLD_ENTRY "WHERE position = ?1"};
    enum status status = postgres_archives_read(cursor->backend, &cursor->files, &cursor->files_end);
    if (status != STATUS_OK)
        return status;
    if (sqlite3_prepare_v2(cursor->files, words[cursor->walk], -1, &cursor->old, NULL) != SQLITE_OK)
        return STATUS_STORE_IO;
    sqlite3_bind_int64(cursor->old, 1, (int64_t)position);
    if (cursor->walk == WALK_CHAIN)
        sqlite3_bind_int64(cursor->old, 2, cursor->chain);
    return STATUS_OK;
}

static void leave_archives(struct postgres_cursor *cursor)
{
    sqlite3_finalize(cursor->old);
    sqlite3_close(cursor->files);
    cursor->old = NULL;
    cursor->files = NULL;
}

/* Behind them the database goes on. */
static enum status come_back(struct postgres_cursor *cursor)
{
    enum status status = STATUS_OK;
    leave_archives(cursor);
    PQclear(cursor->page);
    cursor->page = NULL;
    cursor->at = 0;
    cursor->from = (int64_t)cursor->files_end + 1;
    if (cursor->walk == WALK_CHAIN)
        status = find_number(cursor, cursor->files_end + 1);
    return status;
}

/* STATUS_NOT_FOUND: they are at their end. */
static enum status next_archived(struct postgres_cursor *cursor, struct store_row *row)
{
    bool backward = cursor->walk == WALK_BACKWARD;
    if (backward && cursor->back == 0) {
        cursor->over = true;
        return STATUS_NOT_FOUND;
    }
    if (backward) {
        sqlite3_reset(cursor->old);
        sqlite3_bind_int64(cursor->old, 1, (int64_t)cursor->back);
    }
    int result = sqlite3_step(cursor->old);
    if (result != SQLITE_ROW && result != SQLITE_DONE)
        return sqlite_status(result);
    if (result == SQLITE_DONE)
        return backward ? STATUS_STORE_CORRUPT : STATUS_NOT_FOUND;
    postgres_old_entry(cursor->old, row);
    if (backward && row->previous >= cursor->back)
        return STATUS_STORE_CORRUPT; /* a circle */
    cursor->back = row->previous;
    return STATUS_OK;
}

/* ---- Opening. ---- */

static struct postgres_cursor *make_cursor(struct postgres_backend *backend, enum walk_statement walk)
{
    struct postgres_cursor *cursor = calloc(1, sizeof(*cursor));
    if (!cursor)
        return NULL;
    cursor->cursor.ops = backend->backend.ops;
    cursor->backend = backend;
    cursor->walk = walk;
    cursor->page_size = PAGE_FIRST;
    return cursor;
}

enum status postgres_read(struct backend *base, uint32_t chain, enum store_order order, uint64_t position,
                          struct store_cursor **result, struct store_failure *failure)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    bool backward = order == STORE_BACKWARD;
    struct postgres_cursor *cursor = make_cursor(backend, backward ? WALK_BACKWARD
                                                          : chain  ? WALK_CHAIN
                                                                   : WALK_ALL);
    if (!cursor)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    cursor->chain = chain;
    cursor->from = backward ? INT64_MAX : (int64_t)position;
    cursor->back = position;
    enum status status = last_position(backend, &cursor->end);
    if (status == STATUS_OK && !backward && position <= backend->archives->last && backend->archives->last) {
        status = enter_archives(cursor, position);
        cursor->sparse = status == STATUS_ARCHIVED && !position;
        status = status == STATUS_ARCHIVED ? STATUS_OK : status;
    }
    if (status == STATUS_OK && chain && position && !cursor->files)
        status = find_number(cursor, position);
    if (status != STATUS_OK) {
        pglink_fail(&backend->read, status, failure);
        postgres_cursor_close(&cursor->cursor);
        return status;
    }
    *result = &cursor->cursor;
    return STATUS_OK;
}

enum status postgres_document(struct backend *base, const struct hash *hash, struct store_cursor **result,
                              struct store_failure *failure)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    struct postgres_cursor *cursor = make_cursor(backend, WALK_DOCUMENT);
    struct pgargs args = {0};
    if (!cursor)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    pgargs_span(&args, (struct span){hash->bytes, HASH_BYTES});
    enum status status = ask(backend, WALK_DOCUMENT, &args, &cursor->page);
    if (status != STATUS_OK) {
        pglink_fail(&backend->read, status, failure);
        free(cursor);
        return status;
    }
    *result = &cursor->cursor;
    return STATUS_OK;
}

/* The next page; `over` when there is none. */
static enum status turn_page(struct postgres_cursor *cursor)
{
    struct pgargs args = {0};
    bool last = cursor->page && PQntuples(cursor->page) < cursor->page_size;
    if (last || cursor->walk == WALK_DOCUMENT) {
        cursor->over = true;
        return STATUS_OK;
    }
    if (cursor->page && cursor->page_size < PAGE_MAX)
        cursor->page_size *= 8;
    PQclear(cursor->page);
    cursor->page = NULL;
    cursor->at = 0;
    pgargs_number(&args, cursor->from);
    pgargs_number(&args, cursor->chain);
    pgargs_number(&args, cursor->end);
    pgargs_number(&args, cursor->page_size);
    enum status status = ask(cursor->backend, cursor->walk, &args, &cursor->page);
    cursor->over = status == STATUS_OK && PQntuples(cursor->page) == 0;
    return status;
}

void postgres_row_columns(const PGresult *rows, int at, struct store_row *row)
{
    *row = (struct store_row){.position = (uint64_t)pgrow_number(rows, at, 0),
                              .previous = (uint64_t)pgrow_number(rows, at, 1),
                              .chain = (uint32_t)pgrow_number(rows, at, 2),
                              .entry = pgrow_span(rows, at, 3),
                              .has_mark = !PQgetisnull(rows, at, 4),
                              .mark = pgrow_number(rows, at, 4)};
}

/* The next row of the database, with the number it has in its chain. */
static enum status next_kept(struct postgres_cursor *cursor, struct store_row *row, int64_t *number)
{
    if (!cursor->over && (!cursor->page || cursor->at == PQntuples(cursor->page))) {
        enum status status = turn_page(cursor);
        if (status != STATUS_OK)
            return status;
    }
    if (cursor->over)
        return STATUS_NOT_FOUND;
    postgres_row_columns(cursor->page, cursor->at, row);
    *number = pgrow_number(cursor->page, cursor->at, 5);
    return STATUS_OK;
}

/* The position that should have come next and has not; 0: what came is right. */
static uint64_t missed(const struct postgres_cursor *cursor, enum status status, const struct store_row *row,
                       int64_t number)
{
    bool found = status == STATUS_OK;
    switch (cursor->walk) {
    case WALK_ALL:
        return found && !cursor->sparse && cursor->from > 0 && row->position != (uint64_t)cursor->from
                   ? (uint64_t)cursor->from
                   : 0;
    case WALK_BACKWARD:
        return cursor->from != INT64_MAX && (!found || number != cursor->from) ? cursor->back : 0;
    case WALK_CHAIN:
    case WALK_DOCUMENT:
    case WALK_LAST:
    case WALK_NUMBER:
    case WALK_FROM:
    case WALK_COUNT:
        break;
    }
    return 0;
}

enum status postgres_next(struct store_cursor *base, struct store_row *row)
{
    struct postgres_cursor *cursor = (struct postgres_cursor *)base;
    int64_t number = 0;
    enum status status = STATUS_NOT_FOUND;
    if (cursor->files) {
        status = next_archived(cursor, row);
        if (status != STATUS_NOT_FOUND || cursor->over)
            return status;
        status = come_back(cursor);
        if (status != STATUS_OK)
            return status;
    }
    status = next_kept(cursor, row, &number);
    if (status != STATUS_OK && status != STATUS_NOT_FOUND)
        return status;
    uint64_t gap = missed(cursor, status, row, number);
    if (gap && postgres_is_archived(cursor->backend, gap)) {
        status = enter_archives(cursor, gap);
        return status == STATUS_OK ? next_archived(cursor, row) : status;
    }
    if (gap)
        return STATUS_STORE_CORRUPT;
    if (status != STATUS_OK)
        return status;
    cursor->at++;
    cursor->back = row->previous;
    cursor->from = cursor->walk == WALK_ALL        ? (int64_t)row->position + 1
                   : cursor->walk == WALK_BACKWARD ? number - 1
                                                   : number + 1;
    return STATUS_OK;
}

void postgres_cursor_close(struct store_cursor *base)
{
    struct postgres_cursor *cursor = (struct postgres_cursor *)base;
    leave_archives(cursor);
    PQclear(cursor->page);
    free(cursor);
}
