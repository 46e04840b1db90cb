/* SPDX-License-Identifier: Apache-2.0 */
#include "store/archive_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/sqlite_fault.h"

#define ARCHIVE_APPLICATION_ID "1129468993" /* "CRPA" */

/* Numbers of postings are kept apart over all of them, or within each account. */
#define POSTINGS_OF_ALL                                                                                       \
    "CREATE TABLE postings(posting INTEGER PRIMARY KEY, position INTEGER NOT NULL, account INTEGER NOT NULL," \
    " cents INTEGER NOT NULL, previous INTEGER NOT NULL, balance INTEGER NOT NULL) STRICT;"
#define POSTINGS_BY_ACCOUNT                                                                                  \
    "CREATE TABLE postings(posting INTEGER NOT NULL, position INTEGER NOT NULL, account INTEGER NOT NULL,"   \
    " cents INTEGER NOT NULL, previous INTEGER NOT NULL, balance INTEGER NOT NULL,"                          \
    " PRIMARY KEY(account, posting)) STRICT, WITHOUT ROWID;"                                                 \
    "CREATE UNIQUE INDEX postings_by_position ON postings(position, account);"

static enum status fail(struct archive_file *file)
{
    return sqlite_failure(file->path, file->connection, file->failure);
}

static enum status exec(struct archive_file *file, const char *sql)
{
    return sqlite3_exec(file->connection, sql, NULL, NULL, NULL) == SQLITE_OK ? STATUS_OK : fail(file);
}

static enum status prepare(struct archive_file *file, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v2(file->connection, sql, -1, statement, NULL) == SQLITE_OK ? STATUS_OK
                                                                                       : fail(file);
}

static enum status prepare_three(struct archive_file *file, const char *entry, const char *posting,
                                 const char *seal)
{
    enum status status = prepare(file, entry, &file->entry);
    if (status == STATUS_OK)
        status = prepare(file, posting, &file->posting);
    return status == STATUS_OK ? prepare(file, seal, &file->seal) : status;
}

/* ---- Writing. ---- */

static enum status put(struct archive_file *file, sqlite3_stmt *statement)
{
    sqlite3_step(statement);
    return sqlite3_reset(statement) == SQLITE_OK ? STATUS_OK : fail(file);
}

static enum status put_entry(void *context, const struct store_row *row)
{
    struct archive_file *file = context;
    sqlite3_bind_int64(file->entry, 1, (int64_t)row->position);
    sqlite3_bind_int64(file->entry, 2, row->chain);
    sqlite3_bind_int64(file->entry, 3, (int64_t)row->previous);
    sqlite3_bind_blob(file->entry, 4, row->entry.bytes, (int)row->entry.size, SQLITE_STATIC);
    if (row->has_mark)
        sqlite3_bind_int64(file->entry, 5, row->mark);
    else
        sqlite3_bind_null(file->entry, 5);
    return put(file, file->entry);
}

static enum status put_posting(void *context, const struct store_posting *posting)
{
    struct archive_file *file = context;
    sqlite3_bind_int64(file->posting, 1, (int64_t)posting->posting);
    sqlite3_bind_int64(file->posting, 2, (int64_t)posting->position);
    sqlite3_bind_int64(file->posting, 3, posting->account);
    sqlite3_bind_int64(file->posting, 4, posting->cents);
    sqlite3_bind_int64(file->posting, 5, (int64_t)posting->previous);
    sqlite3_bind_int64(file->posting, 6, posting->balance_cents);
    return put(file, file->posting);
}

static enum status put_seal(void *context, const struct seal_row *seal)
{
    struct archive_file *file = context;
    sqlite3_bind_int64(file->seal, 1, (int64_t)seal->kept.size);
    sqlite3_bind_blob(file->seal, 2, seal->kept.root.bytes, HASH_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(file->seal, 3, seal->kept.signature.bytes, SIGNATURE_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(file->seal, 4, seal->latest_ms);
    return put(file, file->seal);
}

static enum status put_about(struct archive_file *file)
{
    sqlite3_stmt *about = NULL;
    enum status status = prepare(file, "INSERT INTO about(first, last, root) VALUES(?1, ?2, ?3)", &about);
    if (status != STATUS_OK)
        return status;
    sqlite3_bind_int64(about, 1, (int64_t)file->archive->first);
    sqlite3_bind_int64(about, 2, (int64_t)file->archive->last);
    sqlite3_bind_blob(about, 3, file->archive->root.bytes, HASH_BYTES, SQLITE_STATIC);
    status = put(file, about);
    sqlite3_finalize(about);
    return status;
}

enum status archive_file_write(struct archive_file *file, bool by_account, struct archive_sink *sink)
{
    *sink = (struct archive_sink){put_entry, put_posting, put_seal, file};
    unlink(file->path);
    if (sqlite3_open_v2(file->path, &file->connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
        SQLITE_OK)
        return fail(file);
    enum status status = exec(
        file,
        "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN;"
        "CREATE TABLE about(first INTEGER NOT NULL, last INTEGER NOT NULL, root BLOB NOT NULL) STRICT;"
        "CREATE TABLE journal(position INTEGER PRIMARY KEY, chain INTEGER NOT NULL, previous INTEGER NOT NULL,"
        " entry BLOB NOT NULL, mark INTEGER) STRICT;"
        "CREATE TABLE checkpoints(size INTEGER PRIMARY KEY, root BLOB NOT NULL, signature BLOB NOT NULL,"
        " latest INTEGER NOT NULL) STRICT;"
        "PRAGMA application_id = " ARCHIVE_APPLICATION_ID "; PRAGMA user_version = 1");
    if (status == STATUS_OK)
        status = exec(file, by_account ? POSTINGS_BY_ACCOUNT : POSTINGS_OF_ALL);
    if (status == STATUS_OK)
        status = put_about(file);
    if (status == STATUS_OK)
        status = prepare_three(file, "INSERT INTO journal VALUES(?1, ?2, ?3, ?4, ?5)",
                               "INSERT INTO postings VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
                               "INSERT INTO checkpoints VALUES(?1, ?2, ?3, ?4)");
    return status;
}

/* ---- Comparing. ---- */

static enum status refuse(const struct archive_file *file)
{
    return store_fail(file->failure, STATUS_STORE_CORRUPT,
                      "%s: is not the archive of entries %" PRIu64 " to %" PRIu64
                      " of this house: choose another name",
                      file->path, file->archive->first, file->archive->last);
}

static bool has_bytes(sqlite3_stmt *row, int column, const void *bytes, size_t size)
{
    const void *blob = sqlite3_column_blob(row, column);
    return blob && (size_t)sqlite3_column_bytes(row, column) == size && memcmp(blob, bytes, size) == 0;
}

static bool has_number(sqlite3_stmt *row, int column, int64_t number)
{
    return sqlite3_column_type(row, column) == SQLITE_INTEGER && sqlite3_column_int64(row, column) == number;
}

static enum status same_entry(void *context, const struct store_row *row)
{
    struct archive_file *file = context;
    sqlite3_stmt *kept = file->entry;
    bool same =
        sqlite3_step(kept) == SQLITE_ROW && has_number(kept, 0, (int64_t)row->position) &&
        has_number(kept, 1, row->chain) && has_number(kept, 2, (int64_t)row->previous) &&
        has_bytes(kept, 3, row->entry.bytes, row->entry.size) &&
        (row->has_mark ? has_number(kept, 4, row->mark) : sqlite3_column_type(kept, 4) == SQLITE_NULL);
    return same ? STATUS_OK : refuse(file);
}

static enum status same_posting(void *context, const struct store_posting *posting)
{
    struct archive_file *file = context;
    sqlite3_stmt *kept = file->posting;
    bool same = sqlite3_step(kept) == SQLITE_ROW && has_number(kept, 0, (int64_t)posting->posting) &&
                has_number(kept, 1, (int64_t)posting->position) && has_number(kept, 2, posting->account) &&
                has_number(kept, 3, posting->cents) && has_number(kept, 4, (int64_t)posting->previous) &&
                has_number(kept, 5, posting->balance_cents);
    return same ? STATUS_OK : refuse(file);
}

static enum status same_seal(void *context, const struct seal_row *seal)
{
    struct archive_file *file = context;
    sqlite3_stmt *kept = file->seal;
    bool same = sqlite3_step(kept) == SQLITE_ROW && has_number(kept, 0, (int64_t)seal->kept.size) &&
                has_bytes(kept, 1, seal->kept.root.bytes, HASH_BYTES) &&
                has_bytes(kept, 2, seal->kept.signature.bytes, SIGNATURE_BYTES) &&
                has_number(kept, 3, seal->latest_ms);
    return same ? STATUS_OK : refuse(file);
}

static enum status same_about(struct archive_file *file)
{
    sqlite3_stmt *about = NULL;
    if (sqlite3_prepare_v2(file->connection, "SELECT first, last, root FROM about", -1, &about, NULL) !=
        SQLITE_OK)
        return refuse(file);
    bool same = sqlite3_step(about) == SQLITE_ROW && has_number(about, 0, (int64_t)file->archive->first) &&
                has_number(about, 1, (int64_t)file->archive->last) &&
                has_bytes(about, 2, file->archive->root.bytes, HASH_BYTES) &&
                sqlite3_step(about) == SQLITE_DONE;
    sqlite3_finalize(about);
    return same ? STATUS_OK : refuse(file);
}

enum status archive_file_compare(struct archive_file *file, struct archive_sink *sink)
{
    *sink = (struct archive_sink){same_entry, same_posting, same_seal, file};
    if (sqlite3_open_v2(file->path, &file->connection, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        return fail(file);
    enum status status = same_about(file);
    if (status == STATUS_OK)
        status = prepare_three(file,
                               "SELECT position, chain, previous, entry, mark FROM journal ORDER BY position",
                               "SELECT posting, position, account, cents, previous, balance FROM postings"
                               " ORDER BY position, account",
                               "SELECT size, root, signature, latest FROM checkpoints ORDER BY size");
    return status;
}

/* ---- The end. ---- */

static bool is_read(sqlite3_stmt *statement)
{
    return sqlite3_step(statement) == SQLITE_DONE;
}

enum status archive_file_end(struct archive_file *file, enum status status)
{
    bool reading = status == STATUS_OK && sqlite3_db_readonly(file->connection, "main") == 1;
    if (reading && !(is_read(file->entry) && is_read(file->posting) && is_read(file->seal)))
        status = refuse(file);
    sqlite3_finalize(file->entry);
    sqlite3_finalize(file->posting);
    sqlite3_finalize(file->seal);
    file->entry = file->posting = file->seal = NULL;
    if (status == STATUS_OK && !reading)
        status = exec(file, "COMMIT");
    sqlite3_close(file->connection);
    file->connection = NULL;
    return status;
}
