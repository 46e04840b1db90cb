/* SPDX-License-Identifier: Apache-2.0 */
/* entries.h - the entries of a journal, one after the other, already read.
 *
 * For callers that look at some entries and keep what they need of them: row and entry are borrowed, and
 * valid within `take` only. */
#ifndef CROUPIER_STORE_ENTRIES_H
#define CROUPIER_STORE_ENTRIES_H

#include "journal/entry.h"
#include "store/store.h"

/* STATUS_OK: the next one; STATUS_NOT_FOUND: enough; anything else is trouble. */
typedef enum status entries_take(void *context, const struct store_row *row, const struct entry *entry);

/* Gives the entries of a chain (0: of all) from a position on (0: from its end or beginning). STATUS_OK:
 * there are no more, or `take` had enough; STATUS_ARCHIVED: the next one is in an archive that is not there.
 */
enum status store_entries(struct store *store, uint32_t chain, enum store_order order, uint64_t from,
                          entries_take *take, void *context, struct store_failure *failure) MUST_CHECK;

#endif
