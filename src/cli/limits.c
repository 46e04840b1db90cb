/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/limits.h"

#include <stdio.h>
#include <string.h>

static bool amounts_parse(const char *text, size_t length, int64_t *min_cents, int64_t *max_cents)
{
    const char *dash = memchr(text, '-', length);
    if (!dash)
        return false;
    size_t min_length = (size_t)(dash - text);
    return money_parse(text, min_length, min_cents) == STATUS_OK &&
           money_parse(dash + 1, length - min_length - 1, max_cents) == STATUS_OK && *min_cents > 0 &&
           *min_cents <= *max_cents;
}

static bool apply_part(const struct rulebook *book, const char *part, size_t length, struct limits *limits,
                       char reason[LIMITS_REASON_MAX])
{
    char word[LIMITS_WORD_MAX];
    struct text text;
    int64_t min_cents;
    int64_t max_cents;
    const char *equals = memchr(part, '=', length);
    size_t word_length = equals ? (size_t)(equals - part) : 0;
    text_init(&text, reason, LIMITS_REASON_MAX);
    if (word_length == 0 || word_length >= sizeof(word) ||
        !amounts_parse(equals + 1, length - word_length - 1, &min_cents, &max_cents)) {
        text_format(&text, "\"%.*s\" is not of the form WAGER=MIN-MAX, such as main=25-1000",
                    length < 60 ? (int)length : 60, part);
        return false;
    }
    snprintf(word, sizeof(word), "%.*s", (int)word_length, part);
    bool meant = limits_put(limits, book, word, min_cents, max_cents);
    if (!meant)
        limits_explain(book, word, &text);
    return meant;
}

bool limits_parse(const struct rulebook *book, const char *text, struct limits *limits,
                  char reason[LIMITS_REASON_MAX])
{
    *limits = (struct limits){0};
    for (;;) {
        size_t length = strcspn(text, ",");
        if (!apply_part(book, text, length, limits, reason))
            return false;
        if (!text[length])
            return true;
        text += length + 1;
    }
}
