/* SPDX-License-Identifier: Apache-2.0 */
#include "base/out.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_SIZE_FIRST = 4096 };

void out_init(struct out *out)
{
    memset(out, 0, sizeof *out);
}

void out_release(struct out *out)
{
    free(out->bytes);
    out_init(out);
}

void out_reset(struct out *out)
{
    out->used = 0;
    out->comma = false;
    out->failed = false;
    out->depth = 0;
    if (out->marks)
        out->marks->count = 0;
}

static bool out_room(struct out *out, size_t count)
{
    assert(out->used <= out->size);
    if (out->failed)
        return false;
    if (out->size - out->used > count)
        return true;
    size_t size = out->size ? out->size : OUT_SIZE_FIRST;
    while (size - out->used <= count)
        size *= 2;
    char *grown = realloc(out->bytes, size);
    if (!grown) {
        out->failed = true;
        return false;
    }
    out->bytes = grown;
    out->size = size;
    assert(out->size - out->used > count);
    return true;
}

static void out_put_bytes(struct out *out, const char *bytes, size_t count)
{
    assert(bytes || count == 0);
    if (!out_room(out, count))
        return;
    memcpy(out->bytes + out->used, bytes, count);
    out->used += count;
    out->bytes[out->used] = 0;
}

static void out_char(struct out *out, char c)
{
    out_put_bytes(out, &c, 1);
}

static void out_before(struct out *out)
{
    if (out->comma)
        out_char(out, ',');
    out->comma = true;
}

static void out_open(struct out *out, char c)
{
    assert(c == '{' || c == '[');
    out_before(out);
    out_char(out, c);
    out->comma = false;
    out->depth++;
}

static void out_close(struct out *out, char c)
{
    assert(c == '}' || c == ']');
    out_char(out, c);
    out->comma = true;
    out->depth--;
}

void out_object(struct out *out)
{
    out_open(out, '{');
}

void out_object_end(struct out *out)
{
    out_close(out, '}');
}

void out_array(struct out *out)
{
    out_open(out, '[');
}

void out_array_end(struct out *out)
{
    out_close(out, ']');
}

static void out_escape(struct out *out, unsigned char c)
{
    assert(c < 32 || c == '"' || c == '\\');
    char code[8];
    if (c == '"' || c == '\\')
        snprintf(code, sizeof code, "\\%c", c);
    else if (c == '\n')
        snprintf(code, sizeof code, "\\n");
    else
        snprintf(code, sizeof code, "\\u%04x", c);
    out_put_bytes(out, code, strlen(code));
}

static void out_quoted(struct out *out, const char *bytes, size_t count)
{
    assert(bytes || count == 0);
    out_char(out, '"');
    size_t from = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 32 && c != '"' && c != '\\')
            continue;
        out_put_bytes(out, bytes + from, i - from);
        out_escape(out, c);
        from = i + 1;
    }
    out_put_bytes(out, bytes + from, count - from);
    out_char(out, '"');
}

void out_key(struct out *out, const char *key)
{
    assert(key[0]);
    size_t count = strlen(key);
    out_before(out);
    if (out->marks && out->depth == 0) {
        assert(out->marks->count < OUT_MARKS_MAX);
        out->marks->at[out->marks->count++] = out->used;
    }
    out_char(out, '"');
    out_put_bytes(out, key, count); /* keys are ours and need no escape */
    out_put_bytes(out, "\":", 2);
    out->comma = false;
}

void out_string_bytes(struct out *out, const char *bytes, size_t count)
{
    out_before(out);
    out_quoted(out, bytes, count);
}

void out_string(struct out *out, const char *string)
{
    assert(string);
    out_string_bytes(out, string, strlen(string));
}

void out_integer(struct out *out, int64_t number)
{
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    out_before(out);
    out_put_bytes(out, at, (size_t)(digits + sizeof digits - at));
    assert(at >= digits);
}

void out_bool(struct out *out, bool value)
{
    out_before(out);
    out_put_bytes(out, value ? "true" : "false", value ? 4 : 5);
}

void out_null(struct out *out)
{
    out_before(out);
    out_put_bytes(out, "null", 4);
}

void out_raw(struct out *out, const char *bytes, size_t count)
{
    out_before(out);
    out_put_bytes(out, bytes, count);
}

void out_raw_text(struct out *out, const char *bytes, size_t count)
{
    out_put_bytes(out, bytes, count);
}

void out_put_string(struct out *out, const char *key, const char *string)
{
    out_key(out, key);
    out_string(out, string);
}

void out_put_integer(struct out *out, const char *key, int64_t number)
{
    out_key(out, key);
    out_integer(out, number);
}

void out_put_bool(struct out *out, const char *key, bool value)
{
    out_key(out, key);
    out_bool(out, value);
}

void out_put_words(struct out *out, const char *key, const char *words)
{
    assert(words);
    out_key(out, key);
    out_array(out);
    while (*words) {
        size_t length = strcspn(words, " ");
        if (length)
            out_string_bytes(out, words, length);
        words += length;
        words += strspn(words, " ");
    }
    out_array_end(out);
}
