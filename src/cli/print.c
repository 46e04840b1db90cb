/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/print.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"

int print_json(json_t *owned)
{
    json_dumpf(owned, stdout, JSON_INDENT(2) | JSON_ENCODE_ANY);
    putchar('\n');
    json_decref(owned);
    return EXIT_DONE;
}

json_t *print_words(const char *words)
{
    json_t *list = json_array();
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        size_t length = strcspn(words, " ");
        json_array_append_new(list, json_stringn(words, length));
        words += length;
    }
    return list;
}

int complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("croupier: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return EXIT_USAGE;
}
