/* SPDX-License-Identifier: Apache-2.0 */
/* people_store.h - people in the house's database, on a shelf beside the journal (store/row.h).
 *
 * A change is one commit: the entry about it, and the line of the person (user_print). Hashes of passwords
 * are in the line and never in an entry. Only the process that has the books open writes; if that is a
 * server, a shell leaves a wish, which the server takes up within a second.
 *
 * Older houses have a file instead (people_file.h): it is taken over once and renamed. */
#ifndef CROUPIER_SERVER_PEOPLE_STORE_H
#define CROUPIER_SERVER_PEOPLE_STORE_H

#include "server/people.h"
#include "store/books.h"

/* The person who makes a change: their capacity and their name; "": nobody in particular. */
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

/* Writes the people who differ, and returns when that is on disk. `granted`: this fulfils the wishes about
 * them. */
enum status people_store_update(struct books *books, const struct people *before, const struct people *after,
                                struct people_author author, bool granted) MUST_CHECK;

/* Leaves a wish for everybody who differs, for the process that has the books open. */
enum status people_store_wish(const char *database, const struct people *before, const struct people *after,
                              struct store_failure *failure) MUST_CHECK;

/* Adds those of the old file that are not on the shelf yet, and renames it: FILE.people.old. `count`: how
 * many were added. A missing file is nobody. */
enum status people_store_take_over(struct books *books, const char *file, struct people *people,
                                   unsigned *count) MUST_CHECK;

#endif
