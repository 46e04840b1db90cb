/* SPDX-License-Identifier: Apache-2.0 */
/* journal.h - what the commands that read a journal share: --db, --json, and no arguments.
 *
 * A command lists one of the two argps as its first child and hands its struct journal_args down as the
 * child's input; a command that has nothing else needs no parser of its own for that. */
#ifndef CROUPIER_CLI_JOURNAL_H
#define CROUPIER_CLI_JOURNAL_H

#include <argp.h>
#include <stdbool.h>

#include "store/store.h"

#define JOURNAL_DATABASE "croupier.db" /* where croupier serve keeps it */

/* --archive: files that hold the older entries of the journal, in their order. */
struct archive_args {
    unsigned count;
    const char *files[STORE_ARCHIVES_MAX];
};

struct journal_args {
    const char *database;
    bool json;
    struct archive_args archives; /* of commands that list archives_argp, with this as its input */
};

extern const struct argp journal_argp;      /* --db */
extern const struct argp journal_json_argp; /* --db and --json */
extern const struct argp archives_argp;     /* --archive */

/* Opens the database for reading: EXIT_DONE, or EXIT_USAGE after complaining. */
int journal_open(const struct journal_args *args, struct store **store);

/* The chain of a table: EXIT_DONE, or EXIT_USAGE after complaining of an unknown one. */
int journal_table(struct store *store, const char *table, uint32_t *chain);

#endif
