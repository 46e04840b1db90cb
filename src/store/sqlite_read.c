/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_read.c - everything that is read from the file after it was checked. */
#include <stdlib.h>
#include <string.h>

#include "store/sqlite.h"
#include "store/sqlite_fault.h"

/* ---- Single questions. ---- */

enum status sqlite_prepare_lookups(struct sqlite_backend *backend, struct store_failure *failure)
{
    static const char *const texts[LOOKUP_COUNT] = {
#define LOOKUP_TEXT(id, sql) [id] = (sql),
        LOOKUP_LIST(LOOKUP_TEXT)
#undef LOOKUP_TEXT
    };
    unsigned count = backend->version >= SQLITE_VERSION_LOG ? LOOKUP_COUNT : LOOKUP_KEY + 1;
    for (unsigned i = 0; i < count; i++)
        if (sqlite3_prepare_v3(backend->lookup, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &backend->lookups[i],
                               NULL) != SQLITE_OK)
            return sqlite_failure(backend->path, backend->lookup, failure);
    return STATUS_OK;
}

/* Takes the lock and gives the statement; NULL: a file of this version does not know the answer. */
static sqlite3_stmt *ask(struct sqlite_backend *backend, enum lookup which)
{
    pthread_mutex_lock(&backend->lookup_lock);
    return backend->lookups[which];
}

/* Ends a question: STATUS_OK if there was an answer and it could be read. */
static enum status answered(struct sqlite_backend *backend, sqlite3_stmt *statement, int result,
                            bool readable)
{
    enum status status =
        result == SQLITE_ROW ? readable ? STATUS_OK : STATUS_STORE_CORRUPT : STATUS_NOT_FOUND;
    if (statement && result != SQLITE_ROW && result != SQLITE_DONE)
        status = sqlite_status(result);
    sqlite3_reset(statement);
    pthread_mutex_unlock(&backend->lookup_lock);
    return status;
}

/* The statement's first result, with up to two numbers bound. */
static int first_row(sqlite3_stmt *statement, int64_t first, int64_t second)
{
    if (!statement)
        return SQLITE_DONE;
    int count = sqlite3_bind_parameter_count(statement);
    if (count > 0)
        sqlite3_bind_int64(statement, 1, first);
    if (count > 1)
        sqlite3_bind_int64(statement, 2, second);
    return sqlite3_step(statement);
}

static bool copy_blob(sqlite3_stmt *row, int column, uint8_t *bytes, size_t size)
{
    const void *blob = sqlite3_column_blob(row, column);
    if (!blob || (size_t)sqlite3_column_bytes(row, column) != size)
        return false;
    memcpy(bytes, blob, size);
    return true;
}

enum status sqlite_key(struct backend *base, struct span key, struct span request,
                       struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    struct entry entry;
    sqlite3_stmt *statement = ask(backend, LOOKUP_KEY);
    sqlite3_bind_blob(statement, 1, key.bytes, (int)key.size, SQLITE_STATIC);
    int result = sqlite3_step(statement);
    /* Its entry is in an archive: what was asked then cannot be compared, and nothing is booked under the
     * name again. */
    bool archived = result == SQLITE_ROW && sqlite3_column_type(statement, 0) == SQLITE_NULL &&
                    (uint64_t)sqlite3_column_int64(statement, 1) <= backend->archived;
    bool good = result == SQLITE_ROW && !archived &&
                entry_read(&entry, sqlite3_column_blob(statement, 0),
                           (size_t)sqlite3_column_bytes(statement, 0)) == STATUS_OK;
    enum status found = good ? backend_compare_request(&entry, request) : STATUS_ID_REUSED;
    enum status status = answered(backend, statement, result, good || archived);
    if (status == STATUS_NOT_FOUND)
        return STATUS_OK;
    return status == STATUS_OK
               ? found
               : store_fail(failure, status, "%s: keys: %s", backend->path, status_sentence(status));
}

bool sqlite_seal_columns(sqlite3_stmt *row, struct seal_row *seal)
{
    seal->kept.size = (uint64_t)sqlite3_column_int64(row, 0);
    seal->latest_ms = sqlite3_column_int64(row, 3);
    return copy_blob(row, 1, seal->kept.root.bytes, HASH_BYTES) &&
           copy_blob(row, 2, seal->kept.signature.bytes, SIGNATURE_BYTES);
}

enum status sqlite_checkpoint(struct backend *base, uint64_t size, struct seal_row *seal)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3_stmt *statement = ask(backend, size ? LOOKUP_SEAL : LOOKUP_LAST_SEAL);
    int result = first_row(statement, (int64_t)size, 0);
    return answered(backend, statement, result, result == SQLITE_ROW && sqlite_seal_columns(statement, seal));
}

enum status sqlite_node(struct backend *base, unsigned level, uint64_t number, struct hash *hash)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3_stmt *statement = ask(backend, LOOKUP_NODE);
    int result = first_row(statement, level, (int64_t)number);
    return answered(backend, statement, result,
                    result == SQLITE_ROW && copy_blob(statement, 0, hash->bytes, HASH_BYTES));
}

enum status sqlite_round(struct backend *base, uint32_t chain, uint32_t round, uint64_t *position)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3_stmt *statement = ask(backend, LOOKUP_ROUND);
    int result = first_row(statement, chain, round);
    if (result == SQLITE_ROW)
        *position = (uint64_t)sqlite3_column_int64(statement, 0);
    return answered(backend, statement, result, true);
}

static enum status latest_posting(struct sqlite_backend *backend, uint32_t account, uint64_t *posting)
{
    sqlite3_stmt *statement = ask(backend, LOOKUP_LATEST);
    int result = first_row(statement, account, 0);
    *posting = result == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(statement, 0) : 0;
    return answered(backend, statement, result, true);
}

enum status sqlite_posting(struct backend *base, uint32_t account, uint64_t posting,
                           struct store_posting *found)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    enum status status = posting ? STATUS_OK : latest_posting(backend, account, &posting);
    if (status != STATUS_OK || posting == 0)
        return status != STATUS_OK ? status : STATUS_NOT_FOUND;
    sqlite3_stmt *statement = ask(backend, LOOKUP_POSTING);
    int result = first_row(statement, (int64_t)posting, 0);
    if (result == SQLITE_ROW)
        *found = (struct store_posting){.posting = (uint64_t)sqlite3_column_int64(statement, 0),
                                        .previous = (uint64_t)sqlite3_column_int64(statement, 1),
                                        .position = (uint64_t)sqlite3_column_int64(statement, 2),
                                        .cents = sqlite3_column_int64(statement, 3),
                                        .balance_cents = sqlite3_column_int64(statement, 4),
                                        .account = (uint32_t)sqlite3_column_int64(statement, 5)};
    return answered(backend, statement, result, true);
}

/* The first posting of an entry at `position` or later; `high` is one of those. */
static enum status first_posting(struct backend *backend, uint64_t position, uint64_t high, uint64_t *first)
{
    struct store_posting posting = {0};
    uint64_t low = 1;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && low < high) {
        uint64_t middle = low + (high - low) / 2;
        status = sqlite_posting(backend, 0, middle, &posting);
        if (posting.position >= position)
            high = middle;
        else
            low = middle + 1;
    }
    *first = low;
    return status;
}

/* Postings stand in the order of their entries: found by halves. */
enum status sqlite_posting_at(struct backend *backend, uint32_t account, uint64_t position,
                              struct store_posting *found)
{
    uint64_t at = 0;
    enum status status = sqlite_posting(backend, account, 0, found);
    if (status == STATUS_OK && found->position < position)
        status = STATUS_NOT_FOUND;
    if (status == STATUS_OK)
        status = first_posting(backend, position, found->posting, &at);
    if (status != STATUS_OK)
        return status;
    while ((status = sqlite_posting(backend, 0, at, found)) == STATUS_OK && found->position == position) {
        if (found->account == account)
            return STATUS_OK;
        at++;
    }
    return status == STATUS_OK ? STATUS_NOT_FOUND : status;
}

bool sqlite_cosignature_columns(sqlite3_stmt *row, struct cosignature_row *cosignature)
{
    const char *line = (const char *)sqlite3_column_text(row, 1);
    if (!line || strlen(line) >= sizeof(cosignature->line))
        return false;
    cosignature->size = (uint64_t)sqlite3_column_int64(row, 0);
    memcpy(cosignature->line, line, strlen(line) + 1);
    return true;
}

enum status sqlite_cosignature(struct backend *base, uint64_t number, struct cosignature_row *row)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3_stmt *statement = ask(backend, LOOKUP_COSIGNATURE);
    int result = first_row(statement, (int64_t)number, 0);
    return answered(backend, statement, result,
                    result == SQLITE_ROW && sqlite_cosignature_columns(statement, row));
}

/* ---- Rows. ---- */

/* Walks rows forward as SQLite gives them, or backward from row to `previous` row. */
struct sqlite_cursor {
    struct store_cursor cursor; /* first */
    sqlite3_stmt *rows;
    bool backward;
    uint64_t next;     /* backward: the position of the next row; 0 behind the first */
    uint64_t wanted;   /* forward over all chains: the position of the first row; 0: whichever is there */
    uint64_t archived; /* a row up to here that is missing is in an archive */
};

/* NULL, and what failed in `status`. */
static struct sqlite_cursor *make_cursor(const struct sqlite_backend *backend, sqlite3 *connection,
                                         const char *sql, enum status *status, struct store_failure *failure)
{
    struct sqlite_cursor *cursor = calloc(1, sizeof(*cursor));
    if (!cursor) {
        *status = store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
        return NULL;
    }
    cursor->cursor.ops = backend->backend.ops;
    if (sqlite3_prepare_v2(connection, sql, -1, &cursor->rows, NULL) != SQLITE_OK) {
        *status = sqlite_failure(backend->path, connection, failure);
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

#define COLUMNS     "SELECT position, previous, chain, entry, mark FROM journal "
#define COLUMNS_OLD "SELECT position, previous, chain, entry, NULL FROM journal "

enum status sqlite_read_by(struct sqlite_backend *backend, sqlite3 *connection, uint32_t chain,
                           enum store_order order, uint64_t position, struct store_cursor **result,
                           struct store_failure *failure)
{
    enum status status;
    bool backward = order == STORE_BACKWARD;
    char sql[160];
    sqlite3_snprintf(sizeof(sql), sql, "%s%s", backend->version >= SQLITE_VERSION_LOG ? COLUMNS : COLUMNS_OLD,
                     backward ? "WHERE position = ?1"
                     : chain  ? "WHERE position >= ?1 AND chain = ?2 ORDER BY position"
                              : "WHERE position >= ?1 ORDER BY position");
    struct sqlite_cursor *cursor = make_cursor(backend, connection, sql, &status, failure);
    if (!cursor)
        return status;
    cursor->backward = backward;
    cursor->next = backward && position == 0 ? last_position(backend, chain) : position;
    cursor->archived = backend->attached ? 0 : backend->archived;
    cursor->wanted = !backward && !chain && position <= cursor->archived ? position : 0;
    sqlite3_bind_int64(cursor->rows, 1, (int64_t)position);
    if (!backward && chain)
        sqlite3_bind_int64(cursor->rows, 2, chain);
    *result = &cursor->cursor;
    return STATUS_OK;
}

/* The sealer reads in a thread of its own. On one connection, whoever reads backward from the last commit
 * meanwhile would look for it in the file as it was when the sealer began. */
enum status sqlite_read(struct backend *base, uint32_t chain, enum store_order order, uint64_t position,
                        struct store_cursor **result, struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3 *connection = !chain && backend->walk && !backend->attached ? backend->walk : backend->read;
    return sqlite_read_by(backend, connection, chain, order, position, result, failure);
}

enum status sqlite_document(struct backend *base, const struct hash *hash, struct store_cursor **result,
                            struct store_failure *failure)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    enum status status;
    if (backend->version < SQLITE_VERSION_DOCUMENTS)
        return STATUS_NOT_FOUND;
    struct sqlite_cursor *cursor =
        make_cursor(backend, backend->read,
                    backend->version >= SQLITE_VERSION_LOG
                        ? COLUMNS "WHERE position = (SELECT position FROM documents WHERE hash = ?1)"
                        : COLUMNS_OLD "WHERE position = (SELECT position FROM documents WHERE hash = ?1)",
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
    row->has_mark = sqlite3_column_type(rows, 4) == SQLITE_INTEGER;
    row->mark = sqlite3_column_int64(rows, 4);
    row->entry.bytes = sqlite3_column_blob(rows, 3);
    row->entry.size = (size_t)sqlite3_column_bytes(rows, 3);
    return STATUS_OK;
}

enum status sqlite_next(struct store_cursor *base, struct store_row *row)
{
    struct sqlite_cursor *cursor = (struct sqlite_cursor *)base;
    if (!cursor->backward) {
        enum status found = read_row(cursor, row);
        bool elsewhere = found == STATUS_OK && cursor->wanted && row->position != cursor->wanted;
        cursor->wanted = 0;
        return elsewhere ? STATUS_ARCHIVED : found;
    }
    if (cursor->next == 0)
        return STATUS_NOT_FOUND;
    sqlite3_reset(cursor->rows);
    sqlite3_bind_int64(cursor->rows, 1, (int64_t)cursor->next);
    enum status status = read_row(cursor, row);
    if (status == STATUS_NOT_FOUND && cursor->next <= cursor->archived)
        return STATUS_ARCHIVED;
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
