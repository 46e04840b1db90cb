/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: both decks have their cards, each written and read one way only. */
#include "check.h"

#include "cards/deck.h"

static void every_card_once(const struct deck *deck, unsigned expected)
{
    bool seen[CARD_CODE_COUNT] = {false};
    assert_int_equal(deck_card_count(deck), expected);
    for (unsigned i = 0; i < expected; i++) {
        char text[CARD_TEXT_MAX];
        struct card card = deck_card(deck, i);
        struct card read;
        assert_true(card.code < CARD_CODE_COUNT && !seen[card.code]);
        seen[card.code] = true;
        assert_true(deck_has(deck, card));
        deck_print_card(deck, card, text, sizeof(text));
        assert_true(deck_parse_card(deck, text, strlen(text), &read));
        assert_true(card_equal(card, read));
    }
}

static void test_52_and_65_cards(void **state)
{
    (void)state;
    every_card_once(deck_of(DECK_FRENCH), 52);
    every_card_once(deck_of(DECK_ELEMENTS), 65);
}

static const struct {
    enum deck_id deck;
    const char *text;
    unsigned rank; /* 0: refused */
    unsigned suit;
} rows[] = {
    {DECK_FRENCH, "Th", 10, 1},    {DECK_FRENCH, "9d", 9, 2},     {DECK_FRENCH, "As", 1, 0},
    {DECK_FRENCH, "Kc", 13, 3},    {DECK_FRENCH, "1h", 0, 0},     {DECK_FRENCH, "th", 0, 0},
    {DECK_FRENCH, "TH", 0, 0},     {DECK_FRENCH, "T", 0, 0},      {DECK_FRENCH, "", 0, 0},
    {DECK_FRENCH, "10h", 0, 0},    {DECK_FRENCH, "Fgo", 0, 0},    {DECK_FRENCH, "Thh", 0, 0},
    {DECK_ELEMENTS, "Tfi", 10, 0}, {DECK_ELEMENTS, "Fgo", 11, 1}, {DECK_ELEMENTS, "Lea", 12, 2},
    {DECK_ELEMENTS, "Swo", 13, 3}, {DECK_ELEMENTS, "7wa", 7, 4},  {DECK_ELEMENTS, "Kfi", 0, 0},
    {DECK_ELEMENTS, "7w", 0, 0},   {DECK_ELEMENTS, "7s", 0, 0},
};

static void test_notation(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct card card = CARD_NONE;
        bool good = deck_parse_card(deck_of(rows[i].deck), rows[i].text, strlen(rows[i].text), &card);
        assert_int_equal(good, rows[i].rank != 0);
        assert_int_equal(card_rank(card), rows[i].rank);
        assert_int_equal(card_suit(card), rows[i].suit);
    }
}

static void test_colours(void **state)
{
    (void)state;
    const struct deck *french = deck_of(DECK_FRENCH);
    const struct deck *elements = deck_of(DECK_ELEMENTS);
    assert_true(deck_same_colour(french, card_make(7, 1), card_make(7, 2))); /* hearts, diamonds */
    assert_true(deck_same_colour(french, card_make(7, 0), card_make(7, 3))); /* spades, clubs */
    assert_false(deck_same_colour(french, card_make(7, 0), card_make(7, 1)));
    for (unsigned a = 0; a < 5; a++)
        for (unsigned b = 0; b < 5; b++)
            assert_int_equal(deck_same_colour(elements, card_make(7, a), card_make(7, b)), a == b);
}

static void test_a_card_face_down_is_a_question_mark(void **state)
{
    (void)state;
    char text[CARD_TEXT_MAX];
    assert_string_equal(deck_print_card(deck_of(DECK_FRENCH), CARD_NONE, text, sizeof(text)), "?");
    assert_false(deck_has(deck_of(DECK_FRENCH), CARD_NONE));
    assert_false(deck_has(deck_of(DECK_FRENCH), card_make(7, 4)));
    assert_true(deck_has(deck_of(DECK_ELEMENTS), card_make(7, 4)));
    assert_false(deck_has(deck_of(DECK_ELEMENTS), card_make(14, 0)));
}

static void test_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(deck_find("french"), deck_of(DECK_FRENCH));
    assert_ptr_equal(deck_find("elements"), deck_of(DECK_ELEMENTS));
    assert_null(deck_find("tarot"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_52_and_65_cards), cmocka_unit_test(test_notation),
        cmocka_unit_test(test_colours),         cmocka_unit_test(test_a_card_face_down_is_a_question_mark),
        cmocka_unit_test(test_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
