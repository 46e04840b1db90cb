/* SPDX-License-Identifier: Apache-2.0 */
/* place.h - where a test keeps its house: a file in a folder that goes away again or, where CROUPIER_TEST_DB
 * is the address of a PostgreSQL (tests/postgres.py), a schema there.
 *
 * Included by one test program each; everything is static. */
#ifndef CROUPIER_TESTS_STORE_PLACE_H
#define CROUPIER_TESTS_STORE_PLACE_H

#include <dirent.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLACE_FOLDER_MAX = 64, PLACE_PATH_MAX = 400 };

/* NULL: SQLite. */
static inline const char *place_server(void)
{
    const char *url = getenv("CROUPIER_TEST_DB");
    return url && *url ? url : NULL;
}

/* As the server's owner, in words; false: it was refused. */
static inline bool place_say(const char *url, const char *sql)
{
    PGconn *connection = PQconnectdb(url);
    PQclear(PQexec(connection, "SET client_min_messages = warning"));
    PGresult *result = PQexec(connection, sql);
    bool done = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    PQclear(result);
    PQfinish(connection);
    return done;
}

/* `name` is the file's in the folder, or part of the schema's. */
static inline void place_path(const char *folder, const char *name, char path[PLACE_PATH_MAX])
{
    char sql[128];
    if (!place_server()) {
        snprintf(path, PLACE_PATH_MAX, "%.60s/%.100s.db", folder, name);
        return;
    }
    const char *unique = strrchr(folder, '-') + 1;
    snprintf(path, PLACE_PATH_MAX, "%s&options=-csearch_path%%3D%s_%s", place_server(), name, unique);
    snprintf(sql, sizeof(sql), "CREATE SCHEMA IF NOT EXISTS \"%s_%s\"", name, unique);
    assert_true(place_say(place_server(), sql));
}

static inline void place_make(char folder[PLACE_FOLDER_MAX], char path[PLACE_PATH_MAX])
{
    static unsigned count;
    if (place_server()) {
        do
            snprintf(folder, PLACE_FOLDER_MAX, "/tmp/croupier-test-%ld_%u", (long)getpid(), ++count);
        while (mkdir(folder, 0700) != 0);
    } else {
        snprintf(folder, PLACE_FOLDER_MAX, "/tmp/croupier-test-XXXXXX");
        assert_non_null(mkdtemp(folder));
    }
    place_path(folder, "house", path);
}

static inline void place_remove(const char *folder)
{
    DIR *entries = opendir(folder);
    assert_non_null(entries); /* removed already, or never there: another one is left behind */
    for (struct dirent *file; (file = readdir(entries));)
        unlinkat(dirfd(entries), file->d_name, 0);
    closedir(entries);
    rmdir(folder);
    if (place_server()) {
        char sql[128];
        snprintf(sql, sizeof(sql), "DROP SCHEMA IF EXISTS \"house_%s\" CASCADE", strrchr(folder, '-') + 1);
        place_say(place_server(), sql);
    }
}

#endif
