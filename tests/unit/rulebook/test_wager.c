/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: cards meet the pay line the documents give them, and no other. */
#include "check.h"

#include "rulebook/builtin.h"

static const struct {
    const char *about;
    const char *game;
    const char *wager;
    const char *cards;
    const char *line; /* NULL: the wager loses */
    const char *clauses;
} rows[] = {
    {"two nines", "mbs-blackjack-v6", "pair", "9h 9d", "pair", "1.1.8 3.15.1"},
    {"two Aces", "mbs-blackjack-v6", "pair", "As Ac", "pair", "1.1.8"},
    {"unlike court cards", "mbs-blackjack-v6", "pair", "Kh Qh", NULL, "1.1.8 3.4.3"},
    {"a ten and a King", "mbs-blackjack-v6", "pair", "Th Kh", NULL, "3.4.3"},
    {"two Kings", "mbs-blackjack-v6", "pair", "Kh Kd", "pair", "3.4.3"},
    {"suited Aces", "mbs-ace-race-v4", "ace-race", "Ah Ah", "pair-of-aces", "1.1.1.3 4.2"},
    {"unsuited Aces", "mbs-ace-race-v4", "ace-race", "Ah As", "pair-of-aces", "1.1.1.3"},
    {"one suit", "mbs-ace-race-v4", "ace-race", "7h 7h", "suited-pair", "1.1.1.4"},
    {"one colour", "mbs-ace-race-v4", "ace-race", "7h 7d", "coloured-pair", "1.1.1.1"},
    {"two colours", "mbs-ace-race-v4", "ace-race", "7h 7s", "mixed-pair", "1.1.1.2"},
    {"no pair", "mbs-ace-race-v4", "ace-race", "7h 8h", NULL, "1.1.1"},
    {"unlike court cards", "mbs-ace-race-v4", "ace-race", "Jh Qh", NULL, "3.4.4"},
    {"an Ace on a split Ace", "mbs-ace-race-v4", "ace-race-split", "Ah Ac", "aces-after-split", "3.21.1 4.2"},
    {"a ten on a split Ace", "mbs-ace-race-v4", "ace-race-split", "Ah Tc", NULL, "3.21.1"},
    {"three sevens of Fire", "mbs-star-elements", "super-star-sevens", "7fi 7fi 7fi", "three-sevens-same",
     "4.2"},
    {"three sevens", "mbs-star-elements", "super-star-sevens", "7fi 7go 7fi", "three-sevens-mixed", "4.2"},
    {"two sevens, one the Dealer's", "mbs-star-elements", "super-star-sevens", "7fi 8fi 7fi", "two-sevens",
     "1.1.17"},
    {"one seven", "mbs-star-elements", "super-star-sevens", "7fi 8fi 9fi", NULL, "1.1.17"},
    {"three Stars of Water", "mbs-star-elements", "three-stars", "Fwa Lwa Swa", "three-stars-same", "4.3"},
    {"three Stars", "mbs-star-elements", "three-stars", "Fwa Lwa Swo", "three-stars-mixed", "4.3"},
    {"a ten is no Star", "mbs-star-elements", "three-stars", "Fwa Lwa Twa", NULL, "1.1.19"},
    {"unlike Stars", "mbs-star-elements", "pair", "Fwa Lwa", NULL, "1.1.9"},
    {"a Star as second card", "mbs-star-elements", "insurance", "Sea", "insurance", "3.27"},
    {"suited Aces", "rws-blackjack", "rws-pairs", "As As", "ace-pair-suited", "3.14.1 4.1.2"},
    {"Aces of one colour", "rws-blackjack", "rws-pairs", "As Ac", "coloured-pair", "3.14.3"},
    {"one suit", "rws-blackjack", "rws-pairs", "Qs Qs", "suited-pair", "3.14.2"},
    {"one colour", "rws-blackjack", "rws-pairs", "Qc Qs", "coloured-pair", "3.14.3"},
    {"two colours", "rws-blackjack", "rws-pairs", "Qc Qh", "mixed-pair", "3.14.4"},
    {"no pair", "rws-blackjack", "rws-pairs", "Qc Jc", NULL, "3.14"},
    {"bust with three", "rws-blackjack", "boom-busted", "Th 6h Kh", "three-or-four", "4.1.3"},
    {"bust with four", "rws-blackjack", "boom-busted", "5h 6h 5d Kh", "three-or-four", "4.1.3"},
    {"bust with five", "rws-blackjack", "boom-busted", "2h 3h 5d 6s Kh", "five", "4.1.3"},
    {"bust with six", "rws-blackjack", "boom-busted", "2h 2h 2d 5s 5s Kh", "six", "4.1.3"},
    {"bust with seven", "rws-blackjack", "boom-busted", "2h 2h 2d 2s 2s 6s Kh", "seven", "4.1.3"},
    {"bust with eight", "rws-blackjack", "boom-busted", "2h 2h 2d 2s 2s 2c 4c Kh", "eight-or-more", "4.1.3"},
    {"bust with nine", "rws-blackjack", "boom-busted", "2h 2h 2d 2s 2s 2c 2c 2d Kh", "eight-or-more",
     "4.1.3"},
    {"a King as second card", "rws-blackjack", "insurance", "Kd", "insurance", "3.15.2.b"},
    {"a nine as second card", "rws-blackjack", "insurance", "9d", NULL, "3.15.2.b"},
    {"the printed seven alone", "mbs-7up-baccarat", "super-sevens", "7s 2h 3d 4c", NULL, "1.1.7"},
    {"two sevens", "mbs-7up-baccarat", "super-sevens", "7s 7h 3d 4c", "two-sevens", "4.2"},
    {"six sevens", "mbs-7up-baccarat", "super-sevens", "7s 7h 7d 7c 7c 7c", "six-sevens", "4.2"},
};

static unsigned read_cards(const struct deck *deck, const char *text, struct card *cards)
{
    unsigned count = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        assert_true(deck_parse_card(deck, text, length, &cards[count++]));
        text += length + (text[length] == ' ');
    }
    return count;
}

static void test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rulebook book;
        struct card cards[16];
        assert_int_equal(builtin_load(rows[i].game, &book), STATUS_OK);
        const struct deck *deck = deck_of((enum deck_id)book.deck);
        int wager = rulebook_wager(&book, rows[i].wager);
        assert_true(wager >= 0);
        unsigned count = read_cards(deck, rows[i].cards, cards);
        int line = wager_rule_line(&book.wagers[wager], deck, cards, count);
        const char *name = line < 0 ? "nothing" : book.wagers[wager].lines[line].name;
        if (strcmp(name, rows[i].line ? rows[i].line : "nothing") != 0)
            fail_msg("%s, %s: %s pays %s", rows[i].game, rows[i].about, rows[i].cards, name);
    }
}

static void test_found_by_name_and_place(void **state)
{
    (void)state;
    struct rulebook book;
    assert_int_equal(builtin_load("mbs-7up-baccarat", &book), STATUS_OK);
    assert_int_equal(rulebook_wager(&book, "tie"), 2);
    assert_int_equal(rulebook_wager(&book, "pair"), -1);
    assert_int_equal(rulebook_wager_at(&book, PLACE_TABLE), 0);
    assert_int_equal(rulebook_wager_at(&book, PLACE_INSURANCE), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_found_by_name_and_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
