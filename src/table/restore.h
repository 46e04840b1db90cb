/* SPDX-License-Identifier: Apache-2.0 */
/* restore.h - brings a table to the state in which its journal ends.
 *
 * Reads the table's chain from the beginning of its last shoe. Decides nothing: the agenda derives from the
 * state what happens next (agenda.h). */
#ifndef CROUPIER_TABLE_RESTORE_H
#define CROUPIER_TABLE_RESTORE_H

#include "store/books.h"
#include "table/rebuild.h"
#include "table/table.h"

/* Brings a table that was just set up to the state its chain gives; a chain without a shoe leaves it as it
 * is. `sink` is called for every act on the way. The plan must have the rulebook of that shoe:
 * STATUS_BAD_ENTRY with a message if the shoe was begun with another. */
enum status restore_table(struct table *table, struct store *store, uint32_t chain, struct rebuild_sink sink,
                          struct store_failure *failure) MUST_CHECK;

/* Declares the table's chain, its accounts and its rulebook, word for word, if they are new; so a reader of
 * the journal needs no other file. */
enum status restore_declare(struct books *books, const struct table_plan *plan, uint32_t *chain) MUST_CHECK;

#endif
