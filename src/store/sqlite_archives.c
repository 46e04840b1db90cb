/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_archives.c - a database whose older entries lie in archives (store/archive.h), with them or without.
 *
 * Where the archives are named, they are opened beside the file, and two views of this connection alone,
 * called `journal` and `postings` like the tables, give the rows of all of them. So whatever reads the log
 * reads it from its first entry on, without knowing. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "store/archive_files.h"
#include "store/sqlite.h"
#include "store/sqlite_fault.h"

enum { VIEW_TEXT_MAX = 4096 };

static enum status ask_number(struct sqlite_backend *backend, const char *sql, uint64_t *number,
                              struct store_failure *failure)
{
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(backend->read, sql, -1, &row, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    if (sqlite3_step(row) == SQLITE_ROW)
        *number = (uint64_t)sqlite3_column_int64(row, 0);
    if (sqlite3_finalize(row) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    return STATUS_OK;
}

/* ---- The files. ---- */

/* "a.archive, b.archive": those that are needed. */
static void put_names(struct sqlite_backend *backend, struct text *text)
{
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(backend->read, "SELECT name FROM main.archives ORDER BY last", -1, &row, NULL) !=
        SQLITE_OK)
        return;
    while (sqlite3_step(row) == SQLITE_ROW)
        text_format(text, "%s%s", text->used ? ", " : "", (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
}

static enum status attach(struct sqlite_backend *backend, unsigned number, const char *path,
                          struct store_failure *failure)
{
    char sql[64];
    sqlite3_stmt *statement;
    snprintf(sql, sizeof(sql), "ATTACH ?1 AS archive_%u", number);
    if (sqlite3_prepare_v2(backend->read, sql, -1, &statement, NULL) != SQLITE_OK)
        return sqlite_failure(path, backend->read, failure);
    sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
    sqlite3_step(statement);
    if (sqlite3_finalize(statement) != SQLITE_OK)
        return sqlite_failure(path, backend->read, failure);
    return STATUS_OK;
}

/* The file must be the `number`th archive of this database. */
static enum status match(struct sqlite_backend *backend, unsigned number, const char *path,
                         struct store_failure *failure)
{
    char sql[256];
    uint64_t right = 0;
    snprintf(sql, sizeof(sql),
             "SELECT count(*) FROM archive_%u.about b JOIN (SELECT * FROM main.archives ORDER BY last"
             " LIMIT 1 OFFSET %u) a ON a.first = b.first AND a.last = b.last AND a.root = b.root",
             number, number);
    enum status status = ask_number(backend, sql, &right, failure);
    if (status != STATUS_OK)
        return store_fail(failure, STATUS_STORE_VERSION, "%s: is not an archive of a journal", path);
    if (right != 1)
        return store_fail(failure, STATUS_STORE_CORRUPT,
                          "%s: is not archive %u of %s; they are taken in their order", path, number + 1,
                          backend->path);
    return STATUS_OK;
}

static enum status make_view(struct sqlite_backend *backend, const char *head, const char *columns,
                             const char *table, unsigned count, struct store_failure *failure)
{
    char sql[VIEW_TEXT_MAX];
    struct text text;
    text_init(&text, sql, sizeof(sql));
    text_format(&text, "CREATE TEMP VIEW %s AS ", head);
    for (unsigned i = 0; i < count; i++)
        text_format(&text, "SELECT %s FROM archive_%u.%s UNION ALL ", columns, i, table);
    text_format(&text, "SELECT %s FROM main.%s WHERE position > %" PRIu64, columns, table, backend->archived);
    if (text.full || sqlite3_exec(backend->read, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(backend->path, backend->read, failure);
    return STATUS_OK;
}

static enum status join(struct sqlite_backend *backend, const struct store_options *options,
                        struct store_failure *failure)
{
    uint64_t count = 0;
    enum status status = ask_number(backend, "SELECT count(*) FROM main.archives", &count, failure);
    if (status == STATUS_OK && count != options->archive_count)
        return store_fail(failure, STATUS_ARCHIVED, "%s: has %" PRIu64 " archives, and %u are named",
                          backend->path, count, options->archive_count);
    for (unsigned i = 0; status == STATUS_OK && i < options->archive_count; i++) {
        status = attach(backend, i, options->archives[i], failure);
        if (status == STATUS_OK)
            status = match(backend, i, options->archives[i], failure);
    }
    if (status == STATUS_OK)
        status = make_view(backend, "journal(position, chain, previous, entry, mark)",
                           "position, chain, previous, entry, mark", "journal", (unsigned)count, failure);
    if (status == STATUS_OK)
        status = make_view(backend, "postings(rowid, position, account, cents, previous, balance)",
                           "rowid, position, account, cents, previous, balance", "postings", (unsigned)count,
                           failure);
    backend->attached = status == STATUS_OK;
    return status;
}

/* Nobody has named them: they are used where they lie beside the database. A reader that checks nothing else
 * goes on without those it cannot use; one that verifies the file is told. */
static enum status join_beside(struct sqlite_backend *backend, bool strict, struct store_failure *failure)
{
    enum status status = STATUS_OK;
    struct archive_files *files = malloc(sizeof(*files));
    if (!files)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    archive_files_beside(backend->path, files);
    struct store_options named = {.archives = files->list, .archive_count = files->count};
    if (files->count)
        status = join(backend, &named, failure);
    free(files);
    if (status == STATUS_OK || strict)
        return status;
    *failure = (struct store_failure){0};
    return STATUS_OK;
}

enum status sqlite_archives_open(struct sqlite_backend *backend, const struct store_options *options,
                                 struct store_failure *failure)
{
    enum status status = STATUS_OK;
    if (backend->version >= SQLITE_VERSION_ARCHIVES)
        status =
            ask_number(backend, "SELECT coalesce(max(last), 0) FROM archives", &backend->archived, failure);
    if (status == STATUS_OK && backend->archived)
        status =
            ask_number(backend, "SELECT max(posting) FROM archives", &backend->archived_posting, failure);
    if (status == STATUS_OK && options->archive_count && !backend->archived)
        return store_fail(failure, STATUS_STORE_CORRUPT, "%s: has no archives", backend->path);
    if (status == STATUS_OK && options->archive_count)
        return join(backend, options, failure);
    return status == STATUS_OK && backend->archived && options->read_only
               ? join_beside(backend, options->unchecked, failure)
               : status;
}

/* ---- Whether they belong together. ---- */

/* What the file has kept of older entries must be what the archives say. */
static enum status compare_kept(struct sqlite_backend *backend, struct store_failure *failure)
{
    static const char *const texts[] = {
        "SELECT count(*) FROM main.journal m WHERE position <= %" PRIu64
        " AND NOT EXISTS (SELECT 1 FROM temp.journal j WHERE j.position = m.position AND j.chain = m.chain"
        " AND j.previous = m.previous AND j.entry = m.entry AND j.mark IS m.mark)",
        "SELECT count(*) FROM main.postings m WHERE position <= %" PRIu64
        " AND NOT EXISTS (SELECT 1 FROM temp.postings j WHERE j.rowid = m.rowid AND j.position = m.position"
        " AND j.account = m.account AND j.cents = m.cents AND j.previous = m.previous AND j.balance = m.balance)"};
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < 2; i++) {
        char sql[512];
        uint64_t wrong = 0;
        snprintf(sql, sizeof(sql), texts[i], backend->archived);
        status = ask_number(backend, sql, &wrong, failure);
        if (status == STATUS_OK && wrong)
            status = store_fail(failure, STATUS_STORE_CORRUPT,
                                "%s: an older entry that it has kept is not the one of the archive",
                                backend->path);
    }
    return status;
}

enum status sqlite_archives_check(struct sqlite_backend *backend, uint64_t since,
                                  struct store_failure *failure)
{
    uint64_t wrong = 0;
    if (!backend->archived)
        return STATUS_OK;
    enum status status = ask_number(backend,
                                    "SELECT count(*) FROM main.archives a LEFT JOIN main.checkpoints c"
                                    " ON c.size = a.last WHERE c.root IS NOT a.root",
                                    &wrong, failure);
    if (status == STATUS_OK && wrong)
        return store_fail(failure, STATUS_STORE_CORRUPT,
                          "%s: an archive ends with another root than the checkpoint of its size",
                          backend->path);
    if (status != STATUS_OK || backend->attached)
        return status == STATUS_OK ? compare_kept(backend, failure) : status;
    if (since >= backend->archived)
        return STATUS_OK;
    char names[256];
    struct text text;
    text_init(&text, names, sizeof(names));
    put_names(backend, &text);
    return store_fail(failure, STATUS_ARCHIVED,
                      "%s: entries up to %" PRIu64
                      " are in archives (%s): put them beside it, name them with --archive, or go on "
                      "from a mark behind them with --since",
                      backend->path, backend->archived, names);
}

enum status sqlite_archive(struct backend *base, uint64_t position, char *name, size_t size)
{
    struct sqlite_backend *backend = (struct sqlite_backend *)base;
    sqlite3_stmt *row = NULL;
    enum status status = STATUS_NOT_FOUND;
    if (position > backend->archived)
        return status;
    pthread_mutex_lock(&backend->lookup_lock);
    if (sqlite3_prepare_v2(backend->lookup,
                           "SELECT name FROM archives WHERE last >= ?1 ORDER BY last LIMIT 1", -1, &row,
                           NULL) == SQLITE_OK) {
        sqlite3_bind_int64(row, 1, (int64_t)position);
        if (sqlite3_step(row) == SQLITE_ROW) {
            snprintf(name, size, "%s", (const char *)sqlite3_column_text(row, 0));
            status = STATUS_OK;
        }
    }
    sqlite3_finalize(row);
    pthread_mutex_unlock(&backend->lookup_lock);
    return status;
}
