/* SPDX-License-Identifier: Apache-2.0 */
/* take_up.h - a table goes on where its journal ends: after a restart, or for the next sitting.
 *
 * Reads the table's chain from the beginning of its last shoe (rebuild.h). */
#ifndef CROUPIER_TABLE_TAKE_UP_H
#define CROUPIER_TABLE_TAKE_UP_H

#include "store/books.h"
#include "table/plan.h"
#include "table/rebuild.h"

/* Brings `rebuild` to the table's state; *found is false where nothing was ever dealt. A table keeps its
 * rulebook for good: STATUS_BAD_ENTRY with a message if it was begun by another than `ours`, the mark of the
 * rebuild's. */
enum status take_up(struct rebuild *rebuild, const struct book_mark *ours, struct store *store,
                    uint32_t chain, bool *found, struct store_failure *failure) MUST_CHECK;

/* The table's chain, its accounts and its rulebook, word for word, declared if they are new: nobody who reads
 * the journal needs another file. */
enum status take_up_declare(struct books *books, const struct table_plan *plan, uint32_t *chain) MUST_CHECK;

#endif
