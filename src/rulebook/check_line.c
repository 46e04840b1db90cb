/* SPDX-License-Identifier: Apache-2.0 */
/* check_line.c - pay tables: every line can be met, none is hidden by earlier ones, and no hole is left. See
 * check.h.
 *
 * Whether a line can be met is found by trying: every combination of ranks, each in one suit, in two suits of
 * one colour, and in suits of different colours where the deck has them. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "rulebook/checker.h"

enum {
    PATH_BYTES = 64,
    BUST_CARDS_MIN = 3,
    BUST_CARDS_MAX = 13, /* Aces to soft 17, a five, four Aces, a card too many */
    HANDS_CARDS_MAX = 6, /* baccarat: three in each hand */
};

static void line_fault(const struct checker *checker, unsigned wager, unsigned line, const char *key,
                       const char *reason)
{
    assert(wager < checker->book->wager_count && line < checker->book->wagers[wager].line_count);
    char path[PATH_BYTES];
    const struct wager_rule *rule = &checker->book->wagers[wager];
    snprintf(path, sizeof(path), "wagers.%u.pays.%u%s%s", wager, line, key[0] ? "." : "", key);
    checker_fault(checker, path, "wager \"%s\", line \"%s\": %s", rule->name, rule->lines[line].name, reason);
}

static void table_fault(const struct checker *checker, unsigned wager, const char *reason)
{
    assert(wager < checker->book->wager_count);
    char path[PATH_BYTES];
    snprintf(path, sizeof(path), "wagers.%u.pays", wager);
    checker_fault(checker, path, "wager \"%s\": %s", checker->book->wagers[wager].name, reason);
}

static void table_misses(const struct checker *checker, unsigned wager, const char *what, unsigned number)
{
    assert(wager < checker->book->wager_count && what[0]);
    char reason[PATH_BYTES];
    snprintf(reason, sizeof(reason), "the pay table misses a line for a %s of %u", what, number);
    table_fault(checker, wager, reason);
}

/* Neither in the file nor, without a file, in the book; a value that could not be read is a fault already. */
static bool is_left_out(const struct checker *checker, unsigned wager, unsigned line, const char *key)
{
    assert(key[0]);
    char path[PATH_BYTES];
    snprintf(path, sizeof(path), "wagers.%u.pays.%u.%s", wager, line, key);
    return !checker_has(checker, path);
}

/* ---- Which keys a judge reads. ---- */

static bool judge_reads(uint8_t judge, const char *key)
{
    static const char *const keys[] = {
        [JUDGE_HAND] = "hand",
        [JUDGE_FIRST_TWO] = "alike suit ranks count",
        [JUDGE_FIRST_TWO_DEALER] = "alike suit ranks count",
        [JUDGE_SPLIT_TWO] = "alike suit ranks count",
        [JUDGE_DEALER_SECOND] = "ranks count",
        [JUDGE_DEALER_BUST] = "count",
        [JUDGE_OUTCOME] = "winner totals",
        [JUDGE_ALL_CARDS] = "ranks count",
    };
    return text_has_word(keys[judge], key);
}

static void only_keys_that_count(const struct checker *checker, unsigned wager, unsigned line)
{
    assert(wager < checker->book->wager_count);
    static const char *const keys[] = {"hand", "alike", "suit", "ranks", "count", "winner", "totals"};
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        if (!is_left_out(checker, wager, line, keys[i]) &&
            !judge_reads(checker->book->wagers[wager].judge, keys[i]))
            line_fault(checker, wager, line, keys[i], "this key means nothing to the wager's judge");
    }
}

static void ranks_are_counted(const struct checker *checker, unsigned wager, unsigned line)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    const struct match *match = &rule->lines[line].match;
    bool must_count = rule->judge == JUDGE_DEALER_BUST || rule->judge == JUDGE_ALL_CARDS || match->ranks;
    bool by_cards = rule->judge != JUDGE_HAND && rule->judge != JUDGE_OUTCOME;
    if (by_cards && must_count && match->count_max == 0 && is_left_out(checker, wager, line, "count"))
        line_fault(checker, wager, line, "", "key \"count\" is missing: how many cards");
}

/* ---- Cards that meet a line. ---- */

struct trial {
    const struct wager_rule *wager;
    const struct deck *deck;
    unsigned decks;
    unsigned met; /* bit per line */
};

static void try_suits(struct trial *trial, const unsigned *ranks, const unsigned *suits, unsigned count)
{
    struct card cards[3];
    for (unsigned i = 0; i < count; i++) {
        unsigned copies = 0;
        cards[i] = card_make(ranks[i], suits[i]);
        for (unsigned k = 0; k <= i; k++)
            copies += card_equal(cards[k], cards[i]);
        if (copies > trial->decks)
            return; /* the decks do not hold so many of them */
    }
    int line = wager_rule_line(trial->wager, trial->deck, cards, count);
    if (line >= 0)
        trial->met |= 1U << line;
}

/* A suit other than the first that shares (or does not share) its colour; the first if there is none. */
static unsigned other_suit(const struct deck *deck, bool same_colour)
{
    for (unsigned suit = 1; suit < deck->suit_count; suit++)
        if (deck_same_colour(deck, card_make(1, 0), card_make(1, suit)) == same_colour)
            return suit;
    return 0;
}

static void try_ranks(struct trial *trial, const unsigned *ranks, unsigned count)
{
    unsigned like = other_suit(trial->deck, true), unlike = other_suit(trial->deck, false);
    const unsigned patterns[][3] = {{0, 0, 0},      {0, like, 0},      {0, like, like},
                                    {0, unlike, 0}, {0, unlike, like}, {0, like, unlike}};
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
        try_suits(trial, ranks, patterns[i], count);
}

static unsigned judged_cards(uint8_t judge)
{
    return judge == JUDGE_DEALER_SECOND ? 1 : judge == JUDGE_FIRST_TWO_DEALER ? 3 : 2;
}

static unsigned lines_met(const struct checker *checker, const struct wager_rule *wager)
{
    struct trial trial = {wager, deck_of((enum deck_id)checker->book->deck), checker->book->decks_max, 0};
    unsigned count = judged_cards(wager->judge);
    unsigned first_most = wager->judge == JUDGE_SPLIT_TWO ? RANK_ACE : RANK_COUNT;
    for (unsigned a = 1; a <= first_most; a++)
        for (unsigned b = 1; b <= (count > 1 ? RANK_COUNT : 1); b++)
            for (unsigned c = 1; c <= (count > 2 ? RANK_COUNT : 1); c++)
                try_ranks(&trial, (const unsigned[]){a, b, c}, count);
    return trial.met;
}

/* ---- Numbers that meet a line: how many cards, which totals. ---- */

static bool counts(const struct match *match, unsigned number)
{
    return number >= match->count_min && (match->count_max == UINT8_MAX || number <= match->count_max);
}

/* The line that pays for `number` cards; lines that count other ranks do not hide each other. */
static int line_for_count(const struct wager_rule *wager, rank_set ranks, unsigned number)
{
    assert(wager->line_count <= PAY_LINES_MAX);
    for (int i = 0; i < wager->line_count; i++)
        if (wager->lines[i].match.ranks == ranks && !wager->lines[i].match.alike &&
            counts(&wager->lines[i].match, number))
            return i;
    return -1;
}

static unsigned lines_counted(const struct wager_rule *wager, unsigned least, unsigned most)
{
    assert(least <= most);
    unsigned met = 0;
    for (unsigned i = 0; i < wager->line_count; i++)
        for (unsigned number = least; number <= most; number++)
            if (line_for_count(wager, wager->lines[i].match.ranks, number) == (int)i)
                met |= 1U << i;
    return met;
}

static int line_for_outcome(const struct wager_rule *wager, unsigned winner, unsigned total)
{
    assert(wager->line_count <= PAY_LINES_MAX);
    for (int i = 0; i < wager->line_count; i++)
        if (wager->lines[i].match.winner == winner && wager->lines[i].match.totals >> total & 1U)
            return i;
    return -1;
}

static unsigned lines_won(const struct wager_rule *wager)
{
    unsigned met = 0;
    for (unsigned winner = WINNER_PLAYER; winner <= WINNER_TIE; winner++)
        for (unsigned total = winner == WINNER_TIE ? 0 : 1; total < BACCARAT_TOTALS; total++)
            if (line_for_outcome(wager, winner, total) >= 0)
                met |= 1U << line_for_outcome(wager, winner, total);
    return met;
}

static unsigned lines_of_hands(const struct wager_rule *wager)
{
    unsigned met = 0, seen = 0;
    for (unsigned i = 0; i < wager->line_count; i++) {
        met |= (seen >> wager->lines[i].match.hand & 1U ? 0U : 1U) << i;
        seen |= 1U << wager->lines[i].match.hand;
    }
    return met;
}

static unsigned meetable_lines(const struct checker *checker, const struct wager_rule *wager)
{
    switch ((enum wager_judge)wager->judge) {
    case JUDGE_HAND:
        return lines_of_hands(wager);
    case JUDGE_FIRST_TWO:
    case JUDGE_FIRST_TWO_DEALER:
    case JUDGE_SPLIT_TWO:
    case JUDGE_DEALER_SECOND:
        return lines_met(checker, wager);
    case JUDGE_DEALER_BUST:
        return lines_counted(wager, BUST_CARDS_MIN, BUST_CARDS_MAX);
    case JUDGE_OUTCOME:
        return lines_won(wager);
    case JUDGE_ALL_CARDS:
        return lines_counted(wager, 1, HANDS_CARDS_MAX);
    }
    return 0;
}

static void every_line_can_be_met(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    unsigned met = meetable_lines(checker, rule);
    for (unsigned i = 0; i < rule->line_count; i++)
        if (!(met >> i & 1U))
            line_fault(checker, wager, i, "",
                       "no cards can be paid by it: it is impossible, or earlier lines take all its cases");
}

/* ---- Holes. ---- */

static void hands_pay_both_ways(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    static const char *const missing[] = {
        [HAND_LINE_BLACKJACK] = "the pay table misses a line with hand: blackjack",
        [HAND_LINE_REGULAR] = "the pay table misses a line with hand: regular"};
    const struct wager_rule *rule = &checker->book->wagers[wager];
    for (unsigned hand = HAND_LINE_BLACKJACK; hand <= HAND_LINE_REGULAR; hand++) {
        unsigned found = 0;
        for (unsigned i = 0; i < rule->line_count; i++)
            found += rule->lines[i].match.hand == hand;
        if (found == 0)
            table_fault(checker, wager, missing[hand]);
    }
}

/* Where some number of cards from least to most pays, every larger one does. */
static void counts_have_no_hole(const struct checker *checker, unsigned wager, unsigned least, unsigned most)
{
    assert(wager < checker->book->wager_count && least <= most);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    for (unsigned i = 0; i < rule->line_count; i++) {
        rank_set ranks = rule->lines[i].match.ranks;
        for (unsigned number = least; number < most; number++) {
            if (line_for_count(rule, ranks, number) != (int)i || line_for_count(rule, ranks, number + 1) >= 0)
                continue;
            table_misses(checker, wager, "count", number + 1);
        }
    }
}

/* A wager on a side pays whatever total the side wins with. */
static void totals_have_no_hole(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    for (unsigned winner = WINNER_PLAYER; winner <= WINNER_TIE; winner++) {
        bool pays = false;
        for (unsigned i = 0; i < rule->line_count; i++)
            pays = pays || rule->lines[i].match.winner == winner;
        for (unsigned total = winner == WINNER_TIE ? 0 : 1; pays && total < BACCARAT_TOTALS; total++)
            if (line_for_outcome(rule, winner, total) < 0)
                table_misses(checker, wager, "total", total);
    }
}

static void table_has_no_hole(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    if (rule->judge == JUDGE_HAND)
        hands_pay_both_ways(checker, wager);
    else if (rule->judge == JUDGE_OUTCOME)
        totals_have_no_hole(checker, wager);
    else if (rule->judge == JUDGE_DEALER_BUST)
        counts_have_no_hole(checker, wager, BUST_CARDS_MIN, BUST_CARDS_MAX);
    else if (rule->judge == JUDGE_ALL_CARDS)
        counts_have_no_hole(checker, wager, 1, HANDS_CARDS_MAX);
    else
        counts_have_no_hole(checker, wager, 1, judged_cards(rule->judge));
}

/* ---- One wager. ---- */

/* True if everything the trials read is there; what is not there is a fault already. */
static bool is_complete(const struct checker *checker, const struct wager_rule *wager)
{
    if (!wager->judge || !checker->book->deck || !checker->book->decks_max || wager->line_count == 0)
        return false;
    for (unsigned i = 0; i < wager->line_count; i++) {
        const struct match *match = &wager->lines[i].match;
        bool counted = match->count_max > 0;
        if ((wager->judge == JUDGE_HAND && !match->hand) || (wager->judge == JUDGE_OUTCOME && !match->winner))
            return false;
        if ((match->ranks || wager->judge == JUDGE_DEALER_BUST || wager->judge == JUDGE_ALL_CARDS) &&
            !counted)
            return false;
    }
    return true;
}

static void outcome_is_named(const struct checker *checker, unsigned wager, unsigned line)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    if (rule->judge == JUDGE_HAND && !rule->lines[line].match.hand &&
        is_left_out(checker, wager, line, "hand"))
        line_fault(checker, wager, line, "", "key \"hand\" is missing: how the hand wins");
    if (rule->judge == JUDGE_OUTCOME && !rule->lines[line].match.winner &&
        is_left_out(checker, wager, line, "winner"))
        line_fault(checker, wager, line, "", "key \"winner\" is missing: which side wins");
}

void check_lines(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    if (!rule->judge)
        return;
    for (unsigned line = 0; line < rule->line_count; line++) {
        only_keys_that_count(checker, wager, line);
        ranks_are_counted(checker, wager, line);
        outcome_is_named(checker, wager, line);
    }
    if (!is_complete(checker, rule))
        return;
    every_line_can_be_met(checker, wager);
    table_has_no_hole(checker, wager);
}
