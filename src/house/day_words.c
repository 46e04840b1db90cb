/* SPDX-License-Identifier: Apache-2.0 */
/* day_words.c - the first line of an entry *day*, and the reason at its end; see gaming_day.h. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "house/gaming_day.h"
#include "record/word.h"

static const struct verb_row {
    const char *what;
    const char *verb;
} verbs[] = {[DAY_OPEN] = {"day", "open"},
             [DAY_CLOSE] = {"day", "close"},
             [SHIFT_OPEN] = {"shift", "open"},
             [SHIFT_CLOSE] = {"shift", "close"}};

static bool find_verb(struct words *words, enum day_verb *verb)
{
    struct word what;
    struct word does;
    if (!words_next(words, &what) || !words_next(words, &does))
        return false;
    for (unsigned i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        *verb = (enum day_verb)i;
        if (word_is(what, verbs[i].what) && word_is(does, verbs[i].verb))
            return true;
    }
    return false;
}

/* 2026-11-18 */
static bool is_date(const char *text)
{
    static const char form[] = "0000-00-00";
    for (unsigned i = 0; i < sizeof form; i++)
        if (form[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return false;
    return true;
}

static bool parse_opening(struct words *line, struct day_words *words)
{
    char number[24];
    const char *digits = number;
    return words_skip(line, "zone") && words_keep(line, words->zone, sizeof words->zone) &&
           words_skip(line, "turns") && words_keep(line, words->turns, sizeof words->turns) &&
           words_skip(line, "slips") && words_keep(line, number, sizeof number) &&
           text_take_number(&digits, UINT64_MAX, &words->slips) && !*digits;
}

/* The last line, if it is one. */
static bool parse_reason(const char *text, size_t size, struct day_words *words)
{
    assert(size > 0 && text[size - 1] == '\n');
    static const char reason[] = "reason ";
    const char *line = text + size - 1;
    while (line > text && line[-1] != '\n')
        line--;
    size_t length = (size_t)(text + size - 1 - line);
    if (length <= sizeof reason - 1 || memcmp(line, reason, sizeof reason - 1) != 0)
        return true;
    length -= sizeof reason - 1;
    if (length >= sizeof words->reason)
        return false;
    memcpy(words->reason, line + sizeof reason - 1, length);
    return reason_ok(words->reason);
}

bool day_words_parse(struct span span, struct day_words *words)
{
    const char *text = (const char *)span.bytes;
    const char *stop = span.size ? memchr(text, '\n', span.size) : NULL;
    struct words line;
    struct word more;
    *words = (struct day_words){.slips = 0};
    if (!stop || text[span.size - 1] != '\n')
        return false;
    words_init(&line, text, (size_t)(stop - text));
    if (!find_verb(&line, &words->verb) || !words_keep(&line, words->name, sizeof words->name))
        return false;
    bool of_day = words->verb == DAY_OPEN || words->verb == DAY_CLOSE;
    bool closes = words->verb == DAY_CLOSE || words->verb == SHIFT_CLOSE;
    if (of_day && !is_date(words->name))
        return false;
    if (words->verb == DAY_OPEN && !parse_opening(&line, words))
        return false;
    if (closes && (!words_skip(&line, "with") || !words_keep(&line, words->with, sizeof words->with)))
        return false;
    bool whole = stop == text + span.size - 1;
    return !words_next(&line, &more) && (whole || words->verb == DAY_CLOSE) &&
           parse_reason(text, span.size, words);
}
