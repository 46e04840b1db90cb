/* SPDX-License-Identifier: Apache-2.0 */
/* audit_books.h - the rulebooks of a journal, and which of them a table is played by.
 *
 * Pure. The entry that begins a shoe names the document of its rulebook and the reading of it
 * (table/book_mark.h). The document is in the journal; a program that knows the same keys must come to the
 * same reading. A program that knows other keys goes by the document, and the audit counts how often. Older
 * journals name the reading only: then the audit looks for a book with that reading in the journal and among
 * the built-in ones; if there is none, the journal must hold exactly one rulebook of that game. Owns its
 * memory (audit_books_release). */
#ifndef CROUPIER_AUDIT_AUDIT_BOOKS_H
#define CROUPIER_AUDIT_AUDIT_BOOKS_H

#include "journal/entry.h"
#include "table/book_mark.h"

enum { AUDIT_BOOKS_MAX = 256 };

struct audit_book {
    struct rulebook book;
    struct book_mark mark;
};

struct audit_books {
    const struct audit_book *items[AUDIT_BOOKS_MAX]; /* owned, unless lent */
    bool lent[AUDIT_BOOKS_MAX];
    unsigned count;
    bool has_builtins; /* this program's own are among them */
};

void audit_books_release(struct audit_books *books);

/* Takes the book that an entry of kind ENTRY_DOCUMENT holds; a failure is described in `fault`. */
enum status audit_books_take(struct audit_books *books, const struct entry *entry,
                             struct text *fault) MUST_CHECK;

/* The book that was taken last, to be lent to another audit of the same journal; this one still owns it. */
const struct audit_book *audit_books_last(const struct audit_books *books);
enum status audit_books_borrow(struct audit_books *books, const struct audit_book *item) MUST_CHECK;

/* The book that `opened`, the text of an entry *opened*, names. *reread: this program comes to another
 * reading than the one that wrote the entry, because it knows other keys. NULL: there is none, and `fault`
 * says why. */
const struct rulebook *audit_books_find(struct audit_books *books, struct span opened, bool *reread,
                                        struct text *fault);

#endif
