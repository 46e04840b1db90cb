/* SPDX-License-Identifier: Apache-2.0 */
/* entries.h - calls a function for the entries of a journal, one after the other.
 *
 * For callers that look at some entries and keep what they need of them: row and entry are borrowed, and
 * valid within `take` only. */
#ifndef CROUPIER_STORE_ENTRIES_H
#define CROUPIER_STORE_ENTRIES_H

#include "journal/entry.h"
#include "store/store.h"

/* Returns STATUS_OK to get the next entry, STATUS_NOT_FOUND to stop; anything else is a failure. */
typedef enum status entries_take(void *context, const struct store_row *row, const struct entry *entry);

/* Passes the entries of a chain (0: of all) from a position on (0: from its beginning or end). STATUS_OK:
 * there are no more, or `take` stopped; STATUS_ARCHIVED: the next one is in an archive that is not there. */
enum status store_entries(struct store *store, uint32_t chain, enum store_order order, uint64_t from,
                          entries_take *take, void *context, struct store_failure *failure) MUST_CHECK;

#endif
