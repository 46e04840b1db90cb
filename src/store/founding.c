/* SPDX-License-Identifier: Apache-2.0 */
#include "store/founding.h"

enum { FIRST_POSITION = 1 };

enum status founding_read(struct store *store, struct public_key *key, struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct entry entry;
    enum status status = store_read(store, 0, STORE_FORWARD, FIRST_POSITION, &cursor, failure);
    if (status != STATUS_OK)
        return status;
    status = store_next(cursor, &row);
    if (status == STATUS_OK)
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
    if (status == STATUS_OK)
        status = entry.kind == ENTRY_FOUNDED ? founded_parse(entry.text, key) : STATUS_BAD_ENTRY;
    store_cursor_close(cursor);
    return status;
}
