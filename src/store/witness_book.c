/* SPDX-License-Identifier: Apache-2.0 */
#include "store/witness_book.h"

#include <stdlib.h>
#include <string.h>

#include "store/sqlite_fault.h"

#define SCHEMA                                                                                               \
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;"                     \
    "BEGIN IMMEDIATE;"                                                                                       \
    "CREATE TABLE IF NOT EXISTS seen("                                                                       \
    " origin TEXT NOT NULL, size INTEGER NOT NULL, note BLOB NOT NULL, time INTEGER NOT NULL,"               \
    " PRIMARY KEY(origin, size)) STRICT, WITHOUT ROWID;"                                                     \
    "CREATE TABLE IF NOT EXISTS accused("                                                                    \
    " origin TEXT NOT NULL, request BLOB NOT NULL, time INTEGER NOT NULL) STRICT;"                           \
    "CREATE TRIGGER IF NOT EXISTS seen_stays BEFORE UPDATE ON seen BEGIN"                                    \
    " SELECT raise(ABORT, 'seen is never changed'); END;"                                                    \
    "CREATE TRIGGER IF NOT EXISTS seen_keeps_rows BEFORE DELETE ON seen BEGIN"                               \
    " SELECT raise(ABORT, 'seen never loses a row'); END;"                                                   \
    "CREATE TRIGGER IF NOT EXISTS seen_grows BEFORE INSERT ON seen"                                          \
    " WHEN new.size <= (SELECT max(size) FROM seen WHERE origin = new.origin) BEGIN"                         \
    " SELECT raise(ABORT, 'a witness never goes back'); END;"                                                \
    "CREATE TABLE IF NOT EXISTS promised("                                                                   \
    " origin TEXT NOT NULL, place TEXT NOT NULL, shoe INTEGER NOT NULL, house BLOB NOT NULL,"                \
    " number BLOB NOT NULL, time INTEGER NOT NULL,"                                                          \
    " PRIMARY KEY(origin, place, shoe)) STRICT, WITHOUT ROWID;"                                              \
    "CREATE TABLE IF NOT EXISTS told("                                                                       \
    " origin TEXT NOT NULL, place TEXT NOT NULL, shoe INTEGER NOT NULL, note BLOB NOT NULL,"                 \
    " time INTEGER NOT NULL, PRIMARY KEY(origin, place, shoe)) STRICT, WITHOUT ROWID;"                       \
    "CREATE TRIGGER IF NOT EXISTS promised_stays BEFORE UPDATE ON promised BEGIN"                            \
    " SELECT raise(ABORT, 'a promise is never changed'); END;"                                               \
    "CREATE TRIGGER IF NOT EXISTS promised_keeps_rows BEFORE DELETE ON promised BEGIN"                       \
    " SELECT raise(ABORT, 'a promise is never taken back'); END;"                                            \
    "CREATE TRIGGER IF NOT EXISTS told_stays BEFORE UPDATE ON told BEGIN"                                    \
    " SELECT raise(ABORT, 'what was told is never changed'); END;"                                           \
    "CREATE TRIGGER IF NOT EXISTS told_keeps_rows BEFORE DELETE ON told BEGIN"                               \
    " SELECT raise(ABORT, 'what was told is never forgotten'); END;"                                         \
    "COMMIT"

/* X(statement, its text). */
/* clang-format off */
#define BOOK_LIST(X) \
    X(BOOK_LATEST, "SELECT note FROM seen WHERE origin = ?1 ORDER BY size DESC LIMIT 1") \
    X(BOOK_ADD,    "INSERT INTO seen(origin, size, note, time) VALUES(?1, ?2, ?3, ?4)") \
    X(BOOK_ACCUSE, "INSERT INTO accused(origin, request, time) SELECT ?1, ?2, ?3" \
                   " WHERE (SELECT count(*) FROM accused) < ?4") \
    X(BOOK_PROMISE, "INSERT INTO promised(origin, place, shoe, house, number, time)" \
                    " VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING") \
    X(BOOK_PROMISED, "SELECT house, number FROM promised WHERE origin = ?1 AND place = ?2 AND shoe = ?3") \
    X(BOOK_TELL, "INSERT INTO told(origin, place, shoe, note, time)" \
                 " VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING") \
    X(BOOK_TOLD, "SELECT note FROM told WHERE origin = ?1 AND place = ?2 AND shoe = ?3")
/* clang-format on */

enum book_statement {
#define BOOK_ENUM(id, sql) id,
    BOOK_LIST(BOOK_ENUM)
#undef BOOK_ENUM
        BOOK_COUNT
};

struct witness_book {
    sqlite3 *connection;
    sqlite3_stmt *statements[BOOK_COUNT];
};

static enum status prepare(struct witness_book *book, const char *path, struct store_failure *failure)
{
    static const char *const texts[BOOK_COUNT] = {
#define BOOK_TEXT(id, sql) [id] = (sql),
        BOOK_LIST(BOOK_TEXT)
#undef BOOK_TEXT
    };
    int result = sqlite3_open_v2(path, &book->connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_exec(book->connection, SCHEMA, NULL, NULL, NULL);
    for (unsigned i = 0; result == SQLITE_OK && i < BOOK_COUNT; i++)
        result = sqlite3_prepare_v2(book->connection, texts[i], -1, &book->statements[i], NULL);
    return result == SQLITE_OK ? STATUS_OK : sqlite_failure(path, book->connection, failure);
}

enum status witness_book_open(struct witness_book **result, const char *path, struct store_failure *failure)
{
    *failure = (struct store_failure){0};
    struct witness_book *book = calloc(1, sizeof(*book));
    if (!book)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    enum status status = prepare(book, path, failure);
    if (status != STATUS_OK)
        witness_book_close(book);
    else
        *result = book;
    return status;
}

void witness_book_close(struct witness_book *book)
{
    if (!book)
        return;
    for (unsigned i = 0; i < BOOK_COUNT; i++)
        sqlite3_finalize(book->statements[i]);
    sqlite3_close(book->connection);
    free(book);
}

/* Ends a statement that gives no rows. */
static enum status done(struct witness_book *book, sqlite3_stmt *statement)
{
    int result = sqlite3_step(statement);
    enum status status = result == SQLITE_DONE ? STATUS_OK : sqlite_status(result);
    bool refused = (sqlite3_extended_errcode(book->connection) & 0xff) == SQLITE_CONSTRAINT;
    sqlite3_reset(statement);
    return status != STATUS_OK && refused ? STATUS_BROKEN_CHAIN : status;
}

enum status witness_book_latest(struct witness_book *book, const char *origin, struct checkpoint *checkpoint,
                                struct text *text)
{
    sqlite3_stmt *statement = book->statements[BOOK_LATEST];
    struct note note;
    sqlite3_bind_text(statement, 1, origin, -1, SQLITE_STATIC);
    int result = sqlite3_step(statement);
    enum status status = result == SQLITE_DONE ? STATUS_NOT_FOUND : sqlite_status(result);
    if (result == SQLITE_ROW) {
        struct span bytes = {sqlite3_column_blob(statement, 0), (size_t)sqlite3_column_bytes(statement, 0)};
        status =
            checkpoint_read(bytes, &note, checkpoint) == STATUS_OK && strcmp(checkpoint->origin, origin) == 0
                ? STATUS_OK
                : STATUS_STORE_CORRUPT;
        if (text)
            text_put_bytes(text, (const char *)bytes.bytes, bytes.size);
    }
    sqlite3_reset(statement);
    return status;
}

enum status witness_book_add(struct witness_book *book, const struct checkpoint *checkpoint, struct span note,
                             int64_t time_ms)
{
    sqlite3_stmt *statement = book->statements[BOOK_ADD];
    sqlite3_bind_text(statement, 1, checkpoint->origin, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, (int64_t)checkpoint->size);
    sqlite3_bind_blob(statement, 3, note.bytes, (int)note.size, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, time_ms);
    return done(book, statement);
}

enum status witness_book_accuse(struct witness_book *book, const char *origin, struct span request,
                                int64_t time_ms)
{
    sqlite3_stmt *statement = book->statements[BOOK_ACCUSE];
    sqlite3_bind_text(statement, 1, origin, -1, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 2, request.bytes, (int)request.size, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, time_ms);
    sqlite3_bind_int64(statement, 4, WITNESS_ACCUSED_MAX);
    return done(book, statement);
}

/* ---- Numbers for shuffles. ---- */

static sqlite3_stmt *bind_shoe(struct witness_book *book, enum book_statement which,
                               const struct witness_shoe *shoe)
{
    sqlite3_stmt *statement = book->statements[which];
    sqlite3_bind_text(statement, 1, shoe->origin, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, shoe->table, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, shoe->number);
    return statement;
}

enum status witness_book_promised(struct witness_book *book, const struct witness_shoe *shoe,
                                  struct witness_number *number)
{
    sqlite3_stmt *statement = bind_shoe(book, BOOK_PROMISED, shoe);
    int result = sqlite3_step(statement);
    enum status status = result == SQLITE_DONE ? STATUS_NOT_FOUND : sqlite_status(result);
    if (result == SQLITE_ROW) {
        bool whole = sqlite3_column_bytes(statement, 0) == HASH_BYTES &&
                     sqlite3_column_bytes(statement, 1) == HASH_BYTES;
        if (whole) {
            memcpy(number->house.bytes, sqlite3_column_blob(statement, 0), HASH_BYTES);
            memcpy(number->value, sqlite3_column_blob(statement, 1), HASH_BYTES);
        }
        status = whole ? STATUS_OK : STATUS_STORE_CORRUPT;
    }
    sqlite3_reset(statement);
    return status;
}

enum status witness_book_promise(struct witness_book *book, const struct witness_shoe *shoe,
                                 struct witness_number *number, int64_t time_ms)
{
    sqlite3_stmt *statement = bind_shoe(book, BOOK_PROMISE, shoe);
    sqlite3_bind_blob(statement, 4, number->house.bytes, HASH_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 5, number->value, HASH_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 6, time_ms);
    enum status status = done(book, statement);
    return status == STATUS_OK ? witness_book_promised(book, shoe, number) : status;
}

enum status witness_book_tell(struct witness_book *book, const struct witness_shoe *shoe, struct span note,
                              int64_t time_ms)
{
    sqlite3_stmt *statement = bind_shoe(book, BOOK_TELL, shoe);
    sqlite3_bind_blob(statement, 4, note.bytes, (int)note.size, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, time_ms);
    return done(book, statement);
}

enum status witness_book_told(struct witness_book *book, const struct witness_shoe *shoe, struct text *note)
{
    sqlite3_stmt *statement = bind_shoe(book, BOOK_TOLD, shoe);
    int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        text_put_bytes(note, sqlite3_column_blob(statement, 0), (size_t)sqlite3_column_bytes(statement, 0));
    sqlite3_reset(statement);
    return result == SQLITE_ROW    ? STATUS_OK
           : result == SQLITE_DONE ? STATUS_NOT_FOUND
                                   : sqlite_status(result);
}
