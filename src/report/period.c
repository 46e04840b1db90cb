/* SPDX-License-Identifier: Apache-2.0 */
#include "report/period.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "store/entries.h"

/* ---- By entries. ---- */

/* What is done with every entry *day*; false: enough. */
struct day_taker {
    bool (*take)(void *context, uint64_t position, const struct entry *entry, const struct day_words *words);
    void *context;
};

static enum status take_any_day(void *context, const struct store_row *row, const struct entry *entry)
{
    const struct day_taker *taker = context;
    struct day_words words;
    bool is_day = entry->kind == ENTRY_DAY && day_words_parse(entry->text, &words);
    return is_day && !taker->take(taker->context, row->position, entry, &words) ? STATUS_NOT_FOUND
                                                                                : STATUS_OK;
}

/* Walks the house's chain back, from its end; what is archived is not looked at. */
static enum status walk_days(struct store *store,
                             bool (*take)(void *context, uint64_t position, const struct entry *entry,
                                          const struct day_words *words),
                             void *context, struct store_failure *failure)
{
    struct day_taker taker = {take, context};
    enum status status =
        store_entries(store, CHAIN_NUMBER_HOUSE, STORE_BACKWARD, 0, take_any_day, &taker, failure);
    return status == STATUS_ARCHIVED ? STATUS_OK : status;
}

struct day_walk {
    const char *month; /* NULL: any */
    struct period *days;
    unsigned max;
    unsigned count;
    struct period at; /* the one whose end was seen; no name: none */
    uint64_t end;     /* of the log */
};

static bool take_day(void *context, uint64_t position, const struct entry *entry,
                     const struct day_words *words)
{
    struct day_walk *walk = context;
    if (words->verb == DAY_CLOSE) {
        walk->at = (struct period){.last = position, .to_ms = entry->time_ms};
        snprintf(walk->at.name, sizeof walk->at.name, "%s", words->name);
        return true;
    }
    if (words->verb != DAY_OPEN)
        return true;
    struct period day = walk->at;
    if (!day.name[0])
        day = (struct period){.last = walk->end, .open = true, .to_ms = entry->time_ms};
    snprintf(day.name, sizeof day.name, "%s", words->name);
    day.first = position;
    day.from_ms = entry->time_ms;
    memcpy(day.zone, words->zone, sizeof day.zone);
    walk->at = (struct period){.first = 0};
    if (walk->month && strncmp(day.name, walk->month, strlen(walk->month)) > 0)
        return true;
    if (walk->month && strncmp(day.name, walk->month, strlen(walk->month)) != 0)
        return false;
    walk->days[walk->count++] = day;
    return walk->count < walk->max;
}

enum status period_days(struct store *store, const char *month, struct period *days, unsigned max,
                        unsigned *count, struct store_failure *failure)
{
    struct day_walk walk = {.month = month, .days = days, .max = max, .end = store_last(store)};
    enum status status = max ? walk_days(store, take_day, &walk, failure) : STATUS_OK;
    *count = walk.count;
    return status;
}

enum status period_day(struct store *store, const char *date, struct period *period,
                       struct store_failure *failure)
{
    unsigned count;
    enum status status = period_days(store, date, period, 1, &count, failure);
    if (status)
        return status;
    return count ? STATUS_OK : STATUS_NOT_FOUND;
}

enum status period_month(struct store *store, const char *month, struct period *period,
                         struct store_failure *failure)
{
    unsigned count;
    struct period *days = calloc(PERIOD_DAYS_MAX, sizeof *days);
    if (!days)
        return STATUS_NO_MEMORY;
    enum status status = period_days(store, month, days, PERIOD_DAYS_MAX, &count, failure);
    if (status == STATUS_OK && count) {
        *period = days[0];
        period->first = days[count - 1].first;
        period->from_ms = days[count - 1].from_ms;
        snprintf(period->name, sizeof period->name, "%s", month);
    }
    free(days);
    if (status)
        return status;
    return count ? STATUS_OK : STATUS_NOT_FOUND;
}

struct shift_walk {
    const char *shift;
    const struct period *day;
    struct period *found;
    uint64_t last; /* where the shift at hand ends */
    int64_t to_ms;
};

static bool take_shift(void *context, uint64_t position, const struct entry *entry,
                       const struct day_words *words)
{
    struct shift_walk *walk = context;
    if (position < walk->day->first)
        return false;
    if (words->verb == SHIFT_CLOSE) {
        walk->last = position;
        walk->to_ms = entry->time_ms;
    }
    if (words->verb != SHIFT_OPEN || position > walk->day->last)
        return true;
    if (strcmp(words->name, walk->shift) == 0) {
        *walk->found = (struct period){.first = position,
                                       .last = walk->last ? walk->last : walk->day->last,
                                       .from_ms = entry->time_ms,
                                       .to_ms = walk->to_ms,
                                       .open = !walk->last};
        return false;
    }
    walk->last = 0;
    return true;
}

enum status period_shift(struct store *store, const char *date, const char *shift, struct period *period,
                         struct store_failure *failure)
{
    struct period day;
    enum status status = period_day(store, date, &day, failure);
    struct shift_walk walk = {.shift = shift, .day = &day, .found = period};
    *period = (struct period){.first = 0};
    if (status == STATUS_OK)
        status = walk_days(store, take_shift, &walk, failure);
    if (status)
        return status;
    memcpy(period->zone, day.zone, sizeof day.zone);
    snprintf(period->name, sizeof period->name, "%.10s %.40s", date, shift);
    return period->first ? STATUS_OK : STATUS_NOT_FOUND;
}

/* ---- By time. ---- */

static enum status take_time(void *context, const struct store_row *row, const struct entry *entry)
{
    (void)row;
    *(int64_t *)context = entry->time_ms;
    return STATUS_NOT_FOUND;
}

static enum status time_at(struct store *store, uint64_t position, int64_t *time_ms,
                           struct store_failure *failure)
{
    *time_ms = 0;
    return store_entries(store, 0, STORE_FORWARD, position, take_time, time_ms, failure);
}

/* The first position that is not before the moment; one behind the last where none is. */
static enum status find_moment(struct store *store, int64_t moment_ms, uint64_t *position,
                               struct store_failure *failure)
{
    uint64_t low = 1;
    uint64_t high = store_last(store) + 1;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        int64_t time_ms;
        enum status status = time_at(store, middle, &time_ms, failure);
        if (status && status != STATUS_ARCHIVED)
            return status;
        if (status == STATUS_ARCHIVED || time_ms < moment_ms)
            low = middle + 1;
        else
            high = middle;
    }
    *position = low;
    return STATUS_OK;
}

enum status period_span(struct store *store, const char *name, int64_t from_ms, int64_t to_ms,
                        struct period *period, struct store_failure *failure)
{
    uint64_t behind = 0;
    *period = (struct period){.from_ms = from_ms, .to_ms = to_ms};
    snprintf(period->name, sizeof period->name, "%s", name);
    enum status status = find_moment(store, from_ms, &period->first, failure);
    if (status == STATUS_OK)
        status = find_moment(store, to_ms, &behind, failure);
    period->last = behind ? behind - 1 : 0;
    period->open = period->last == store_last(store);
    return status;
}
