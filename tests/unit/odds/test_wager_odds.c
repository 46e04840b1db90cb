/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: wagers decided by cards alone have the published counts, and counts made by a second, simpler way. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "odds/baccarat_tally.h"
#include "odds/supply.h"
#include "odds/wager_odds.h"
#include "rulebook/builtin.h"

static uint64_t ways_64(ways_t ways)
{
    assert_true(ways >> 64 == 0);
    return (uint64_t)ways;
}

static const struct stock *whole_decks(unsigned decks)
{
    static struct stock stock;
    stock_init(&stock, deck_of(DECK_FRENCH), decks);
    return &stock;
}

/* ---- Baccarat. ---- */

static struct pay_line outcome_line(unsigned winner, unsigned totals, unsigned num, unsigned den)
{
    struct pay_line line = {.pays = {num, den}};
    line.match.winner = (uint8_t)winner;
    line.match.totals = (uint16_t)totals;
    return line;
}

/* Punto banco as played everywhere: four cards, third cards by the well-known table. */
static struct rulebook punto_banco(void)
{
    struct rulebook book = {.family = FAMILY_BACCARAT, .deck = DECK_FRENCH};
    struct baccarat_rules *rules = &book.baccarat;
    const uint8_t order[] = {SIDE_PLAYER, SIDE_BANKER, SIDE_PLAYER, SIDE_BANKER};
    const uint16_t banker[] = {0x3ff, 0x3ff, 0x3ff, 0x2ff, 0x0fc, 0x0f0, 0x0c0, 0, 0, 0};
    rules->deal_count = 4;
    memcpy(rules->deal_order, order, sizeof(order));
    rules->natural_totals = 1U << 8 | 1U << 9;
    rules->player_draws = 0x3f;
    rules->banker_draws_if_player_stands = 0x3f;
    memcpy(rules->banker_draws, banker, sizeof(banker));
    book.wager_count = 1;
    book.wagers[0] = (struct wager_rule){.judge = JUDGE_OUTCOME, .line_count = 3};
    book.wagers[0].lines[0] = outcome_line(WINNER_PLAYER, 0x3ff, 1, 1);
    book.wagers[0].lines[1] = outcome_line(WINNER_BANKER, 0x3ff, 19, 20);
    book.wagers[0].lines[2] = outcome_line(WINNER_TIE, 0x3ff, 8, 1);
    return book;
}

static void test_punto_banco_of_eight_decks(void **state)
{
    (void)state;
    struct rulebook book = punto_banco();
    struct tally tally = {0};
    baccarat_tally(&tally, &book, &book.wagers[0], whole_decks(8));
    assert_int_equal(ways_64(tally.ways[0]), UINT64_C(2230518282592256));
    assert_int_equal(ways_64(tally.ways[1]), UINT64_C(2292252566437888));
    assert_int_equal(ways_64(tally.ways[2]), UINT64_C(475627426473216));
    assert_int_equal(ways_64(tally.total), UINT64_C(4998398275503360));
}

static void test_seven_up_of_six_decks(void **state)
{
    (void)state;
    struct rulebook book;
    struct tally tally = {0};
    assert_int_equal(builtin_load("mbs-7up-baccarat", &book), STATUS_OK);
    int player = rulebook_wager(&book, "player");
    const struct wager_rule *rule = &book.wagers[player];
    assert_true(player >= 0);
    baccarat_tally(&tally, &book, rule, whole_decks(6));
    assert_int_equal(rule->line_count, 2);
    for (unsigned i = 0; i < 2; i++) /* 1:2 is the win on 7 */
        assert_int_equal(ways_64(tally.ways[i]),
                         rule->lines[i].pays.den == 2 ? UINT64_C(561338904384) : UINT64_C(818970471360));
    assert_int_equal(ways_64(tally.ways[TALLY_PUSH]), UINT64_C(308245281984));
    assert_int_equal(ways_64(tally.ways[TALLY_LOSS]), UINT64_C(1174211488512));
    assert_int_equal(ways_64(tally.total), UINT64_C(2862766146240));
}

/* Ranks dealt as one kind must give what ranks dealt singly give: a line that tells suits apart but is never
 * reached switches the merging off. */
static void test_merged_ranks_change_nothing(void **state)
{
    (void)state;
    struct rulebook book;
    assert_int_equal(builtin_load("mbs-7up-baccarat", &book), STATUS_OK);
    int super = -1;
    for (int i = 0; i < book.wager_count; i++)
        if (book.wagers[i].judge == JUDGE_ALL_CARDS)
            super = i;
    assert_true(super >= 0);
    struct wager_rule apart = book.wagers[super];
    struct tally merged = {0};
    struct tally single = {0};
    apart.lines[apart.line_count] = (struct pay_line){.pays = {1, 1}};
    apart.lines[apart.line_count].match =
        (struct match){.suit = SUIT_SAME, .ranks = 1U << RANK_KING, .count_min = 9, .count_max = 9};
    apart.line_count++;
    baccarat_tally(&merged, &book, &book.wagers[super], whole_decks(4));
    baccarat_tally(&single, &book, &apart, whole_decks(4));
    for (unsigned i = 0; i < TALLY_PLACES; i++)
        assert_true(merged.ways[i] == single.ways[i]);
    assert_true(merged.total == single.total);
}

/* All cards of one suit in a hand-counted case: one deck, four cards, nobody draws. */
static void test_suits_of_all_cards(void **state)
{
    (void)state;
    struct rulebook book = punto_banco();
    struct tally tally = {0};
    book.baccarat.natural_totals = 0x3ff;
    book.wagers[0] = (struct wager_rule){.judge = JUDGE_ALL_CARDS, .line_count = 2};
    book.wagers[0].lines[0].match = (struct match){.suit = SUIT_SAME};
    book.wagers[0].lines[1].match = (struct match){.suit = SUIT_SAME_COLOUR};
    baccarat_tally(&tally, &book, &book.wagers[0], whole_decks(1));
    ways_t behind = 48 * 47;
    assert_true(tally.ways[0] == 4 * ways_falling(13, 4) * behind);
    assert_true(tally.ways[1] == (2 * ways_falling(26, 4) - 4 * ways_falling(13, 4)) * behind);
    assert_true(tally.total == ways_falling(52, 6));
}

/* ---- Blackjack side wagers: formulas a person can check. ---- */

static void assert_fraction(const mpq_t found, uint64_t num, uint64_t den)
{
    mpq_t expected;
    mpq_init(expected);
    mpq_set_ui(expected, num, den);
    mpq_canonicalize(expected);
    if (!mpq_equal(found, expected)) {
        char *text = fraction_text(found);
        fail_msg("found %s, expected %lu/%lu", text, (unsigned long)num, (unsigned long)den);
    }
    mpq_clear(expected);
}

static void count_wager(struct wager_odds *odds, struct rulebook *book, const char *game, const char *kind,
                        unsigned decks)
{
    assert_int_equal(builtin_load(game, book), STATUS_OK);
    int wager = rulebook_wager(book, kind);
    assert_true(wager >= 0);
    assert_int_equal(wager_odds_count(odds, book, (unsigned)wager, decks), STATUS_OK);
}

static void test_pairs(void **state)
{
    (void)state;
    struct wager_odds odds;
    struct rulebook book;
    wager_odds_init(&odds);
    for (unsigned decks = 1; decks <= 8; decks++) { /* 4 decks - 1 cards pair the first */
        count_wager(&odds, &book, "mbs-blackjack-v6", "pair", decks);
        assert_fraction(odds.hit_frequency, 4 * decks - 1, 52 * decks - 1);
        assert_fraction(odds.house_edge, 52 * decks - 1 - 12 * (4 * decks - 1), 52 * decks - 1);
    }
    count_wager(&odds, &book, "mbs-star-elements", "pair", 4);
    assert_fraction(odds.hit_frequency, 19, 259);
    count_wager(&odds, &book, "mbs-ace-race-v4", "ace-race", 6); /* 6 decks: 311 cards after the first */
    assert_fraction(odds.outcomes[0].probability, 23, 13 * 311);
    assert_fraction(odds.outcomes[1].probability, 12 * 5, 13 * 311);
    assert_fraction(odds.outcomes[2].probability, 12 * 6, 13 * 311);
    assert_fraction(odds.outcomes[3].probability, 12 * 12, 13 * 311);
    wager_odds_release(&odds);
}

static void test_three_cards(void **state)
{
    (void)state;
    struct wager_odds odds;
    struct rulebook book;
    wager_odds_init(&odds);
    count_wager(&odds, &book, "mbs-star-elements", "super-star-sevens", 4);
    /* three sevens of one Element out of 4 of 20; three of 20; two of 20 and one of 240, in three places */
    assert_fraction(odds.outcomes[0].probability, 5 * 4 * 3 * 2, 260 * 259 * 258);
    assert_fraction(odds.outcomes[1].probability, 20 * 19 * 18 - 5 * 4 * 3 * 2, 260 * 259 * 258);
    assert_fraction(odds.outcomes[2].probability, 3 * 20 * 19 * 240, 260 * 259 * 258);
    count_wager(&odds, &book, "mbs-star-elements", "three-stars", 4);
    assert_fraction(odds.outcomes[0].probability, 5 * 12 * 11 * 10, 260 * 259 * 258);
    assert_fraction(odds.outcomes[1].probability, 60 * 59 * 58 - 5 * 12 * 11 * 10, 260 * 259 * 258);
    wager_odds_release(&odds);
}

/* ---- A shoe of any cards. ---- */

/* The cards of a stock one by one, and which of them are dealt. */
struct dealing {
    const struct rulebook *book;
    const struct wager_rule *rule;
    unsigned count;
    struct card cards[2 * KINDS_MAX];
    unsigned dealt[3];
    uint64_t ways[TALLY_PLACES];
    uint64_t total;
};

static void judge_deal(struct dealing *deal, unsigned length)
{
    const struct deck *deck = deck_of((enum deck_id)deal->book->deck);
    struct card cards[COUNT_OF(deal->dealt)] = {CARD_NONE, CARD_NONE, CARD_NONE};
    for (unsigned i = 0; i < length; i++)
        cards[i] = deal->cards[deal->dealt[i]];
    bool second = deal->rule->judge == JUDGE_DEALER_SECOND;
    if (second && !rank_set_has(deal->book->blackjack.insurance_against, card_rank(cards[0])))
        return;
    int line = second ? wager_rule_line(deal->rule, deck, &cards[1], 1)
                      : wager_rule_line(deal->rule, deck, cards, length);
    deal->ways[line < 0 ? TALLY_LOSS : (unsigned)line]++;
    deal->total++;
}

static void deal_on(struct dealing *deal, unsigned length, unsigned at)
{
    if (at == length || at == COUNT_OF(deal->dealt)) {
        judge_deal(deal, length);
        return;
    }
    for (unsigned i = 0; i < deal->count; i++) {
        bool gone = false;
        for (unsigned k = 0; k < at; k++)
            gone = gone || deal->dealt[k] == i;
        deal->dealt[at] = i;
        if (!gone)
            deal_on(deal, length, at + 1);
    }
}

static void lay_out(struct dealing *deal, const struct stock *stock)
{
    for (unsigned kind = 0; kind < deck_card_count(stock->deck); kind++)
        for (unsigned i = 0; i < stock->left[kind]; i++)
            deal->cards[deal->count++] = deck_card(stock->deck, kind);
}

struct stock_row {
    const char *about;
    const char *game;
    const char *kind;
    unsigned length; /* cards that are dealt for it */
};

static const struct stock_row stock_rows[] = {
    {"two cards", "mbs-blackjack-v6", "pair", 2},
    {"two cards by suit", "mbs-ace-race-v4", "ace-race", 2},
    {"the Dealer's second", "mbs-blackjack-v6", "insurance", 2},
    {"two cards and the Dealer's", "mbs-star-elements", "super-star-sevens", 3},
};

/* One deck with an Ace and three sevens gone, and one five too many, dealt card by card. */
static void test_any_stock(void **state)
{
    (void)state;
    struct wager_odds odds;
    wager_odds_init(&odds);
    for (size_t i = 0; i < COUNT_OF(stock_rows); i++) {
        struct rulebook book;
        struct stock stock;
        assert_int_equal(builtin_load(stock_rows[i].game, &book), STATUS_OK);
        int wager = rulebook_wager(&book, stock_rows[i].kind);
        struct dealing deal = {.book = &book, .rule = &book.wagers[wager]};
        stock_init(&stock, deck_of((enum deck_id)book.deck), 1);
        stock.left[RANK_ACE - 1] = 0;
        for (unsigned suit = 0; suit < 3; suit++)
            stock.left[suit * RANK_COUNT + 6] = 0;
        stock.left[4]++;
        lay_out(&deal, &stock);
        deal_on(&deal, stock_rows[i].length, 0);
        assert_int_equal(wager_odds_count_stock(&odds, &book, (unsigned)wager, &stock, SIDE_GIVEN_NOTHING),
                         STATUS_OK);
        for (unsigned line = 0; line < deal.rule->line_count; line++)
            assert_fraction(odds.outcomes[line].probability, deal.ways[line], deal.total);
    }
    wager_odds_release(&odds);
}

static void test_conditional_wagers(void **state)
{
    (void)state;
    struct wager_odds odds;
    struct rulebook book;
    wager_odds_init(&odds);
    count_wager(&odds, &book, "mbs-blackjack-v6", "insurance", 6);
    assert_fraction(odds.hit_frequency, 96, 311);
    assert_non_null(odds.condition);
    count_wager(&odds, &book, "mbs-ace-race-v4", "ace-race-split", 6);
    assert_fraction(odds.hit_frequency, 22, 310);
    assert_int_equal(wager_odds_count(&odds, &book, 0, 6), STATUS_NOT_FOUND); /* the main wager */
    wager_odds_release(&odds);
}

/* Who does not split against an Ace knows that none of the Aces left is there; who takes even money with a
 * Blackjack insures only hands that are none. The fractions are worked out by hand from the counts of cards.
 */
static void test_wagers_that_wait_for_a_decision(void **state)
{
    (void)state;
    const uint16_t ace = 1U << VALUE_ACE;
    struct wager_odds odds;
    struct rulebook book;
    wager_odds_init(&odds);
    count_wager(&odds, &book, "mbs-ace-race-v4", "ace-race-split", 2);
    assert_fraction(odds.hit_frequency, 6, 102);
    struct side_given given = {.split_against = (uint16_t)~ace};
    unsigned wager = (unsigned)(odds.rule - book.wagers);
    assert_int_equal(wager_odds_count_given(&odds, &book, wager, 2, given), STATUS_OK);
    assert_fraction(odds.hit_frequency, 6, 101);
    given.split_against = 0;
    assert_int_equal(wager_odds_count_given(&odds, &book, wager, 2, given), STATUS_NOT_FOUND);
    count_wager(&odds, &book, "rws-blackjack", "insurance", 4);
    given = (struct side_given){.even_money_against = ace};
    wager = (unsigned)(odds.rule - book.wagers);
    assert_int_equal(wager_odds_count_given(&odds, &book, wager, 4, given), STATUS_OK);
    assert_fraction(odds.hit_frequency, 258176, 834801);
    wager_odds_release(&odds);
}

/* The Dealer's bust counted card by card in drawing order, without compositions, for four decks. */
static void play_out(const struct supply *left, unsigned hard, bool ace, unsigned cards, double probability,
                     double *bust)
{
    unsigned total = ace && hard + 10 <= 21 ? hard + 10 : hard;
    if (total >= 17) {
        if (total > 21)
            bust[cards] += probability;
        return;
    }
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        struct supply next = *left;
        if (supply_take(&next, value))
            play_out(&next, hard + value, ace || value == 1, cards + 1,
                     probability * left->left[value] / left->total, bust);
    }
}

static void test_dealer_bust_by_number_of_cards(void **state)
{
    (void)state;
    struct wager_odds odds;
    struct rulebook book;
    struct supply fresh;
    double bust[16] = {0};
    wager_odds_init(&odds);
    count_wager(&odds, &book, "rws-blackjack", "boom-busted", 4);
    supply_init(&fresh, deck_of(DECK_FRENCH), 4);
    play_out(&fresh, 0, false, 0, 1, bust);
    const double expected[] = {bust[8] + bust[9] + bust[10] + bust[11] + bust[12], bust[7], bust[6], bust[5],
                               bust[3] + bust[4]};
    assert_true(odds.outcome_count == 6);
    for (unsigned i = 0; i < 5; i++) {
        double found = mpq_get_d(odds.outcomes[i].probability);
        assert_true(found > 0 && found / expected[i] - 1 < 1e-12 && expected[i] / found - 1 < 1e-12);
    }
    wager_odds_release(&odds);
}

/* For every wager of every game at every number of decks: probabilities add up to one, and the edge agrees
 * with the moments. */
static void test_probabilities_add_up(void **state)
{
    (void)state;
    struct wager_odds odds;
    struct rulebook book;
    mpq_t sum;
    mpq_init(sum);
    wager_odds_init(&odds);
    for (unsigned g = 0; builtin_id(g); g++) {
        assert_int_equal(builtin_load(builtin_id(g), &book), STATUS_OK);
        for (unsigned w = 0; w < book.wager_count; w++)
            for (unsigned decks = book.decks_min; decks <= book.decks_max; decks++) {
                if (book.wagers[w].judge == JUDGE_HAND)
                    continue;
                assert_int_equal(wager_odds_count(&odds, &book, w, decks), STATUS_OK);
                mpq_set_ui(sum, 0, 1);
                for (unsigned i = 0; i < odds.outcome_count; i++)
                    mpq_add(sum, sum, odds.outcomes[i].probability);
                assert_fraction(sum, 1, 1);
                assert_true(mpq_sgn(odds.variance) > 0 && mpq_sgn(odds.hit_frequency) > 0);
            }
    }
    wager_odds_release(&odds);
    mpq_clear(sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_punto_banco_of_eight_decks),
        cmocka_unit_test(test_seven_up_of_six_decks),
        cmocka_unit_test(test_merged_ranks_change_nothing),
        cmocka_unit_test(test_suits_of_all_cards),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_three_cards),
        cmocka_unit_test(test_any_stock),
        cmocka_unit_test(test_conditional_wagers),
        cmocka_unit_test(test_wagers_that_wait_for_a_decision),
        cmocka_unit_test(test_dealer_bust_by_number_of_cards),
        cmocka_unit_test(test_probabilities_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
