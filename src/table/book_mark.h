/* SPDX-License-Identifier: Apache-2.0 */
/* book_mark.h - which rulebook a table is played by, so that anybody can tell years later.
 *
 * Pure. Three hashes, because files change and programs change:
 *   reading   of the loaded book: every key with its value, those included that its words leave out
 *             (rulebook/freeze.h)
 *   document  of the words it was loaded from; these stand in the journal
 *   keys      of the names of the keys alone
 *
 * A program that knows the same keys must come to the same reading: otherwise these are not the words the
 * table was played by. A later program that knows other keys cannot come to it, and goes by the words.
 * Journals from before the words were named have a reading only; then document and keys are all zero. */
#ifndef CROUPIER_TABLE_BOOK_MARK_H
#define CROUPIER_TABLE_BOOK_MARK_H

#include "base/hash.h"
#include "base/text.h"
#include "journal/wire.h"
#include "rulebook/rulebook.h"

struct book_mark {
    struct hash reading;
    struct hash document;
    struct hash keys;
};

/* `words` may be empty: the book was loaded from nothing anybody could be shown. */
void book_mark_init(struct book_mark *mark, const struct rulebook *book, struct span words);

/* Whether the words are named. */
bool book_mark_has_words(const struct book_mark *mark);

enum book_reading {
    BOOK_SAME,   /* every key has the same value */
    BOOK_REREAD, /* the same words, read by a program that knows other keys */
    BOOK_OTHER,
};

/* Compares a book that is at hand (`ours`) with the one that a journal names (`said`). */
enum book_reading book_mark_compare(const struct book_mark *said, const struct book_mark *ours);

/* The lines of a shoe's beginning, "#: rulebook READING" and "#: document DOCUMENT KEYS", and where they
 * stand in such a text. False if there is no reading. */
void book_mark_print(const struct book_mark *mark, struct text *text);
bool book_mark_find(struct span text, struct book_mark *mark);

#endif
