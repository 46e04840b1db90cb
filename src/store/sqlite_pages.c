/* SPDX-License-Identifier: Apache-2.0 */
#include "store/sqlite_pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "store/sqlite_fault.h"

struct sqlite_pages {
    const struct sqlite_backend *backend;
    sqlite3 *connection; /* the thread's own; to stop it from outside is allowed */
    pthread_t thread;
    bool joined;
    enum status status; /* this and the next: the thread's, until it is joined */
    struct store_failure failure;
};

/* One row that says "ok", or rows that name faults. */
enum status sqlite_pages_check(sqlite3 *connection, const char *path, struct store_failure *failure)
{
    sqlite3_stmt *rows;
    enum status status = STATUS_OK;
    if (sqlite3_prepare_v2(connection, "PRAGMA integrity_check(1)", -1, &rows, NULL) != SQLITE_OK)
        return sqlite_failure(path, connection, failure);
    if (sqlite3_step(rows) == SQLITE_ROW) {
        const char *says = (const char *)sqlite3_column_text(rows, 0);
        if (!says || strcmp(says, "ok") != 0)
            status = store_fail(failure, STATUS_STORE_CORRUPT, "%s: %s", path,
                                says ? says : "a page cannot be read");
    }
    if (sqlite3_finalize(rows) != SQLITE_OK) /* then there was no row */
        status = sqlite_failure(path, connection, failure);
    return status;
}

static void *look(void *context)
{
    struct sqlite_pages *pages = context;
    pages->status = sqlite_pages_check(pages->connection, pages->backend->path, &pages->failure);
    return NULL;
}

struct sqlite_pages *sqlite_pages_begin(const struct sqlite_backend *backend)
{
    struct store_failure failure;
    struct sqlite_pages *pages = backend->attached ? NULL : calloc(1, sizeof(*pages));
    if (!pages)
        return NULL;
    pages->backend = backend;
    /* Threadsafe for the one call from outside, sqlite3_interrupt, in any mode of locking. */
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite_connect(backend, &pages->connection, flags, NULL, &failure) == STATUS_OK &&
        pthread_create(&pages->thread, NULL, look, pages) == 0)
        return pages;
    sqlite3_close(pages->connection);
    free(pages);
    return NULL;
}

enum status sqlite_pages_end(struct sqlite_pages *pages, struct store_failure *failure)
{
    assert(!pages->joined);
    pthread_join(pages->thread, NULL);
    pages->joined = true;
    if (pages->status != STATUS_OK)
        *failure = pages->failure;
    return pages->status;
}

void sqlite_pages_free(struct sqlite_pages *pages)
{
    if (!pages)
        return;
    if (!pages->joined) {
        sqlite3_interrupt(pages->connection);
        pthread_join(pages->thread, NULL);
    }
    sqlite3_close(pages->connection);
    free(pages);
}
