/* SPDX-License-Identifier: Apache-2.0 */
#include "server/reports.h"

#include <string.h>
#include <time.h>

#include "server/zone.h"

/* The moment at which a date turns up on the clock on the wall. */
static bool turn_of(const struct calendar *calendar, const char *name, int months, int days,
                    int64_t *moment_ms)
{
    struct tm date = {.tm_mday = 1};
    const char *end = strptime(name, strlen(name) > 7 ? "%Y-%m-%d" : "%Y-%m", &date);
    if (!end || *end)
        return false;
    date.tm_mon += months;
    date.tm_mday += days;
    *moment_ms = zone_moment_ms((int64_t)timegm(&date) + (int64_t)calendar->turn_minutes * 60);
    return true;
}

static enum status by_clock(struct store *store, const struct calendar *calendar, const char *name,
                            struct period *period, struct store_failure *failure)
{
    int64_t ends[2];
    bool month = strlen(name) == 7;
    if (!turn_of(calendar, name, 0, 0, &ends[0]) || !turn_of(calendar, name, month, !month, &ends[1]))
        return STATUS_BAD_TEXT;
    enum status status = period_span(store, name, ends[0], ends[1], period, failure);
    if (status)
        return status;
    return period->first > period->last ? STATUS_NOT_FOUND : STATUS_OK;
}

enum status reports_period(struct store *store, const struct calendar *calendar, const char *name,
                           const char *shift, struct period *period, struct store_failure *failure)
{
    if (shift && shift[0]) /* a month has many of that name */
        return strlen(name) != 10 ? STATUS_BAD_TEXT : period_shift(store, name, shift, period, failure);
    size_t length = strlen(name);
    if (length != 7 && length != 10)
        return STATUS_BAD_TEXT;
    enum status status =
        length == 7 ? period_month(store, name, period, failure) : period_day(store, name, period, failure);
    return status == STATUS_NOT_FOUND ? by_clock(store, calendar, name, period, failure) : status;
}
