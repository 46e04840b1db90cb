/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_records.c - what is kept beside the journal: people, sessions, wishes, and what stands. */
#include <stdio.h>

#include "store/sqlite.h"
#include "store/sqlite_fault.h"

enum { WISH_BUSY_MS_MAX = 10000, SQL_MAX = 160 };

static void bind(sqlite3_stmt *statement, int at, struct span span)
{
    sqlite3_bind_text(statement, at, (const char *)span.bytes, (int)span.size, SQLITE_STATIC);
}

/* Puts a record, or takes it away. They are few: no statement is kept for them. */
static bool keep_record(sqlite3 *connection, const struct store_record *record)
{
    char sql[SQL_MAX];
    sqlite3_stmt *statement = NULL;
    snprintf(sql, sizeof(sql),
             record->value.size ? "INSERT INTO %s(name, line) VALUES(?1, ?2)"
                                  " ON CONFLICT(name) DO UPDATE SET line = excluded.line"
                                : "DELETE FROM %s WHERE name = ?1",
             store_shelf_table(record->shelf));
    if (sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) != SQLITE_OK)
        return false;
    bind(statement, 1, record->name);
    if (record->value.size)
        bind(statement, 2, record->value);
    sqlite3_step(statement);
    return sqlite3_finalize(statement) == SQLITE_OK; /* which tells of a step that failed */
}

enum status sqlite_keep_records(struct sqlite_backend *backend, const struct batch *batch,
                                struct store_failure *failure)
{
    for (unsigned i = 0; i < batch->record_count; i++) {
        struct store_record record = batch_record(batch, i);
        if (!keep_record(backend->write, &record))
            return sqlite_failure(backend->path, backend->write, failure);
    }
    return STATUS_OK;
}

/* As it was read: a text that ends with a zero may need memory, and there may be none. */
static struct span bytes_of(sqlite3_stmt *row, int column)
{
    const void *bytes = sqlite3_column_blob(row, column);
    return (struct span){bytes, (size_t)sqlite3_column_bytes(row, column)};
}

enum status sqlite_records(struct backend *base, enum store_shelf shelf, const struct store_taker *taker,
                           struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    char sql[SQL_MAX];
    sqlite3_stmt *rows = NULL;
    enum status status = STATUS_OK;
    int result = SQLITE_DONE;
    if (backend->version < (shelf == STORE_FOOTING ? SQLITE_VERSION_FOOTING : SQLITE_VERSION_PEOPLE))
        return STATUS_OK;
    snprintf(sql, sizeof(sql), "SELECT name, line FROM %s ORDER BY name", store_shelf_table(shelf));
    pthread_mutex_lock(&backend->lookup_lock);
    if (sqlite3_prepare_v2(backend->lookup, sql, -1, &rows, NULL) != SQLITE_OK)
        status = sqlite_failure(backend->path, backend->lookup, failure);
    while (status == STATUS_OK && (result = sqlite3_step(rows)) == SQLITE_ROW)
        status = taker->take(taker->context, bytes_of(rows, 0), bytes_of(rows, 1));
    if (status == STATUS_OK && result != SQLITE_DONE)
        status = sqlite_failure(backend->path, backend->lookup, failure);
    sqlite3_finalize(rows);
    pthread_mutex_unlock(&backend->lookup_lock);
    return status;
}

/* SQLite lets another process write between two commits of the server's. */
enum status sqlite_wish(const char *path, struct span name, struct span value, struct store_failure *failure)
{
    sqlite3 *connection = NULL;
    struct store_record record = {STORE_WISHES, name, value};
    enum status status = STATUS_OK;
    if (sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(connection, WISH_BUSY_MS_MAX) != SQLITE_OK ||
        sqlite3_exec(connection, "PRAGMA synchronous = FULL", NULL, NULL, NULL) != SQLITE_OK ||
        !keep_record(connection, &record))
        status = sqlite_failure(path, connection, failure);
    sqlite3_close(connection);
    return status;
}
