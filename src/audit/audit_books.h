/* SPDX-License-Identifier: Apache-2.0 */
/* audit_books.h - the rulebooks of a journal, and which of them a table is played by.
 *
 * Pure. A shoe's beginning names the words of its rulebook and what they were read as (table/book_mark.h).
 * The words are taken from the journal; a program that knows the same keys must read them the same way. A
 * program that knows other keys goes by the words, and the audit says how often. Journals from before the
 * words were named have the reading only: a book of that reading is looked for in the journal and in this
 * program, and where neither has one, the journal must hold the words of a single rulebook of that game. Owns
 * its memory (audit_books_release). */
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

/* Takes the book an entry of kind ENTRY_DOCUMENT holds; what is wrong with it goes into `fault`. */
enum status audit_books_take(struct audit_books *books, const struct entry *entry,
                             struct text *fault) MUST_CHECK;

/* The book that was taken last, for another audit of the same journal; it stays this one's. */
const struct audit_book *audit_books_last(const struct audit_books *books);
enum status audit_books_borrow(struct audit_books *books, const struct audit_book *item) MUST_CHECK;

/* The book of the shoe's beginning `opened`. *reread: this program reads its words otherwise than the one
 * that wrote the entry, because it knows other keys. NULL: there is none, and `fault` says why. */
const struct rulebook *audit_books_find(struct audit_books *books, struct span opened, bool *reread,
                                        struct text *fault);

#endif
