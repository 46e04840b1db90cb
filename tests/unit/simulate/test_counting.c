/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a counting system is read, bets and departs as its file says, and a bad file is refused by line. */
#include "check.h"

#include "simulate/counting.h"

static const char hi_lo[] = "# the best known one\n"
                            "tags -1 1 1 1 1 1 0 0 0 -1\n"
                            "bet -20 0\nbet -1 1\nbet 2 4   # from two up\nbet 5 8\n"
                            "insure 3\n"
                            "play 16 T stand at least 0\n"
                            "play 8,8 T hit at most -3\n"
                            "play s18 2 double at least 1\n";

static void test_reads_a_system(void **state)
{
    (void)state;
    struct counting counting;
    struct faults faults;
    faults_init(&faults);
    assert_true(counting_parse(&counting, hi_lo, strlen(hi_lo), &faults));
    assert_int_equal(counting.tag[0], -1);
    assert_int_equal(counting.tag[5], 1);
    assert_int_equal(counting.tag[9], -1);
    assert_int_equal(counting_units(&counting, -5), 0);
    assert_int_equal(counting_units(&counting, 0), 1);
    assert_int_equal(counting_units(&counting, 4), 4);
    assert_int_equal(counting_units(&counting, 99), 8);
    assert_true(counting.insures);
    assert_int_equal(counting.insures_at, 3);
    assert_int_equal(counting.play_count, 3);
}

static void test_true_counts_round_down(void **state)
{
    (void)state;
    assert_int_equal(counting_true(8, 104, 52), 4);
    assert_int_equal(counting_true(7, 104, 52), 3);
    assert_int_equal(counting_true(-1, 104, 52), -1);
    assert_int_equal(counting_true(-4, 104, 52), -2);
    assert_int_equal(counting_true(0, 104, 52), 0);
    assert_int_equal(counting_true(1000, 52, 52), COUNT_TRUE_MAX);
}

static void test_departures(void **state)
{
    (void)state;
    struct counting counting;
    struct faults faults;
    static struct hand_states hands;
    enum { TEN = 9, LEGAL = 1 << CHART_STAND | 1 << CHART_HIT };
    faults_init(&faults);
    hand_states_init(&hands);
    assert_true(counting_parse(&counting, hi_lo, strlen(hi_lo), &faults));
    unsigned sixteen = hands.next[hands.next[0][TEN]][5];
    assert_int_equal(counting_action(&counting, &hands, sixteen, TEN, 0, LEGAL, CHART_HIT), CHART_STAND);
    assert_int_equal(counting_action(&counting, &hands, sixteen, TEN, -1, LEGAL, CHART_HIT), CHART_HIT);
    assert_int_equal(counting_action(&counting, &hands, sixteen, 8, 5, LEGAL, CHART_HIT), CHART_HIT);
    unsigned soft = hands.next[hands.next[0][0]][6];
    assert_int_equal(counting_action(&counting, &hands, soft, 1, 1, LEGAL, CHART_STAND),
                     CHART_STAND); /* not legal */
    assert_int_equal(counting_action(&counting, &hands, soft, 1, 1, LEGAL | 1 << CHART_DOUBLE, CHART_STAND),
                     CHART_DOUBLE);
}

static const struct {
    const char *text;
    unsigned line;
} faulty[] = {
    {"tags 1 2 3\nbet 0 1\n", 1},
    {"tags -1 1 1 1 1 1 0 0 0 x\nbet 0 1\n", 1},
    {"tags -1 1 1 1 1 1 0 0 0 -1\nbet zero 1\n", 2},
    {"tags -1 1 1 1 1 1 0 0 0 -1\nbet 0 -1\n", 2},
    {"tags -1 1 1 1 1 1 0 0 0 -1\nbet 0 1\nplay 16 T stand at 0\n", 3},
    {"tags -1 1 1 1 1 1 0 0 0 -1\nbet 0 1\nplay 99 T stand at least 0\n", 3},
    {"tags -1 1 1 1 1 1 0 0 0 -1\nbet 0 1\nplay 8,9 T stand at least 0\n", 3},
    {"tags -1 1 1 1 1 1 0 0 0 -1\nbet 0 1\nplay 16 1 stand at least 0\n", 3},
    {"tags -1 1 1 1 1 1 0 0 0 -1\nbet 0 1\nplay 16 T fold at least 0\n", 3},
    {"tags -1 1 1 1 1 1 0 0 0 -1\nbet 0 1\nwhat\n", 3},
    {"bet 0 1\n", 1},
    {"tags -1 1 1 1 1 1 0 0 0 -1\n", 1},
    {"", 0},
};

static void test_faults_have_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(faulty); i++) {
        struct counting counting;
        struct faults faults;
        faults_init(&faults);
        assert_false(counting_parse(&counting, faulty[i].text, strlen(faulty[i].text), &faults));
        assert_int_equal(faults.items[0].line, faulty[i].line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_a_system),
        cmocka_unit_test(test_true_counts_round_down),
        cmocka_unit_test(test_departures),
        cmocka_unit_test(test_faults_have_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
