/* SPDX-License-Identifier: Apache-2.0 */
/* archive_file.h - an archive as a file: written, and compared with what it was written from.
 *
 * A database gives its rows one by one (archive_sink), whatever its kind; the file takes them, or holds them
 * against those it has. */
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

/* A new file under this name; what lay there is gone. `by_account`: a posting's number counts those of its
 * account, not all of them. Everything is on disk when archive_file_end says so. */
enum status archive_file_write(struct archive_file *file, bool by_account,
                               struct archive_sink *sink) MUST_CHECK;

/* A file that is there: the sink returns STATUS_STORE_CORRUPT, with a message, at the first row that is
 * another one; archive_file_end, if the file has more. */
enum status archive_file_compare(struct archive_file *file, struct archive_sink *sink) MUST_CHECK;

/* Takes what came of the pouring, and closes the file. */
enum status archive_file_end(struct archive_file *file, enum status status) MUST_CHECK;

#endif
