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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_day_turns),
        cmocka_unit_test(test_no_times_of_day),
        cmocka_unit_test(test_shifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
