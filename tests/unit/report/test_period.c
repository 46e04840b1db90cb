/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: days, shifts and months are found by their entries, and reading one costs what it holds, however long
 * the log is before and behind it. */
#include "check.h"

#include <time.h>

#include "journal/declaration.h"
#include "report/report.h"
#include "store/house.h"
#include "store/rows.h"

#define MINUTE_MS INT64_C(60000)
#define DAY_MS    (1440 * MINUTE_MS)

struct clocked {
    struct house house;
    int64_t now_ms;
};

static int64_t now(void *clock)
{
    return ((struct clocked *)clock)->now_ms;
}

static void set_clock(struct clocked *clocked, const char *moment)
{
    struct tm tm = {.tm_isdst = 0};
    assert_non_null(strptime(moment, "%Y-%m-%d %H:%M", &tm));
    clocked->now_ms = (int64_t)timegm(&tm) * 1000;
}

static int set_up(void **state)
{
    static struct clocked clocked;
    struct house_key key = house_test_key(1);
    struct store_failure failure;
    house_folder(&clocked.house);
    set_clock(&clocked, "2026-01-01 00:00");
    struct books_options options = {
        .store = {.path = clocked.house.path}, .key = &key, .now_ms = now, .clock = &clocked};
    assert_int_equal(books_open(&clocked.house.books, &options, &failure), STATUS_OK);
    *state = &clocked;
    return 0;
}

static int tear_down(void **state)
{
    struct clocked *clocked = *state;
    house_close(&clocked->house);
    house_remove(&clocked->house);
    return 0;
}

static void say(struct clocked *clocked, enum entry_kind kind, const char *text)
{
    uint64_t ticket;
    struct line line = {.kind = kind, .role = ROLE_PIT, .who = "Sue", .text = span_of(text)};
    assert_int_equal(books_write(clocked->house.books, CHAIN_NUMBER_HOUSE, &line, &ticket), STATUS_OK);
    clocked->now_ms += MINUTE_MS;
}

/* A day with two shifts, one of them over midnight, and something else in each. */
static void live(struct clocked *clocked, const char *date)
{
    char text[128];
    char moment[32];
    snprintf(moment, sizeof moment, "%s 08:00", date);
    set_clock(clocked, moment);
    snprintf(text, sizeof text, "day open %s zone UTC turns 06:00 slips 0\n", date);
    say(clocked, ENTRY_DAY, text);
    say(clocked, ENTRY_DAY, "shift open day\n");
    for (unsigned i = 0; i < 3; i++)
        say(clocked, ENTRY_NOTE, "# something\n");
    clocked->now_ms += 600 * MINUTE_MS;
    say(clocked, ENTRY_DAY, "shift close day with Cai\n");
    say(clocked, ENTRY_DAY, "shift open night\n");
    clocked->now_ms += 600 * MINUTE_MS;
    say(clocked, ENTRY_NOTE, "# after midnight\n");
    say(clocked, ENTRY_DAY, "shift close night with Cai\n");
    snprintf(text, sizeof text, "day close %s with Cai\n", date);
    say(clocked, ENTRY_DAY, text);
}

static void live_month(struct clocked *clocked, unsigned month, unsigned days)
{
    for (unsigned day = 1; day <= days; day++) {
        char date[32];
        snprintf(date, sizeof date, "2026-%02u-%02u", month, day);
        live(clocked, date);
    }
    assert_int_equal(books_wait(clocked->house.books), STATUS_OK);
}

enum { ENTRIES_A_DAY = 10 };

static void test_days_and_shifts(void **state)
{
    struct clocked *clocked = *state;
    struct store *store = books_store(clocked->house.books);
    struct store_failure failure;
    struct period day;
    struct period shift;
    struct period days[4];
    unsigned count;
    live_month(clocked, 2, 3);
    assert_int_equal(period_day(store, "2026-02-02", &day, &failure), STATUS_OK);
    assert_int_equal(day.last - day.first + 1, ENTRIES_A_DAY);
    assert_false(day.open);
    assert_string_equal(day.zone, "UTC");
    assert_int_equal(period_shift(store, "2026-02-02", "day", &shift, &failure), STATUS_OK);
    assert_true(shift.first == day.first + 1 && shift.last == day.first + 5 && !shift.open);
    assert_int_equal(period_shift(store, "2026-02-02", "night", &shift, &failure), STATUS_OK);
    assert_true(shift.first == day.first + 6 && shift.last == day.first + 8);
    assert_true(shift.to_ms - shift.from_ms > 600 * MINUTE_MS);
    assert_int_equal(period_shift(store, "2026-02-02", "swing", &shift, &failure), STATUS_NOT_FOUND);
    assert_int_equal(period_day(store, "2026-02-04", &day, &failure), STATUS_NOT_FOUND);
    assert_int_equal(period_days(store, days, COUNT_OF(days), &count, &failure), STATUS_OK);
    assert_int_equal(count, 3);
    assert_string_equal(days[0].name, "2026-02-03");
    assert_string_equal(days[2].name, "2026-02-01");
}

/* One that was not closed goes to the end of the log; one that was closed weeks later ends there. */
static void test_a_long_day(void **state)
{
    struct clocked *clocked = *state;
    struct store *store = books_store(clocked->house.books);
    struct store_failure failure;
    struct period period;
    live_month(clocked, 2, 2);
    set_clock(clocked, "2026-02-28 09:00");
    say(clocked, ENTRY_DAY, "day open 2026-02-28 zone UTC turns 06:00 slips 0\n");
    say(clocked, ENTRY_DAY, "shift open day\n");
    clocked->now_ms += 10 * DAY_MS;
    say(clocked, ENTRY_NOTE, "# in March\n");
    assert_int_equal(books_wait(clocked->house.books), STATUS_OK);
    assert_int_equal(period_day(store, "2026-02-28", &period, &failure), STATUS_OK);
    assert_true(period.open && period.last == store_last(store));
    assert_int_equal(period_shift(store, "2026-02-28", "day", &period, &failure), STATUS_OK);
    assert_true(period.open && period.last == store_last(store));
    say(clocked, ENTRY_DAY, "shift close day with Cai\n");
    say(clocked, ENTRY_DAY, "day close 2026-02-28 with Cai\n");
    live(clocked, "2026-03-12");
    assert_int_equal(books_wait(clocked->house.books), STATUS_OK);
    assert_int_equal(period_month(store, "2026-02", &period, &failure), STATUS_OK);
    assert_false(period.open);
    assert_int_equal(period.last, store_last(store) - ENTRIES_A_DAY);
    assert_int_equal(period_month(store, "2026-03", &period, &failure), STATUS_OK);
    assert_int_equal(period.last - period.first + 1, ENTRIES_A_DAY);
    assert_int_equal(period_month(store, "2026-01", &period, &failure), STATUS_NOT_FOUND);
}

static unsigned cost_of(struct store *store, const char *name, bool month)
{
    struct store_failure failure;
    struct period period;
    rows_read = 0;
    assert_int_equal(month ? period_month(store, name, &period, &failure)
                           : period_day(store, name, &period, &failure),
                     STATUS_OK);
    return rows_read;
}

/* A month in the middle, first alone, then with months before and behind it: the rows that are read are those
 * of the month and of a few days around it, and one a halving. */
static void test_what_it_costs(void **state)
{
    struct clocked *clocked = *state;
    struct store *store = books_store(clocked->house.books);
    enum { HALVINGS = 2 * 16, AROUND = 4 * ENTRIES_A_DAY };
    live_month(clocked, 4, 28);
    unsigned alone = cost_of(store, "2026-04", true);
    unsigned alone_day = cost_of(store, "2026-04-14", false);
    for (unsigned month = 5; month <= 11; month++)
        live_month(clocked, month, 28);
    unsigned first = cost_of(store, "2026-04", true);
    unsigned middle = cost_of(store, "2026-08", true);
    unsigned day = cost_of(store, "2026-08-14", false);
    print_message("# rows: %u of a month alone, %u and %u of one among eight; a day %u and %u\n", alone,
                  first, middle, alone_day, day);
    assert_true(alone >= 28 * ENTRIES_A_DAY);
    assert_true(first <= alone + AROUND + HALVINGS);
    assert_true(middle <= alone + AROUND + HALVINGS);
    assert_true(day <= alone_day + HALVINGS && day < 8 * ENTRIES_A_DAY + HALVINGS);
}

/* A fill of the table's bank, and so many rounds that nobody takes part in. */
static void fill_and_play(struct clocked *clocked, uint32_t bank, int64_t cents, uint32_t from,
                          uint32_t rounds)
{
    struct house *house = &clocked->house;
    uint64_t ticket;
    assert_int_equal(house_move(house, house->table, MOVEMENT_FILL, house->cage, bank, cents, "", &ticket),
                     STATUS_OK);
    for (uint32_t i = 0; i < rounds; i++) {
        struct line line = {.kind = ENTRY_ROUND,
                            .role = ROLE_DEALER,
                            .who = "Dan",
                            .round = from + i,
                            .text = span_of("open\n")};
        assert_int_equal(books_write(house->books, house->table, &line, &ticket), STATUS_OK);
        clocked->now_ms += MINUTE_MS;
    }
}

static unsigned float_in(struct store *store, const char *from, const char *to, int64_t *cents)
{
    struct clocked ends[2];
    struct store_failure failure;
    struct report report = {.table = NULL};
    set_clock(&ends[0], from);
    set_clock(&ends[1], to);
    assert_int_equal(period_span(store, "span", ends[0].now_ms, ends[1].now_ms, &report.period, &failure),
                     STATUS_OK);
    rows_read = 0;
    assert_int_equal(report_gather(&report, store, NULL, (struct report_clock){NULL}, NULL, &failure),
                     STATUS_OK);
    *cents = report.tables.count ? report.tables.items[0].closing_cents : -1;
    report_release(&report);
    return rows_read;
}

/* A table that rested has the float it was left with, and finding that out costs the same whatever was played
 * before and since. */
static void test_a_table_that_rested(void **state)
{
    struct clocked *clocked = *state;
    struct house *house = &clocked->house;
    struct store *store = books_store(house->books);
    int64_t cents;
    uint32_t bank;
    assert_int_equal(books_account(house->books, ACCOUNT_CAGE, "main", &house->cage, NULL), STATUS_OK);
    assert_int_equal(books_account(house->books, ACCOUNT_BANK, "T1", &bank, NULL), STATUS_OK);
    assert_int_equal(books_chain(house->books, "T1", &house->table, NULL), STATUS_OK);
    set_clock(clocked, "2026-02-10 12:00");
    fill_and_play(clocked, bank, 7000, 1, 50);
    set_clock(clocked, "2026-03-10 12:00");
    say(clocked, ENTRY_NOTE, "# something\n");
    set_clock(clocked, "2026-04-10 12:00");
    fill_and_play(clocked, bank, 500, 51, 50);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    unsigned before = float_in(store, "2026-03-01 00:00", "2026-04-01 00:00", &cents);
    assert_int_equal(cents, 7000);
    fill_and_play(clocked, bank, 100, 101, 2000);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    assert_int_equal(float_in(store, "2026-03-01 00:00", "2026-04-01 00:00", &cents), before);
    assert_int_equal(cents, 7000);
    float_in(store, "2026-02-01 00:00", "2026-03-01 00:00", &cents);
    assert_int_equal(cents, 7000);
    float_in(store, "2026-04-01 00:00", "2026-06-01 00:00", &cents);
    assert_int_equal(cents, 7600);
    /* A fill after the month, and no round since that an index could find. */
    set_clock(clocked, "2026-07-10 12:00");
    say(clocked, ENTRY_NOTE, "# something\n");
    set_clock(clocked, "2026-08-10 12:00");
    fill_and_play(clocked, bank, 300, 2101, 0);
    assert_int_equal(books_wait(house->books), STATUS_OK);
    float_in(store, "2026-07-01 00:00", "2026-08-01 00:00", &cents);
    assert_int_equal(cents, 7600);
    float_in(store, "2026-01-01 00:00", "2026-02-01 00:00", &cents);
    assert_int_equal(cents, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_days_and_shifts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_long_day, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_table_that_rested, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_it_costs, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
