/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void text_init(struct text *text, char *bytes, size_t size)
{
    assert(size >= 1);
    *text = (struct text){.bytes = bytes, .size = size};
    bytes[0] = '\0';
}

void text_put_bytes(struct text *text, const char *bytes, size_t count)
{
    assert(text->used < text->size);
    if (text->full || count >= text->size - text->used) {
        text->full = true;
        return;
    }
    memcpy(text->bytes + text->used, bytes, count);
    text->used += count;
    text->bytes[text->used] = '\0';
    assert(text->used < text->size);
}

void text_put(struct text *text, const char *string)
{
    assert(string);
    text_put_bytes(text, string, strlen(string));
}

void text_put_char(struct text *text, char c)
{
    text_put_bytes(text, &c, 1);
}

void text_format_list(struct text *text, const char *format, va_list list)
{
    assert(text->used < text->size && format);
    size_t room = text->size - text->used;
    if (text->full)
        return;
    int wrote = vsnprintf(text->bytes + text->used, room, format, list);
    if (wrote < 0 || (size_t)wrote >= room) {
        text->bytes[text->used] = '\0';
        text->full = true;
        return;
    }
    text->used += (size_t)wrote;
}

void text_format(struct text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_format_list(text, format, list);
    va_end(list);
}

void text_fill(struct text *text, const char *pattern,
               void (*put)(void *context, const char *blank, size_t length, struct text *text), void *context)
{
    assert(pattern && put);
    while (*pattern) {
        size_t plain = strcspn(pattern, "{");
        text_put_bytes(text, pattern, plain);
        pattern += plain;
        if (*pattern != '{')
            return;
        size_t length = strcspn(pattern + 1, "}");
        put(context, pattern + 1, length, text);
        pattern += length + 1 + (pattern[length + 1] == '}');
    }
}

bool text_has_word(const char *list, const char *word)
{
    assert(list && word);
    size_t length = strlen(word);
    while (*list) {
        list += strspn(list, " ");
        size_t span = strcspn(list, " ");
        if (span == length && span > 0 && memcmp(list, word, length) == 0)
            return true;
        list += span;
    }
    return false;
}

bool text_take_number(const char **at, uint64_t max, uint64_t *number)
{
    assert(*at && number);
    const char *c = *at;
    uint64_t value = 0;
    for (; *c >= '0' && *c <= '9'; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (c == *at)
        return false;
    *at = c;
    *number = value;
    return true;
}

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    unsigned ab = a < b ? a : b;
    return ab < c ? ab : c;
}

unsigned text_distance(const char *a, const char *b, unsigned limit)
{
    assert(a && b);
    enum { WORD_MAX = 63 };
    unsigned row[WORD_MAX + 1];
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);
    if (a_length > WORD_MAX || b_length > WORD_MAX)
        return limit + 1;
    for (unsigned j = 0; j <= b_length; j++)
        row[j] = j;
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            unsigned above = row[j];
            row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[b_length] <= limit ? row[b_length] : limit + 1;
}

void text_put_escaped(struct text *text, const char *string)
{
    assert(string);
    for (; *string; string++) {
        switch (*string) {
        case '<':
            text_put(text, "&lt;");
            break;
        case '>':
            text_put(text, "&gt;");
            break;
        case '&':
            text_put(text, "&amp;");
            break;
        case '"':
            text_put(text, "&quot;");
            break;
        default:
            text_put_char(text, *string);
        }
    }
}
