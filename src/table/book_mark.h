/* SPDX-License-Identifier: Apache-2.0 */
/* book_mark.h - names the rulebook a table is played by, so that it can be identified years later.
 *
 * Pure. Three hashes, because files change and programs change:
 *   reading   of the loaded book: every key with its value, those that its text leaves out included
 *             (rulebook/freeze.h)
 *   document  of the text it was loaded from, which is in the journal
 *   keys      of the names of the keys alone
 *
 * A program that knows the same keys must come to the same reading; otherwise this is not the text that the
 * table was played by. A later program that knows other keys cannot come to it, and goes by the document.
 * Older journals name a reading only; then document and keys are all zero. */
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

/* `words` is the document; it may be empty if there is none to show. */
void book_mark_init(struct book_mark *mark, const struct rulebook *book, struct span words);

/* Whether the mark names a document. */
bool book_mark_has_words(const struct book_mark *mark);

enum book_reading {
    BOOK_SAME,   /* every key has the same value */
    BOOK_REREAD, /* the same document, read by a program that knows other keys */
    BOOK_OTHER,
};

/* Compares a loaded book (`ours`) with the one that a journal names (`said`). */
enum book_reading book_mark_compare(const struct book_mark *said, const struct book_mark *ours);

/* Writes the lines "#: rulebook READING" and "#: document DOCUMENT KEYS" of an entry *opened*, and finds them
 * in such a text. False if there is no reading. */
void book_mark_print(const struct book_mark *mark, struct text *text);
bool book_mark_find(struct span text, struct book_mark *mark);

#endif
