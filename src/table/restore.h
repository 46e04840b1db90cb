/* SPDX-License-Identifier: Apache-2.0 */
/* restore.h - a table goes on where its journal ends: after a restart, or for the next sitting.
 *
 * Reads the table's chain from the beginning of its last shoe. Nothing is decided here: what happens next
 * follows from the state (agenda.h). */
#ifndef CROUPIER_TABLE_RESTORE_H
#define CROUPIER_TABLE_RESTORE_H

#include "store/books.h"
#include "table/rebuild.h"
#include "table/table.h"

/* Brings a table that was just set up to the state its chain gives; a chain without a shoe leaves it as it
 * is. `sink` is told of every act on the way. Its plan must have the rulebook of that shoe: STATUS_BAD_ENTRY
 * with a message if the shoe was begun under another. */
enum status restore_table(struct table *table, struct store *store, uint32_t chain, struct rebuild_sink sink,
                          struct store_failure *failure) MUST_CHECK;

/* Declares the table's chain, its accounts and its rulebook, word for word, where they are new: a reader of
 * the journal needs no other file. */
enum status restore_declare(struct books *books, const struct table_plan *plan, uint32_t *chain) MUST_CHECK;

#endif
