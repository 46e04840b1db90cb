/* SPDX-License-Identifier: Apache-2.0 */
#include "jansson.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64, NUMBER_ROOM = 40 };

struct json {
    unsigned owners;
    char close; /* of a container: '}' or ']' */
    size_t used;
    size_t room;
    char *text; /* a container lacks its end */
};

static void append(json_t *value, const char *bytes, size_t count)
{
    while (value->room < value->used + count + 1) {
        value->room = value->room ? 2 * value->room : FIRST_ROOM;
        value->text = realloc(value->text, value->room);
        if (!value->text)
            abort();
    }
    memcpy(value->text + value->used, bytes, count);
    value->used += count;
    value->text[value->used] = '\0';
}

static json_t *make(const char *text, size_t length, char close)
{
    json_t *value = calloc(1, sizeof(*value));
    if (!value)
        abort();
    value->owners = 1;
    value->close = close;
    append(value, text, length);
    return value;
}

json_t *json_object(void)
{
    return make("{", 1, '}');
}

json_t *json_array(void)
{
    return make("[", 1, ']');
}

json_t *json_true(void)
{
    return make("true", 4, 0);
}

json_t *json_false(void)
{
    return make("false", 5, 0);
}

json_t *json_null(void)
{
    return make("null", 4, 0);
}

static void append_string(json_t *value, const char *text, size_t length)
{
    append(value, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        char escaped[8] = {(char)c};
        if (c == '"' || c == '\\')
            snprintf(escaped, sizeof(escaped), "\\%c", c);
        else if (c == '\n')
            snprintf(escaped, sizeof(escaped), "\\n");
        else if (c < 0x20)
            snprintf(escaped, sizeof(escaped), "\\u%04X", c);
        append(value, escaped, strlen(escaped));
    }
    append(value, "\"", 1);
}

json_t *json_stringn(const char *text, size_t length)
{
    json_t *value = make("", 0, 0);
    append_string(value, text, length);
    return value;
}

json_t *json_string(const char *text)
{
    return json_stringn(text, strlen(text));
}

json_t *json_integer(json_int_t number)
{
    char text[NUMBER_ROOM];
    return make(text, (size_t)snprintf(text, sizeof(text), "%lld", number), 0);
}

/* 17 digits; a whole number keeps a point, an exponent has no plus and no zeros in front. */
json_t *json_real(double number)
{
    char text[NUMBER_ROOM];
    snprintf(text, sizeof(text) - 3, "%.17g", number);
    char *exponent = strchr(text, 'e');
    if (!strchr(text, '.') && !exponent)
        strcat(text, ".0");
    if (exponent) {
        char *from = exponent + 1;
        char *to = exponent + 1;
        if (*from == '-')
            to++;
        if (*from == '-' || *from == '+')
            from++;
        while (*from == '0')
            from++;
        memmove(to, from, strlen(from) + 1);
    }
    return make(text, strlen(text), 0);
}

void json_decref(json_t *value)
{
    if (!value || --value->owners)
        return;
    free(value->text);
    free(value);
}

static void append_value(json_t *container, const json_t *value)
{
    append(container, value->text, value->used);
    if (value->close)
        append(container, &value->close, 1);
}

static void separate(json_t *container)
{
    assert(container->close);
    if (container->used > 1)
        append(container, ",", 1);
}

int json_object_set(json_t *object, const char *key, json_t *value)
{
    separate(object);
    append_string(object, key, strlen(key));
    append(object, ":", 1);
    append_value(object, value);
    return 0;
}

int json_object_set_new(json_t *object, const char *key, json_t *takes)
{
    json_object_set(object, key, takes);
    json_decref(takes);
    return 0;
}

int json_object_update_new(json_t *object, json_t *takes)
{
    if (takes->used > 1) {
        separate(object);
        append(object, takes->text + 1, takes->used - 1);
    }
    json_decref(takes);
    return 0;
}

int json_object_update_missing_new(json_t *object, json_t *takes)
{
    return json_object_update_new(object, takes);
}

int json_array_append_new(json_t *array, json_t *takes)
{
    separate(array);
    append_value(array, takes);
    json_decref(takes);
    return 0;
}

char *json_dumps(const json_t *value, size_t flags)
{
    (void)flags;
    json_t *whole = make("", 0, 0);
    append_value(whole, value);
    char *text = strdup(whole->text);
    json_decref(whole);
    return text;
}

/* ---- Formats. ---- */

struct format {
    const char *at;
    va_list values;
};

static json_t *pack_value(struct format *format);

static void skip(struct format *format)
{
    while (*format->at && strchr(" ,:", *format->at))
        format->at++;
}

static json_t *pack_container(struct format *format, json_t *container)
{
    for (skip(format); *format->at != container->close; skip(format)) {
        const char *key = NULL;
        if (container->close == '}') {
            assert(*format->at == 's');
            format->at++;
            key = va_arg(format->values, const char *);
            skip(format);
        }
        json_t *value = pack_value(format);
        if (value && key)
            json_object_set_new(container, key, value);
        else if (value)
            json_array_append_new(container, value);
    }
    format->at++;
    return container;
}

/* A string and what stands behind its letter: ? null, * nothing at all where it is NULL, + joined with the
 * next. */
static json_t *pack_string(struct format *format)
{
    const char *text = va_arg(format->values, const char *);
    if (*format->at == '+') {
        char *joined = NULL;
        const char *more = va_arg(format->values, const char *);
        format->at++;
        if (asprintf(&joined, "%s%s", text, more) < 0)
            abort();
        json_t *value = json_string(joined);
        free(joined);
        return value;
    }
    if (*format->at == '?' || *format->at == '*') {
        char mark = *format->at++;
        if (!text)
            return mark == '?' ? json_null() : NULL;
    }
    return json_string(text);
}

static json_t *pack_value(struct format *format)
{
    json_t *value;
    switch (*format->at++) {
    case '{':
        return pack_container(format, json_object());
    case '[':
        return pack_container(format, json_array());
    case 's':
        return pack_string(format);
    case 'i':
        return json_integer(va_arg(format->values, int));
    case 'I':
        return json_integer(va_arg(format->values, json_int_t));
    case 'f':
        return json_real(va_arg(format->values, double));
    case 'b':
        return va_arg(format->values, int) ? json_true() : json_false();
    case 'n':
        return json_null();
    case 'o':
        value = va_arg(format->values, json_t *);
        if (*format->at == '*')
            format->at++;
        return value;
    default:
        abort();
    }
}

json_t *json_pack(const char *text, ...)
{
    struct format format = {.at = text};
    va_start(format.values, text);
    json_t *value = pack_value(&format);
    va_end(format.values);
    return value;
}
