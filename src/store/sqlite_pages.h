/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_pages.h - SQLite's own look at its pages: trees, free pages, the form of every row.
 *
 * It knows no entries and reads the whole file once more, so it may run beside the walk through the rows: on
 * a connection and a thread of its own, with nothing shared. It sees the file as of its own moment. */
#ifndef CROUPIER_STORE_SQLITE_PAGES_H
#define CROUPIER_STORE_SQLITE_PAGES_H

#include "store/sqlite.h"

struct sqlite_pages;

/* Looks here and now. */
enum status sqlite_pages_check(sqlite3 *connection, const char *path,
                               struct store_failure *failure) MUST_CHECK;

/* Begins to look. NULL: there is no thread or connection to be had, or archives are read with the file; then
 * it is to be looked at here and now. */
struct sqlite_pages *sqlite_pages_begin(const struct sqlite_backend *backend);

/* Waits for what it says; may be asked again. */
enum status sqlite_pages_end(struct sqlite_pages *pages, struct store_failure *failure) MUST_CHECK;

/* Stops looking; nobody wants to know any more. May be NULL. */
void sqlite_pages_free(struct sqlite_pages *pages);

#endif
