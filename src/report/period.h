/* SPDX-License-Identifier: Apache-2.0 */
/* period.h - which entries of a log belong to a gaming day, a shift, a month or a span of time.
 *
 * A gaming day is the entries from the one that opens it to the one that closes it (docs/journal.md, section
 * 15). In a house without gaming days a day is a span of time. Entries are in the order of their time, so a
 * moment is found by bisection: reading a day or a month costs what the house wrote in it, however long the
 * log is. */
#ifndef CROUPIER_REPORT_PERIOD_H
#define CROUPIER_REPORT_PERIOD_H

#include "house/gaming_day.h"
#include "store/store.h"

enum { PERIOD_NAME_MAX = 64, PERIOD_DAYS_MAX = 1024 };

struct period {
    char name[PERIOD_NAME_MAX]; /* "2026-11-18", "2026-11-18 night", "2026-11" */
    uint64_t first;             /* positions, both inside; first > last: nothing */
    uint64_t last;
    int64_t from_ms; /* of its first entry, or of the span */
    int64_t to_ms;
    bool open;                /* the period is not over */
    char zone[ZONE_NAME_MAX]; /* of a gaming day; "": not said */
};

/* The last gaming days, newest first: at most `max`; *count says how many. */
enum status period_days(struct store *store, struct period *days, unsigned max, unsigned *count,
                        struct store_failure *failure) MUST_CHECK;

/* The day "2026-11-18", a shift of it (the last of that name), the month "2026-11". STATUS_NOT_FOUND: no
 * entries begin such a period. */
enum status period_day(struct store *store, const char *date, struct period *period,
                       struct store_failure *failure) MUST_CHECK;
enum status period_shift(struct store *store, const char *date, const char *shift, struct period *period,
                         struct store_failure *failure) MUST_CHECK;
enum status period_month(struct store *store, const char *month, struct period *period,
                         struct store_failure *failure) MUST_CHECK;

/* From one moment on and before another. */
enum status period_span(struct store *store, const char *name, int64_t from_ms, int64_t to_ms,
                        struct period *period, struct store_failure *failure) MUST_CHECK;

#endif
