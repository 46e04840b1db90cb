/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_archives.c - a PostgreSQL whose older entries lie in archives (store/archive.h), with them or
 * without. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/sqlite_fault.h"

/* ---- What the database says. ---- */

enum status postgres_take_archives(const PGresult *rows, struct archive_list *list)
{
    *list = (struct archive_list){0};
    for (int i = 0; i < PQntuples(rows); i++) {
        struct archive_about *about =
            archive_list_add(list, (uint64_t)pgrow_number(rows, i, 0), (uint64_t)pgrow_number(rows, i, 1));
        struct span name = pgrow_span(rows, i, 3);
        if (about && (!pgrow_hash(rows, i, 2, about->root.bytes, HASH_BYTES) ||
                      snprintf(about->name, sizeof(about->name), "%.*s", (int)name.size,
                               (const char *)name.bytes) >= (int)sizeof(about->name)))
            return STATUS_STORE_CORRUPT;
    }
    return STATUS_OK;
}

static enum status look(struct postgres_backend *backend)
{
    struct postgres_archives *archives = backend->archives;
    struct archive_list list;
    PGresult *rows;
    pthread_mutex_lock(&backend->lookup_lock);
    enum status status = pglink_ask(&backend->lookup, "ASK_ARCHIVES", NULL, PGLINK_CALL_MS, &rows);
    pthread_mutex_unlock(&backend->lookup_lock);
    if (status != STATUS_OK)
        return status;
    status = postgres_take_archives(rows, &list);
    PQclear(rows);
    if (status != STATUS_OK)
        return status;
    pthread_mutex_lock(&archives->lock);
    archives->list = list;
    archives->last = list.last;
    pthread_mutex_unlock(&archives->lock);
    return STATUS_OK;
}

bool postgres_is_archived(struct postgres_backend *backend, uint64_t position)
{
    if (position > backend->archives->last && look(backend) != STATUS_OK)
        return false;
    return position <= backend->archives->last;
}

enum status postgres_archive(struct backend *base, uint64_t position, char *name, size_t size)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    struct postgres_archives *archives = backend->archives;
    enum status status = STATUS_NOT_FOUND;
    if (!postgres_is_archived(backend, position))
        return status;
    pthread_mutex_lock(&archives->lock);
    for (unsigned i = 0; status != STATUS_OK && i < archive_list_listed(&archives->list); i++)
        if (archives->list.items[i].last >= position) {
            snprintf(name, size, "%s", archives->list.items[i].name);
            status = STATUS_OK;
        }
    pthread_mutex_unlock(&archives->lock);
    return status;
}

/* ---- The files. ---- */

enum status postgres_archives_join(const struct postgres_backend *backend, const struct archive_list *list,
                                   sqlite3 **files, struct store_failure *failure)
{
    const struct archive_files *named = backend->archives->named;
    struct archive_files *found = NULL;
    *files = NULL;
    if (!named) {
        found = malloc(sizeof(*found));
        if (!found)
            return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
        archive_files_in(".", list, found); /* where the key lies, too (database.h) */
    }
    const struct archive_files *there = named ? named : found;
    enum status status =
        there->count ? archive_set_open(files, backend->name, list, there->list, there->count, failure)
                     : archive_set_missing(backend->name, list, failure);
    free(found);
    return status;
}

enum status postgres_archives_read(struct postgres_backend *backend, sqlite3 **files, uint64_t *last)
{
    struct postgres_archives *archives = backend->archives;
    struct store_failure failure;
    struct archive_list list;
    pthread_mutex_lock(&archives->lock);
    list = archives->list;
    pthread_mutex_unlock(&archives->lock);
    *last = list.last;
    return postgres_archives_join(backend, &list, files, &failure) == STATUS_OK ? STATUS_OK : STATUS_ARCHIVED;
}

/* Opened once, and again when there are more of them. With the lock held. */
static bool open_files(struct postgres_backend *backend)
{
    struct postgres_archives *archives = backend->archives;
    struct store_failure failure;
    if (archives->files && archives->file_count == archives->list.count)
        return true;
    sqlite3_close(archives->files);
    archives->file_count = archives->list.count;
    return postgres_archives_join(backend, &archives->list, &archives->files, &failure) == STATUS_OK;
}

static enum status ask_posting(struct postgres_archives *archives, uint32_t account, uint64_t posting,
                               uint64_t position, struct store_posting *found)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(archives->files,
                           posting ? POSTGRES_OLD_POSTING "WHERE account = ?1 AND rowid = ?2"
                                   : POSTGRES_OLD_POSTING "WHERE account = ?1 AND position = ?2",
                           -1, &row, NULL) != SQLITE_OK)
        return STATUS_STORE_IO;
    sqlite3_bind_int64(row, 1, account);
    sqlite3_bind_int64(row, 2, (int64_t)(posting ? posting : position));
    int result = sqlite3_step(row);
    if (result == SQLITE_ROW)
        postgres_old_posting(row, found);
    sqlite3_finalize(row);
    return result == SQLITE_ROW    ? STATUS_OK
           : result == SQLITE_DONE ? STATUS_NOT_FOUND
                                   : sqlite_status(result);
}

enum status postgres_archived_posting(struct postgres_backend *backend, uint32_t account, uint64_t posting,
                                      uint64_t position, struct store_posting *found)
{
    struct postgres_archives *archives = backend->archives;
    enum status status = STATUS_NOT_FOUND;
    /* A posting by its number is there unless it is archived; that an entry has none of an account is
     * ordinary, and whoever asks has read the entry. */
    if (posting ? look(backend) != STATUS_OK || !archives->last : position > archives->last)
        return STATUS_NOT_FOUND;
    pthread_mutex_lock(&archives->lock);
    if (open_files(backend))
        status = ask_posting(archives, account, posting, position, found);
    pthread_mutex_unlock(&archives->lock);
    return status;
}

void postgres_old_entry(sqlite3_stmt *row, struct store_row *entry)
{
    *entry = (struct store_row){.position = (uint64_t)sqlite3_column_int64(row, 0),
                                .previous = (uint64_t)sqlite3_column_int64(row, 1),
                                .chain = (uint32_t)sqlite3_column_int64(row, 2),
                                .entry = {sqlite3_column_blob(row, 3), (size_t)sqlite3_column_bytes(row, 3)},
                                .has_mark = sqlite3_column_type(row, 4) == SQLITE_INTEGER,
                                .mark = sqlite3_column_int64(row, 4)};
}

void postgres_old_posting(sqlite3_stmt *row, struct store_posting *posting)
{
    *posting = (struct store_posting){.posting = (uint64_t)sqlite3_column_int64(row, 0),
                                      .position = (uint64_t)sqlite3_column_int64(row, 1),
                                      .account = (uint32_t)sqlite3_column_int64(row, 2),
                                      .cents = sqlite3_column_int64(row, 3),
                                      .previous = (uint64_t)sqlite3_column_int64(row, 4),
                                      .balance_cents = sqlite3_column_int64(row, 5)};
}

/* ---- All of them. ---- */

enum status postgres_old_open(struct postgres_old *old, const struct postgres_backend *backend,
                              const struct archive_list *list, struct store_failure *failure)
{
    const struct {
        const char *sql;
        sqlite3_stmt **statement;
    } texts[] = {
        {POSTGRES_OLD_ENTRY "WHERE position BETWEEN ?1 AND ?2 ORDER BY position", &old->entries},
        {POSTGRES_OLD_POSTING "WHERE position BETWEEN ?1 AND ?2 ORDER BY position, account", &old->postings},
        {POSTGRES_OLD_ENTRY "WHERE position = ?1", &old->entry},
        {POSTGRES_OLD_POSTING "WHERE account = ?1 AND rowid = ?2", &old->posting},
        {ARCHIVED_SEALS, &old->seals}};
    enum status status = postgres_archives_join(backend, list, &old->files, failure);
    for (size_t i = 0; status == STATUS_OK && i < sizeof(texts) / sizeof(texts[0]); i++)
        if (sqlite3_prepare_v2(old->files, texts[i].sql, -1, texts[i].statement, NULL) != SQLITE_OK)
            status = sqlite_failure(backend->name, old->files, failure);
    return status;
}

void postgres_old_close(struct postgres_old *old)
{
    sqlite3_finalize(old->entries);
    sqlite3_finalize(old->postings);
    sqlite3_finalize(old->entry);
    sqlite3_finalize(old->posting);
    sqlite3_finalize(old->seals);
    sqlite3_close(old->files);
}

enum status postgres_old_seal(struct postgres_old *old, struct seal_row *seal)
{
    int result = sqlite3_step(old->seals);
    if (result != SQLITE_ROW)
        return result == SQLITE_DONE ? STATUS_NOT_FOUND : sqlite_status(result);
    return sqlite_seal_columns(old->seals, seal) ? STATUS_OK : STATUS_STORE_CORRUPT;
}

enum status postgres_old_find(struct postgres_old *old, uint32_t account, uint64_t number,
                              struct store_posting *posting)
{
    sqlite3_bind_int64(old->posting, 1, account);
    sqlite3_bind_int64(old->posting, 2, (int64_t)number);
    int result = sqlite3_step(old->posting);
    if (result == SQLITE_ROW)
        postgres_old_posting(old->posting, posting);
    sqlite3_reset(old->posting);
    return result == SQLITE_ROW    ? STATUS_OK
           : result == SQLITE_DONE ? STATUS_NOT_FOUND
                                   : sqlite_status(result);
}

enum status postgres_old_count(struct postgres_old *old, uint64_t *count)
{
    sqlite3_stmt *all = NULL;
    if (sqlite3_prepare_v2(old->files, "SELECT count(*) FROM postings", -1, &all, NULL) == SQLITE_OK &&
        sqlite3_step(all) == SQLITE_ROW)
        *count += (uint64_t)sqlite3_column_int64(all, 0);
    int result = sqlite3_finalize(all);
    return result == SQLITE_OK ? STATUS_OK : sqlite_status(result);
}

/* ---- Opening. ---- */

static enum status name_files(struct postgres_archives *archives, const struct store_options *options)
{
    struct archive_files *named = calloc(1, sizeof(*named));
    archives->named = named;
    if (!named)
        return STATUS_NO_MEMORY;
    named->count = options->archive_count;
    for (unsigned i = 0; i < named->count; i++) {
        if (snprintf(named->paths[i], PATH_MAX, "%s", options->archives[i]) >= PATH_MAX)
            return STATUS_TOO_LONG;
        named->list[i] = named->paths[i];
    }
    return STATUS_OK;
}

enum status postgres_archives_open(struct postgres_backend *backend, const struct store_options *options,
                                   struct store_failure *failure)
{
    struct postgres_archives *archives = calloc(1, sizeof(*archives));
    if (!archives)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    pthread_mutex_init(&archives->lock, NULL);
    backend->archives = archives;
    enum status status = look(backend);
    if (status != STATUS_OK)
        return pglink_fail(&backend->lookup, status, failure);
    if (!options->archive_count)
        return STATUS_OK;
    if (!archives->last)
        return store_fail(failure, STATUS_STORE_CORRUPT, "%s: has no archives", backend->name);
    status = name_files(archives, options);
    if (status != STATUS_OK)
        return store_fail(failure, status, "%s", status_sentence(status));
    archives->file_count = archives->list.count;
    return postgres_archives_join(backend, &archives->list, &archives->files, failure);
}

void postgres_archives_close(struct postgres_archives *archives)
{
    if (!archives)
        return;
    sqlite3_close(archives->files);
    pthread_mutex_destroy(&archives->lock);
    free(archives->named);
    free(archives);
}
