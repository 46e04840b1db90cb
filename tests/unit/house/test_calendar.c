/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a gaming day turns at its hour and not at midnight. */
#include "check.h"

#include "house/calendar.h"

enum { HOUR = 3600, DAY = 24 * HOUR };

static void test_the_day_turns(void **state)
{
    static const struct {
        const char *what;
        const char *turns;
        int64_t local_seconds;
        const char *date;
    } rows[] = {
        {"before the turn it is yesterday", "06:00", 5 * HOUR + 3599, "1969-12-31"},
        {"at the turn it is today", "06:00", 6 * HOUR, "1970-01-01"},
        {"a minute counts", "06:01", 6 * HOUR, "1969-12-31"},
        {"midnight is a turn too", "00:00", DAY, "1970-01-02"},
        {"leap days", "06:00", (int64_t)11016 * DAY + 7 * HOUR, "2000-02-29"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct calendar calendar;
        char date[DATE_TEXT_MAX];
        char turns[8];
        calendar_init(&calendar);
        assert_true(calendar_parse_turn(&calendar, rows[i].turns));
        calendar_print_turn(&calendar, turns);
        assert_string_equal(turns, rows[i].turns);
        calendar_date(&calendar, rows[i].local_seconds, date);
        if (strcmp(date, rows[i].date) != 0)
            fail_msg("%s: %s, not %s", rows[i].what, date, rows[i].date);
    }
}

static void test_no_times_of_day(void **state)
{
    static const char *const bad[] = {"24:00", "6:00", "06:60", "06", "", "06:0", "-1:00"};
    struct calendar calendar;
    (void)state;
    calendar_init(&calendar);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(calendar_parse_turn(&calendar, bad[i]));
}

static void test_shifts(void **state)
{
    struct calendar calendar;
    (void)state;
    calendar_init(&calendar);
    assert_true(calendar_has_shift(&calendar, "any"));
    assert_false(calendar_has_shift(&calendar, "two words"));
    calendar.shift_count = 1;
    memcpy(calendar.shifts[0], "night", 6);
    assert_true(calendar_has_shift(&calendar, "night"));
    assert_false(calendar_has_shift(&calendar, "any"));
}

/* A clock that is set back by an hour at 03:00 of a day, as in autumn, and one that is set on at 02:00, as in
 * spring; moments in seconds, the change at 100 days. */
#define CHANGE_MS (INT64_C(100) * 86400 * 1000)

static int64_t autumn_local(int64_t time_ms) /* at the change it is 03:00, then 02:00 again */
{
    return time_ms / 1000 + (time_ms < CHANGE_MS ? 3 : 2) * 3600;
}

static int64_t autumn_moment(int64_t local_seconds)
{
    int64_t early_ms = (local_seconds - 3 * 3600) * 1000;
    return early_ms < CHANGE_MS ? early_ms : (local_seconds - 2 * 3600) * 1000;
}

static int64_t spring_local(int64_t time_ms) /* at the change it is 02:00, then 03:00 */
{
    return time_ms / 1000 + (time_ms < CHANGE_MS ? 2 : 3) * 3600;
}

static int64_t spring_moment(int64_t local_seconds)
{
    int64_t late_ms = (local_seconds - 3 * 3600) * 1000;
    return late_ms >= CHANGE_MS ? late_ms : (local_seconds - 2 * 3600) * 1000;
}

/* Three shifts, one of them over midnight and one that begins in the hour the clock jumps over or repeats. */
static void test_shifts_by_the_clock(void **state)
{
    static const struct {
        const char *about;
        struct calendar_clock clock;
        int minutes; /* from the change on */
        const char *shift;
        int since_minutes;
    } rows[] = {
        {"the evening lasts beyond midnight", {autumn_local, autumn_moment}, -170, "evening", -420},
        {"the night begins at 02:30, the first time", {autumn_local, autumn_moment}, -30, "night", -30},
        {"a minute before", {autumn_local, autumn_moment}, -31, "evening", -420},
        {"02:10 comes a second time: it is not evening again",
         {autumn_local, autumn_moment},
         10,
         "night",
         -30},
        {"nor does the night begin twice", {autumn_local, autumn_moment}, 30, "night", -30},
        {"the day begins at 06:00, an hour later than usual", {autumn_local, autumn_moment}, 240, "day", 240},
        {"before the jump", {spring_local, spring_moment}, -1, "evening", -360},
        {"02:30 is left out", {spring_local, spring_moment}, 0, "evening", -360},
        {"and is made up for", {spring_local, spring_moment}, 30, "night", 30},
        {"06:00 comes early", {spring_local, spring_moment}, 180, "day", 180},
    };
    struct calendar calendar;
    (void)state;
    calendar_init(&calendar);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int64_t since_ms = 0;
        int64_t now_ms = CHANGE_MS + (int64_t)rows[i].minutes * 60000;
        calendar.shift_count = 3;
        calendar.has_hours = false;
        assert_null(calendar_shift_at(&calendar, rows[i].clock, now_ms, &since_ms));
        calendar.has_hours = true;
        strcpy(calendar.shifts[0], "day");
        strcpy(calendar.shifts[1], "evening");
        strcpy(calendar.shifts[2], "night");
        calendar.shift_minutes[0] = 6 * 60;
        calendar.shift_minutes[1] = 20 * 60;
        calendar.shift_minutes[2] = 2 * 60 + 30;
        const char *shift = calendar_shift_at(&calendar, rows[i].clock, now_ms, &since_ms);
        assert_string_equal(shift, rows[i].shift);
        assert_int_equal((since_ms - CHANGE_MS) / 60000, rows[i].since_minutes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shifts_by_the_clock),
        cmocka_unit_test(test_the_day_turns),
        cmocka_unit_test(test_no_times_of_day),
        cmocka_unit_test(test_shifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
