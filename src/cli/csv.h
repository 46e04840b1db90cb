/* SPDX-License-Identifier: Apache-2.0 */
/* csv.h - answers as comma-separated values (RFC 4180, lines ending in a line feed) on standard output: a
 * heading with the names of the columns, then one line a row. Numbers have 17 digits, so that a program reads
 * back what was computed. */
#ifndef CROUPIER_CLI_CSV_H
#define CROUPIER_CLI_CSV_H

#include <jansson.h>

/* Takes a list of objects; `columns` are members of them and end with NULL. A member that is missing or null
 * is an empty cell. Returns the exit status. */
int csv_print(json_t *takes, const char *const *columns);

/* Moves the members of a list within each object up: one row for each of its entries, with the object's own
 * members beside them. An entry's `name` becomes `inner`. Takes the list, returns owned. */
json_t *csv_flatten(json_t *takes, const char *list, const char *inner);

#endif
