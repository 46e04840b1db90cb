/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/limits.h"

#include <assert.h>
#include <string.h>

#include "base/nearest.h"

/* How narrowly a word means the wager: 3 its name, 2 its group, 1 all, 0 not at all. */
static uint8_t closeness(const struct wager_rule *wager, const char *word)
{
    assert(word);
    if (wager->limit_group == LIMIT_NONE)
        return 0;
    if (strcmp(word, wager->name) == 0)
        return 3;
    const char *group = wager->limit_group == LIMIT_MAIN ? "main" : "side";
    return strcmp(word, group) == 0 ? 2 : strcmp(word, "all") == 0;
}

bool limits_put(struct limits *limits, const struct rulebook *book, const char *word, int64_t min_cents,
                int64_t max_cents)
{
    assert(min_cents >= 0 && min_cents <= max_cents);
    bool meant = false;
    for (unsigned i = 0; i < book->wager_count; i++) {
        uint8_t near = closeness(&book->wagers[i], word);
        meant |= near > 0;
        if (near == 0 || near < limits->closest[i])
            continue;
        limits->closest[i] = near;
        limits->min_cents[i] = min_cents;
        limits->max_cents[i] = max_cents;
    }
    return meant;
}

int limits_missing(const struct limits *limits, const struct rulebook *book)
{
    assert(book->wager_count <= WAGERS_MAX);
    for (unsigned i = 0; i < book->wager_count; i++)
        if (book->wagers[i].limit_group != LIMIT_NONE && !limits->closest[i])
            return (int)i;
    return -1;
}

void limits_explain(const struct rulebook *book, const char *word, struct text *reason)
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    nearest_try(&nearest, "main");
    nearest_try(&nearest, "side");
    for (unsigned i = 0; i < book->wager_count; i++)
        if (book->wagers[i].limit_group != LIMIT_NONE)
            nearest_try(&nearest, book->wagers[i].name);
    text_format(reason, "no wager with limits is called \"%s\"%s%s%s", word,
                nearest.word ? "; did you mean \"" : "", nearest.word ? nearest.word : "",
                nearest.word ? "\"?" : "");
    assert(reason->used || reason->full);
}
