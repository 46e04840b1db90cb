/* SPDX-License-Identifier: Apache-2.0 */
/* word.h - one line of a round record cut into words, and the shapes a word can have.
 *
 * Pure. Words are borrowed slices of the file's text and do not end in a zero byte. Section 1 of
 * docs/notation.md gives the shapes. */
#ifndef CROUPIER_RECORD_WORD_H
#define CROUPIER_RECORD_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct word {
    const char *bytes;
    size_t length;
};

/* The words of a line that are still to be read. */
struct words {
    const char *at;
    const char *end;
    struct word last; /* the word read last: for "missing ... after" */
};

/* Cuts off the comment; `length` bytes without the line's end. */
void words_init(struct words *words, const char *line, size_t length);

/* False at the end of the line. */
bool words_next(struct words *words, struct word *word);
bool words_peek(const struct words *words, struct word *word);

/* The next word as a string; false at the end of the line, or if it does not fit. */
bool words_keep(struct words *words, char *kept, size_t size);

/* The next word must be this one. */
bool words_skip(struct words *words, const char *text);

/* All that is left of the line, without blanks around it. */
struct word words_rest(struct words *words);

/* Inline, because every word is compared with whole tables; most differ in the first byte. */
static inline bool word_is(struct word word, const char *text)
{
    return word.length && word.bytes[0] == text[0] && strlen(text) == word.length &&
           memcmp(word.bytes, text, word.length) == 0;
}

/* The text before the first `mark` in the word and the text after it; false if there is no mark. */
bool word_cut(struct word word, char mark, struct word *before, struct word *after);

/* Digits only, at most `max`. */
bool word_number(struct word word, unsigned max, unsigned *number);

/* A clause number, digits "." ..., or "App." and a letter. */
bool word_is_clause(struct word word);

/* A letter, then letters, digits, "_", "-", "."; the length is not checked. */
bool word_is_name(struct word word);

/* True for well-formed UTF-8 without control characters other than tabs. */
bool word_is_clean(struct word word);

#endif
