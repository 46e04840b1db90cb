/* SPDX-License-Identifier: Apache-2.0 */
#include "store/archive_set.h"

#include <assert.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "store/sqlite_fault.h"

enum { VIEW_TEXT_MAX = 4096 };

/* ---- The list. ---- */

unsigned archive_list_listed(const struct archive_list *list)
{
    return list->count < STORE_ARCHIVES_MAX ? list->count : STORE_ARCHIVES_MAX;
}

struct archive_about *archive_list_add(struct archive_list *list, uint64_t first, uint64_t last)
{
    list->last = last;
    if (list->count++ >= STORE_ARCHIVES_MAX)
        return NULL;
    struct archive_about *about = &list->items[list->count - 1];
    *about = (struct archive_about){.first = first, .last = last};
    return about;
}

void archive_list_names(const struct archive_list *list, char *names, size_t size)
{
    struct text text;
    text_init(&text, names, size);
    for (unsigned i = 0; i < archive_list_listed(list); i++)
        text_format(&text, "%s%s", i ? ", " : "", list->items[i].name);
}

/* ---- The files. ---- */

void archive_files_in(const char *folder, const struct archive_list *list, struct archive_files *files)
{
    bool all = list->count > 0 && list->count <= STORE_ARCHIVES_MAX;
    for (unsigned i = 0; all && i < list->count; i++) {
        snprintf(files->paths[i], PATH_MAX, "%s/%s", folder, list->items[i].name);
        all = access(files->paths[i], R_OK) == 0;
        files->list[i] = files->paths[i];
    }
    files->count = all ? list->count : 0;
}

void archive_files_beside(const char *path, const struct archive_list *list, struct archive_files *files)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof(folder), "%s", path);
    archive_files_in(dirname(folder), list, files);
}

static enum status attach(sqlite3 *connection, unsigned number, const char *path,
                          struct store_failure *failure)
{
    char sql[64];
    sqlite3_stmt *statement;
    snprintf(sql, sizeof(sql), "ATTACH ?1 AS archive_%u", number);
    if (sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) != SQLITE_OK)
        return sqlite_failure(path, connection, failure);
    sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
    sqlite3_step(statement);
    if (sqlite3_finalize(statement) != SQLITE_OK)
        return sqlite_failure(path, connection, failure);
    return STATUS_OK;
}

/* The file must be that archive of this database. */
static enum status match(sqlite3 *connection, const char *name, unsigned number, const char *path,
                         const struct archive_about *about, struct store_failure *failure)
{
    char sql[80];
    sqlite3_stmt *row = NULL;
    snprintf(sql, sizeof(sql), "SELECT first, last, root FROM archive_%u.about", number);
    if (sqlite3_prepare_v2(connection, sql, -1, &row, NULL) != SQLITE_OK)
        return store_fail(failure, STATUS_STORE_VERSION, "%s: is not an archive of a journal", path);
    bool right = sqlite3_step(row) == SQLITE_ROW && (uint64_t)sqlite3_column_int64(row, 0) == about->first &&
                 (uint64_t)sqlite3_column_int64(row, 1) == about->last &&
                 sqlite3_column_bytes(row, 2) == HASH_BYTES &&
                 memcmp(sqlite3_column_blob(row, 2), about->root.bytes, HASH_BYTES) == 0 &&
                 sqlite3_step(row) == SQLITE_DONE;
    sqlite3_finalize(row);
    if (!right)
        return store_fail(failure, STATUS_STORE_CORRUPT,
                          "%s: is not archive %u of %s; they are taken in their order", path, number + 1,
                          name);
    return STATUS_OK;
}

/* `live` is what the rows of the connection's own table are called; NULL: there are none. */
static enum status make_view(sqlite3 *connection, const char *name, const char *head, const char *columns,
                             const char *table, const char *live, const struct archive_list *list,
                             struct store_failure *failure)
{
    char sql[VIEW_TEXT_MAX];
    struct text text;
    text_init(&text, sql, sizeof(sql));
    text_format(&text, "CREATE TEMP VIEW %s AS ", head);
    for (unsigned i = 0; i < list->count; i++)
        text_format(&text, "%sSELECT %s FROM archive_%u.%s", i ? " UNION ALL " : "", columns, i, table);
    if (live)
        text_format(&text, " UNION ALL SELECT %s FROM main.%s WHERE position > %" PRIu64, live, table,
                    list->last);
    assert(!text.full); /* for STORE_ARCHIVES_MAX parts */
    if (sqlite3_exec(connection, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(name, connection, failure);
    return STATUS_OK;
}

enum status archive_set_join(sqlite3 *connection, const char *name, const struct archive_list *list,
                             const char *const *files, unsigned count, bool live,
                             struct store_failure *failure)
{
    enum status status = STATUS_OK;
    assert(count <= STORE_ARCHIVES_MAX);
    if (list->count != count)
        return store_fail(failure, STATUS_ARCHIVED, "%s: has %u archives, and %u are named", name,
                          list->count, count);
    for (unsigned i = 0; status == STATUS_OK && i < count; i++) {
        status = attach(connection, i, files[i], failure);
        if (status == STATUS_OK)
            status = match(connection, name, i, files[i], &list->items[i], failure);
    }
    if (status == STATUS_OK)
        status = make_view(connection, name, "journal(position, chain, previous, entry, mark)",
                           "position, chain, previous, entry, mark", "journal",
                           live ? "position, chain, previous, entry, mark" : NULL, list, failure);
    if (status == STATUS_OK)
        status = make_view(connection, name, "postings(rowid, position, account, cents, previous, balance)",
                           "posting, position, account, cents, previous, balance", "postings",
                           live ? "rowid, position, account, cents, previous, balance" : NULL, list, failure);
    if (status == STATUS_OK)
        status = make_view(connection, name, "archived_seals(size, root, signature, latest)",
                           "size, root, signature, latest", "checkpoints", NULL, list, failure);
    return status;
}

enum status archive_set_open(sqlite3 **connection, const char *name, const struct archive_list *list,
                             const char *const *files, unsigned count, struct store_failure *failure)
{
    enum status status = sqlite3_open_v2(":memory:", connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX,
                                         NULL) == SQLITE_OK
                             ? archive_set_join(*connection, name, list, files, count, false, failure)
                             : sqlite_failure(name, *connection, failure);
    if (status != STATUS_OK) {
        sqlite3_close(*connection);
        *connection = NULL;
    }
    return status;
}

enum status archive_set_missing(const char *name, const struct archive_list *list,
                                struct store_failure *failure)
{
    char names[256];
    archive_list_names(list, names, sizeof(names));
    return store_fail(failure, STATUS_ARCHIVED,
                      "%s: entries up to %" PRIu64
                      " are in archives (%s): put them beside it, name them with --archive, or go on "
                      "from a mark behind them with --since",
                      name, list->last, names);
}
