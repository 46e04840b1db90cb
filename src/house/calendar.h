/* SPDX-License-Identifier: Apache-2.0 */
/* calendar.h - the date of a gaming day, which begins at an hour of the morning and not at midnight.
 *
 * Pure: local time comes from outside (server/zone.h), as seconds on the house's own clock. */
#ifndef CROUPIER_HOUSE_CALENDAR_H
#define CROUPIER_HOUSE_CALENDAR_H

#include "house/gaming_day.h"

enum { CALENDAR_SHIFTS_MAX = 8 };

struct calendar {
    char zone[ZONE_NAME_MAX]; /* as the system knows it: Asia/Singapore */
    unsigned turn_minutes;    /* after midnight */
    unsigned shift_count;     /* 0: shifts have any name */
    char shifts[CALENDAR_SHIFTS_MAX][SHIFT_NAME_MAX];
    bool has_hours;                              /* every shift begins at an hour */
    uint16_t shift_minutes[CALENDAR_SHIFTS_MAX]; /* after midnight */
    unsigned late_minutes; /* a shift that is not open this long after its hour is overdue */
};

/* The house's time zone: local time in seconds at a moment, and the moment of a local time. */
struct calendar_clock {
    int64_t (*local)(int64_t time_ms);
    int64_t (*moment_ms)(int64_t local_seconds);
};

void calendar_init(struct calendar *calendar); /* UTC, days begin at 06:00, overdue after 15 minutes */

/* The gaming day at a local time, in seconds since 1970: "2026-11-18". */
void calendar_date(const struct calendar *calendar, int64_t local_seconds, char date[DATE_TEXT_MAX]);

/* "06:00" and back; false if it is no time of day. */
void calendar_print_turn(const struct calendar *calendar, char text[8]);
bool calendar_parse_turn(struct calendar *calendar, const char *text);
bool calendar_parse_time(const char *text, unsigned *minutes);

/* The shift that should be open at a moment, and when it should have begun; NULL: shifts have no hours. A
 * shift that begins before midnight lasts beyond it, and each begins once a day, even on a day when the local
 * clock is changed. */
const char *calendar_shift_at(const struct calendar *calendar, struct calendar_clock clock, int64_t now_ms,
                              int64_t *since_ms);

bool calendar_has_shift(const struct calendar *calendar, const char *name);

#endif
