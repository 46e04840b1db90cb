/* SPDX-License-Identifier: Apache-2.0 */
/* database.h - the name of a house's database: of a file (SQLite), or the address of a PostgreSQL. */
#ifndef CROUPIER_STORE_DATABASE_H
#define CROUPIER_STORE_DATABASE_H

#include "store/failure.h"

enum { DATABASE_NAME_MAX = 512 };

/* "postgresql://..."; anything else is the name of a file. */
bool database_is_address(const char *database);

/* The name to show to people: an address without its password. */
const char *database_print(const char *database, char name[DATABASE_NAME_MAX]);

/* The name of a file that belongs to the house: "croupier.db" and ".key" give "croupier.db.key". For an
 * address it is made of the name of the database, in the current folder. False if it does not fit. */
bool database_beside(const char *database, const char *suffix, char *name, size_t size);

/* Whether a house has been founded there. */
enum status database_founded(const char *database, bool *founded, struct store_failure *failure) MUST_CHECK;

#endif
