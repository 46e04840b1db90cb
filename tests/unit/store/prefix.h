/* SPDX-License-Identifier: Apache-2.0 */
/* prefix.h - a copy of a database as it was after its first entries.
 *
 * The entries are the same bytes; everything else follows from them. A process that starts on the copy finds
 * what it would have found if the power had failed right behind that entry, also where the entry shared its
 * commit with the next ones. */
#ifndef CROUPIER_TESTS_STORE_PREFIX_H
#define CROUPIER_TESTS_STORE_PREFIX_H

#include "store/store.h"

static inline enum status prefix_copy(const char *from_path, const char *to_path, uint64_t count,
                                      struct store_failure *failure)
{
    struct store_options read = {.path = from_path, .read_only = true, .unchecked = true};
    struct store_options write = {.path = to_path};
    struct store *from;
    struct store *to;
    struct store_cursor *cursor;
    struct store_row row;
    uint64_t ticket = 0;
    enum status status = store_open(&from, &read, failure);
    if (status)
        return status;
    status = store_read(from, 0, STORE_FORWARD, 0, &cursor, failure);
    if (status == STATUS_OK)
        status = store_open(&to, &write, failure);
    if (status)
        return status;
    while (status == STATUS_OK && count-- && store_next(cursor, &row) == STATUS_OK)
        status = store_submit(to, row.chain, row.entry.bytes, row.entry.size, &ticket);
    if (status == STATUS_OK && ticket)
        status = store_wait(to, ticket);
    store_cursor_close(cursor);
    store_close(from);
    store_close(to);
    return status;
}

#endif
