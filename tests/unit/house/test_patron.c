/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: lower limits count at once and higher ones a day later; what somebody chose for themselves stays. */
#include "check.h"

#include "house/patron.h"

#define HOUR (INT64_C(3600) * 1000)

static enum status say(struct patrons *patrons, const char *text, int64_t time_ms)
{
    struct patron_words words;
    char again[PATRON_TEXT_MAX];
    struct text out;
    assert_true(patron_words_parse(span_of(text), &words));
    text_init(&out, again, sizeof again);
    patron_words_print(&words, &out);
    assert_string_equal(again, text);
    enum status status = patrons_verify(patrons, &words, time_ms);
    return status ? status : patrons_take(patrons, &words, time_ms);
}

static void test_limits(void **state)
{
    static const struct {
        const char *what;
        const char *says; /* NULL: only looked at */
        int64_t hours;
        int64_t limit_cents;
    } rows[] = {
        {"the first limit counts at once", "limit Mei loss 100 day\n", 0, 10000},
        {"a lower one too", "limit Mei loss 50 day\n", 1, 5000},
        {"a higher one waits", "limit Mei loss 200 day\n", 2, 5000},
        {"... for 24 hours", NULL, 25, 5000},
        {"... and then counts", NULL, 26, 20000},
        {"none is higher than anything", "limit Mei loss none day\n", 27, 20000},
        {"a lower one in between takes that back", "limit Mei loss 80 day\n", 28, 8000},
        {"... for good", NULL, 60, 8000},
        {"nothing may be lost at all", "limit Mei loss 0 day\n", 61, 0},
    };
    struct patrons patrons = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (rows[i].says)
            assert_int_equal(say(&patrons, rows[i].says, rows[i].hours * HOUR), STATUS_OK);
        int64_t limit = patron_limit_at(patrons_find(&patrons, "Mei"), PATRON_LOSS_DAY, rows[i].hours * HOUR);
        if (limit != rows[i].limit_cents)
            fail_msg("%s: %lld", rows[i].what, (long long)limit);
    }
    patrons_release(&patrons);
}

static void test_who_may_stake(void **state)
{
    static const struct {
        const char *what;
        int64_t lost[3];
        int64_t minutes;
        int64_t stake;
        enum status status;
    } rows[] = {
        {"within everything", {0, 0, 0}, 0, 5000, STATUS_OK},
        {"more than a stake", {0, 0, 0}, 0, 5001, STATUS_STAKE_LIMIT},
        {"to the cent of a day", {5000, 0, 0}, 0, 5000, STATUS_OK},
        {"a cent over a day", {5001, 0, 0}, 0, 5000, STATUS_LOSS_LIMIT},
        {"over a week", {0, 25001, 0}, 0, 5000, STATUS_LOSS_LIMIT},
        {"over a month", {0, 0, 95001}, 0, 5000, STATUS_LOSS_LIMIT},
        {"won before", {-90000, -90000, -90000}, 0, 5000, STATUS_OK},
        {"the time is over", {0, 0, 0}, 60, 100, STATUS_TIME_LIMIT},
        {"not yet", {0, 0, 0}, 59, 100, STATUS_OK},
    };
    struct patrons patrons = {0};
    (void)state;
    assert_int_equal(say(&patrons, "limit Mei loss 100 day\n", 0), STATUS_OK);
    assert_int_equal(say(&patrons, "limit Mei loss 300 week\n", 0), STATUS_OK);
    assert_int_equal(say(&patrons, "limit Mei loss 1000 month\n", 0), STATUS_OK);
    assert_int_equal(say(&patrons, "limit Mei stake 50 once\n", 0), STATUS_OK);
    assert_int_equal(say(&patrons, "limit Mei time 60 day\n", 0), STATUS_OK);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct patron_play play = {.minutes = rows[i].minutes};
        memcpy(play.lost_cents, rows[i].lost, sizeof play.lost_cents);
        enum status status = patron_may_stake(patrons_find(&patrons, "Mei"), &play, rows[i].stake, HOUR);
        if (status != rows[i].status)
            fail_msg("%s: %s", rows[i].what, status_name(status));
    }
    assert_int_equal(patron_may_stake(NULL, &(struct patron_play){0}, 1000000, 0), STATUS_OK);
    patrons_release(&patrons);
}

static void test_exclusions(void **state)
{
    struct patrons patrons = {0};
    (void)state;
    assert_int_equal(say(&patrons, "time-out Mei until 7200000\n", 0), STATUS_OK);
    assert_int_equal(patron_may_play(patrons_find(&patrons, "Mei"), HOUR), STATUS_TIME_OUT);
    assert_int_equal(say(&patrons, "time-out Mei until 3600000\n", 0), STATUS_TIME_OUT);
    assert_int_equal(patron_may_play(patrons_find(&patrons, "Mei"), 2 * HOUR), STATUS_OK);
    assert_int_equal(say(&patrons, "excluded Mei until 36000000 by self\n", 0), STATUS_OK);
    assert_int_equal(patron_may_play(patrons_find(&patrons, "Mei"), 9 * HOUR), STATUS_EXCLUDED);
    assert_int_equal(say(&patrons, "readmitted Mei\n", 9 * HOUR), STATUS_NOT_READMITTED);
    assert_int_equal(say(&patrons, "excluded Mei until 35000000 by self\n", 9 * HOUR), STATUS_NOT_READMITTED);
    assert_int_equal(say(&patrons, "excluded Mei until never by law\n", 9 * HOUR), STATUS_OK);
    assert_int_equal(say(&patrons, "readmitted Mei\n", 9 * HOUR), STATUS_NOT_READMITTED);
    assert_int_equal(patron_may_play(patrons_find(&patrons, "Mei"), INT64_MAX - 1), STATUS_EXCLUDED);
    assert_int_equal(say(&patrons, "readmitted Mei\n", 10 * HOUR), STATUS_OK);
    assert_int_equal(patron_may_play(patrons_find(&patrons, "Mei"), 10 * HOUR), STATUS_OK);
    assert_null(patrons_find(&patrons, "Tan"));
    patrons_release(&patrons);
}

static void test_other_words(void **state)
{
    static const char *const bad[] = {"limit Mei loss 100\n",
                                      "limit Mei loss -1 day\n",
                                      "limit Mei luck 1 day\n",
                                      "time-out Mei until never by self\n",
                                      "excluded Mei until never\n",
                                      "excluded Mei until never by me\n",
                                      "excluded Mei by self\n",
                                      "readmitted Mei now\n",
                                      "limit Mei time 1.5 day\n",
                                      "readmitted Mei",
                                      ""};
    struct patron_words words;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (patron_words_parse(span_of(bad[i]), &words))
            fail_msg("taken: %s", bad[i]);
}

/* What stands of a patron reads back as it was printed; less of it, or more, is nothing. */
static void test_read_back(void **state)
{
    char bytes[1024];
    struct text text;
    struct patron read;
    struct patron patron = {.name = "Mei",
                            .excluded_by = "Sue",
                            .time_out_ms = 1700000000000,
                            .self_excluded_ms = PATRON_NEVER,
                            .excluded_ms = PATRON_NONE};
    (void)state;
    for (unsigned i = 0; i < PATRON_LIMITS; i++) {
        patron.limits[i].now = i;
        patron.limits[i].next = i % 2 ? PATRON_NONE : 100 + i;
        patron.limits[i].from_ms = 1800000000000 + i;
    }
    text_init(&text, bytes, sizeof bytes);
    patron_print(&patron, &text);
    assert_true(patron_parse("Mei", (struct span){(const uint8_t *)bytes, text.used}, &read));
    assert_memory_equal(&read, &patron, sizeof read);
    for (size_t size = 0; size < text.used; size++)
        if (bytes[size] == ' ')
            assert_false(patron_parse("Mei", (struct span){(const uint8_t *)bytes, size}, &read));
    text_put(&text, " 1");
    assert_false(patron_parse("Mei", (struct span){(const uint8_t *)bytes, text.used}, &read));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_back),     cmocka_unit_test(test_limits),
        cmocka_unit_test(test_who_may_stake), cmocka_unit_test(test_exclusions),
        cmocka_unit_test(test_other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
