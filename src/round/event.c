/* SPDX-License-Identifier: Apache-2.0 */
#include "round/event.h"

#include <assert.h>
#include <string.h>

struct event *events_add(struct events *events, enum event_kind kind)
{
    assert(events->count < EVENTS_MAX);
    struct event *event = &events->items[events->count++];
    *event = (struct event){.kind = (uint8_t)kind};
    return event;
}

static bool cited(const uint8_t *grounds, unsigned count, enum ground ground)
{
    for (unsigned i = 0; i < count; i++)
        if (grounds[i] == ground)
            return true;
    return false;
}

void event_cite(struct event *event, enum ground ground)
{
    if (cited(event->grounds, event->ground_count, ground))
        return;
    assert(event->ground_count < EVENT_GROUNDS_MAX);
    event->grounds[event->ground_count++] = (uint8_t)ground;
}

void ruling_cite(struct ruling *ruling, enum ground ground)
{
    if (cited(ruling->grounds, ruling->ground_count, ground))
        return;
    assert(ruling->ground_count < RULING_GROUNDS_MAX);
    ruling->grounds[ruling->ground_count++] = (uint8_t)ground;
}

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
