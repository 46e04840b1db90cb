/* SPDX-License-Identifier: Apache-2.0 */
/* archive_files.h - where the archives of a database lie (archive.h). */
#ifndef CROUPIER_STORE_ARCHIVE_FILES_H
#define CROUPIER_STORE_ARCHIVE_FILES_H

#include <limits.h>

#include "store/row.h"

/* The archives of a database that lie beside it, under the names they were given. */
struct archive_files {
    unsigned count; /* 0: there are none, or not all of them lie there */
    const char *list[STORE_ARCHIVES_MAX];
    char paths[STORE_ARCHIVES_MAX][PATH_MAX];
};

void archive_files_beside(const char *path, struct archive_files *files);

#endif
