/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_cursor.c - rows, page by page.
 *
 * Entries never change and positions have no gaps, so a walk needs no transaction: it remembers where it is,
 * and where the log ended when it began. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"

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
    if (found || cursor->walk == WALK_BACKWARD) {
        cursor->over = !found;
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
    enum status status = last_position(backend, &cursor->end);
    if (status == STATUS_OK && chain && position)
        status = find_number(cursor, position);
    if (status != STATUS_OK) {
        pglink_fail(&backend->read, status, failure);
        free(cursor);
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

enum status postgres_next(struct store_cursor *base, struct store_row *row)
{
    struct postgres_cursor *cursor = (struct postgres_cursor *)base;
    if (!cursor->over && (!cursor->page || cursor->at == PQntuples(cursor->page))) {
        enum status status = turn_page(cursor);
        if (status != STATUS_OK)
            return status;
    }
    if (cursor->over)
        return STATUS_NOT_FOUND;
    postgres_row_columns(cursor->page, cursor->at, row);
    int64_t number = pgrow_number(cursor->page, cursor->at, 5);
    cursor->at++;
    cursor->from = cursor->walk == WALK_ALL        ? (int64_t)row->position + 1
                   : cursor->walk == WALK_BACKWARD ? number - 1
                                                   : number + 1;
    return STATUS_OK;
}

void postgres_cursor_close(struct store_cursor *base)
{
    struct postgres_cursor *cursor = (struct postgres_cursor *)base;
    PQclear(cursor->page);
    free(cursor);
}
