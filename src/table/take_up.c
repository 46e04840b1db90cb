/* SPDX-License-Identifier: Apache-2.0 */
#include "table/take_up.h"

/* The position of the entry that began the last shoe; 0: none. */
static enum status find_shoe(struct store *store, uint32_t chain, uint64_t *position,
                             struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    *position = 0;
    enum status status = store_read(store, chain, STORE_BACKWARD, 0, &cursor, failure);
    if (status)
        return status;
    while (*position == 0 && (status = store_next(cursor, &row)) == STATUS_OK) {
        struct entry entry;
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status == STATUS_OK && entry.kind == ENTRY_OPENED)
            *position = row.position;
        if (status)
            break;
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

static enum status replay_from(struct rebuild *rebuild, struct store *store, uint32_t chain,
                               uint64_t position, struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    enum status status = store_read(store, chain, STORE_FORWARD, position, &cursor, failure);
    if (status)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        struct entry entry;
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status == STATUS_OK)
            status = rebuild_entry(rebuild, &entry);
        if (status)
            break;
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

enum status take_up(struct rebuild *rebuild, struct store *store, uint32_t chain, bool *found,
                    struct store_failure *failure)
{
    uint64_t position;
    enum status status = find_shoe(store, chain, &position, failure);
    *found = position != 0;
    if (status || !*found)
        return status;
    return replay_from(rebuild, store, chain, position, failure);
}

enum status take_up_declare(struct books *books, const struct table_plan *plan, struct span rulebook,
                            uint32_t *chain)
{
    struct hash hash;
    uint32_t account;
    enum status status = books_chain(books, plan->id, chain, NULL);
    if (status == STATUS_OK)
        status = books_account(books, ACCOUNT_ESCROW, plan->id, &account, NULL);
    if (status == STATUS_OK)
        status = books_account(books, ACCOUNT_BANK, plan->id, &account, NULL);
    if (status == STATUS_OK && rulebook.size)
        status = books_document(books, plan->book->id, rulebook, &hash);
    return status;
}
