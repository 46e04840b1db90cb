/* SPDX-License-Identifier: Apache-2.0 */
#include "house/change.h"

#include <string.h>

#include "record/word.h"

void book_change_print(const struct book_change *change, struct text *text)
{
    char from[HASH_TEXT_MAX];
    char to[HASH_TEXT_MAX];
    hash_print(&change->from, from, sizeof from);
    hash_print(&change->to, to, sizeof to);
    text_format(text, "table rulebook %s %s %s\n", change->table, from, to);
}

bool book_change_parse(struct span span, struct book_change *change)
{
    struct words words;
    char from[HASH_TEXT_MAX];
    char to[HASH_TEXT_MAX];
    if (span.size == 0 || span.bytes[span.size - 1] != '\n')
        return false;
    words_init(&words, (const char *)span.bytes, span.size - 1);
    return words_skip(&words, "table") && words_skip(&words, "rulebook") &&
           words_keep(&words, change->table, sizeof change->table) && words_keep(&words, from, sizeof from) &&
           words_keep(&words, to, sizeof to) && hash_parse(from, strlen(from), &change->from) &&
           hash_parse(to, strlen(to), &change->to);
}
