/* SPDX-License-Identifier: Apache-2.0 */
#include "record/word.h"

#include <assert.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (unsigned char)c > 127;
}

/* The start of the comment, or the end of the line: "#" counts at the start of a line or after a blank. */
static size_t comment_at(const char *line, size_t length)
{
    assert(line || length == 0);
    const char *end = line + length;
    const char *at = length ? memchr(line, '#', length) : NULL;
    while (at && at != line && !is_blank(at[-1]))
        at = memchr(at + 1, '#', (size_t)(end - at - 1));
    return at ? (size_t)(at - line) : length;
}

void words_init(struct words *words, const char *line, size_t length)
{
    *words = (struct words){.at = line, .end = line + comment_at(line, length)};
    while (words->end > words->at && is_blank(words->end[-1]))
        words->end--;
    assert(words->at <= words->end);
}

bool words_peek(const struct words *words, struct word *word)
{
    assert(words->at <= words->end);
    const char *at = words->at;
    while (at < words->end && is_blank(*at))
        at++;
    const char *end = at;
    while (end < words->end && !is_blank(*end))
        end++;
    *word = (struct word){at, (size_t)(end - at)};
    return end > at;
}

bool words_next(struct words *words, struct word *word)
{
    if (!words_peek(words, word))
        return false;
    words->at = word->bytes + word->length;
    words->last = *word;
    assert(words->at <= words->end);
    return true;
}

bool words_keep(struct words *words, char *kept, size_t size)
{
    struct word word;
    assert(size > 0);
    if (!words_next(words, &word) || word.length >= size)
        return false;
    memcpy(kept, word.bytes, word.length);
    kept[word.length] = 0;
    return true;
}

bool words_skip(struct words *words, const char *text)
{
    struct word word;
    return words_next(words, &word) && word_is(word, text);
}

struct word words_rest(struct words *words)
{
    struct word rest;
    words_peek(words, &rest);
    rest.length = (size_t)(words->end - rest.bytes);
    words->at = words->end;
    assert(rest.bytes + rest.length == words->end);
    return rest;
}

bool word_cut(struct word word, char mark, struct word *before, struct word *after)
{
    const char *at = word.length ? memchr(word.bytes, mark, word.length) : NULL;
    if (!at)
        return false;
    *before = (struct word){word.bytes, (size_t)(at - word.bytes)};
    *after = (struct word){at + 1, word.length - before->length - 1};
    assert(before->length + after->length + 1 == word.length);
    return true;
}

bool word_number(struct word word, unsigned max, unsigned *number)
{
    unsigned value = 0;
    if (word.length == 0 || word.length > 9)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (!is_digit(word.bytes[i]))
            return false;
        value = value * 10 + (unsigned)(word.bytes[i] - '0');
    }
    if (value > max)
        return false;
    *number = value;
    assert(*number <= max);
    return true;
}

bool word_is_clause(struct word word)
{
    size_t digits = 0;
    if (word.length == 5 && memcmp(word.bytes, "App.", 4) == 0)
        return is_letter(word.bytes[4]);
    while (digits < word.length && is_digit(word.bytes[digits]))
        digits++;
    return digits > 0 && digits < word.length && word.bytes[digits] == '.';
}

bool word_is_name(struct word word)
{
    if (word.length == 0 || !is_letter(word.bytes[0]))
        return false;
    for (size_t i = 1; i < word.length; i++) {
        char c = word.bytes[i];
        if (!is_letter(c) && !is_digit(c) && c != '_' && c != '-' && c != '.')
            return false;
    }
    return true;
}

/* Length of the UTF-8 character at `at`, or 0 if it is broken, over-long, a surrogate or above U+10FFFF. */
static size_t utf8_length(const unsigned char *at, size_t left)
{
    assert(left);
    unsigned char first = at[0];
    size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    if ((first == 0xE0 && at[1] < 0xA0) || (first == 0xED && at[1] > 0x9F) ||
        (first == 0xF0 && at[1] < 0x90) || (first == 0xF4 && at[1] > 0x8F))
        return 0;
    return length;
}

bool word_is_clean(struct word word)
{
    const unsigned char *bytes = (const unsigned char *)word.bytes;
    size_t i = 0;
    while (i < word.length && bytes[i] >= 0x20 && bytes[i] < 0x7F)
        i++; /* mostly this is all of it */
    while (i < word.length) {
        size_t length = utf8_length(bytes + i, word.length - i);
        if (length == 0 || (bytes[i] < 0x20 && bytes[i] != '\t') || bytes[i] == 0x7F)
            return false;
        i += length;
    }
    return true;
}
