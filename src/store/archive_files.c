/* SPDX-License-Identifier: Apache-2.0 */
#include "store/archive_files.h"

#include <libgen.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

void archive_files_beside(const char *path, struct archive_files *files)
{
    sqlite3 *connection = NULL;
    sqlite3_stmt *row = NULL;
    char folder[PATH_MAX];
    bool all = true;
    snprintf(folder, sizeof(folder), "%s", path);
    const char *place = dirname(folder);
    files->count = 0;
    if (sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
        sqlite3_prepare_v2(connection, "SELECT name FROM archives ORDER BY last", -1, &row, NULL);
    while (row && sqlite3_step(row) == SQLITE_ROW) {
        char *file = files->paths[files->count % STORE_ARCHIVES_MAX];
        const char *name = (const char *)sqlite3_column_text(row, 0);
        all = all && files->count < STORE_ARCHIVES_MAX &&
              snprintf(file, PATH_MAX, "%s/%s", place, name) < PATH_MAX && access(file, R_OK) == 0;
        files->list[files->count++ % STORE_ARCHIVES_MAX] = file;
    }
    sqlite3_finalize(row);
    sqlite3_close(connection);
    files->count = all ? files->count : 0;
}
