/* SPDX-License-Identifier: Apache-2.0 */
#include "store/database.h"

#include <stdio.h>
#include <sys/stat.h>

#include "store/postgres.h"

bool database_is_address(const char *database)
{
    return pglink_is_url(database);
}

const char *database_print(const char *database, char name[DATABASE_NAME_MAX])
{
    struct store_failure failure;
    if (!pglink_is_url(database))
        snprintf(name, DATABASE_NAME_MAX, "%s", database);
    else if (!pglink_name(database, name, DATABASE_NAME_MAX, &failure))
        snprintf(name, DATABASE_NAME_MAX, "postgresql://");
    return name;
}

bool database_beside(const char *database, const char *suffix, char *name, size_t size)
{
    char there[DATABASE_NAME_MAX];
    if (pglink_is_url(database)) {
        pglink_database(database, there, sizeof(there));
        database = there[0] ? there : "croupier";
    }
    return (size_t)snprintf(name, size, "%s%s", database, suffix) < size;
}

/* An empty file is one that was never written to. */
enum status database_founded(const char *database, bool *founded, struct store_failure *failure)
{
    struct stat about;
    if (pglink_is_url(database))
        return postgres_founded(database, founded, failure);
    *founded = stat(database, &about) == 0 && about.st_size > 0;
    return STATUS_OK;
}
