/* SPDX-License-Identifier: Apache-2.0 */
/* witness_book.h - what a witness remembers: every checkpoint it has cosigned, and every attempt to make it
 * cosign a log that was rewritten.
 *
 * A small SQLite file of its own, synced at every addition: what was cosigned is never forgotten. Rows are
 * never changed or removed. For one thread. */
#ifndef CROUPIER_STORE_WITNESS_BOOK_H
#define CROUPIER_STORE_WITNESS_BOOK_H

#include "log/checkpoint.h"
#include "store/failure.h"

enum { WITNESS_ACCUSED_MAX = 1000 }; /* attempts that are kept; more prove nothing more */

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

#endif
