/* SPDX-License-Identifier: Apache-2.0 */
#include "house/calendar.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "record/word.h"

enum { DAY_SECONDS = 86400, DAY_MINUTES = 24 * 60 };

void calendar_init(struct calendar *calendar)
{
    *calendar = (struct calendar){.zone = "UTC", .turn_minutes = 6 * 60, .late_minutes = 15};
}

void calendar_date(const struct calendar *calendar, int64_t local_seconds, char date[DATE_TEXT_MAX])
{
    assert(calendar->turn_minutes < DAY_MINUTES);
    time_t moment = (time_t)(local_seconds - (int64_t)calendar->turn_minutes * 60);
    struct tm day;
    gmtime_r(&moment, &day);
    if (!strftime(date, DATE_TEXT_MAX, "%Y-%m-%d", &day))
        date[0] = 0;
}

void calendar_print_turn(const struct calendar *calendar, char text[8])
{
    assert(calendar->turn_minutes < DAY_MINUTES);
    snprintf(text, 8, "%02u:%02u", calendar->turn_minutes / 60 % 24, calendar->turn_minutes % 60);
}

bool calendar_parse_time(const char *text, unsigned *minutes)
{
    struct word hour;
    struct word minute;
    unsigned hours;
    if (!word_cut((struct word){text, strlen(text)}, ':', &hour, &minute) || hour.length != 2 ||
        minute.length != 2 || !word_number(hour, 23, &hours) || !word_number(minute, 59, minutes))
        return false;
    *minutes += hours * 60;
    return true;
}

bool calendar_parse_turn(struct calendar *calendar, const char *text)
{
    unsigned minutes;
    bool good = calendar_parse_time(text, &minutes);
    if (good)
        calendar->turn_minutes = minutes;
    return good;
}

const char *calendar_shift_at(const struct calendar *calendar, struct calendar_clock clock, int64_t now_ms,
                              int64_t *since_ms)
{
    assert(calendar->shift_count <= CALENDAR_SHIFTS_MAX && clock.local && clock.moment_ms);
    const char *found = NULL;
    int64_t midnight = clock.local(now_ms) / DAY_SECONDS * DAY_SECONDS;
    for (unsigned i = 0; calendar->has_hours && i < 2 * calendar->shift_count; i++) {
        unsigned shift = i / 2; /* today's, and the one that began yesterday */
        int64_t begins_ms = clock.moment_ms(midnight - (i % 2 ? DAY_SECONDS : 0) +
                                            (int64_t)calendar->shift_minutes[shift] * 60);
        if (begins_ms > now_ms || (found && begins_ms <= *since_ms))
            continue;
        found = calendar->shifts[shift];
        *since_ms = begins_ms;
    }
    return found;
}

bool calendar_has_shift(const struct calendar *calendar, const char *name)
{
    assert(calendar->shift_count <= CALENDAR_SHIFTS_MAX);
    struct word word = {name, strlen(name)};
    for (unsigned i = 0; i < calendar->shift_count; i++)
        if (strcmp(calendar->shifts[i], name) == 0)
            return true;
    return calendar->shift_count == 0 && word_is_name(word) && word.length < SHIFT_NAME_MAX;
}
