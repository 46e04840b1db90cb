/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: hands are told apart by their cards and only by them, and a chart never plays what the rules forbid.
 */
#include "check.h"

#include "rulebook/builtin.h"
#include "simulate/chart.h"

static struct chart chart;

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
    hand_states_init(&chart.hands);
    return 0;
}

static void test_order_does_not_matter(void **state)
{
    (void)state;
    assert_int_equal(state_of("A5T"), state_of("TA5"));
    assert_int_equal(state_of("234"), state_of("432"));
    assert_int_not_equal(state_of("T6"), state_of("97"));
    assert_int_equal(state_of("T66"), chart.hands.bust);
    assert_int_equal(state_of("T66A"), chart.hands.bust);
}

static const struct {
    const char *cards;
    unsigned total;
    bool soft;
} totals[] = {
    {"AT", 21, true},          {"A6", 17, true},
    {"A6T", 17, false},        {"AA", 12, true},
    {"AAT", 12, false},        {"T6", 16, false},
    {"777", 21, false},        {"A", 11, true},
    {"AAAAAAAAAAA", 21, true}, {"AAAAAAAAAAAAAAAAAAAAA", 21, false},
};

static void test_totals(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(totals); i++) {
        unsigned at = state_of(totals[i].cards);
        assert_int_equal(chart.hands.total[at], totals[i].total);
        assert_int_equal(chart.hands.soft[at], totals[i].soft);
        assert_int_equal(chart.hands.cards[at], strlen(totals[i].cards));
    }
}

enum { ACE = 0, SIX = 5, TEN = 9 };
enum {
    S = 1 << CHART_STAND,
    H = 1 << CHART_HIT,
    D = 1 << CHART_DOUBLE,
    P = 1 << CHART_SPLIT,
    R = 1 << CHART_SURRENDER,
    E = 1 << CHART_EVEN
};

static const struct {
    const char *about;
    const char *game;
    const char *cards;
    enum chart_context context;
    unsigned dealer;
    unsigned legal;
} rows[] = {
    {"[v6 3.14] everything", "mbs-blackjack-v6", "88", CHART_FIRST, SIX, S | H | D | P | R},
    {"[v6 3.25] no surrender against an Ace", "mbs-blackjack-v6", "88", CHART_FIRST, ACE, S | H | D | P},
    {"[v6 3.25.1.1] nor after a split", "mbs-blackjack-v6", "88", CHART_SPLIT_MAY, SIX, S | H | D | P},
    {"[v6 3.22] no fifth hand", "mbs-blackjack-v6", "88", CHART_SPLIT_FULL, SIX, S | H | D},
    {"[v6 3.26] three cards", "mbs-blackjack-v6", "356", CHART_FIRST, SIX, S | H},
    {"[v6 3.30] 21 takes no card", "mbs-blackjack-v6", "777", CHART_FIRST, SIX, S},
    {"[v6 3.20] even money", "mbs-blackjack-v6", "AT", CHART_FIRST, ACE, S | E},
    {"[v6 3.20] only against an Ace", "mbs-blackjack-v6", "AT", CHART_FIRST, TEN, S},
    {"[v6 3.21.1] a split 21", "mbs-blackjack-v6", "AT", CHART_SPLIT_MAY, ACE, S},
    {"[ar 3.26.1] hard 9 may not be doubled", "mbs-ace-race-v4", "45", CHART_FIRST, SIX, S | H | R},
    {"[ar 3.26.1] hard 11 may", "mbs-ace-race-v4", "56", CHART_FIRST, SIX, S | H | D | R},
    {"[ar 3.4.2] Ace-nine as hard 10", "mbs-ace-race-v4", "A9", CHART_FIRST, SIX, S | H | D | R},
    {"[ar 3.26.1] soft 18 may not", "mbs-ace-race-v4", "A7", CHART_FIRST, SIX, S | H | R},
    {"[rws 3.20] 11 must draw or double", "rws-blackjack", "56", CHART_FIRST, SIX, H | D | R},
    {"[rws 3.20] 12 may stand", "rws-blackjack", "T2", CHART_FIRST, SIX, S | H | D | R},
};

static void test_what_the_rules_allow(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rulebook book;
        assert_int_equal(builtin_load(rows[i].game, &book), STATUS_OK);
        unsigned legal =
            chart_legal(&book, &chart.hands, state_of(rows[i].cards), rows[i].context, rows[i].dealer);
        if (legal != rows[i].legal)
            print_error("%s\n", rows[i].about);
        assert_int_equal(legal, rows[i].legal);
    }
}

static void test_simple_players_keep_to_the_rules(void **state)
{
    (void)state;
    for (unsigned i = 0; builtin_id(i); i++) {
        struct rulebook book;
        assert_int_equal(builtin_load(builtin_id(i), &book), STATUS_OK);
        for (unsigned player = 0; player < 2 && book.family == FAMILY_BLACKJACK; player++) {
            if (player)
                chart_mimic(&chart, &book);
            else
                chart_never_bust(&chart, &book);
            for (unsigned at = 1; at < chart.hands.count; at++)
                for (unsigned dealer = 0; dealer < HAND_VALUES; dealer++)
                    assert_true(chart_legal(&book, &chart.hands, at, CHART_FIRST, dealer) >>
                                    chart.action[CHART_FIRST][dealer][at] &
                                1U);
        }
    }
    assert_int_equal(chart.action[CHART_FIRST][SIX][state_of("T6")], CHART_HIT); /* a mimic draws to 16 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_does_not_matter),
        cmocka_unit_test(test_totals),
        cmocka_unit_test(test_what_the_rules_allow),
        cmocka_unit_test(test_simple_players_keep_to_the_rules),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
