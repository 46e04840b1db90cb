/* SPDX-License-Identifier: Apache-2.0 */
/* database.h - the name of a house's database: of a file (SQLite), or the address of a PostgreSQL. */
#ifndef CROUPIER_STORE_DATABASE_H
#define CROUPIER_STORE_DATABASE_H

#include "store/failure.h"

enum { DATABASE_NAME_MAX = 512 };

/* "postgresql://..."; anything else is the name of a file. */
bool database_is_address(const char *database);

/* As people may see it: an address without its password. */
const char *database_print(const char *database, char name[DATABASE_NAME_MAX]);

/* A file that belongs to the house: "croupier.db" and ".key" give "croupier.db.key"; for an address the name
 * of the database there, in the folder the command was started in. False if it does not fit. */
bool database_beside(const char *database, const char *suffix, char *name, size_t size);

/* Whether anything was written there yet. */
enum status database_founded(const char *database, bool *founded, struct store_failure *failure) MUST_CHECK;

#endif
