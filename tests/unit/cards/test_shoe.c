/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a shoe deals what is in it, and the shuffle favours no arrangement. */
#include "check.h"

#include "cards/shoe.h"

/* A source that counts upwards in its high half: every residue comes up evenly, and rejection is exercised.
 */
struct counter {
    uint64_t at;
    uint64_t step;
};

static uint64_t count_next(void *state)
{
    struct counter *counter = state;
    return counter->at += counter->step;
}

static void test_deals_in_order_and_ends(void **state)
{
    (void)state;
    const struct card order[] = {card_make(10, 1), card_make(9, 2)};
    struct shoe shoe;
    struct card card;
    shoe_init_order(&shoe, order, 2);
    assert_int_equal(shoe_left(&shoe), 2);
    assert_true(shoe_draw(&shoe, &card) && card_equal(card, order[0]));
    assert_true(shoe_draw(&shoe, &card) && card_equal(card, order[1]));
    assert_false(shoe_draw(&shoe, &card));
    assert_int_equal(shoe_left(&shoe), 0);
}

static void test_every_card_as_often_as_decks(void **state)
{
    (void)state;
    for (unsigned decks = 1; decks <= SHOE_DECKS_MAX; decks++) {
        unsigned seen[CARD_CODE_COUNT] = {0};
        struct shoe shoe;
        struct counter counter = {0, UINT64_C(0x9E3779B97F4A7C15)};
        struct draws draws = {count_next, &counter};
        const struct deck *deck = deck_of(decks % 2 ? DECK_FRENCH : DECK_ELEMENTS);
        struct card card;
        shoe_init(&shoe, deck, decks);
        shoe_shuffle(&shoe, &draws);
        while (shoe_draw(&shoe, &card))
            seen[card.code]++;
        for (unsigned i = 0; i < deck_card_count(deck); i++)
            assert_int_equal(seen[deck_card(deck, i).code], decks);
    }
}

static void test_a_draw_is_below_its_limit_and_even(void **state)
{
    (void)state;
    /* 2^32 / 3 leaves a remainder: without rejection one residue would come up once too often. Stepping by
     * 2^32 + the golden ratio visits the whole range evenly. */
    struct counter counter = {0, UINT64_C(0x9E3779B900000000)};
    struct draws draws = {count_next, &counter};
    unsigned seen[7] = {0};
    for (unsigned i = 0; i < 70000; i++) {
        uint32_t drawn = draws_below(&draws, 7);
        assert_true(drawn < 7);
        seen[drawn]++;
    }
    for (unsigned i = 0; i < 7; i++)
        assert_in_range(seen[i], 9990, 10010);
    assert_int_equal(draws_below(&draws, 1), 0);
}

/* Gives the values of a list, one after the other, as the high halves of draws. */
struct script {
    const uint32_t *values;
    unsigned at;
};

static uint64_t script_next(void *state)
{
    struct script *script = state;
    return (uint64_t)script->values[script->at++] << 32;
}

static void test_the_unfair_part_is_rejected(void **state)
{
    (void)state;
    /* below = 3: 2^32 mod 3 = 1, so the one value 0 (whose product's low half is 0 < 1) must be drawn again.
     */
    const uint32_t values[] = {0, 1};
    struct script script = {values, 0};
    struct draws draws = {script_next, &script};
    assert_int_equal(draws_below(&draws, 3), 0);
    assert_int_equal(script.at, 2);
}

/* splitmix64: neighbouring draws are independent enough to judge arrangements by. */
static uint64_t mixed_next(void *state)
{
    struct counter *counter = state;
    uint64_t z = counter->at += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void test_all_arrangements_equally_often(void **state)
{
    (void)state;
    const struct card order[] = {card_make(1, 0), card_make(2, 0), card_make(3, 0)};
    struct counter counter = {12345, 0};
    struct draws draws = {mixed_next, &counter};
    unsigned arrangements = 0;
    unsigned seen[64] = {0};
    enum { TRIES = 60000 };
    for (unsigned i = 0; i < TRIES; i++) {
        struct shoe shoe;
        shoe_init_order(&shoe, order, 3);
        shoe_shuffle(&shoe, &draws);
        seen[card_rank(shoe.cards[0]) * 16 + card_rank(shoe.cards[1]) * 4 + card_rank(shoe.cards[2])]++;
    }
    for (unsigned i = 0; i < 64; i++) {
        if (seen[i]) {
            arrangements++;
            assert_in_range(seen[i], TRIES / 6 - 450, TRIES / 6 + 450); /* five standard deviations */
        }
    }
    assert_int_equal(arrangements, 6);
}

static void test_dealt_cards_stay(void **state)
{
    (void)state;
    struct counter counter = {0, UINT64_C(0x9E3779B97F4A7C15)};
    struct draws draws = {count_next, &counter};
    struct shoe shoe;
    struct card first;
    shoe_init(&shoe, deck_of(DECK_FRENCH), 1);
    assert_true(shoe_draw(&shoe, &first));
    shoe_shuffle(&shoe, &draws);
    assert_true(card_equal(shoe.cards[0], first));
    for (unsigned i = 1; i < shoe.count; i++)
        assert_false(card_equal(shoe.cards[i], first));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deals_in_order_and_ends),
        cmocka_unit_test(test_every_card_as_often_as_decks),
        cmocka_unit_test(test_a_draw_is_below_its_limit_and_even),
        cmocka_unit_test(test_the_unfair_part_is_rejected),
        cmocka_unit_test(test_all_arrangements_equally_often),
        cmocka_unit_test(test_dealt_cards_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
