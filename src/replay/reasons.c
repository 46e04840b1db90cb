/* SPDX-License-Identifier: Apache-2.0 */
#include "replay/reasons.h"

#include <string.h>

#include "rulebook/register.h"
#include "speech/sentence.h"

static bool told_before(const struct replay *replay, const struct event *event, unsigned ground)
{
    for (const struct event *earlier = replay->log; earlier < event; earlier++)
        for (unsigned i = 0; i < earlier->ground_count; i++)
            if (earlier->grounds[i] == ground)
                return true;
    return false;
}

static bool rule_told_before(const struct replay *replay, const struct event *event)
{
    for (const struct event *earlier = replay->log; earlier < event; earlier++)
        if (earlier->irregularity == event->irregularity && earlier->late == event->late)
            return true;
    return false;
}

/* Once for an act and what follows from it, however many grounds rest on that clause. */
static void put_reason(const char *clauses, const char *says, struct text *text)
{
    char bytes[1024];
    struct text line;
    text_init(&line, bytes, sizeof(bytes));
    text_format(&line, "        %s: %s\n", clauses, says);
    if (clauses[0] && !strstr(text->bytes, bytes))
        text_put(text, bytes);
}

/* A ground with one clause is told in the words of that clause, where the register has it. */
void reasons_put_ground(const struct replay *replay, unsigned ground, struct text *text)
{
    const char *clauses = replay->book.grounds[ground];
    const struct clause *clause = register_find(replay->book.id, clauses);
    put_reason(clauses, clause ? clause->summary : ground_says((enum ground)ground), text);
}

/* The clauses that say what a wager is, in the words of the register. */
static void put_summaries(const struct replay *replay, const char *clauses, struct text *text)
{
    while (*clauses) {
        char id[CLAUSES_MAX];
        size_t length = strcspn(clauses, " ");
        memcpy(id, clauses, length);
        id[length] = '\0';
        const struct clause *clause = register_find(replay->book.id, id);
        if (clause)
            put_reason(id, clause->summary, text);
        clauses += length + strspn(clauses + length, " ");
    }
}

static void put_rule(const struct replay *replay, unsigned kind, bool late, struct text *text)
{
    const struct irregularity_rule *rule = &replay->book.irregularities[kind - 1];
    char says[256];
    struct text sentence;
    text_init(&sentence, says, sizeof(says));
    sentence_remedy(LANGUAGE_ENGLISH, (enum irregularity)(kind - 1),
                    (enum remedy)(late ? rule->late : rule->early), &sentence);
    put_reason(late ? rule->late_clauses : rule->early_clauses, says, text);
}

static void put_pay_line(const struct replay *replay, const struct event *event, struct text *text)
{
    const struct wager_rule *wager = &replay->book.wagers[event->wager];
    const struct pay_line *line = &wager->lines[event->line - 1];
    char ratio[RATIO_TEXT_MAX];
    char says[RULEBOOK_TEXT_MAX * 2 + 32];
    struct text sentence;
    ratio_print(line->pays, ratio, sizeof(ratio));
    text_init(&sentence, says, sizeof(says));
    text_format(&sentence, "%s: %s pays %s.", label_say(&wager->label, LANGUAGE_ENGLISH),
                label_say(&line->label, LANGUAGE_ENGLISH), ratio);
    put_reason(line->clauses, says, text);
}

/* Each reason is told once a round, with the first event that rests on it. */
void reasons_put(const struct replay *replay, const struct event *event, struct text *text)
{
    for (unsigned i = 0; i < event->ground_count; i++)
        if (!told_before(replay, event, event->grounds[i]))
            reasons_put_ground(replay, event->grounds[i], text);
    if (event->line)
        put_pay_line(replay, event, text);
    if (event->cites_wager && event->kind == EVENT_TAKEN)
        put_summaries(replay, replay->book.wagers[event->wager].losing, text);
    if (event->irregularity && !rule_told_before(replay, event))
        put_rule(replay, event->irregularity, event->late, text);
}
