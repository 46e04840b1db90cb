/* SPDX-License-Identifier: Apache-2.0 */
/* people_store.h - people in the house's database, on a shelf beside the journal (store/row.h).
 *
 * A change is one commit: the entry that tells of it, and the line of the person (user_print). Hashes of
 * passwords stand in the line and never in an entry. The process that holds the books writes; a shell that
 * finds them in the server's hands leaves a wish, which the server takes up within a second.
 *
 * Older houses have a file instead (people_file.h): it is taken over once and renamed. */
#ifndef CROUPIER_SERVER_PEOPLE_STORE_H
#define CROUPIER_SERVER_PEOPLE_STORE_H

#include "server/people.h"
#include "store/books.h"

/* The person behind a change: their capacity, and their name; "" is nobody in particular. */
struct people_author {
    enum role role;
    const char *name;
};

/* Everybody on the shelf, into an empty struct people. */
enum status people_store_load(struct store *store, struct people *people,
                              struct store_failure *failure) MUST_CHECK;

/* Applies the wishes that wait, and counts them. */
enum status people_store_wishes(struct store *store, struct people *people, unsigned *count,
                                struct store_failure *failure) MUST_CHECK;

/* Writes whoever differs, and returns when that is on disk. `granted`: wishes of these people are fulfilled
 * by it. */
enum status people_store_update(struct books *books, const struct people *before, const struct people *after,
                                struct people_author author, bool granted) MUST_CHECK;

/* Leaves a wish for everybody who differs, for the process that holds the books. */
enum status people_store_wish(const char *database, const struct people *before, const struct people *after,
                              struct store_failure *failure) MUST_CHECK;

/* Adds those of the old file that are not on the shelf yet, and renames it: FILE.people.old. `count`: how
 * many were added. A missing file is nobody. */
enum status people_store_take_over(struct books *books, const char *file, struct people *people,
                                   unsigned *count) MUST_CHECK;

#endif
