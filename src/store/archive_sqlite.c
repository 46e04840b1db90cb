/* SPDX-License-Identifier: Apache-2.0 */
/* archive_sqlite.c - a file without its older entries is made anew beside the old one, compared with it, and
 * renamed over it: no row is ever removed from a database. */
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "journal/walk.h"
#include "store/archive_home.h"
#include "store/backup.h"
#include "store/lock.h"
#include "store/sqlite.h"
#include "store/sqlite_fault.h"
#include "store/store.h"

/* ---- SQL. ---- */

static enum status exec(struct archiving *archiving, sqlite3 *connection, const char *path, const char *sql)
{
    if (sqlite3_exec(connection, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(path, connection, archiving->failure);
    return STATUS_OK;
}

/* The first column of the first row. */
static enum status ask(struct archiving *archiving, sqlite3 *connection, const char *path, const char *sql,
                       uint64_t *number)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(connection, sql, -1, &row, NULL) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW)
        *number = (uint64_t)sqlite3_column_int64(row, 0);
    if (sqlite3_finalize(row) != SQLITE_OK || !row)
        return sqlite_failure(path, connection, archiving->failure);
    return STATUS_OK;
}

/* A new file with the house beside it, to be read only, as "house". */
static enum status open_beside(struct archiving *archiving, const char *path, bool create,
                               sqlite3 **connection)
{
    sqlite3_stmt *attach = NULL;
    int flags = create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    if (sqlite3_open_v2(path, connection, flags, NULL) != SQLITE_OK ||
        sqlite3_exec(*connection, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL", NULL, NULL,
                     NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(*connection, "ATTACH ?1 AS house", -1, &attach, NULL) != SQLITE_OK)
        return sqlite_failure(path, *connection, archiving->failure);
    sqlite3_bind_text(attach, 1, archiving->options->path, -1, SQLITE_STATIC);
    sqlite3_step(attach);
    if (sqlite3_finalize(attach) != SQLITE_OK)
        return sqlite_failure(archiving->options->path, *connection, archiving->failure);
    return STATUS_OK;
}

/* ---- Before. ---- */

/* Moves the write-ahead log into the file, since only the file will be replaced. */
static enum status settle_log(struct archiving *archiving)
{
    sqlite3 *connection = NULL;
    const char *path = archiving->options->path;
    uint64_t busy = 1;
    enum status status = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
                             ? ask(archiving, connection, path, "PRAGMA wal_checkpoint(TRUNCATE)", &busy)
                             : sqlite_failure(path, connection, archiving->failure);
    if (status == STATUS_OK && busy)
        status = store_fail(archiving->failure, STATUS_STORE_LOCKED, "%s: somebody is reading it: try again",
                            path);
    sqlite3_close(connection);
    return status;
}

/* To open it for writing brings its tables up to date. */
static enum status open_home(struct archiving *archiving, void **home, uint64_t *before)
{
    struct store *store;
    sqlite3 *connection = NULL;
    struct lock *lock = NULL;
    const char *path = archiving->options->path;
    struct store_options write = {.path = path};
    if (access(path, R_OK | W_OK) != 0)
        return store_fail(archiving->failure, STATUS_NO_FILE, "%s: %s", path, strerror(errno));
    enum status status = store_open(&store, &write, archiving->failure);
    if (status != STATUS_OK)
        return status;
    store_close(store);
    if (sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        status = sqlite_failure(path, connection, archiving->failure);
    if (status == STATUS_OK)
        status = ask(archiving, connection, path, "SELECT coalesce(max(last), 0) FROM archives", before);
    sqlite3_close(connection);
    if (status == STATUS_OK && !(lock = malloc(sizeof(*lock))))
        status = store_fail(archiving->failure, STATUS_NO_MEMORY, "there is not enough memory");
    if (lock)
        *lock = LOCK_NONE;
    *home = lock;
    return status;
}

static enum status hold(struct archiving *archiving, void *home)
{
    enum status status = lock_take(archiving->options->path, home, archiving->failure);
    return status == STATUS_OK ? settle_log(archiving) : status;
}

static void close_home(void *home)
{
    if (home)
        lock_release(home);
    free(home);
}

static uint64_t bytes_of(struct archiving *archiving, void *home)
{
    struct stat about;
    (void)home;
    return stat(archiving->options->path, &about) == 0 ? (uint64_t)about.st_size : 0;
}

/* ---- The rows that go. ---- */

struct row_reader {
    const char *sql;
    enum status (*give)(const struct archive_sink *sink, sqlite3_stmt *row);
};

static enum status give_entry(const struct archive_sink *sink, sqlite3_stmt *row)
{
    struct store_row given = {.position = (uint64_t)sqlite3_column_int64(row, 0),
                              .chain = (uint32_t)sqlite3_column_int64(row, 1),
                              .previous = (uint64_t)sqlite3_column_int64(row, 2),
                              .entry = {sqlite3_column_blob(row, 3), (size_t)sqlite3_column_bytes(row, 3)},
                              .has_mark = sqlite3_column_type(row, 4) == SQLITE_INTEGER,
                              .mark = sqlite3_column_int64(row, 4)};
    return sink->entry(sink->context, &given);
}

static enum status give_posting(const struct archive_sink *sink, sqlite3_stmt *row)
{
    struct store_posting given = {.posting = (uint64_t)sqlite3_column_int64(row, 0),
                                  .position = (uint64_t)sqlite3_column_int64(row, 1),
                                  .account = (uint32_t)sqlite3_column_int64(row, 2),
                                  .cents = sqlite3_column_int64(row, 3),
                                  .previous = (uint64_t)sqlite3_column_int64(row, 4),
                                  .balance_cents = sqlite3_column_int64(row, 5)};
    return sink->posting(sink->context, &given);
}

static enum status give_seal(const struct archive_sink *sink, sqlite3_stmt *row)
{
    struct seal_row seal;
    return sqlite_seal_columns(row, &seal) ? sink->seal(sink->context, &seal) : STATUS_STORE_CORRUPT;
}

static enum status give_all(struct archiving *archiving, sqlite3 *connection, const struct row_reader *reader,
                            const struct archive_sink *sink)
{
    sqlite3_stmt *rows = NULL;
    enum status status = STATUS_OK;
    if (sqlite3_prepare_v2(connection, reader->sql, -1, &rows, NULL) != SQLITE_OK)
        return sqlite_failure(archiving->options->path, connection, archiving->failure);
    sqlite3_bind_int64(rows, 1, (int64_t)archiving->archive->first);
    sqlite3_bind_int64(rows, 2, (int64_t)archiving->archive->last);
    int result = SQLITE_DONE;
    while (status == STATUS_OK && (result = sqlite3_step(rows)) == SQLITE_ROW)
        status = reader->give(sink, rows);
    if (status == STATUS_OK && result != SQLITE_DONE)
        status = sqlite_failure(archiving->options->path, connection, archiving->failure);
    sqlite3_finalize(rows);
    return status;
}

static enum status pour(struct archiving *archiving, void *home, const struct archive_sink *sink)
{
    static const struct row_reader readers[] = {
        {"SELECT position, chain, previous, entry, mark FROM journal WHERE position BETWEEN ?1 AND ?2"
         " ORDER BY position",
         give_entry},
        {"SELECT rowid, position, account, cents, previous, balance FROM postings WHERE position BETWEEN ?1"
         " AND ?2 ORDER BY rowid",
         give_posting},
        {"SELECT size, root, signature, latest FROM checkpoints WHERE size BETWEEN ?1 AND ?2 ORDER BY size",
         give_seal}};
    sqlite3 *connection = NULL;
    enum status status = STATUS_OK;
    (void)home;
    if (sqlite3_open_v2(archiving->options->path, &connection, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        status = sqlite_failure(archiving->options->path, connection, archiving->failure);
    for (size_t i = 0; status == STATUS_OK && i < sizeof(readers) / sizeof(readers[0]); i++)
        status = give_all(archiving, connection, &readers[i], sink);
    sqlite3_close(connection);
    return status;
}

/* ---- The new database. ---- */

static enum status keep_declarations(struct archiving *archiving, sqlite3 *connection, const char *path,
                                     struct archive_kept *kept)
{
    sqlite3_stmt *rows = NULL;
    sqlite3_stmt *keep = NULL;
    int result = SQLITE_OK;
    if (sqlite3_prepare_v2(connection,
                           "SELECT position, chain, entry FROM house.journal WHERE position <= ?1"
                           " ORDER BY position",
                           -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(connection, "INSERT INTO kept VALUES(?1)", -1, &keep, NULL) == SQLITE_OK)
        sqlite3_bind_int64(rows, 1, (int64_t)archiving->archive->last);
    enum status status = STATUS_OK;
    while (keep && status == STATUS_OK && result == SQLITE_OK && sqlite3_step(rows) == SQLITE_ROW) {
        bool stays;
        struct store_row row = {
            .position = (uint64_t)sqlite3_column_int64(rows, 0),
            .chain = (uint32_t)sqlite3_column_int64(rows, 1),
            .entry = {sqlite3_column_blob(rows, 2), (size_t)sqlite3_column_bytes(rows, 2)}};
        status = archive_kept_see(archiving, kept, &row, &stays);
        if (status != STATUS_OK || !stays)
            continue;
        sqlite3_bind_int64(keep, 1, (int64_t)row.position);
        sqlite3_step(keep);
        result = sqlite3_reset(keep);
    }
    bool read = sqlite3_finalize(rows) == SQLITE_OK;
    bool prepared = keep;
    sqlite3_finalize(keep);
    if (status != STATUS_OK)
        return status;
    return prepared && result == SQLITE_OK && read ? STATUS_OK
                                                   : sqlite_failure(path, connection, archiving->failure);
}

/* Into a table of this connection. */
static enum status choose_kept(struct archiving *archiving, sqlite3 *connection, const char *path)
{
    struct archive_kept kept;
    if (archive_kept_init(&kept) != STATUS_OK)
        return store_fail(archiving->failure, STATUS_NO_MEMORY, "there is not enough memory");
    enum status status =
        exec(archiving, connection, path, "CREATE TEMP TABLE kept(position INTEGER PRIMARY KEY)");
    if (status == STATUS_OK)
        status = keep_declarations(archiving, connection, path, &kept);
    for (uint32_t chain = 1; status == STATUS_OK && chain <= WALK_CHAINS_MAX; chain++) {
        char sql[192];
        if (!kept.from[chain - 1])
            continue;
        snprintf(sql, sizeof(sql),
                 "INSERT OR IGNORE INTO kept SELECT position FROM house.journal WHERE chain = %u AND position"
                 " BETWEEN %" PRIu64 " AND %" PRIu64,
                 chain, kept.from[chain - 1], archiving->archive->last);
        status = exec(archiving, connection, path, sql);
    }
    archive_kept_release(&kept);
    return status;
}

/* How many rows of one side the other does not have, both ways. `part` has blanks for the side and a
 * position.
 */
static enum status differ(struct archiving *archiving, sqlite3 *connection, const char *path,
                          const char *part, uint64_t *wrong)
{
    long long first = (long long)archiving->archive->first;
    long long last = (long long)archiving->archive->last;
    char *house = sqlite3_mprintf(part, "house", last, first);
    char *main = sqlite3_mprintf(part, "main", last, first);
    char *sql = sqlite3_mprintf(
        "SELECT (SELECT count(*) FROM (%s EXCEPT %s)) + (SELECT count(*) FROM (%s EXCEPT %s))", house, main,
        main, house);
    enum status status =
        house && main && sql ? ask(archiving, connection, path, sql, wrong) : STATUS_NO_MEMORY;
    sqlite3_free(house);
    sqlite3_free(main);
    sqlite3_free(sql);
    return status;
}

/* The statement of the old file's schema, word for word: `type` is "table", "view", "trigger" or "index". */
static enum status copy_schema(struct archiving *archiving, sqlite3 *connection, const char *path,
                               const char *type)
{
    sqlite3_stmt *row = NULL;
    enum status status = STATUS_OK;
    if (sqlite3_prepare_v2(
            connection,
            "SELECT sql FROM house.sqlite_schema WHERE type = ?1 AND sql IS NOT NULL AND name NOT"
            " LIKE 'sqlite_%' ORDER BY rowid",
            -1, &row, NULL) != SQLITE_OK)
        return sqlite_failure(path, connection, archiving->failure);
    sqlite3_bind_text(row, 1, type, -1, SQLITE_STATIC);
    while (status == STATUS_OK && sqlite3_step(row) == SQLITE_ROW)
        status = exec(archiving, connection, path, (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    return status;
}

/* Every table whole but two. Rows that are numbered by SQLite keep their numbers. */
static enum status copy_rows(struct archiving *archiving, sqlite3 *connection, const char *path)
{
    static const char *const whole[] = {"chains",   "accounts", "keys",        "documents",
                                        "rounds",   "tree",     "checkpoints", "people",
                                        "sessions", "wishes",   "footing",     "archives"};
    enum status status = exec(archiving, connection, path, "DELETE FROM fold");
    for (size_t i = 0; status == STATUS_OK && i < sizeof(whole) / sizeof(whole[0]); i++) {
        char sql[96];
        snprintf(sql, sizeof(sql), "INSERT INTO %s SELECT * FROM house.%s", whole[i], whole[i]);
        status = exec(archiving, connection, path, sql);
    }
    char *sql = sqlite3_mprintf(
        "INSERT INTO fold SELECT * FROM house.fold;"
        "INSERT INTO cosignatures(rowid, size, line) SELECT rowid, size, line FROM house.cosignatures;"
        "INSERT INTO journal SELECT * FROM house.journal WHERE position > %lld OR position IN kept"
        " ORDER BY position;"
        "INSERT INTO postings(rowid, position, account, cents, previous, balance)"
        " SELECT rowid, position, account, cents, previous, balance FROM house.postings WHERE position > %lld"
        " OR rowid IN (SELECT max(rowid) FROM house.postings WHERE position <= %lld GROUP BY account)"
        " ORDER BY rowid",
        (long long)archiving->archive->last, (long long)archiving->archive->last,
        (long long)archiving->archive->last);
    if (status == STATUS_OK)
        status = sql ? exec(archiving, connection, path, sql) : STATUS_NO_MEMORY;
    sqlite3_free(sql);
    return status;
}

static enum status add_row(struct archiving *archiving, sqlite3 *connection, const char *path)
{
    const struct archive *archive = archiving->archive;
    char out[PATH_MAX];
    char root[HASH_TEXT_MAX];
    snprintf(out, sizeof(out), "%s", archiving->options->out);
    hash_print(&archive->root, root, sizeof(root));
    char *sql = sqlite3_mprintf(
        "INSERT INTO archives(last, first, posting, name, root) SELECT %lld, %lld,"
        " coalesce(max(rowid), 0), %Q, x'%s' FROM house.postings WHERE position <= %lld",
        (long long)archive->last, (long long)archive->first, basename(out), root, (long long)archive->last);
    enum status status = sql ? exec(archiving, connection, path, sql) : STATUS_NO_MEMORY;
    sqlite3_free(sql);
    return status;
}

static enum status copy_pragmas(struct archiving *archiving, sqlite3 *connection, const char *path)
{
    static const char *const pragmas[] = {"application_id", "user_version"};
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < 2; i++) {
        uint64_t value = 0;
        char sql[96];
        snprintf(sql, sizeof(sql), "PRAGMA house.%s", pragmas[i]);
        status = ask(archiving, connection, path, sql, &value);
        snprintf(sql, sizeof(sql), "PRAGMA main.%s = %" PRIu64, pragmas[i], value);
        if (status == STATUS_OK)
            status = exec(archiving, connection, path, sql);
    }
    return status;
}

static enum status write_next(struct archiving *archiving, const char *next)
{
    static const char *const behind[] = {"index", "view", "trigger"};
    sqlite3 *connection = NULL;
    unlink(next);
    enum status status = open_beside(archiving, next, true, &connection);
    if (status == STATUS_OK && chmod(next, 0600) != 0)
        status = store_fail(archiving->failure, STATUS_STORE_IO, "%s: %s", next, strerror(errno));
    if (status == STATUS_OK)
        status = exec(archiving, connection, next, "PRAGMA foreign_keys = OFF; BEGIN");
    if (status == STATUS_OK)
        status = copy_schema(archiving, connection, next, "table");
    if (status == STATUS_OK)
        status = choose_kept(archiving, connection, next);
    if (status == STATUS_OK)
        status = copy_rows(archiving, connection, next);
    if (status == STATUS_OK)
        status = add_row(archiving, connection, next);
    for (unsigned i = 0; status == STATUS_OK && i < 3; i++)
        status = copy_schema(archiving, connection, next, behind[i]);
    if (status == STATUS_OK)
        status = copy_pragmas(archiving, connection, next);
    if (status == STATUS_OK)
        status = exec(archiving, connection, next, "COMMIT");
    sqlite3_close(connection);
    return status;
}

/* Whatever is not archived is in the new file, and it opens as any database does. */
static enum status compare_next(struct archiving *archiving, const char *next)
{
    static const char *const parts[] = {
        "SELECT position, chain, previous, entry, mark FROM %s.journal WHERE position > %lld",
        "SELECT rowid, position, account, cents, previous, balance FROM %s.postings WHERE position > %lld",
        "SELECT size, root, signature, latest FROM %s.checkpoints WHERE %lld",
        "SELECT level, number, hash FROM %s.tree WHERE %lld",
        "SELECT key, position, 0 FROM %s.keys WHERE %lld",
        "SELECT chain, round, position FROM %s.rounds WHERE %lld",
        "SELECT rowid, size, line FROM %s.cosignatures WHERE %lld",
        "SELECT number, name, entries, position, head FROM %s.chains WHERE %lld",
        "SELECT number, kind, name, folded_cents, posting FROM %s.accounts WHERE %lld",
        "SELECT name, line FROM %s.people WHERE %lld",
        "SELECT name, line FROM %s.footing WHERE %lld"};
    sqlite3 *connection = NULL;
    uint64_t wrong = 0;
    enum status status = open_beside(archiving, next, false, &connection);
    for (size_t i = 0; status == STATUS_OK && wrong == 0 && i < sizeof(parts) / sizeof(parts[0]); i++)
        status = differ(archiving, connection, next, parts[i], &wrong);
    sqlite3_close(connection);
    /* unreached: only a fault of the program itself writes another one */
    if (status == STATUS_OK && wrong)
        status = store_fail(archiving->failure, STATUS_STORE_CORRUPT,
                            "%s: the new database is not the old one: nothing was changed", next);
    struct store *store;
    struct store_options read = {.path = next, .read_only = true};
    if (status == STATUS_OK)
        status = store_open(&store, &read, archiving->failure);
    if (status == STATUS_OK)
        store_close(store);
    return status;
}

static enum status remake(struct archiving *archiving, void *home)
{
    char next[SQLITE_PATH_MAX + sizeof(".next")];
    (void)home;
    const char *path = archiving->options->path;
    snprintf(next, sizeof(next), "%s.next", path);
    enum status status = write_next(archiving, next);
    if (status == STATUS_OK)
        status = compare_next(archiving, next);
    if (status != STATUS_OK) {
        unlink(next);
        return status;
    }
    archive_tell(archiving, ARCHIVE_REMADE);
    return backup_take_name(next, path, archiving->failure);
}

const struct archive_home archive_sqlite = {false, open_home, hold, bytes_of, pour, remake, close_home};
