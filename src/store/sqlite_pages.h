/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_pages.h - SQLite's own check of its pages: trees, free pages, the form of every row.
 *
 * It knows nothing of entries and reads the whole file again, so it may run beside the walk through the rows:
 * on a connection and a thread of its own, with nothing shared. It sees the file as of when it begins. */
#ifndef CROUPIER_STORE_SQLITE_PAGES_H
#define CROUPIER_STORE_SQLITE_PAGES_H

#include "store/sqlite.h"

struct sqlite_pages;

/* Checks on the calling thread. */
enum status sqlite_pages_check(sqlite3 *connection, const char *path,
                               struct store_failure *failure) MUST_CHECK;

/* Starts the check on a thread. NULL: no thread could be started or no connection opened, or archives are
 * read with the file; then use sqlite_pages_check. */
struct sqlite_pages *sqlite_pages_begin(const struct sqlite_backend *backend);

/* Waits for the result; may be called again. */
enum status sqlite_pages_end(struct sqlite_pages *pages, struct store_failure *failure) MUST_CHECK;

/* Stops the check without a result. May be NULL. */
void sqlite_pages_free(struct sqlite_pages *pages);

#endif
