/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_archives.c - a file whose older entries lie in archives (store/archive.h), with them or without. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/archive_set.h"
#include "store/sqlite.h"
#include "store/sqlite_fault.h"

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

enum status sqlite_archive_list(sqlite3 *connection, const char *path, struct archive_list *list,
                                struct store_failure *failure)
{
    sqlite3_stmt *row;
    *list = (struct archive_list){0};
    if (sqlite3_prepare_v2(connection, "SELECT first, last, root, name FROM main.archives ORDER BY last", -1,
                           &row, NULL) != SQLITE_OK)
        return sqlite_failure(path, connection, failure);
    while (sqlite3_step(row) == SQLITE_ROW) {
        struct archive_about *about = archive_list_add(list, (uint64_t)sqlite3_column_int64(row, 0),
                                                       (uint64_t)sqlite3_column_int64(row, 1));
        if (about && sqlite3_column_bytes(row, 2) == HASH_BYTES)
            memcpy(about->root.bytes, sqlite3_column_blob(row, 2), HASH_BYTES);
        if (about)
            snprintf(about->name, sizeof(about->name), "%s", (const char *)sqlite3_column_text(row, 3));
    }
    if (sqlite3_finalize(row) != SQLITE_OK)
        return sqlite_failure(path, connection, failure);
    return STATUS_OK;
}

static enum status join(struct sqlite_backend *backend, const struct archive_list *list,
                        const char *const *files, unsigned count, struct store_failure *failure)
{
    enum status status = archive_set_join(backend->read, backend->path, list, files, count, true, failure);
    backend->attached = status == STATUS_OK;
    return status;
}

/* Nobody has named them: they are used where they lie beside the database. A reader that checks nothing else
 * goes on without those it cannot use; one that verifies the file is told. */
static enum status join_beside(struct sqlite_backend *backend, const struct archive_list *list, bool strict,
                               struct store_failure *failure)
{
    enum status status = STATUS_OK;
    struct archive_files *files = malloc(sizeof(*files));
    if (!files)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    archive_files_beside(backend->path, list, files);
    if (files->count)
        status = join(backend, list, files->list, files->count, failure);
    free(files);
    if (status == STATUS_OK || strict)
        return status;
    *failure = (struct store_failure){0};
    return STATUS_OK;
}

enum status sqlite_archives_open(struct sqlite_backend *backend, const struct store_options *options,
                                 struct store_failure *failure)
{
    struct archive_list list = {0};
    enum status status = STATUS_OK;
    if (backend->version >= SQLITE_VERSION_ARCHIVES)
        status = sqlite_archive_list(backend->read, backend->path, &list, failure);
    backend->archived = list.last;
    if (status == STATUS_OK && backend->archived)
        status =
            ask_number(backend, "SELECT max(posting) FROM archives", &backend->archived_posting, failure);
    if (status == STATUS_OK && options->archive_count && !backend->archived)
        return store_fail(failure, STATUS_STORE_CORRUPT, "%s: has no archives", backend->path);
    if (status == STATUS_OK && options->archive_count)
        return join(backend, &list, options->archives, options->archive_count, failure);
    return status == STATUS_OK && backend->archived && options->read_only
               ? join_beside(backend, &list, options->unchecked, failure)
               : status;
}

/* ---- Whether they belong together. ---- */

/* The last posting in each archive, as the file tells of it. */
static enum status compare_postings(struct sqlite_backend *backend, struct store_failure *failure)
{
    uint64_t count = 0;
    uint64_t wrong = 0;
    enum status status = ask_number(backend, "SELECT count(*) FROM main.archives", &count, failure);
    for (uint64_t i = 0; status == STATUS_OK && !wrong && i < count; i++) {
        char sql[256];
        snprintf(sql, sizeof(sql),
                 "SELECT posting IS NOT coalesce((SELECT max(posting) FROM archive_%" PRIu64
                 ".postings), posting)"
                 " FROM main.archives ORDER BY last LIMIT 1 OFFSET %" PRIu64,
                 i, i);
        status = ask_number(backend, sql, &wrong, failure);
    }
    if (status == STATUS_OK && wrong)
        status = store_fail(failure, STATUS_STORE_CORRUPT, "%s: an archive ends with another posting",
                            backend->path);
    return status;
}

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
        status = status == STATUS_OK ? compare_postings(backend, failure) : status;
    if (status != STATUS_OK || backend->attached)
        return status == STATUS_OK ? compare_kept(backend, failure) : status;
    if (since >= backend->archived)
        return STATUS_OK;
    struct archive_list list;
    status = sqlite_archive_list(backend->read, backend->path, &list, failure);
    return status == STATUS_OK ? archive_set_missing(backend->path, &list, failure) : status;
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
