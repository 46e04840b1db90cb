/* SPDX-License-Identifier: Apache-2.0 */
/* text.h - writing text into a buffer of fixed size, without ever running over.
 *
 * Pure. The buffer belongs to the caller and always ends in a zero byte. Once something did not fit, `full`
 * stays true and nothing more is written, so a whole document can be built and checked once at the end. */
#ifndef CROUPIER_BASE_TEXT_H
#define CROUPIER_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *bytes;
    size_t size;
    size_t used; /* without the zero byte */
    bool full;
};

void text_init(struct text *text, char *bytes, size_t size); /* size >= 1 */
void text_put(struct text *text, const char *string);
void text_put_bytes(struct text *text, const char *bytes, size_t count);
void text_put_char(struct text *text, char c);
void text_put_escaped(struct text *text, const char *string); /* for HTML and SVG: < > & and " as entities */
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_format_list(struct text *text, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/* Writes a pattern: {name} is a blank, which `put` fills in; everything else is copied. */
void text_fill(struct text *text, const char *pattern,
               void (*put)(void *context, const char *blank, size_t length, struct text *text),
               void *context);

/* True if `word` is one of the blank-separated words of `list`. */
bool text_has_word(const char *list, const char *word);

/* Reads the digits at *at as a number of at most `max`, and steps over them. False, and nothing is read, if
 * there are no digits or the number is larger. */
bool text_take_number(const char **at, uint64_t max, uint64_t *number);

/* How many single-character edits lead from a to b (at most `limit`, then limit + 1): for "did you mean". */
unsigned text_distance(const char *a, const char *b, unsigned limit);

#endif
