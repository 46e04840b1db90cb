/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_read.c - everything that is read from the file after it was checked. */
#include <stdlib.h>
#include <string.h>

#include "store/sqlite.h"

enum status sqlite_key(struct backend *base, struct span key, struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    enum status status = STATUS_OK;
    pthread_mutex_lock(&backend->key_lock);
    sqlite3_bind_blob(backend->key, 1, key.bytes, (int)key.size, SQLITE_STATIC);
    int result = sqlite3_step(backend->key);
    if (result == SQLITE_ROW)
        status = STATUS_REPEATED;
    else if (result != SQLITE_DONE)
        status = sqlite_failure(backend->path, backend->lookup, failure);
    sqlite3_reset(backend->key);
    pthread_mutex_unlock(&backend->key_lock);
    return status;
}

/* Walks rows forward as SQLite gives them, or backward from row to `previous` row. */
struct sqlite_cursor {
    struct store_cursor cursor; /* first */
    sqlite3_stmt *rows;
    bool backward;
    uint64_t next; /* backward: the position of the next row; 0 behind the first */
};

/* NULL, and what failed in `status`. */
static struct sqlite_cursor *make_cursor(struct sqlite_backend *backend, const char *sql, enum status *status,
                                         struct store_failure *failure)
{
    struct sqlite_cursor *cursor = calloc(1, sizeof(*cursor));
    if (!cursor) {
        *status = store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
        return NULL;
    }
    cursor->cursor.ops = backend->backend.ops;
    if (sqlite3_prepare_v2(backend->read, sql, -1, &cursor->rows, NULL) != SQLITE_OK) {
        *status = sqlite_failure(backend->path, backend->read, failure);
        free(cursor);
        return NULL;
    }
    *status = STATUS_OK;
    return cursor;
}

static uint64_t last_position(struct sqlite_backend *backend, uint32_t chain)
{
    pthread_mutex_lock(&backend->last_lock);
    uint64_t position = chain <= backend->last_count ? backend->last[chain - 1] : 0;
    pthread_mutex_unlock(&backend->last_lock);
    return position;
}

uint64_t sqlite_last(struct backend *base)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3_stmt *row;
    uint64_t position = 0;
    if (sqlite3_prepare_v2(backend->read, "SELECT max(position) FROM journal", -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW)
        position = (uint64_t)sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return position;
}

#define COLUMNS "SELECT position, previous, chain, entry FROM journal "

enum status sqlite_read(struct backend *base, uint32_t chain, enum store_order order, uint64_t position,
                        struct store_cursor **result, struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    enum status status;
    bool backward = order == STORE_BACKWARD;
    const char *sql = backward ? COLUMNS "WHERE position = ?1"
                      : chain  ? COLUMNS "WHERE position >= ?1 AND chain = ?2 ORDER BY position"
                               : COLUMNS "WHERE position >= ?1 ORDER BY position";
    struct sqlite_cursor *cursor = make_cursor(backend, sql, &status, failure);
    if (!cursor)
        return status;
    cursor->backward = backward;
    cursor->next = backward && position == 0 ? last_position(backend, chain) : position;
    sqlite3_bind_int64(cursor->rows, 1, (int64_t)position);
    if (!backward && chain)
        sqlite3_bind_int64(cursor->rows, 2, chain);
    *result = &cursor->cursor;
    return STATUS_OK;
}

enum status sqlite_document(struct backend *base, const struct hash *hash, struct store_cursor **result,
                            struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    enum status status;
    struct sqlite_cursor *cursor =
        make_cursor(backend, COLUMNS "WHERE position = (SELECT position FROM documents WHERE hash = ?1)",
                    &status, failure);
    if (!cursor)
        return status;
    sqlite3_bind_blob(cursor->rows, 1, hash->bytes, HASH_BYTES, SQLITE_TRANSIENT);
    *result = &cursor->cursor;
    return STATUS_OK;
}

static enum status read_row(struct sqlite_cursor *cursor, struct store_row *row)
{
    sqlite3_stmt *rows = cursor->rows;
    int result = sqlite3_step(rows);
    if (result == SQLITE_DONE)
        return STATUS_NOT_FOUND;
    if (result != SQLITE_ROW)
        return sqlite_status(result);
    row->position = (uint64_t)sqlite3_column_int64(rows, 0);
    row->previous = (uint64_t)sqlite3_column_int64(rows, 1);
    row->chain = (uint32_t)sqlite3_column_int64(rows, 2);
    row->entry.bytes = sqlite3_column_blob(rows, 3);
    row->entry.size = (size_t)sqlite3_column_bytes(rows, 3);
    return STATUS_OK;
}

enum status sqlite_next(struct store_cursor *base, struct store_row *row)
{
    struct sqlite_cursor *cursor = (struct sqlite_cursor *)base;
    if (!cursor->backward)
        return read_row(cursor, row);
    if (cursor->next == 0)
        return STATUS_NOT_FOUND;
    sqlite3_reset(cursor->rows);
    sqlite3_bind_int64(cursor->rows, 1, (int64_t)cursor->next);
    enum status status = read_row(cursor, row);
    if (status == STATUS_NOT_FOUND || (status == STATUS_OK && row->previous >= cursor->next))
        return STATUS_STORE_CORRUPT; /* a link into the void, or in a circle */
    cursor->next = status == STATUS_OK ? row->previous : 0;
    return status;
}

void sqlite_cursor_close(struct store_cursor *base)
{
    struct sqlite_cursor *cursor = (struct sqlite_cursor *)base;
    sqlite3_finalize(cursor->rows);
    free(cursor);
}
