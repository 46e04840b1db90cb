/* SPDX-License-Identifier: Apache-2.0 */
#include "store/archive.h"

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

#include "journal/declaration.h"
#include "journal/walk.h"
#include "store/backup.h"
#include "store/lock.h"
#include "store/sqlite_fault.h"
#include "store/store.h"
#include "store/store_tree.h"

#define ARCHIVE_APPLICATION_ID "1129468993" /* "CRPA" */

struct archiving {
    const struct archive_options *options;
    struct archive *archive;
    struct store_failure *failure;
    uint64_t posting; /* the last one up to archive->last */
};

static void tell(const struct archiving *archiving, enum archive_stage stage)
{
    if (archiving->options->watch.tell)
        archiving->options->watch.tell(archiving->options->watch.context, stage);
}

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

/* ---- Which entries go. ---- */

/* The last entry before the first that is too young, down to the end of a block of the tree. */
static enum status choose(struct archiving *archiving, struct store *store, uint64_t before)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    uint64_t last = before;
    enum status status = store_read(store, 0, STORE_FORWARD, before + 1, &cursor, archiving->failure);
    if (status != STATUS_OK)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status != STATUS_OK || entry.time_ms >= archiving->options->until_ms)
            break;
        last = row.position;
    }
    store_cursor_close(cursor);
    if (status != STATUS_OK && status != STATUS_NOT_FOUND)
        return store_fail(archiving->failure, status, "%s: entry %" PRIu64 ": %s", archiving->options->path,
                          last + 1, status_sentence(status));
    last -= last % SEALS_BLOCK;
    archiving->archive->first = before + 1;
    archiving->archive->last = last;
    if (last <= before)
        return store_fail(archiving->failure, STATUS_NOT_FOUND,
                          "there are not %d entries of that time that could be archived", SEALS_BLOCK);
    return STATUS_OK;
}

/* The entries are those under the checkpoint where the archive ends: every block gives its node, and the
 * nodes give the root. */
static enum status check_sealed(struct archiving *archiving, struct store *store)
{
    static struct store_tree tree;
    struct archive *archive = archiving->archive;
    struct seal_row seal;
    struct hash kept;
    store_tree_init(&tree, store);
    enum status status = store_checkpoint(store, archive->last, &seal);
    if (status != STATUS_OK || seal.kept.size != archive->last)
        return store_fail(archiving->failure, STATUS_BAD_SIGNATURE,
                          "%s: there is no checkpoint of %" PRIu64 " entries", archiving->options->path,
                          archive->last);
    for (uint64_t block = (archive->first - 1) / SEALS_BLOCK; block < archive->last / SEALS_BLOCK; block++) {
        struct hash root;
        status = store_node(store, SEALS_LEVEL_MIN, block, &kept);
        if (status == STATUS_OK)
            status = store_tree_block(&tree, block, &root);
        if (status != STATUS_OK || !hash_equal(&root, &kept))
            return store_fail(archiving->failure, STATUS_STORE_CORRUPT,
                              "%s: entries from %" PRIu64
                              " on are not those of the tree: nothing was changed",
                              archiving->options->path, block * SEALS_BLOCK + 1);
    }
    status = store_tree_root(&tree, archive->last, &archive->root);
    if (status != STATUS_OK || !hash_equal(&archive->root, &seal.kept.root))
        return store_fail(archiving->failure, STATUS_STORE_CORRUPT,
                          "%s: the tree is not the one its checkpoint of %" PRIu64 " entries seals",
                          archiving->options->path, archive->last);
    return STATUS_OK;
}

/* What is in the write-ahead log goes into the file: the file alone will be replaced. */
static enum status settle_log(struct archiving *archiving)
{
    sqlite3 *connection = NULL;
    const char *path = archiving->options->path;
    uint64_t busy = 1;
    enum status status = STATUS_OK;
    if (sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        status = sqlite_failure(path, connection, archiving->failure);
    if (status == STATUS_OK)
        status = ask(archiving, connection, path, "PRAGMA wal_checkpoint(TRUNCATE)", &busy);
    if (status == STATUS_OK && busy)
        status = store_fail(archiving->failure, STATUS_STORE_LOCKED, "%s: somebody is reading it: try again",
                            path);
    sqlite3_close(connection);
    return status;
}

static enum status choose_entries(struct archiving *archiving)
{
    struct store *store;
    sqlite3 *connection = NULL;
    uint64_t before = 0;
    const char *path = archiving->options->path;
    /* To open it for writing brings its tables up to date. */
    struct store_options write = {.path = path};
    enum status status = store_open(&store, &write, archiving->failure);
    if (status != STATUS_OK)
        return status;
    store_close(store);
    if (sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        status = sqlite_failure(path, connection, archiving->failure);
    if (status == STATUS_OK)
        status = ask(archiving, connection, path, "SELECT coalesce(max(last), 0) FROM archives", &before);
    sqlite3_close(connection);
    struct store_options read = {.path = path, .read_only = true};
    if (status == STATUS_OK)
        status = store_open(&store, &read, archiving->failure);
    if (status != STATUS_OK)
        return status;
    status = choose(archiving, store, before);
    if (status == STATUS_OK)
        status = check_sealed(archiving, store);
    store_close(store);
    return status;
}

/* ---- The archive. ---- */

static enum status write_archive(struct archiving *archiving, const char *draft)
{
    const struct archive *archive = archiving->archive;
    sqlite3 *connection = NULL;
    char root[HASH_TEXT_MAX];
    char *sql;
    hash_print(&archive->root, root, sizeof(root));
    unlink(draft);
    enum status status = open_beside(archiving, draft, true, &connection);
    sql = sqlite3_mprintf(
        "BEGIN;"
        "CREATE TABLE about(first INTEGER NOT NULL, last INTEGER NOT NULL, root BLOB NOT NULL) STRICT;"
        "CREATE TABLE journal(position INTEGER PRIMARY KEY, chain INTEGER NOT NULL, previous INTEGER NOT NULL,"
        " entry BLOB NOT NULL, mark INTEGER) STRICT;"
        "CREATE TABLE postings(posting INTEGER PRIMARY KEY, position INTEGER NOT NULL, account INTEGER NOT NULL,"
        " cents INTEGER NOT NULL, previous INTEGER NOT NULL, balance INTEGER NOT NULL) STRICT;"
        "CREATE TABLE checkpoints(size INTEGER PRIMARY KEY, root BLOB NOT NULL, signature BLOB NOT NULL,"
        " latest INTEGER NOT NULL) STRICT;"
        "INSERT INTO about VALUES(%lld, %lld, x'%s');"
        "INSERT INTO journal SELECT position, chain, previous, entry, mark FROM house.journal"
        " WHERE position BETWEEN %lld AND %lld;"
        "INSERT INTO postings SELECT rowid, position, account, cents, previous, balance FROM house.postings"
        " WHERE position BETWEEN %lld AND %lld;"
        "INSERT INTO checkpoints SELECT size, root, signature, latest FROM house.checkpoints"
        " WHERE size BETWEEN %lld AND %lld;"
        "PRAGMA application_id = " ARCHIVE_APPLICATION_ID "; PRAGMA user_version = 1; COMMIT",
        (long long)archive->first, (long long)archive->last, root, (long long)archive->first,
        (long long)archive->last, (long long)archive->first, (long long)archive->last,
        (long long)archive->first, (long long)archive->last);
    if (status == STATUS_OK)
        status = sql ? exec(archiving, connection, draft, sql) : STATUS_NO_MEMORY;
    sqlite3_free(sql);
    sqlite3_close(connection);
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

/* Row by row what the house has. */
static enum status compare_archive(struct archiving *archiving, const char *path)
{
    static const char *const parts[] = {
        "SELECT position, chain, previous, entry, mark FROM %s.journal WHERE position <= %lld AND position >= %lld",
        "SELECT rowid, position, account, cents, previous, balance FROM %s.postings WHERE position <= %lld"
        " AND position >= %lld"};
    sqlite3 *connection = NULL;
    uint64_t wrong = 0;
    enum status status = open_beside(archiving, path, false, &connection);
    for (unsigned i = 0; status == STATUS_OK && wrong == 0 && i < 2; i++)
        status = differ(archiving, connection, path, parts[i], &wrong);
    if (status == STATUS_OK)
        status = ask(archiving, connection, path, "SELECT coalesce(max(posting), 0) FROM main.postings",
                     &archiving->posting);
    sqlite3_close(connection);
    if (status == STATUS_OK && wrong)
        status = store_fail(archiving->failure, STATUS_STORE_CORRUPT,
                            "%s: is not the archive of entries %" PRIu64 " to %" PRIu64
                            " of this house: choose another name",
                            path, archiving->archive->first, archiving->archive->last);
    return status;
}

/* Written by an earlier call, which then ended: it is used if it is right. */
static enum status make_archive(struct archiving *archiving)
{
    char draft[PATH_MAX];
    const char *out = archiving->options->out;
    if (access(out, F_OK) == 0)
        return compare_archive(archiving, out);
    if (snprintf(draft, sizeof(draft), "%s.partial", out) >= (int)sizeof(draft))
        return store_fail(archiving->failure, STATUS_TOO_LONG, "%s: the name is too long", out);
    enum status status = write_archive(archiving, draft);
    if (status == STATUS_OK)
        tell(archiving, ARCHIVE_DRAFTED);
    if (status == STATUS_OK)
        status = compare_archive(archiving, draft);
    if (status == STATUS_OK && chmod(draft, 0400) != 0)
        status = store_fail(archiving->failure, STATUS_STORE_IO, "%s: %s", draft, strerror(errno));
    return status == STATUS_OK ? backup_take_name(draft, out, archiving->failure) : status;
}

/* ---- The new database. ---- */

/* Declarations, and of every table the shoe in use; the last entry of the house. */
static enum status choose_kept(struct archiving *archiving, sqlite3 *connection, const char *path)
{
    sqlite3_stmt *rows = NULL;
    sqlite3_stmt *keep = NULL;
    uint64_t *opened = calloc(WALK_CHAINS_MAX, sizeof(*opened));
    int result = opened ? SQLITE_OK : SQLITE_NOMEM;
    if (result == SQLITE_OK)
        result = sqlite3_exec(connection, "CREATE TEMP TABLE kept(position INTEGER PRIMARY KEY)", NULL, NULL,
                              NULL);
    if (result == SQLITE_OK)
        result = sqlite3_prepare_v2(connection,
                                    "SELECT position, chain, entry FROM house.journal WHERE position <= ?1"
                                    " ORDER BY position",
                                    -1, &rows, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_prepare_v2(connection, "INSERT OR IGNORE INTO kept VALUES(?1)", -1, &keep, NULL);
    sqlite3_bind_int64(rows, 1, (int64_t)archiving->archive->last);
    uint64_t house_last = 0;
    while (result == SQLITE_OK && sqlite3_step(rows) == SQLITE_ROW) {
        struct entry entry;
        uint64_t position = (uint64_t)sqlite3_column_int64(rows, 0);
        uint32_t chain = (uint32_t)sqlite3_column_int64(rows, 1);
        if (chain < 1 || chain > WALK_CHAINS_MAX ||
            entry_read(&entry, sqlite3_column_blob(rows, 2), (size_t)sqlite3_column_bytes(rows, 2)) !=
                STATUS_OK)
            continue;
        bool declares = entry.kind <= ENTRY_DOCUMENT || entry.kind == ENTRY_KEY || entry.kind == ENTRY_LOSS ||
                        entry.kind == ENTRY_PATRON || entry.kind == ENTRY_CHANGE;
        if (chain == CHAIN_NUMBER_HOUSE)
            house_last = position;
        if (entry.kind == ENTRY_OPENED || (chain > CHAIN_NUMBER_HOUSE && !opened[chain - 1]))
            opened[chain - 1] = position;
        if (!declares)
            continue;
        sqlite3_bind_int64(keep, 1, (int64_t)position);
        sqlite3_step(keep);
        sqlite3_reset(keep);
    }
    for (uint32_t chain = 1; result == SQLITE_OK && chain <= WALK_CHAINS_MAX; chain++) {
        uint64_t from = chain == CHAIN_NUMBER_HOUSE ? house_last : opened[chain - 1];
        if (!from)
            continue;
        char sql[192];
        snprintf(sql, sizeof(sql),
                 "INSERT OR IGNORE INTO kept SELECT position FROM house.journal WHERE chain = %u AND position"
                 " BETWEEN %" PRIu64 " AND %" PRIu64,
                 chain, from, archiving->archive->last);
        result = sqlite3_exec(connection, sql, NULL, NULL, NULL);
    }
    free(opened);
    bool read = sqlite3_finalize(rows) == SQLITE_OK;
    bool kept = sqlite3_finalize(keep) == SQLITE_OK;
    if (result == SQLITE_OK && read && kept)
        return STATUS_OK;
    return sqlite_failure(path, connection, archiving->failure);
}

/* What the schema says of the old file, word for word: `type` is "table", "view", "trigger" or "index". */
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
    char *sql = sqlite3_mprintf("INSERT INTO archives(last, first, posting, name, root)"
                                " VALUES(%lld, %lld, %lld, %Q, x'%s')",
                                (long long)archive->last, (long long)archive->first,
                                (long long)archiving->posting, basename(out), root);
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

static enum status remake(struct archiving *archiving)
{
    char next[PATH_MAX];
    const char *path = archiving->options->path;
    if (snprintf(next, sizeof(next), "%s.next", path) >= (int)sizeof(next))
        return store_fail(archiving->failure, STATUS_TOO_LONG, "%s: the name is too long", path);
    enum status status = write_next(archiving, next);
    if (status == STATUS_OK)
        status = compare_next(archiving, next);
    if (status != STATUS_OK) {
        unlink(next);
        return status;
    }
    tell(archiving, ARCHIVE_REMADE);
    return backup_take_name(next, path, archiving->failure);
}

/* ---- All of it. ---- */

static uint64_t bytes_of(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (uint64_t)about.st_size : 0;
}

enum status archive_house(const struct archive_options *options, struct archive *archive,
                          struct store_failure *failure)
{
    struct archiving archiving = {.options = options, .archive = archive, .failure = failure};
    struct lock lock = LOCK_NONE;
    *failure = (struct store_failure){0};
    *archive = (struct archive){0};
    if (access(options->path, R_OK | W_OK) != 0)
        return store_fail(failure, STATUS_NO_FILE, "%s: %s", options->path, strerror(errno));
    enum status status = choose_entries(&archiving);
    if (status == STATUS_OK)
        status = lock_take(options->path, &lock, failure);
    if (status != STATUS_OK)
        return status;
    status = settle_log(&archiving);
    archive->bytes_before = bytes_of(options->path);
    tell(&archiving, ARCHIVE_CHOSEN);
    if (status == STATUS_OK)
        status = make_archive(&archiving);
    if (status == STATUS_OK)
        tell(&archiving, ARCHIVE_NAMED);
    if (status == STATUS_OK)
        status = remake(&archiving);
    archive->bytes = bytes_of(options->out);
    archive->bytes_after = bytes_of(options->path);
    lock_release(&lock);
    if (status == STATUS_OK)
        tell(&archiving, ARCHIVE_DONE);
    return status;
}
