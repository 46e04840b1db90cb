/* SPDX-License-Identifier: Apache-2.0 */
/* archive_set.h - the archives of a database (archive.h), read as one.
 *
 * The files are opened beside a connection of SQLite, and views of it, `journal` and `postings`, give the
 * rows of all of them. Beside the house's own file (SQLite) the views go on with its rows; for a house on
 * PostgreSQL the connection holds nothing else. So a reader of the log reads it from its first entry on and
 * does not notice the archives. */
#ifndef CROUPIER_STORE_ARCHIVE_SET_H
#define CROUPIER_STORE_ARCHIVE_SET_H

#include <limits.h>
#include <sqlite3.h>

#include "store/row.h"

enum { ARCHIVE_NAME_MAX = 256 };

/* One archive, as the database tells of it. */
struct archive_about {
    uint64_t first;
    uint64_t last;
    struct hash root; /* of the log at `last` */
    char name[ARCHIVE_NAME_MAX];
};

struct archive_list {
    unsigned count; /* of all; at most STORE_ARCHIVES_MAX of them are in `items` */
    uint64_t last;  /* entries up to here may lie in archives; 0: there are none */
    struct archive_about items[STORE_ARCHIVES_MAX];
};

/* Adds the next archive, in order of `last`; NULL: there is no room for it, but it is counted. */
struct archive_about *archive_list_add(struct archive_list *list, uint64_t first, uint64_t last);

/* How many of them are in `items`. */
unsigned archive_list_listed(const struct archive_list *list);

/* "a.archive, b.archive". */
void archive_list_names(const struct archive_list *list, char *names, size_t size);

/* Where the files are. */
struct archive_files {
    unsigned count; /* 0: there are no archives, or not all of their files are there */
    const char *list[STORE_ARCHIVES_MAX];
    char paths[STORE_ARCHIVES_MAX][PATH_MAX];
};

/* Finds the files of the list in a folder, under the names they were given. */
void archive_files_in(const char *folder, const struct archive_list *list, struct archive_files *files);

/* The same in the folder of a file. */
void archive_files_beside(const char *path, const struct archive_list *list, struct archive_files *files);

/* Opens `files` beside `connection`, if they are those of the list, and makes the views. `live`: they go on
 * with the rows of this connection's own tables. `name` is the database's, for messages. */
enum status archive_set_join(sqlite3 *connection, const char *name, const struct archive_list *list,
                             const char *const *files, unsigned count, bool live,
                             struct store_failure *failure) MUST_CHECK;

/* The same with a connection of its own, the caller's to close; NULL after a failure. */
enum status archive_set_open(sqlite3 **connection, const char *name, const struct archive_list *list,
                             const char *const *files, unsigned count,
                             struct store_failure *failure) MUST_CHECK;

/* The checkpoints in the archives, in order of size. */
#define ARCHIVED_SEALS "SELECT size, root, signature, latest FROM temp.archived_seals"

/* STATUS_ARCHIVED, and a sentence that says what to do. */
enum status archive_set_missing(const char *name, const struct archive_list *list,
                                struct store_failure *failure);

#endif
