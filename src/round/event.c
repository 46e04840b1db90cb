/* SPDX-License-Identifier: Apache-2.0 */
#include "round/event.h"

#include <assert.h>
#include <string.h>

const char *event_name(enum event_kind kind)
{
    static const char *const names[] = {
#define EVENT_TEXT(id, name) [id] = (name),
        EVENT_LIST(EVENT_TEXT)
#undef EVENT_TEXT
    };
    assert((unsigned)kind < EVENT_COUNT);
    return names[kind];
}

const char *reason_name(enum reason reason)
{
    static const char *const names[] = {[REASON_NONE] = "",
#define REASON_TEXT(id, name) [id] = (name),
                                        REASON_LIST(REASON_TEXT)
#undef REASON_TEXT
    };
    assert((unsigned)reason < REASON_COUNT);
    return names[reason];
}

const char *question_name(enum question question)
{
    static const char *const names[] = {[QUESTION_NONE] = "",
#define QUESTION_TEXT(id, name) [id] = (name),
                                        QUESTION_LIST(QUESTION_TEXT)
#undef QUESTION_TEXT
    };
    assert((unsigned)question < QUESTION_COUNT);
    return names[question];
}

/* Appends those of the blank-separated clauses that `text` does not hold yet. */
static void put_clauses(struct text *text, size_t start, const char *clauses)
{
    while (*clauses) {
        size_t length = strcspn(clauses, " ");
        char word[CLAUSES_MAX];
        assert(length < sizeof(word));
        memcpy(word, clauses, length);
        word[length] = '\0';
        if (length && !text_has_word(text->bytes + start, word))
            text_format(text, "%s%s", text->used > start ? " " : "", word);
        clauses += length + (clauses[length] == ' ');
    }
}

static void put_irregularity(struct text *text, size_t start, const struct rulebook *book, unsigned kind,
                             bool late)
{
    if (!kind)
        return;
    const struct irregularity_rule *rule = &book->irregularities[kind - 1];
    put_clauses(text, start, late ? rule->late_clauses : rule->early_clauses);
}

void event_clauses(const struct rulebook *book, const struct event *event, struct text *text)
{
    size_t start = text->used;
    const struct wager_rule *wager = &book->wagers[event->wager];
    bool chips = false; /* holds for every wager, so it comes last */
    for (unsigned i = 0; i < event->ground_count; i++) {
        chips = chips || event->grounds[i] == GROUND_CHIPS_AT_CLOSE;
        if (event->grounds[i] != GROUND_CHIPS_AT_CLOSE)
            put_clauses(text, start, book->grounds[event->grounds[i]]);
    }
    if (event->line)
        put_clauses(text, start, wager->lines[event->line - 1].clauses);
    if (event->cites_wager) {
        put_clauses(text, start, wager->clauses);
        if (event->kind == EVENT_TAKEN || (event->kind == EVENT_RESULT && event->amount_cents < 0))
            put_clauses(text, start, wager->losing);
    }
    put_irregularity(text, start, book, event->irregularity, event->late);
    if (chips)
        put_clauses(text, start, book->grounds[GROUND_CHIPS_AT_CLOSE]);
}

void ruling_clauses(const struct rulebook *book, const struct ruling *ruling, struct text *text)
{
    size_t start = text->used;
    for (unsigned i = 0; i < ruling->ground_count; i++)
        put_clauses(text, start, book->grounds[ruling->grounds[i]]);
    put_irregularity(text, start, book, ruling->irregularity, ruling->late);
}
