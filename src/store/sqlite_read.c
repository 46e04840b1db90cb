/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_read.c - everything that is read from the file after it was checked. */
#include <stdlib.h>
#include <string.h>

#include "store/sqlite.h"

/* A name that is longer than ours can be was not written by us. */
static bool copy_name(sqlite3_stmt *row, int column, char *name, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    if (!text || strlen(text) >= size || !account_name_ok(text))
        return false;
    memcpy(name, text, strlen(text) + 1);
    return true;
}

static bool read_chain(sqlite3_stmt *row, struct chain *chain)
{
    *chain = (struct chain){.number = (uint64_t)sqlite3_column_int64(row, 1)};
    const void *head = sqlite3_column_blob(row, 2);
    if (!copy_name(row, 0, chain->name, sizeof(chain->name)) || sqlite3_column_bytes(row, 2) != HASH_BYTES)
        return false;
    memcpy(chain->head.bytes, head, HASH_BYTES);
    return true;
}

enum status sqlite_chains(struct backend *base, enum status (*take)(void *, const struct chain *),
                          void *context, struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3_stmt *rows;
    enum status status = STATUS_OK;
    if (sqlite3_prepare_v2(backend->read, "SELECT name, entries, head FROM chains ORDER BY number", -1, &rows,
                           NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    while (status == STATUS_OK && sqlite3_step(rows) == SQLITE_ROW) {
        struct chain chain;
        if (read_chain(rows, &chain))
            status = take(context, &chain);
        else
            status = STATUS_STORE_CORRUPT;
        if (status != STATUS_OK)
            store_fail(failure, status, "%s: chains: %s", backend->path, status_sentence(status));
    }
    if (sqlite3_finalize(rows) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    return status;
}

enum status sqlite_load(struct backend *base, struct ledger *ledger, struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3_stmt *rows;
    enum status status = STATUS_OK;
    if (sqlite3_prepare_v2(backend->read,
                           "SELECT number, kind, name, balance_cents FROM accounts ORDER BY number", -1,
                           &rows, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    while (status == STATUS_OK && sqlite3_step(rows) == SQLITE_ROW) {
        struct account account = {.number = (uint32_t)sqlite3_column_int64(rows, 0),
                                  .kind = (uint8_t)sqlite3_column_int(rows, 1),
                                  .balance_cents = sqlite3_column_int64(rows, 3)};
        status = copy_name(rows, 2, account.name, sizeof(account.name)) ? ledger_load(ledger, &account)
                                                                        : STATUS_STORE_CORRUPT;
        if (status != STATUS_OK)
            store_fail(failure, status, "%s: account %u: %s", backend->path, account.number,
                       status_sentence(status));
    }
    if (sqlite3_finalize(rows) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    return status;
}

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

static enum status make_cursor(struct sqlite_backend *backend, const char *sql, struct sqlite_cursor **cursor,
                               struct store_failure *failure)
{
    *cursor = calloc(1, sizeof(**cursor));
    if (!*cursor)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    (*cursor)->cursor.ops = backend->backend.ops;
    if (sqlite3_prepare_v2(backend->read, sql, -1, &(*cursor)->rows, NULL) != SQLITE_OK) {
        free(*cursor);
        return sqlite_failure(backend->path, backend->read, failure);
    }
    return STATUS_OK;
}

static uint64_t last_position(struct sqlite_backend *backend, uint32_t chain)
{
    sqlite3_stmt *row;
    uint64_t position = 0;
    if (sqlite3_prepare_v2(backend->read, "SELECT position FROM chains WHERE number = ?1", -1, &row, NULL) !=
        SQLITE_OK)
        return 0;
    sqlite3_bind_int64(row, 1, chain);
    if (sqlite3_step(row) == SQLITE_ROW)
        position = (uint64_t)sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return position;
}

#define COLUMNS "SELECT position, previous, chain, entry FROM journal "

enum status sqlite_read(struct backend *base, uint32_t chain, enum store_order order, uint64_t position,
                        struct store_cursor **result, struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    struct sqlite_cursor *cursor;
    bool backward = order == STORE_BACKWARD;
    const char *sql = backward ? COLUMNS "WHERE position = ?1"
                      : chain  ? COLUMNS "WHERE position >= ?1 AND chain = ?2 ORDER BY position"
                               : COLUMNS "WHERE position >= ?1 ORDER BY position";
    enum status status = make_cursor(backend, sql, &cursor, failure);
    if (status != STATUS_OK)
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
    struct sqlite_cursor *cursor;
    enum status status =
        make_cursor(backend, COLUMNS "WHERE position = (SELECT position FROM documents WHERE hash = ?1)",
                    &cursor, failure);
    if (status != STATUS_OK)
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
