/* SPDX-License-Identifier: Apache-2.0 */
#include "report/period.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "journal/declaration.h"
#include "store/entries.h"

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

/* ---- By entries. ---- */

enum { DAY_MS = 86400000, SLACK_DAYS = 2 /* zones, the hour at which the day turns, a clock that was set */ };

static bool begins_with(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

static bool day_of(const struct entry *entry, struct day_words *words)
{
    return entry->kind == ENTRY_DAY && day_words_parse(entry->text, words);
}

static void begin_day(struct period *day, uint64_t position, const struct entry *entry,
                      const struct day_words *words)
{
    *day =
        (struct period){.first = position, .from_ms = entry->time_ms, .to_ms = entry->time_ms, .open = true};
    snprintf(day->name, sizeof day->name, "%s", words->name);
    memcpy(day->zone, words->zone, sizeof day->zone);
}

static void end_day(struct period *day, uint64_t position, int64_t time_ms)
{
    day->last = position;
    day->to_ms = time_ms;
    day->open = false;
}

/* The last days, from the end of the house's chain back. */
struct days_back {
    struct period *days;
    unsigned max;
    unsigned count;
    uint64_t last; /* where the day at hand ends; 0: it has not */
    int64_t to_ms;
    uint64_t end; /* of the log */
};

static enum status take_back(void *context, const struct store_row *row, const struct entry *entry)
{
    struct days_back *back = context;
    struct day_words words;
    if (!day_of(entry, &words) || (words.verb != DAY_CLOSE && words.verb != DAY_OPEN))
        return STATUS_OK;
    if (words.verb == DAY_CLOSE) {
        back->last = row->position;
        back->to_ms = entry->time_ms;
        return STATUS_OK;
    }
    struct period *day = &back->days[back->count++];
    begin_day(day, row->position, entry, &words);
    day->last = back->end;
    if (back->last)
        end_day(day, back->last, back->to_ms);
    back->last = 0;
    return back->count < back->max ? STATUS_OK : STATUS_NOT_FOUND;
}

enum status period_days(struct store *store, struct period *days, unsigned max, unsigned *count,
                        struct store_failure *failure)
{
    struct days_back back = {.days = days, .max = max, .end = store_last(store)};
    enum status status = STATUS_OK;
    if (max)
        status = store_entries(store, CHAIN_NUMBER_HOUSE, STORE_BACKWARD, 0, take_back, &back, failure);
    *count = back.count;
    return status == STATUS_ARCHIVED ? STATUS_OK : status;
}

/* The days whose name begins like that, as one period: from the opening of the first to the end of the last.
 * The house's chain alone tells of days, and is read back from the end of the last. */
struct days_named {
    const char *name;
    struct period *found; /* no `first`: none yet */
    uint64_t first;       /* earlier ones have another name */
    uint64_t closed;      /* where the day at hand was closed; 0: not yet */
    int64_t closed_ms;
};

static enum status take_named(void *context, const struct store_row *row, const struct entry *entry)
{
    struct days_named *named = context;
    struct day_words words;
    if (row->position < named->first)
        return STATUS_NOT_FOUND;
    if (!day_of(entry, &words))
        return STATUS_OK;
    if (words.verb == DAY_CLOSE) {
        named->closed = row->position;
        named->closed_ms = entry->time_ms;
    }
    if (words.verb == DAY_OPEN && begins_with(words.name, named->name)) {
        struct period last = *named->found;
        begin_day(named->found, row->position, entry, &words);
        if (last.first) {
            named->found->last = last.last;
            named->found->to_ms = last.to_ms;
            named->found->open = last.open;
        } else if (named->closed) {
            end_day(named->found, named->closed, named->closed_ms);
        }
    }
    if (words.verb == DAY_OPEN)
        named->closed = 0;
    return STATUS_OK;
}

/* The next entry of the house's chain, and the one before it. */
struct house_entry {
    bool found;
    uint64_t previous;
};

static enum status take_house_entry(void *context, const struct store_row *row, const struct entry *entry)
{
    (void)entry;
    *(struct house_entry *)context = (struct house_entry){true, row->previous};
    return STATUS_NOT_FOUND;
}

/* A day that is still open where the others end was closed later, or is open yet. */
static enum status take_closing(void *context, const struct store_row *row, const struct entry *entry)
{
    struct day_words words;
    if (!day_of(entry, &words) || words.verb != DAY_CLOSE)
        return STATUS_OK;
    end_day(context, row->position, entry->time_ms);
    return STATUS_NOT_FOUND;
}

static enum status read_days(struct store *store, struct days_named *named, uint64_t until,
                             struct store_failure *failure)
{
    struct house_entry next = {.found = false};
    enum status status = STATUS_OK;
    if (until <= store_last(store))
        status =
            store_entries(store, CHAIN_NUMBER_HOUSE, STORE_FORWARD, until, take_house_entry, &next, failure);
    if (status == STATUS_OK && (!next.found || next.previous))
        status = store_entries(store, CHAIN_NUMBER_HOUSE, STORE_BACKWARD, next.previous, take_named, named,
                               failure);
    if (status == STATUS_ARCHIVED)
        status = STATUS_OK; /* what is older is not in the period */
    if (status == STATUS_OK && named->found->open && next.found)
        status = store_entries(store, CHAIN_NUMBER_HOUSE, STORE_FORWARD, until, take_closing, named->found,
                               failure);
    return status;
}

/* The moments between which a day of that name, 2026-11 or 2026-11-18, was opened, wherever the house is. */
static bool moments_of(const char *name, int64_t *from_ms, int64_t *to_ms)
{
    bool month = strlen(name) == sizeof "2026-11" - 1;
    struct tm date = {.tm_mday = 1};
    const char *end = strptime(name, month ? "%Y-%m" : "%Y-%m-%d", &date);
    if (!end || *end)
        return false;
    *from_ms = ((int64_t)timegm(&date) * 1000) - (int64_t)SLACK_DAYS * DAY_MS;
    date.tm_mon += month;
    date.tm_mday += !month;
    *to_ms = ((int64_t)timegm(&date) * 1000) + (int64_t)SLACK_DAYS * DAY_MS;
    return true;
}

/* Reads what the house wrote in the period and a few days around it, whatever there is before and behind. */
static enum status find_days(struct store *store, const char *name, struct period *period,
                             struct store_failure *failure)
{
    struct days_named named = {.name = name, .found = period};
    int64_t from_ms;
    int64_t to_ms;
    uint64_t until;
    *period = (struct period){.first = 0};
    if (!moments_of(name, &from_ms, &to_ms))
        return STATUS_NOT_FOUND;
    enum status status = find_moment(store, from_ms, &named.first, failure);
    if (status == STATUS_OK)
        status = find_moment(store, to_ms, &until, failure);
    if (status == STATUS_OK && named.first < until)
        status = read_days(store, &named, until, failure);
    if (status)
        return status;
    if (period->open)
        period->last = store_last(store);
    snprintf(period->name, sizeof period->name, "%s", name);
    return period->first ? STATUS_OK : STATUS_NOT_FOUND;
}

enum status period_day(struct store *store, const char *date, struct period *period,
                       struct store_failure *failure)
{
    return find_days(store, date, period, failure);
}

enum status period_month(struct store *store, const char *month, struct period *period,
                         struct store_failure *failure)
{
    return find_days(store, month, period, failure);
}

/* A shift of a day: from its opening to its closing, or to the end of the day. */
struct shift_named {
    const char *name;
    uint64_t until; /* of the day */
    struct period *found;
};

static enum status take_shift(void *context, const struct store_row *row, const struct entry *entry)
{
    struct shift_named *named = context;
    struct day_words words;
    if (row->position > named->until)
        return STATUS_NOT_FOUND;
    if (!day_of(entry, &words))
        return STATUS_OK;
    if (words.verb == SHIFT_OPEN && strcmp(words.name, named->name) == 0)
        begin_day(named->found, row->position, entry, &words);
    if (words.verb == SHIFT_CLOSE && named->found->open)
        end_day(named->found, row->position, entry->time_ms);
    return STATUS_OK;
}

enum status period_shift(struct store *store, const char *date, const char *shift, struct period *period,
                         struct store_failure *failure)
{
    struct period day;
    enum status status = period_day(store, date, &day, failure);
    struct shift_named named = {.name = shift, .until = day.last, .found = period};
    *period = (struct period){.first = 0};
    if (status == STATUS_OK)
        status = store_entries(store, 0, STORE_FORWARD, day.first, take_shift, &named, failure);
    if (status)
        return status;
    if (period->open)
        period->last = day.last;
    memcpy(period->zone, day.zone, sizeof day.zone);
    snprintf(period->name, sizeof period->name, "%.10s %.40s", date, shift);
    return period->first ? STATUS_OK : STATUS_NOT_FOUND;
}
