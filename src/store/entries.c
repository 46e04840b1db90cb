/* SPDX-License-Identifier: Apache-2.0 */
#include "store/entries.h"

enum status store_entries(struct store *store, uint32_t chain, enum store_order order, uint64_t from,
                          entries_take *take, void *context, struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    enum status status = store_read(store, chain, order, from, &cursor, failure);
    if (status)
        return status;
    while (status == STATUS_OK && (status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status == STATUS_OK)
            status = take(context, &row, &entry);
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}
