/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the Dealer's finished hands are all there, once, with the right number of orders. */
#include "check.h"

#include <math.h>

#include "odds/dealer.h"

static void test_every_tree_within_its_limits(void **state)
{
    (void)state;
    for (unsigned hit = 0; hit <= 1; hit++)
        for (unsigned up = 1; up <= VALUE_COUNT; up++) {
            struct dealer_tree tree;
            dealer_tree_build(&tree, up, hit);
            for (unsigned i = 1; i < tree.count; i++) {
                assert_true(tree.nodes[i].parent < i);
                assert_true(tree.nodes[i].depth == tree.nodes[tree.nodes[i].parent].depth + 1);
                assert_true(tree.nodes[i].length <= DEALER_DRAWS_MAX);
                assert_true(tree.nodes[i].count <= DEALER_COUNT_MAX);
            }
        }
}

/* Card by card, in drawing order. */
static void play_out(const struct supply *left, unsigned hard, bool ace, unsigned cards, bool hit_soft17,
                     double probability, double *outcomes)
{
    bool soft = ace && hard + 10 <= 21;
    unsigned total = soft ? hard + 10 : hard;
    if (total >= 17 && !(hit_soft17 && soft && total == 17)) {
        unsigned outcome = total > 21                  ? DEALER_BUST
                           : total == 21 && cards == 2 ? DEALER_BLACKJACK
                                                       : DEALER_17 + total - 17;
        outcomes[outcome] += probability;
        return;
    }
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        struct supply next = *left;
        if (supply_take(&next, value))
            play_out(&next, hard + value, ace || value == 1, cards + 1, hit_soft17,
                     probability * left->left[value] / left->total, outcomes);
    }
}

static void test_outcomes_for_any_removal(void **state)
{
    (void)state;
    static struct dealer_tree tree;
    static struct dealer_sum sum;
    static struct dealer_shoes shoes;
    lanes sums[DEALER_GROUPS_MAX];
    for (unsigned hit = 0; hit <= 1; hit++)
        for (unsigned up = 1; up <= VALUE_COUNT; up++) {
            struct supply left[LANES];
            dealer_tree_build(&tree, up, hit);
            for (unsigned lane = 0; lane < LANES; lane++) { /* each lane lacks two other cards */
                supply_init(&left[lane], deck_of(DECK_FRENCH), 1);
                supply_take(&left[lane], up);
                supply_take(&left[lane], lane + 1);
                supply_take(&left[lane], lane + 3);
            }
            for (unsigned value = 1; value <= VALUE_COUNT; value++) {
                double in_lane[LANES];
                for (unsigned lane = 0; lane < LANES; lane++)
                    in_lane[lane] = left[lane].left[value];
                dealer_shoes_set(&shoes, &tree, value, in_lane);
            }
            dealer_sum_outcomes(&sum, &tree, left[0].total);
            dealer_sum_run(&sum, &tree, &shoes, sums);
            for (unsigned lane = 0; lane < LANES; lane++) {
                double expected[DEALER_OUTCOMES] = {0};
                play_out(&left[lane], up, up == 1, 1, hit, 1, expected);
                for (unsigned o = 0; o < DEALER_OUTCOMES; o++)
                    assert_true(fabs(sums[o][lane] - expected[o]) < 1e-14);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_tree_within_its_limits),
        cmocka_unit_test(test_outcomes_for_any_removal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
