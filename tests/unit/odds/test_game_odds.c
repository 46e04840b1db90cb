/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the whole game adds up: values against plain enumeration, moments against outcomes, the printed card
 * against every change of it, and one hand against the whole. */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "odds/game.h"
#include "odds/hand_odds.h"
#include "odds/printed.h"
#include "rulebook/builtin.h"

static struct rulebook load(const char *id)
{
    struct rulebook book;
    assert_int_equal(builtin_load(id, &book), STATUS_OK);
    return book;
}

static struct game_odds *odds_of(const struct rulebook *book, unsigned decks)
{
    struct game_odds *game = game_odds_new(book, decks);
    assert_non_null(game);
    return game;
}

/* ---- A hand by plain recursion over cards in drawing order. ---- */

static double against_dealer(const struct supply *left, unsigned hard, bool ace, unsigned cards,
                             unsigned player)
{
    unsigned total = ace && hard + 10 <= 21 ? hard + 10 : hard;
    double value = 0;
    if (total >= 17) {
        bool blackjack = cards == 2 && total == 21;
        return total > 21 ? 1 : blackjack || player < total ? -1 : player > total ? 1 : 0;
    }
    for (unsigned card = 1; card <= VALUE_COUNT; card++) {
        struct supply next = *left;
        if (supply_take(&next, card))
            value += against_dealer(&next, hard + card, ace || card == VALUE_ACE, cards + 1, player) *
                     left->left[card] / left->total;
    }
    return value;
}

static double best_of_hand(const struct supply *left, unsigned hard, bool ace, unsigned up)
{
    unsigned total = ace && hard + 10 <= 21 ? hard + 10 : hard;
    double hit = 0;
    if (total > 21)
        return -1;
    double stand = against_dealer(left, up, up == VALUE_ACE, 1, total);
    if (total == 21)
        return stand;
    for (unsigned card = 1; card <= VALUE_COUNT; card++) {
        struct supply next = *left;
        if (supply_take(&next, card))
            hit += best_of_hand(&next, hard + card, ace || card == VALUE_ACE, up) * left->left[card] /
                   left->total;
    }
    return hit > stand ? hit : stand;
}

static void test_hands_of_a_small_shoe(void **state)
{
    (void)state;
    static struct hands hands;
    static struct column column;
    static struct policy policy;
    static struct values values;
    const struct terms terms = {.blackjack_pays = 1.5, .regular_pays = 1, .bj_loss = BJ_LOSS_ALL};
    const struct supply supply = {.left = {0, 4, 0, 4, 0, 0, 4, 0, 0, 0, 9}, .total = 21};
    const unsigned cards[] = {1, 3, 6, 10};
    hands_build(&hands);
    for (size_t u = 0; u < COUNT_OF(cards); u++) {
        column_init(&column, &terms, &hands, &supply, cards[u]);
        column_best(&column, &policy, &values);
        for (size_t a = 0; a < COUNT_OF(cards); a++)
            for (size_t b = a; b < COUNT_OF(cards); b++) {
                struct supply left = column.left;
                assert_true(supply_take(&left, cards[a]) && supply_take(&left, cards[b]));
                double expected = best_of_hand(&left, cards[a] + cards[b], a == 0, cards[u]);
                double found = values.later[hands_two(&hands, cards[a], cards[b])].mean;
                assert_true(fabs(found - expected) < 1e-13);
            }
    }
}

/* ---- The whole. ---- */

/* Four Elements decks hold the same point values as five ordinary ones. */
static void test_four_elements_decks_are_five_ordinary(void **state)
{
    (void)state;
    struct rulebook elements = load("mbs-star-elements");
    struct rulebook french = elements;
    french.deck = DECK_FRENCH;
    struct game_odds *four = odds_of(&elements, 4);
    struct game_odds *five = odds_of(&french, 5);
    assert_true(four->expected_value == five->expected_value);
    assert_true(four->printed_expected_value == five->printed_expected_value);
    game_odds_free(four);
    game_odds_free(five);
}

/* Outcomes add up to one; with the means of split rounds they give the expected value again. */
static void test_outcomes_give_the_value(void **state)
{
    (void)state;
    for (unsigned g = 0; builtin_id(g); g++) {
        struct rulebook book = load(builtin_id(g));
        if (book.family != FAMILY_BLACKJACK)
            continue;
        struct game_odds *game = odds_of(&book, book.decks_min);
        const double results[ROUND_ENDS] = {game->terms.blackjack_pays, 1, 2, 1, 0, -0.5, -1, -2, 0};
        double sum = 0;
        double value = 0;
        for (unsigned end = 0; end < ROUND_ENDS; end++) {
            sum += game->ends[end];
            value += game->ends[end] * results[end];
        }
        for (unsigned up = 1; up <= VALUE_COUNT; up++)
            for (unsigned pair = 1; pair <= VALUE_COUNT; pair++) {
                const struct choice_values *cell = game_odds_cell(game, pair, pair, up);
                double of_pair = game->fresh.left[pair] - (pair == up);
                double chance = game->fresh.left[up] * of_pair * (of_pair - 1) / game->fresh.total /
                                (game->fresh.total - 1) / (game->fresh.total - 2);
                if (cell->best == PLAY_SPLIT)
                    value += chance * cell->of[PLAY_SPLIT].mean;
            }
        assert_true(fabs(sum - 1) < 1e-13);
        assert_true(fabs(value - game->expected_value) < 1e-13);
        assert_int_equal(game_odds_deviation(game), STATUS_OK);
        assert_true(game->deviation > 1 && game->deviation < 1.25);
        double wins = game->ends[END_BLACKJACK] + game->ends[END_EVEN_MONEY] + game->ends[END_WIN] +
                      game->ends[END_DOUBLE_WIN];
        assert_true(game->hit_frequency > wins && game->hit_frequency < wins + game->ends[END_SPLIT]);
        game_odds_free(game);
    }
}

/* What split hands come to together has the exact mean and mean square of the same rounds. */
static void test_split_hands_together(void **state)
{
    (void)state;
    for (unsigned g = 0; builtin_id(g); g++) {
        struct rulebook book = load(builtin_id(g));
        if (book.family != FAMILY_BLACKJACK)
            continue;
        struct game_odds *game = odds_of(&book, book.decks_max);
        struct net_result results[NET_RESULTS_MAX];
        double square = 0;
        double sum[3] = {0, 0, 0};
        assert_int_equal(game_odds_deviation(game), STATUS_OK);
        for (unsigned up = 1; up <= VALUE_COUNT; up++)
            for (unsigned pair = 1; pair <= VALUE_COUNT; pair++) {
                const struct choice_values *cell = game_odds_cell(game, pair, pair, up);
                double of_pair = game->fresh.left[pair] - (pair == up);
                if (cell->best == PLAY_SPLIT)
                    square += cell->of[PLAY_SPLIT].square * game->fresh.left[up] * of_pair * (of_pair - 1) /
                              game->fresh.total / (game->fresh.total - 1) / (game->fresh.total - 2);
            }
        unsigned count = net_results(&game->split_net, game->terms.regular_ratio, results);
        assert_int_equal(count, 17);
        for (unsigned i = 0; i < count; i++) {
            sum[0] += results[i].probability;
            sum[1] += results[i].probability * results[i].result;
            sum[2] += results[i].probability * results[i].result * results[i].result;
        }
        assert_true(game->split_net.off > 0 && game->split_net.off < 2e-9);
        assert_true(fabs(sum[0] - game->ends[END_SPLIT]) < 3 * game->split_net.off);
        assert_true(fabs(sum[1] - game->split_value) < 3 * game->split_net.off);
        assert_true(fabs(sum[2] - square) < 10 * game->split_net.off);
        game_odds_free(game);
    }
}

/* Units are paid at the odds of the book; what comes to the same is one result. */
static void test_net_results(void **state)
{
    (void)state;
    struct net net = {.off = 1e-9};
    struct net_result results[NET_RESULTS_MAX];
    net.at[0][0] = 0.25;
    net.at[2][3] = 0.125; /* at 3:2 */
    net.at[1][0] = 0.5;
    net.at[0][2] = 0.125;
    net.at[0][8] = 1e-10; /* cannot be told from 0 */
    assert_int_equal(net_results(&net, (struct ratio){3, 2}, results), 3);
    assert_true(results[0].result == 1.5 && results[0].probability == 0.5);
    assert_true(results[1].result == 0 && results[1].probability == 0.375);
    assert_true(results[2].result == -2 && results[2].probability == 0.125);
}

/* A doubled 11 cannot bust: where a Dealer's Blackjack takes the original wager only, it is better by exactly
 * the probability of that Blackjack. */
static void test_original_wager_only(void **state)
{
    (void)state;
    struct rulebook book = load("mbs-blackjack-v6");
    book.blackjack.dealer_bj_loss = BJ_LOSS_ALL;
    struct game_odds *all = odds_of(&book, 6);
    book.blackjack.dealer_bj_loss = BJ_LOSS_ORIGINAL_ONLY;
    struct game_odds *original = odds_of(&book, 6);
    double gain = game_odds_cell(original, 6, 5, 10)->of[PLAY_DOUBLE].mean -
                  game_odds_cell(all, 6, 5, 10)->of[PLAY_DOUBLE].mean;
    assert_true(fabs(gain - 24.0 / 309) < 1e-13);
    assert_true(game_odds_cell(original, 6, 5, 10)->of[PLAY_HIT].mean ==
                game_odds_cell(all, 6, 5, 10)->of[PLAY_HIT].mean);
    assert_true(original->expected_value > all->expected_value);
    game_odds_free(all);
    game_odds_free(original);
}

/* ---- The printed card. ---- */

static void no_better(const struct column *column, struct strategy *card, bool *entry, double value)
{
    double changed;
    *entry = !*entry;
    assert_int_equal(printed_value(column, card, &changed), STATUS_OK);
    assert_true(changed <= value + 1e-15);
    *entry = !*entry;
}

/* Without splits, changing any one entry of the card makes it worse or changes nothing. */
static void test_no_entry_of_the_card_can_be_improved(void **state)
{
    (void)state;
    struct rulebook book = load("mbs-blackjack-v6");
    book.blackjack.split = false;
    struct game_odds *game = odds_of(&book, 2);
    struct column *column = malloc(sizeof(*column));
    assert_non_null(column);
    for (unsigned up = 2; up <= VALUE_COUNT; up += 4) {
        double value;
        column_init(column, &game->terms, &game->hands, &game->fresh, up);
        assert_int_equal(printed_value(column, &game->printed, &value), STATUS_OK);
        for (unsigned total = 4; total <= 20; total++)
            for (unsigned soft = 0; soft < 2; soft++) {
                no_better(column, &game->printed, &game->printed.hit[soft][total][up], value);
                no_better(column, &game->printed, &game->printed.doubles[soft][total][up], value);
                no_better(column, &game->printed, &game->printed.surrender[soft][total][up], value);
            }
    }
    free(column);
    game_odds_free(game);
}

/* ---- One hand. ---- */

static double without_split(const struct choice_values *cell)
{
    double best = -INFINITY;
    for (unsigned play = PLAY_STAND; play <= PLAY_DOUBLE; play++)
        if (cell->may[play] && cell->of[play].mean > best)
            best = cell->of[play].mean;
    return best;
}

static void test_one_hand_is_a_cell_of_the_whole(void **state)
{
    (void)state;
    struct rulebook book = load("rws-blackjack");
    struct game_odds *game = odds_of(&book, 4);
    for (unsigned up = 1; up <= VALUE_COUNT; up += 3)
        for (unsigned a = 1; a <= VALUE_COUNT; a += 2)
            for (unsigned b = a; b <= VALUE_COUNT; b += 3) {
                struct hand_question question = {.up = (uint8_t)up};
                struct hand_answer answer;
                const struct choice_values *cell = game_odds_cell(game, a, b, up);
                question.cards[a]++;
                question.cards[b]++;
                assert_int_equal(odds_hand(&book, &game->fresh, &question, &answer), STATUS_OK);
                assert_int_equal(answer.actions[0].play, cell->best);
                for (unsigned i = 0; i < answer.action_count; i++) {
                    enum play play = answer.actions[i].play;
                    double value = answer.actions[i].expected_value;
                    if (play == PLAY_SPLIT && value < without_split(cell))
                        assert_true(cell->of[play].mean <= value); /* a bound will do for the whole */
                    else
                        assert_true(value == cell->of[play].mean);
                }
            }
    game_odds_free(game);
}

/* Removing cards that were seen is the same as a shoe that never held them. */
static void test_seen_cards(void **state)
{
    (void)state;
    struct rulebook book = load("mbs-blackjack-v6");
    struct supply two;
    struct supply one;
    struct hand_answer from_two;
    struct hand_answer from_one;
    const struct hand_question question = {.cards = {[10] = 1, [6] = 1}, .up = 10};
    supply_init(&two, deck_of(DECK_FRENCH), 2);
    supply_init(&one, deck_of(DECK_FRENCH), 1);
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        for (unsigned i = 0; i < (value == VALUE_TEN ? 16U : 4U); i++)
            assert_true(supply_take(&two, value));
    assert_int_equal(odds_hand(&book, &two, &question, &from_two), STATUS_OK);
    assert_int_equal(odds_hand(&book, &one, &question, &from_one), STATUS_OK);
    for (unsigned i = 0; i < from_one.action_count; i++)
        assert_true(from_one.actions[i].expected_value == from_two.actions[i].expected_value);
}

/* A Player who may count his Ace as 1 may draw on a soft 21; its value is told, and best play is the same. */
static void test_an_ace_that_counts_as_said(void **state)
{
    (void)state;
    struct rulebook book = load("rws-blackjack");
    struct game_odds *best_total = odds_of(&book, 4);
    const struct hand_question question = {.cards = {[1] = 1, [4] = 1, [6] = 1}, .up = 10};
    struct hand_answer answer;
    book.blackjack.ace_choice = ACE_DECLARED;
    struct game_odds *declared = odds_of(&book, 4);
    assert_true(declared->expected_value == best_total->expected_value);
    assert_true(declared->printed_expected_value == best_total->printed_expected_value);
    assert_int_equal(odds_hand(&book, &declared->fresh, &question, &answer), STATUS_OK);
    assert_int_equal(answer.action_count, 2);
    assert_int_equal(answer.actions[0].play, PLAY_STAND);
    assert_int_equal(answer.actions[1].play, PLAY_HIT);
    assert_true(answer.actions[1].expected_value < answer.actions[0].expected_value - 0.5);
    game_odds_free(best_total);
    game_odds_free(declared);
}

/* The value of the card is that of its entries, splits played by totals included. */
static void test_the_value_of_the_card_is_that_of_its_entries(void **state)
{
    (void)state;
    struct rulebook book = load("mbs-blackjack-v6");
    struct game_odds *game = odds_of(&book, 2);
    struct column *column = malloc(sizeof(*column));
    double sum = 0;
    assert_non_null(column);
    for (unsigned up = 1; up <= VALUE_COUNT; up++) {
        double value;
        column_init(column, &game->terms, &game->hands, &game->fresh, up);
        assert_int_equal(printed_value(column, &game->printed, &value), STATUS_OK);
        sum += value * game->fresh.left[up] / game->fresh.total;
    }
    assert_true(fabs(sum - game->printed_expected_value) < 1e-14);
    free(column);
    game_odds_free(game);
}

/* ---- Any shoe. ---- */

/* The first card dealt face down to nobody changes nothing on the average: the value is the mean over the
 * shoes without one card, each played by the strategy of the whole shoe; who knows the card does better. */
static void test_a_shoe_without_one_card(void **state)
{
    (void)state;
    struct rulebook book = load("mbs-ace-race-v4");
    struct game_odds *whole = odds_of(&book, 4);
    double mean = 0;
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        struct supply shoe = whole->fresh;
        assert_true(supply_take(&shoe, value));
        struct game_odds *without = game_odds_new_shoe(&book, &shoe);
        assert_non_null(without);
        mean += without->expected_value * whole->fresh.left[value] / whole->fresh.total;
        game_odds_free(without);
    }
    assert_true(mean > whole->expected_value && mean < whole->expected_value + 2e-5);
    game_odds_free(whole);
}

/* A shoe that lacks a value has no column for it; one that may run out has no value at all. */
static void test_shoes_at_the_limit(void **state)
{
    (void)state;
    struct rulebook book = load("mbs-blackjack-v6");
    struct supply shoe;
    supply_init(&shoe, deck_of(DECK_FRENCH), 4);
    while (supply_take(&shoe, 7))
        ;
    struct game_odds *game = game_odds_new_shoe(&book, &shoe);
    assert_non_null(game);
    assert_true(fabs(game->expected_value) < 0.05 && isfinite(game->printed_expected_value));
    game_odds_free(game);
    for (unsigned value = 2; value <= VALUE_COUNT; value++)
        while (supply_take(&shoe, value))
            ;
    assert_null(game_odds_new_shoe(&book, &shoe));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hands_of_a_small_shoe),
        cmocka_unit_test(test_four_elements_decks_are_five_ordinary),
        cmocka_unit_test(test_outcomes_give_the_value),
        cmocka_unit_test(test_split_hands_together),
        cmocka_unit_test(test_net_results),
        cmocka_unit_test(test_original_wager_only),
        cmocka_unit_test(test_no_entry_of_the_card_can_be_improved),
        cmocka_unit_test(test_one_hand_is_a_cell_of_the_whole),
        cmocka_unit_test(test_seen_cards),
        cmocka_unit_test(test_an_ace_that_counts_as_said),
        cmocka_unit_test(test_the_value_of_the_card_is_that_of_its_entries),
        cmocka_unit_test(test_a_shoe_without_one_card),
        cmocka_unit_test(test_shoes_at_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
