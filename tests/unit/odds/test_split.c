/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the value of a split, with resplits and with losses shared between hands, is that of the round dealt
 * card by card in its real order; and it is a value published elsewhere. */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "odds/game.h"
#include "odds/pattern.h"

/* ---- The round as it is dealt: hand after hand, then the Dealer; every order of cards. ---- */

struct dealt {
    const struct column *column;
    const struct policy *policy;
    unsigned pair;
    struct supply shoe;
    unsigned hand_count;
    struct {
        uint8_t count[VALUE_COUNT + 1];
        unsigned total; /* once finished; over 21: bust */
        double wager;
    } hands[SPLIT_HANDS_MAX];
    unsigned dealer_hard;
    bool dealer_ace;
    unsigned dealer_cards;
    long double *sum; /* mean, square, staked, share paid: a million small terms, so with more digits */
    double *nets;     /* by units won, from NET_UNITS lost on */
    long double chance;
};

static double settle(const struct dealt *round, unsigned dealer, bool blackjack)
{
    const struct terms *terms = round->column->terms;
    double result = 0;
    bool at_risk = false;
    bool any_lost = false;
    for (unsigned i = 0; i < round->hand_count; i++) {
        unsigned total = round->hands[i].total;
        double wager = round->hands[i].wager;
        bool stand_off = blackjack && total == 21 && terms->push_21;
        any_lost |= !stand_off;
        at_risk |= total <= 21 && !stand_off;
        if (stand_off)
            continue;
        if (blackjack && terms->bj_loss != BJ_LOSS_ALL)
            result -= total > 21 ? wager : 0;
        else if (total > 21 || blackjack || (dealer <= 21 && total < dealer))
            result -= wager;
        else if (dealer > 21 || total > dealer)
            result += wager * terms->regular_pays;
    }
    if (blackjack && terms->bj_loss == BJ_LOSS_ORIGINAL_AND_BUSTED && at_risk)
        result -= 1;
    if (blackjack && terms->bj_loss == BJ_LOSS_ORIGINAL_ONLY)
        result = any_lost ? -1 : 0;
    return result;
}

typedef void deal_then(struct dealt *round, unsigned hand, unsigned value);

static void deal_each(const struct dealt *round, unsigned hand, deal_then *then)
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        struct dealt next = *round;
        if (!round->shoe.left[value])
            continue;
        next.chance = next.chance * round->shoe.left[value] / round->shoe.total;
        supply_take(&next.shoe, value);
        then(&next, hand, value);
    }
    assert_true(round->shoe.total > 0); /* the shoe must not run out: the theory rests on it */
}

static void dealer_turn(struct dealt *round);

static void dealer_card(struct dealt *round, unsigned hand, unsigned value)
{
    (void)hand;
    round->dealer_hard += value;
    round->dealer_ace |= value == VALUE_ACE;
    round->dealer_cards++;
    dealer_turn(round);
}

static void dealer_turn(struct dealt *round)
{
    bool soft = round->dealer_ace && round->dealer_hard + 10 <= 21;
    unsigned total = round->dealer_hard + (soft ? 10 : 0);
    if (total < 17 || (total == 17 && soft && round->column->terms->hit_soft17)) {
        deal_each(round, 0, dealer_card);
        return;
    }
    double result = settle(round, total, total == 21 && round->dealer_cards == 2);
    round->sum[0] += round->chance * result;
    round->sum[1] += round->chance * result * result;
    round->nets[NET_UNITS + (int)result] += (double)round->chance;
    for (unsigned i = 0; i < round->hand_count; i++) {
        unsigned hand = round->hands[i].total;
        bool blackjack = total == 21 && round->dealer_cards == 2;
        round->sum[2] += round->chance * round->hands[i].wager;
        if (hand <= 21 && !blackjack && (total > 21 || hand > total))
            round->sum[3] += round->chance / round->hand_count;
    }
}

static void second_card(struct dealt *round, unsigned hand, unsigned value);

static void next_hand(struct dealt *round, unsigned hand)
{
    if (hand + 1 < round->hand_count)
        deal_each(round, hand + 1, second_card);
    else
        dealer_turn(round);
}

static unsigned total_of(const uint8_t *count)
{
    unsigned hard = 0;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        hard += value * count[value];
    return count[VALUE_ACE] && hard + 10 <= 21 ? hard + 10 : hard;
}

static void double_card(struct dealt *round, unsigned hand, unsigned value)
{
    round->hands[hand].count[value]++;
    round->hands[hand].wager = 2;
    round->hands[hand].total = total_of(round->hands[hand].count);
    next_hand(round, hand);
}

static void decide(struct dealt *round, unsigned hand);

static void hit_card(struct dealt *round, unsigned hand, unsigned value)
{
    round->hands[hand].count[value]++;
    round->hands[hand].total = total_of(round->hands[hand].count);
    if (round->hands[hand].total > 21)
        next_hand(round, hand);
    else
        decide(round, hand);
}

static void decide(struct dealt *round, unsigned hand)
{
    const struct terms *terms = round->column->terms;
    unsigned number = hands_find(round->column->hands, round->hands[hand].count);
    bool one_card = round->pair == VALUE_ACE && terms->aces_one_card;
    assert_int_not_equal(number, HOLDING_BUST);
    round->hands[hand].total = total_of(round->hands[hand].count);
    if (!one_card && round->column->hands->at[number].cards == 2 && terms->double_after_split &&
        round->policy->doubles[number])
        deal_each(round, hand, double_card);
    else if (!one_card && round->policy->hits[number])
        deal_each(round, hand, hit_card);
    else
        next_hand(round, hand);
}

static void second_card(struct dealt *round, unsigned hand, unsigned value)
{
    if (value == round->pair && round->hand_count < round->column->terms->hands_max[round->pair]) {
        round->hands[round->hand_count].count[value] = 1;
        round->hands[round->hand_count++].wager = 1;
        deal_each(round, hand, second_card);
        return;
    }
    round->hands[hand].count[value]++;
    decide(round, hand);
}

static struct moments deal_split(const struct column *column, const struct policy *policy, unsigned pair,
                                 double nets[2 * NET_UNITS + 1])
{
    long double sum[4] = {0, 0, 0, 0};
    struct dealt round = {.column = column, .policy = policy, .pair = pair, .shoe = column->left};
    round.hand_count = 2;
    round.hands[0].count[pair] = round.hands[1].count[pair] = 1;
    round.hands[0].wager = round.hands[1].wager = 1;
    supply_take(&round.shoe, pair);
    supply_take(&round.shoe, pair);
    round.dealer_hard = column->up;
    round.dealer_ace = column->up == VALUE_ACE;
    round.dealer_cards = 1;
    round.sum = sum;
    round.nets = nets;
    round.chance = 1;
    deal_each(&round, 0, second_card);
    return (struct moments){(double)sum[0], (double)sum[1], (double)sum[2], (double)sum[3]};
}

/* ---- Small shoes, so that every order can be dealt. ---- */

struct shoe_row {
    const char *about;
    uint8_t cards[VALUE_COUNT + 1]; /* by value */
    uint8_t up;
    uint8_t pair;
    uint8_t hands_max;
    bool reckless; /* doubles hard 12 and more, so that doubled hands bust */
};

static const struct shoe_row shoes[] = {
    {"eights against a six", {0, 0, 0, 0, 0, 0, 3, 0, 8, 0, 9}, 6, 8, 4, false},
    {"eights against an Ace", {0, 5, 0, 0, 0, 0, 0, 0, 9, 0, 9}, 1, 8, 4, false},
    {"eights against a ten", {0, 5, 0, 0, 0, 0, 0, 0, 9, 0, 9}, 10, 8, 4, false},
    {"eights, three hands", {0, 4, 0, 0, 0, 4, 0, 0, 7, 0, 7}, 10, 8, 3, true},
    {"sixes, two hands", {0, 3, 0, 3, 0, 0, 8, 0, 0, 0, 9}, 1, 6, 2, true},
    {"tens against an Ace: the pair makes the Dealer's Blackjack",
     {0, 6, 0, 0, 0, 5, 0, 0, 0, 0, 12},
     1,
     10,
     3,
     false},
    {"Aces against a ten: the pair makes the Dealer's Blackjack",
     {0, 8, 0, 0, 0, 0, 0, 4, 0, 0, 9},
     10,
     1,
     4,
     false},
    {"twos against a ten, four hands", {0, 4, 7, 0, 0, 0, 0, 0, 0, 0, 14}, 10, 2, 4, false},
    {"twos against an Ace, four hands", {0, 4, 7, 0, 0, 0, 0, 0, 0, 4, 11}, 1, 2, 4, false},
    {"threes against an Ace, four hands", {0, 3, 0, 7, 0, 0, 0, 0, 4, 0, 11}, 1, 3, 4, false},
    {"fours against a ten, four hands, doubled", {0, 2, 0, 0, 7, 0, 0, 3, 0, 0, 11}, 10, 4, 4, true},
    {"fives against an Ace, four hands", {0, 3, 0, 0, 0, 7, 0, 3, 0, 0, 9}, 1, 5, 4, false},
    {"fives, doubled", {0, 2, 0, 0, 0, 9, 2, 0, 0, 0, 9}, 10, 5, 3, false},
};

static struct terms plain_terms(unsigned hands_max)
{
    struct terms terms = {.blackjack_pays = 1.5,
                          .regular_pays = 1,
                          .bj_loss = BJ_LOSS_ALL,
                          .aces_one_card = true,
                          .double_after_split = true,
                          .double_any = true};
    memset(terms.hands_max, (int)hands_max, sizeof(terms.hands_max));
    return terms;
}

static struct supply supply_of(const uint8_t *cards)
{
    struct supply supply = {.total = 0};
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        supply.left[value] = cards[value];
        supply.total = (uint16_t)(supply.total + cards[value]);
    }
    return supply;
}

static struct hands all_hands;
static struct column column;
static struct policy policy;
static struct values values;

/* Even from a shoe of twenty cards no result is further off than the last refinement moved some. */
static void check_net(const struct shoe_row *row, const struct net *net,
                      const double dealt[2 * NET_UNITS + 1])
{
    double together = 0;
    for (int result = -NET_UNITS; result <= NET_UNITS; result++) {
        double computed = 0;
        for (int paid = 0; paid <= NET_UNITS; paid++)
            if (paid - result >= 0 && paid - result <= NET_UNITS)
                computed += net->at[paid][paid - result];
        together += computed;
        if (fabs(computed - dealt[NET_UNITS + result]) > net->off)
            fail_msg("%s, %+d: dealt %.9f, computed %.9f, off %.1e", row->about, result,
                     dealt[NET_UNITS + result], computed, net->off);
    }
    assert_true(fabs(together - 1) < 1e-13);
    assert_true(net->off < 2.1e-3);
}

static void check_shoe(const struct shoe_row *row, const struct terms *terms)
{
    struct supply supply = supply_of(row->cards);
    column_init(&column, terms, &all_hands, &supply, row->up);
    column_best(&column, &policy, &values);
    for (unsigned i = all_hands.with[2]; row->reckless && i < all_hands.with[3]; i++)
        policy.doubles[i] = all_hands.at[i].hard >= 12;
    double nets[2 * NET_UNITS + 1] = {0};
    struct moments dealt = deal_split(&column, &policy, row->pair, nets);
    struct moments computed;
    struct net net;
    assert_int_equal(
        split_evaluate(&column, &policy, row->pair, (struct split_wish){-INFINITY, &net}, &computed),
        STATUS_OK);
    check_net(row, &net, nets);
    if (fabs(dealt.mean - computed.mean) > 1e-12 || fabs(dealt.square - computed.square) > 1e-12 ||
        fabs(dealt.staked - computed.staked) > 1e-12 || fabs(dealt.paid - computed.paid) > 1e-12)
        fail_msg("%s, rule %d: dealt %.15f %.15f %.15f %.15f, computed %.15f %.15f %.15f %.15f", row->about,
                 (int)terms->bj_loss, dealt.mean, dealt.square, dealt.staked, dealt.paid, computed.mean,
                 computed.square, computed.staked, computed.paid);
}

static void check_shoes(enum dealer_bj_loss bj_loss, bool push_21, bool hit_soft17)
{
    hands_build(&all_hands);
    for (size_t i = 0; i < COUNT_OF(shoes); i++) {
        struct terms terms = plain_terms(shoes[i].hands_max);
        terms.bj_loss = bj_loss;
        terms.push_21 = push_21;
        terms.hit_soft17 = hit_soft17;
        check_shoe(&shoes[i], &terms);
    }
}

static void test_all_wagers_lost(void **state)
{
    (void)state;
    check_shoes(BJ_LOSS_ALL, false, false);
    check_shoes(BJ_LOSS_ALL, true, true);
}

static void test_original_and_busted_lost(void **state)
{
    (void)state;
    check_shoes(BJ_LOSS_ORIGINAL_AND_BUSTED, false, false);
    check_shoes(BJ_LOSS_ORIGINAL_AND_BUSTED, true, false);
}

/* Who must draw to 20 busts with low cards, too. */
static void test_low_cards_bust(void **state)
{
    (void)state;
    hands_build(&all_hands);
    for (size_t i = 0; i < COUNT_OF(shoes); i++) {
        struct terms terms = plain_terms(shoes[i].hands_max);
        terms.bj_loss = BJ_LOSS_ORIGINAL_AND_BUSTED;
        terms.stand_min = 20;
        if (shoes[i].reckless)
            check_shoe(&shoes[i], &terms);
    }
}

static void test_original_only_lost(void **state)
{
    (void)state;
    check_shoes(BJ_LOSS_ORIGINAL_ONLY, false, false);
    check_shoes(BJ_LOSS_ORIGINAL_ONLY, true, false);
}

/* Patterns are a partition: their probabilities add up to one for any shoe. */
static void test_patterns_add_up(void **state)
{
    (void)state;
    for (unsigned hands_max = 2; hands_max <= SPLIT_HANDS_MAX; hands_max++)
        for (unsigned pair_left = 0; pair_left <= 30; pair_left += 5) {
            struct patterns patterns;
            struct pair_draws draws;
            double sum = 0;
            patterns_build(&patterns, hands_max);
            pair_draws_init(&draws, pair_left, 100);
            for (unsigned i = 0; i < patterns.count; i++)
                sum += pattern_probability(&patterns.at[i], &draws);
            assert_true(fabs(sum - 1) < 1e-12);
        }
}

/* One deck, the Dealer stands on soft 17, no double after split, one split: twos against a six are worth
 * 0.1189818683947885 in every combinatorial analyser of the literature (strategy CDZ-). */
static void test_a_published_value(void **state)
{
    (void)state;
    struct terms terms = plain_terms(2);
    struct supply supply;
    terms.double_after_split = false;
    hands_build(&all_hands);
    supply_init(&supply, deck_of(DECK_FRENCH), 1);
    column_init(&column, &terms, &all_hands, &supply, 6);
    column_best(&column, &policy, &values);
    struct moments split;
    assert_int_equal(split_evaluate(&column, &policy, 2, (struct split_wish){-INFINITY, NULL}, &split),
                     STATUS_OK);
    assert_true(fabs(split.mean - 0.1189818683947885) < 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns_add_up), cmocka_unit_test(test_a_published_value),
        cmocka_unit_test(test_all_wagers_lost), cmocka_unit_test(test_original_and_busted_lost),
        cmocka_unit_test(test_low_cards_bust),  cmocka_unit_test(test_original_only_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
