/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/check.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rulebook/checker.h"

void checker_fault(const struct checker *checker, const char *path, const char *format, ...)
{
    assert(path && format);
    char message[FAULT_TEXT_MAX];
    bool whole;
    va_list list;
    const struct node *top = checker->tree ? tree_top(checker->tree) : NULL;
    const struct node *node = top ? node_find(top, path, &whole) : NULL;
    va_start(list, format);
    vsnprintf(message, sizeof(message), format, list);
    va_end(list);
    faults_add(checker->faults, node ? node->line : 0, node ? node->column : 0, "%s", message);
}

bool checker_has(const struct checker *checker, const char *path)
{
    assert(path[0]);
    bool whole = false;
    const struct node *top = checker->tree ? tree_top(checker->tree) : NULL;
    if (top)
        node_find(top, path, &whole);
    return whole;
}

/* ---- Both families. ---- */

static void decks_suit_the_family(const struct checker *checker)
{
    static const struct {
        uint8_t least, most;
        const char *name;
    } ranges[] = {[FAMILY_BLACKJACK] = {1, 8, "blackjack"}, [FAMILY_BACCARAT] = {4, 10, "baccarat"}};
    const struct rulebook *book = checker->book;
    if (!book->family)
        return;
    const char *name = ranges[book->family].name;
    unsigned least = ranges[book->family].least, most = ranges[book->family].most;
    if (book->decks_min && (book->decks_min < least || book->decks_min > most))
        checker_fault(checker, "cards.decks.min", "%s is played with %u to %u decks, not %u", name, least,
                      most, book->decks_min);
    if (book->decks_max && (book->decks_max < least || book->decks_max > most))
        checker_fault(checker, "cards.decks.max", "%s is played with %u to %u decks, not %u", name, least,
                      most, book->decks_max);
}

static void decks_in_order(const struct checker *checker)
{
    const struct rulebook *book = checker->book;
    if (book->decks_max && book->decks_min > book->decks_max)
        checker_fault(checker, "cards.decks",
                      "the minimum number of decks, %u, is more than the maximum, "
                      "%u",
                      book->decks_min, book->decks_max);
}

static void something_covers_the_rest(const struct checker *checker)
{
    bool named = checker_has(checker, "irregularities.other.remedy");
    if (checker->book->irregularities[IRREGULARITY_OTHER].early == REMEDY_NONE && !named)
        checker_fault(checker, "irregularities",
                      "irregularity \"other\" needs a remedy: what is done when no rule applies");
}

/* ---- Blackjack. ---- */

static void areas_in_order(const struct checker *checker)
{
    const struct rulebook *book = checker->book;
    if (book->areas_max && book->areas_min > book->areas_max)
        checker_fault(checker, "areas", "the minimum number of areas, %u, is more than the maximum, %u",
                      book->areas_min, book->areas_max);
}

static void insurance_has_its_wager(const struct checker *checker)
{
    const struct rulebook *book = checker->book;
    bool wager = rulebook_wager_at(book, PLACE_INSURANCE) >= 0;
    if (checker->tree && (!checker_has(checker, "insurance.offered") || book->wager_count == 0))
        return;
    if (book->blackjack.insurance && !wager)
        checker_fault(checker, "insurance.offered",
                      "Insurance is offered, but no wager lies on the insurance_line");
    if (!book->blackjack.insurance && wager)
        checker_fault(checker, "insurance.offered",
                      "a wager lies on the insurance_line, but Insurance is not offered");
}

static void insurance_is_against_something(const struct checker *checker)
{
    const struct blackjack_rules *rules = &checker->book->blackjack;
    if (rules->insurance && rules->insurance_against == 0)
        checker_fault(checker, "insurance.against", "Insurance is offered, but against no card");
    if (rules->insurance_max.num > rules->insurance_max.den)
        checker_fault(checker, "insurance.max", "Insurance is at most the original wager, 1:1");
}

static void doubling_names_its_totals(const struct checker *checker)
{
    const struct blackjack_rules *rules = &checker->book->blackjack;
    if (rules->double_on == DOUBLE_HARD && rules->double_totals == 0)
        checker_fault(checker, "double.totals", "double.on is hard, but no total is named");
    if (rules->double_on == DOUBLE_ANY && rules->double_totals != 0)
        checker_fault(checker, "double.totals", "double.on is any, so totals would mean nothing");
}

static void splits_make_sense(const struct checker *checker)
{
    const struct blackjack_rules *rules = &checker->book->blackjack;
    if (rules->split && rules->split_hands_max == 1)
        checker_fault(checker, "split.hands_max", "splitting is offered, but only one hand is allowed");
    if (rules->split_hands_max && rules->split_aces_hands_max > rules->split_hands_max)
        checker_fault(checker, "split.aces_hands_max", "Aces make at most as many hands as other cards, %u",
                      rules->split_hands_max);
    if (!rules->split && rulebook_wager_at(checker->book, PLACE_SPLIT_SIDE) >= 0)
        checker_fault(checker, "split.offered", "a wager lies on split hands, but splitting is not offered");
}

static void blackjack_has_a_main_wager(const struct checker *checker)
{
    const struct rulebook *book = checker->book;
    unsigned mains = 0;
    for (unsigned i = 0; i < book->wager_count; i++)
        mains += book->wagers[i].place == PLACE_MAIN;
    if (mains != 1 && book->wager_count > 0)
        checker_fault(checker, "wagers", "exactly one wager lies on an area (place: area), not %u", mains);
}

/* ---- Baccarat. ---- */

static void both_hands_get_two_cards(const struct checker *checker)
{
    const struct baccarat_rules *rules = &checker->book->baccarat;
    unsigned cards[] = {
        [SIDE_PLAYER] = rules->permanent_player != 0, [SIDE_BANKER] = rules->permanent_banker != 0};
    for (unsigned i = 0; i < rules->deal_count; i++)
        cards[rules->deal_order[i]]++;
    if (rules->deal_count && (cards[SIDE_PLAYER] != 2 || cards[SIDE_BANKER] != 2))
        checker_fault(checker, "deal.order",
                      "each hand starts with two cards, a printed one included; here Player has "
                      "%u and Banker %u",
                      cards[SIDE_PLAYER], cards[SIDE_BANKER]);
}

static void nobody_draws_on_a_natural(const struct checker *checker)
{
    const struct baccarat_rules *rules = &checker->book->baccarat;
    if (rules->player_draws & rules->natural_totals)
        checker_fault(checker, "player.draws", "Player draws on a total that is a Natural");
    if (rules->banker_draws_if_player_stands & rules->natural_totals)
        checker_fault(checker, "banker.when_player_stands", "Banker draws on a total that is a Natural");
    for (unsigned total = 0; total < BACCARAT_TOTALS; total++) {
        char path[24];
        snprintf(path, sizeof(path), "banker.total_%u", total);
        if (rules->natural_totals >> total & 1U && rules->banker_draws[total])
            checker_fault(checker, path, "Banker draws on a total that is a Natural");
    }
}

/* ---- In order. ---- */

void rulebook_check(const struct rulebook *book, const struct tree *tree, struct faults *faults)
{
    assert(book && faults);
    static void (*const every[])(const struct checker *) = {decks_suit_the_family, decks_in_order,
                                                            something_covers_the_rest, check_wagers, NULL};
    static void (*const blackjack[])(const struct checker *) = {areas_in_order,
                                                                insurance_has_its_wager,
                                                                insurance_is_against_something,
                                                                doubling_names_its_totals,
                                                                splits_make_sense,
                                                                blackjack_has_a_main_wager,
                                                                NULL};
    static void (*const baccarat[])(const struct checker *) = {both_hands_get_two_cards,
                                                               nobody_draws_on_a_natural, NULL};
    struct checker checker = {book, tree, faults};
    for (size_t i = 0; every[i]; i++)
        every[i](&checker);
    for (size_t i = 0; book->family == FAMILY_BLACKJACK && blackjack[i]; i++)
        blackjack[i](&checker);
    for (size_t i = 0; book->family == FAMILY_BACCARAT && baccarat[i]; i++)
        baccarat[i](&checker);
}
