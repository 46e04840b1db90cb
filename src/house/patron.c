/* SPDX-License-Identifier: Apache-2.0 */
#include "house/patron.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/money.h"
#include "record/word.h"

static const struct {
    const char *what;
    const char *period;
} limits[PATRON_LIMITS] = {
#define PATRON_LIMIT_ROW(id, what, period) [id] = {what, period},
    PATRON_LIMIT_LIST(PATRON_LIMIT_ROW)
#undef PATRON_LIMIT_ROW
};

static const char *const verbs[] = {[PATRON_LIMIT] = "limit",
                                    [PATRON_TIME_OUT] = "time-out",
                                    [PATRON_EXCLUDED] = "excluded",
                                    [PATRON_READMITTED] = "readmitted"};

bool patron_limit_find(const char *what, const char *period, enum patron_limit *limit)
{
    for (unsigned i = 0; i < PATRON_LIMITS; i++) {
        *limit = (enum patron_limit)i;
        if (strcmp(limits[i].what, what) == 0 && strcmp(limits[i].period, period) == 0)
            return true;
    }
    return false;
}

const char *patron_limit_what(enum patron_limit limit)
{
    assert(limit < PATRON_LIMITS);
    return limits[limit].what;
}

const char *patron_limit_period(enum patron_limit limit)
{
    assert(limit < PATRON_LIMITS);
    return limits[limit].period;
}

/* ---- Words. ---- */

static void print_limit(const struct patron_words *words, struct text *text)
{
    assert(words->verb == PATRON_LIMIT && words->limit < PATRON_LIMITS);
    char amount[MONEY_TEXT_MAX];
    money_print(words->value, amount, sizeof amount);
    text_format(text, " %s ", limits[words->limit].what);
    if (words->value == PATRON_NONE)
        text_put(text, "none");
    else if (words->limit == PATRON_TIME)
        text_format(text, "%" PRId64, words->value);
    else
        text_put(text, amount);
    text_format(text, " %s", limits[words->limit].period);
}

static void print_until(int64_t until_ms, struct text *text)
{
    if (until_ms == PATRON_NEVER)
        text_put(text, " until never");
    else
        text_format(text, " until %" PRId64, until_ms);
}

void patron_words_print(const struct patron_words *words, struct text *text)
{
    assert(words->verb <= PATRON_READMITTED);
    text_format(text, "%s %s", verbs[words->verb], words->name);
    if (words->verb == PATRON_LIMIT)
        print_limit(words, text);
    if (words->verb == PATRON_TIME_OUT || words->verb == PATRON_EXCLUDED)
        print_until(words->until_ms, text);
    if (words->verb == PATRON_EXCLUDED)
        text_format(text, " by %s", words->by);
    text_put_char(text, '\n');
}

static bool parse_number(struct words *line, int64_t *number)
{
    char digits[24];
    const char *at = digits;
    uint64_t value;
    if (!words_keep(line, digits, sizeof digits) || !text_take_number(&at, INT64_MAX - 1, &value) || *at)
        return false;
    *number = (int64_t)value;
    return true;
}

static bool parse_limit(struct words *line, struct patron_words *words)
{
    char what[16];
    char period[16];
    struct word value;
    struct words at;
    if (!words_keep(line, what, sizeof what) || !words_peek(line, &value))
        return false;
    at = *line;
    words->value = PATRON_NONE;
    bool good = word_is(value, "none") ? words_skip(line, "none")
                : strcmp(what, "time") == 0
                    ? parse_number(line, &words->value)
                    : words_next(&at, &value) &&
                          money_parse(value.bytes, value.length, &words->value) == STATUS_OK &&
                          words_next(line, &value);
    return good && words_keep(line, period, sizeof period) && patron_limit_find(what, period, &words->limit);
}

static bool parse_until(struct words *line, struct patron_words *words)
{
    struct word word;
    if (!words_skip(line, "until") || !words_peek(line, &word))
        return false;
    words->until_ms = PATRON_NEVER;
    return word_is(word, "never") ? words_skip(line, "never") : parse_number(line, &words->until_ms);
}

static bool is_by(const char *by)
{
    static const char *const known[] = {"self", "house", "family", "law"};
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i], by) == 0)
            return true;
    return false;
}

bool patron_words_parse(struct span span, struct patron_words *words)
{
    struct words line;
    struct word more;
    char verb[16];
    *words = (struct patron_words){.verb = PATRON_LIMIT};
    if (span.size == 0 || span.bytes[span.size - 1] != '\n')
        return false;
    words_init(&line, (const char *)span.bytes, span.size - 1);
    if (!words_keep(&line, verb, sizeof verb) || !words_keep(&line, words->name, sizeof words->name))
        return false;
    while (strcmp(verbs[words->verb], verb) != 0)
        if (words->verb++ == PATRON_READMITTED)
            return false;
    if (words->verb == PATRON_LIMIT && !parse_limit(&line, words))
        return false;
    if ((words->verb == PATRON_TIME_OUT || words->verb == PATRON_EXCLUDED) && !parse_until(&line, words))
        return false;
    if (words->verb == PATRON_EXCLUDED &&
        (!words_skip(&line, "by") || !words_keep(&line, words->by, sizeof words->by) || !is_by(words->by)))
        return false;
    return !words_next(&line, &more);
}

/* ---- What stands. ---- */

static void print_value(int64_t value, struct text *text)
{
    if (value == PATRON_NONE)
        text_put(text, " none");
    else if (value == PATRON_NEVER)
        text_put(text, " never");
    else
        text_format(text, " %" PRId64, value);
}

static bool parse_value(struct words *line, int64_t *value)
{
    struct word word;
    if (!words_peek(line, &word))
        return false;
    *value = word_is(word, "none") ? PATRON_NONE : PATRON_NEVER;
    if (word_is(word, "none") || word_is(word, "never"))
        return words_next(line, &word);
    return parse_number(line, value);
}

void patron_print(const struct patron *patron, struct text *text)
{
    text_put(text, patron->excluded_by[0] ? patron->excluded_by : "-");
    print_value(patron->time_out_ms, text);
    print_value(patron->self_excluded_ms, text);
    print_value(patron->excluded_ms, text);
    for (unsigned i = 0; i < PATRON_LIMITS; i++) {
        print_value(patron->limits[i].now, text);
        print_value(patron->limits[i].next, text);
        print_value(patron->limits[i].from_ms, text);
    }
}

bool patron_parse(const char *name, struct span span, struct patron *patron)
{
    struct words line;
    struct word more;
    *patron = (struct patron){.time_out_ms = 0};
    snprintf(patron->name, sizeof patron->name, "%s", name);
    words_init(&line, (const char *)span.bytes, span.size);
    bool good = words_keep(&line, patron->excluded_by, sizeof patron->excluded_by) &&
                parse_value(&line, &patron->time_out_ms) && parse_value(&line, &patron->self_excluded_ms) &&
                parse_value(&line, &patron->excluded_ms);
    if (strcmp(patron->excluded_by, "-") == 0)
        memset(patron->excluded_by, 0, sizeof patron->excluded_by);
    for (unsigned i = 0; good && i < PATRON_LIMITS; i++)
        good = parse_value(&line, &patron->limits[i].now) && parse_value(&line, &patron->limits[i].next) &&
               parse_value(&line, &patron->limits[i].from_ms);
    return good && !words_next(&line, &more);
}

/* ---- Everybody. ---- */

void patrons_release(struct patrons *patrons)
{
    free(patrons->items);
    *patrons = (struct patrons){.count = 0};
}

static struct patron *find(const struct patrons *patrons, const char *name)
{
    assert(patrons->count <= patrons->room);
    for (unsigned i = 0; i < patrons->count; i++)
        if (strcmp(patrons->items[i].name, name) == 0)
            return &patrons->items[i];
    return NULL;
}

const struct patron *patrons_find(const struct patrons *patrons, const char *name)
{
    return find(patrons, name);
}

static void patron_init(struct patron *patron, const char *name)
{
    *patron = (struct patron){.time_out_ms = 0};
    snprintf(patron->name, sizeof patron->name, "%s", name);
    for (unsigned i = 0; i < PATRON_LIMITS; i++)
        patron->limits[i] = (struct patron_bound){.now = PATRON_NONE, .next = PATRON_NONE};
}

enum status patrons_put(struct patrons *patrons, const struct patron *patron)
{
    assert(patron->name[0]);
    struct patron *known = find(patrons, patron->name);
    if (known) {
        *known = *patron;
        return STATUS_OK;
    }
    struct patron *grown = grow(patrons->items, patrons->count, &patrons->room, sizeof *grown);
    if (!grown)
        return STATUS_NO_MEMORY;
    patrons->items = grown;
    patrons->items[patrons->count++] = *patron;
    return STATUS_OK;
}

static bool is_lower(int64_t value, int64_t now)
{
    return value != PATRON_NONE && (now == PATRON_NONE || value <= now);
}

int64_t patron_limit_at(const struct patron *patron, enum patron_limit limit, int64_t time_ms)
{
    assert(limit < PATRON_LIMITS);
    const struct patron_bound *bound = &patron->limits[limit];
    return bound->from_ms && time_ms >= bound->from_ms ? bound->next : bound->now;
}

enum status patrons_verify(const struct patrons *patrons, const struct patron_words *words, int64_t time_ms)
{
    assert(words->verb <= PATRON_READMITTED);
    const struct patron *patron = find(patrons, words->name);
    if (!patron)
        return STATUS_OK;
    if (words->verb == PATRON_READMITTED)
        return patron->self_excluded_ms > time_ms ? STATUS_NOT_READMITTED : STATUS_OK;
    if (words->verb == PATRON_EXCLUDED && strcmp(words->by, "self") == 0 &&
        words->until_ms < patron->self_excluded_ms)
        return STATUS_NOT_READMITTED;
    if (words->verb == PATRON_TIME_OUT && words->until_ms < patron->time_out_ms)
        return STATUS_TIME_OUT;
    return STATUS_OK;
}

static void take_limit(struct patron *patron, const struct patron_words *words, int64_t time_ms)
{
    assert(words->verb == PATRON_LIMIT && words->limit < PATRON_LIMITS);
    struct patron_bound *bound = &patron->limits[words->limit];
    int64_t now = patron_limit_at(patron, words->limit, time_ms);
    *bound = (struct patron_bound){.now = now, .next = PATRON_NONE};
    if (is_lower(words->value, now)) {
        bound->now = words->value;
        return;
    }
    bound->next = words->value;
    bound->from_ms = time_ms + PATRON_WAIT_MS;
    assert(patron_limit_at(patron, words->limit, time_ms) == now); /* higher only after a day */
}

void patrons_after(const struct patrons *patrons, const struct patron_words *words, int64_t time_ms,
                   struct patron *after)
{
    assert(words->verb <= PATRON_READMITTED);
    const struct patron *before = find(patrons, words->name);
    if (before)
        *after = *before;
    else
        patron_init(after, words->name);
    switch (words->verb) {
    case PATRON_LIMIT:
        take_limit(after, words, time_ms);
        break;
    case PATRON_TIME_OUT:
        after->time_out_ms = words->until_ms;
        break;
    case PATRON_EXCLUDED:
        if (strcmp(words->by, "self") == 0) {
            after->self_excluded_ms = words->until_ms;
            break;
        }
        after->excluded_ms = words->until_ms;
        memcpy(after->excluded_by, words->by, sizeof words->by);
        break;
    case PATRON_READMITTED:
        after->excluded_ms = 0;
        break;
    }
}

enum status patrons_take(struct patrons *patrons, const struct patron_words *words, int64_t time_ms)
{
    struct patron after;
    patrons_after(patrons, words, time_ms, &after);
    return patrons_put(patrons, &after);
}

enum status patron_may_play(const struct patron *patron, int64_t time_ms)
{
    if (patron && (patron->excluded_ms > time_ms || patron->self_excluded_ms > time_ms))
        return STATUS_EXCLUDED;
    return patron && patron->time_out_ms > time_ms ? STATUS_TIME_OUT : STATUS_OK;
}

enum status patron_may_stake(const struct patron *patron, const struct patron_play *play, int64_t stake_cents,
                             int64_t time_ms)
{
    assert(stake_cents >= 0);
    static const enum patron_limit losses[] = {PATRON_LOSS_DAY, PATRON_LOSS_WEEK, PATRON_LOSS_MONTH};
    enum status status = patron_may_play(patron, time_ms);
    if (status || !patron)
        return status;
    int64_t stake = patron_limit_at(patron, PATRON_STAKE, time_ms);
    if (stake != PATRON_NONE && stake_cents > stake)
        return STATUS_STAKE_LIMIT;
    int64_t minutes = patron_limit_at(patron, PATRON_TIME, time_ms);
    if (minutes != PATRON_NONE && play->minutes >= minutes)
        return STATUS_TIME_LIMIT;
    for (unsigned i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        int64_t most = patron_limit_at(patron, losses[i], time_ms);
        if (most != PATRON_NONE && play->lost_cents[i] + stake_cents > most)
            return STATUS_LOSS_LIMIT;
    }
    return STATUS_OK;
}
