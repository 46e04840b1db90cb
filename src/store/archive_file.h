/* SPDX-License-Identifier: Apache-2.0 */
/* archive_file.h - writes an archive file, and compares it with the database it was written from.
 *
 * A database of either kind passes its rows one by one to an archive_sink; the file writes them, or compares
 * them with those it has. */
#ifndef CROUPIER_STORE_ARCHIVE_FILE_H
#define CROUPIER_STORE_ARCHIVE_FILE_H

#include <sqlite3.h>

#include "store/archive.h"
#include "store/row.h"
#include "store/seals.h"

struct archive_sink {
    enum status (*entry)(void *context, const struct store_row *row);
    enum status (*posting)(void *context, const struct store_posting *posting);
    enum status (*seal)(void *context, const struct seal_row *seal);
    void *context;
};

struct archive_file {
    const char *path;
    const struct archive *archive;
    struct store_failure *failure;
    sqlite3 *connection;
    sqlite3_stmt *entry;
    sqlite3_stmt *posting;
    sqlite3_stmt *seal;
};

/* Makes a new file of this name, in place of any old one. `by_account`: postings are numbered within their
 * account, not over all. Everything is on disk when archive_file_end returns STATUS_OK. */
enum status archive_file_write(struct archive_file *file, bool by_account,
                               struct archive_sink *sink) MUST_CHECK;

/* Compares with an existing file: the sink returns STATUS_STORE_CORRUPT, with a message, at the first row
 * that differs, and archive_file_end if the file has more rows. */
enum status archive_file_compare(struct archive_file *file, struct archive_sink *sink) MUST_CHECK;

/* Closes the file. `status` is the result of passing the rows. */
enum status archive_file_end(struct archive_file *file, enum status status) MUST_CHECK;

#endif
