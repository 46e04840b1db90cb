/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/limits.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"

enum { WORD_MAX = WAGER_NAME_MAX };

/* How narrowly a word means the wager: 3 its name, 2 its group, 1 all, 0 not at all. */
static unsigned closeness(const struct wager_rule *wager, const char *word)
{
    if (wager->limit_group == LIMIT_NONE)
        return 0;
    if (strcmp(word, wager->name) == 0)
        return 3;
    const char *group = wager->limit_group == LIMIT_MAIN ? "main" : "side";
    return strcmp(word, group) == 0 ? 2 : strcmp(word, "all") == 0;
}

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

static bool unknown_word(const struct rulebook *book, const char *word, char reason[LIMITS_REASON_MAX])
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    nearest_try(&nearest, "main");
    nearest_try(&nearest, "side");
    for (unsigned i = 0; i < book->wager_count; i++)
        if (book->wagers[i].limit_group != LIMIT_NONE)
            nearest_try(&nearest, book->wagers[i].name);
    snprintf(reason, LIMITS_REASON_MAX, "no wager with limits is called \"%s\"%s%s%s", word,
             nearest.word ? "; did you mean \"" : "", nearest.word ? nearest.word : "",
             nearest.word ? "\"?" : "");
    return false;
}

static bool apply_part(const struct rulebook *book, const char *part, size_t length, struct limits *limits,
                       unsigned *closest, char reason[LIMITS_REASON_MAX])
{
    char word[WORD_MAX];
    int64_t min_cents;
    int64_t max_cents;
    const char *equals = memchr(part, '=', length);
    size_t word_length = equals ? (size_t)(equals - part) : 0;
    if (word_length == 0 || word_length >= sizeof(word) ||
        !amounts_parse(equals + 1, length - word_length - 1, &min_cents, &max_cents)) {
        snprintf(reason, LIMITS_REASON_MAX, "\"%.*s\" is not of the form WAGER=MIN-MAX, as main=25-1000",
                 length < 60 ? (int)length : 60, part);
        return false;
    }
    snprintf(word, sizeof(word), "%.*s", (int)word_length, part);
    bool meant = false;
    for (unsigned i = 0; i < book->wager_count; i++) {
        unsigned near = closeness(&book->wagers[i], word);
        meant |= near > 0;
        if (near == 0 || near < closest[i])
            continue;
        closest[i] = near;
        limits->min_cents[i] = min_cents;
        limits->max_cents[i] = max_cents;
    }
    return meant || unknown_word(book, word, reason);
}

bool limits_parse(const struct rulebook *book, const char *text, struct limits *limits,
                  char reason[LIMITS_REASON_MAX])
{
    unsigned closest[WAGERS_MAX] = {0};
    *limits = (struct limits){0};
    for (;;) {
        size_t length = strcspn(text, ",");
        if (!apply_part(book, text, length, limits, closest, reason))
            return false;
        if (!text[length])
            return true;
        text += length + 1;
    }
}
