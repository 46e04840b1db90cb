/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a printed card is read as people write it, and every hole in it is named with its place. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "rulebook/builtin.h"
#include "simulate/chart_file.h"

enum { SHEET_MAX = 8192 };

static struct chart chart;
static struct rulebook book;

/* A whole sheet with the same cell everywhere, but for one line that is put in place of the line it names. */
static void make_sheet(char *sheet, const char *cell, const char *instead)
{
    static const char *const pairs[] = {"AA", "22", "33", "44", "55", "66", "77", "88", "99", "TT"};
    char *at = sheet + sprintf(sheet, "hand,2,3,4,5,6,7,8,9,T,A\n");
    for (unsigned row = 0; row < 16 + 8 + 10; row++) {
        char name[8];
        if (row < 16)
            snprintf(name, sizeof(name), "%u", row + 5);
        else if (row < 24)
            snprintf(name, sizeof(name), "s%u", row - 16 + 13);
        else
            snprintf(name, sizeof(name), "%s", pairs[row - 24]);
        size_t length = strlen(name);
        if (instead && strncmp(instead, name, length) == 0 && (instead[length] == ',' || !instead[length])) {
            at += sprintf(at, "%s\n", instead[length] ? instead : "");
            continue;
        }
        at += sprintf(at, "%s", name);
        for (unsigned column = 0; column < HAND_VALUES; column++)
            at += sprintf(at, ",%s", cell);
        *at++ = '\n';
        *at = '\0';
    }
}

static unsigned state_of(const char *cards)
{
    static const char letters[] = "A23456789T";
    unsigned state = HAND_STATE_NONE;
    for (; *cards; cards++)
        state = chart.hands.next[state][strchr(letters, *cards) - letters];
    return state;
}

static int set_up(void **state)
{
    (void)state;
    return builtin_load("mbs-blackjack-v6", &book) == STATUS_OK ? 0 : -1;
}

static void read_well(const char *cell, const char *instead)
{
    char sheet[SHEET_MAX];
    struct faults faults;
    make_sheet(sheet, cell, instead);
    faults_init(&faults);
    bool good = chart_file_parse(&chart, &book, sheet, strlen(sheet), &faults);
    if (!good)
        print_error("%u: %s\n", faults.items[0].line, faults.items[0].message);
    assert_true(good);
}

enum { ACE = 0, SIX = 5, TEN = 9 };

static void test_cells_mean_what_they_say(void **state)
{
    (void)state;
    read_well("h", "16,S,S,S,S,S,H,H,RS,R,H");
    assert_int_equal(chart.action[CHART_FIRST][SIX][state_of("T6")], CHART_STAND);
    assert_int_equal(chart.action[CHART_FIRST][TEN][state_of("T6")], CHART_SURRENDER);
    assert_int_equal(chart.action[CHART_FIRST][8][state_of("T6")], CHART_SURRENDER);
    assert_int_equal(chart.action[CHART_FIRST][8][state_of("T42")], CHART_STAND); /* RS: three cards stand */
    assert_int_equal(chart.action[CHART_FIRST][TEN][state_of("T42")], CHART_HIT); /* R: three cards hit */
    assert_int_equal(chart.action[CHART_FIRST][ACE][state_of("T6")], CHART_HIT);
}

static void test_doubles_fall_back(void **state)
{
    (void)state;
    read_well("s", "s18,DS,DS,DS,DS,DS,S,S,H,H,H");
    assert_int_equal(chart.action[CHART_FIRST][SIX][state_of("A7")], CHART_DOUBLE);
    assert_int_equal(chart.action[CHART_FIRST][SIX][state_of("A25")], CHART_STAND);
    assert_int_equal(chart.action[CHART_FIRST][TEN][state_of("A25")], CHART_HIT);
}

static void test_a_pair_that_cannot_be_split_goes_by_its_total(void **state)
{
    (void)state;
    read_well("H", "88,P,P,P,P,P,P,P,P,RP,P");
    assert_int_equal(chart.action[CHART_FIRST][SIX][state_of("88")], CHART_SPLIT);
    assert_int_equal(chart.action[CHART_SPLIT_FULL][SIX][state_of("88")], CHART_HIT);
    assert_int_equal(chart.action[CHART_FIRST][TEN][state_of("88")], CHART_SURRENDER);
    assert_int_equal(chart.action[CHART_SPLIT_MAY][TEN][state_of("88")], CHART_SPLIT);
}

static const struct {
    const char *instead;
    const char *message;
} faulty[] = {
    {"16,S,S,S,S,S,H,H,H,H", "hand 16 against A: a cell is missing"},
    {"16,S,S,S,S,X,H,H,H,H,H", "hand 16 against 6: a cell is S, H, D, DS, P, R, RS, RP or E"},
    {"16,S,S,S,S,S,H,H,H,H,H,H", "hand 16 has more than ten cells"},
    {"16", "the line of hand 16 is missing"},
    {"s18", "the line of hand s18 is missing"},
    {"TT", "the line of hand TT is missing"},
};

static void test_holes_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(faulty); i++) {
        char sheet[SHEET_MAX];
        struct faults faults;
        make_sheet(sheet, "H", faulty[i].instead);
        faults_init(&faults);
        assert_false(chart_file_parse(&chart, &book, sheet, strlen(sheet), &faults));
        assert_string_equal(faults.items[0].message, faulty[i].message);
    }
}

static const char *const rubbish[] = {
    "",
    "\n\n",
    "hand,2,3\n",
    "hand,2,2,4,5,6,7,8,9,T,A\n",
    "hand,2,3,4,5,6,7,8,9,T,A\nzz,S,S,S,S,S,S,S,S,S,S\n",
    "hand,2,3,4,5,6,7,8,9,T,A\n16,S,S,S,S,S,S,S,S,S,S\n16,S,S,S,S,S,S,S,S,S,S\n",
    "\x01\x02\x03",
};

static void test_rubbish_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rubbish); i++) {
        struct faults faults;
        faults_init(&faults);
        assert_false(chart_file_parse(&chart, &book, rubbish[i], strlen(rubbish[i]), &faults));
        assert_true(faults.count > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells_mean_what_they_say),
        cmocka_unit_test(test_doubles_fall_back),
        cmocka_unit_test(test_a_pair_that_cannot_be_split_goes_by_its_total),
        cmocka_unit_test(test_holes_are_named),
        cmocka_unit_test(test_rubbish_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
