/* SPDX-License-Identifier: Apache-2.0 */
/* shoe_book.h - the rulebook that a shoe is played by, loaded from its document in the journal.
 *
 * For reading a table of which only the chain is known: in a report, or after the table was taken off the
 * floor. Older journals do not name the document (docs/journal.md, section 4). */
#ifndef CROUPIER_TABLE_SHOE_BOOK_H
#define CROUPIER_TABLE_SHOE_BOOK_H

#include "rulebook/fault.h"
#include "store/store.h"
#include "table/book_mark.h"

/* A book with the document it was loaded from. Owned (shoe_book_free). */
struct shoe_book {
    struct hash document;
    struct rulebook book;
    size_t size;
    uint8_t words[];
};

/* Loads a book from a copy of this document. STATUS_BAD_RULEBOOK with faults, STATUS_NO_MEMORY. */
enum status shoe_book_new(struct span words, struct shoe_book **book, struct faults *faults) MUST_CHECK;

/* The book that the text of an entry *opened* names. NULL: it names none, or the journal does not have it. */
struct shoe_book *shoe_book_load(struct store *store, struct span opened);
void shoe_book_free(struct shoe_book *book);

/* The book that the last entry *opened* of a chain names, owned. STATUS_NOT_FOUND: the chain has none. */
enum status shoe_book_last(struct store *store, uint32_t chain, struct shoe_book **book) MUST_CHECK;

#endif
