/* SPDX-License-Identifier: Apache-2.0 */
/* witness_book.h - what a witness remembers: every checkpoint it has cosigned, every attempt to make it
 * cosign a log that was rewritten, and every number it has promised and told for the shuffle of a shoe.
 *
 * A small SQLite file of its own, synced at every addition, so that a cosignature is never forgotten. Rows
 * are never changed or removed. For one thread. */
#ifndef CROUPIER_STORE_WITNESS_BOOK_H
#define CROUPIER_STORE_WITNESS_BOOK_H

#include "log/checkpoint.h"
#include "store/failure.h"

enum { WITNESS_ACCUSED_MAX = 1000 }; /* attempts that are kept: more would prove nothing new */

struct witness_book;

enum status witness_book_open(struct witness_book **book, const char *path,
                              struct store_failure *failure) MUST_CHECK;
void witness_book_close(struct witness_book *book); /* NULL is nothing */

/* The largest checkpoint of a log, and its whole note into `note` (may be NULL). STATUS_NOT_FOUND: none yet.
 */
enum status witness_book_latest(struct witness_book *book, const char *origin, struct checkpoint *checkpoint,
                                struct text *note) MUST_CHECK;

/* Keeps a checkpoint with its signatures, durably. STATUS_BROKEN_CHAIN if a larger one is kept already. */
enum status witness_book_add(struct witness_book *book, const struct checkpoint *checkpoint, struct span note,
                             int64_t time_ms) MUST_CHECK;

/* Keeps a request that is signed by the log and does not follow from what was cosigned. */
enum status witness_book_accuse(struct witness_book *book, const char *origin, struct span request,
                                int64_t time_ms) MUST_CHECK;

/* ---- Numbers for shuffles (docs/fairness.md). ---- */

struct witness_shoe {
    const char *origin; /* of the log */
    const char *table;
    uint32_t number;
};

struct witness_number {
    struct hash house; /* the house's commitment it was promised for */
    uint8_t value[HASH_BYTES];
};

/* Keeps the number of a shoe, durably, where there is none yet; then *number is the one that is kept. */
enum status witness_book_promise(struct witness_book *book, const struct witness_shoe *shoe,
                                 struct witness_number *number, int64_t time_ms) MUST_CHECK;

/* STATUS_NOT_FOUND: none was promised. */
enum status witness_book_promised(struct witness_book *book, const struct witness_shoe *shoe,
                                  struct witness_number *number) MUST_CHECK;

/* Keeps the signed note in which the number was told, durably, where there is none yet. */
enum status witness_book_tell(struct witness_book *book, const struct witness_shoe *shoe, struct span note,
                              int64_t time_ms) MUST_CHECK;

/* The one that is kept. STATUS_NOT_FOUND: it was not told yet. */
enum status witness_book_told(struct witness_book *book, const struct witness_shoe *shoe,
                              struct text *note) MUST_CHECK;

#endif
