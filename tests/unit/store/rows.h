/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h - how many rows of a journal were read: for tests that something costs what it holds, and not what
 * the log holds. A program that includes this is linked with --wrap=store_next (`counted_tests`).
 *
 * Included by one test program each. */
#ifndef CROUPIER_TESTS_STORE_ROWS_H
#define CROUPIER_TESTS_STORE_ROWS_H

#include "store/store.h"

static unsigned rows_read;

enum status __real_store_next(struct store_cursor *cursor, struct store_row *row);
enum status __wrap_store_next(struct store_cursor *cursor, struct store_row *row);

enum status __wrap_store_next(struct store_cursor *cursor, struct store_row *row)
{
    rows_read++;
    return __real_store_next(cursor, row);
}

#endif
