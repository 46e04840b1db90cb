/* SPDX-License-Identifier: Apache-2.0 */
/* shoe_book.h - the rulebook a shoe was begun by, from the words in the journal.
 *
 * For whoever looks at a table of which nothing but its chain is known: a report, a table that was taken off
 * the floor. Journals from before the words were named (docs/journal.md, section 4) do not say. */
#ifndef CROUPIER_TABLE_SHOE_BOOK_H
#define CROUPIER_TABLE_SHOE_BOOK_H

#include "rulebook/fault.h"
#include "store/store.h"
#include "table/book_mark.h"

/* A book with the words it was loaded from. Owned (shoe_book_free). */
struct shoe_book {
    struct hash document;
    struct rulebook book;
    size_t size;
    uint8_t words[];
};

/* Loads a book from a copy of these words. STATUS_BAD_RULEBOOK with faults, STATUS_NO_MEMORY. */
enum status shoe_book_new(struct span words, struct shoe_book **book, struct faults *faults) MUST_CHECK;

/* The book that the text of an entry *opened* names. NULL: it names none that is there. */
struct shoe_book *shoe_book_load(struct store *store, struct span opened);
void shoe_book_free(struct shoe_book *book);

/* The text of the last *opened* of a chain; STATUS_NOT_FOUND: nothing was ever dealt there. */
enum status shoe_book_last(struct store *store, uint32_t chain, struct shoe_book **book) MUST_CHECK;

#endif
