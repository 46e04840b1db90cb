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

/* STATUS_NOT_FOUND: the house has never turned its key. */
static enum status last_turn(struct store_cursor *cursor, struct public_key *key)
{
    struct store_row row;
    struct entry entry;
    struct key_turn turn;
    enum status status;
    while ((status = store_next(cursor, &row)) == STATUS_OK &&
           (status = entry_read(&entry, row.entry.bytes, row.entry.size)) == STATUS_OK) {
        if (entry.kind != ENTRY_KEY)
            continue;
        status = key_turn_parse(entry.text, &turn);
        *key = turn.new;
        break;
    }
    return status;
}

enum status founding_key_now(struct store *store, struct public_key *key, struct store_failure *failure)
{
    struct store_cursor *cursor;
    enum status status = store_read(store, CHAIN_NUMBER_HOUSE, STORE_BACKWARD, 0, &cursor, failure);
    if (status != STATUS_OK)
        return status;
    status = last_turn(cursor, key);
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? founding_read(store, key, failure) : status;
}
