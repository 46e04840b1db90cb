/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/side_tally.h"

#include <assert.h>

#include "odds/dealer.h"

/* How many cards of a kind are left after the kinds in `taken` have gone. */
static unsigned left_of(const struct stock *stock, unsigned kind, const unsigned *taken, unsigned taken_count)
{
    assert(taken || taken_count == 0);
    unsigned left = stock->left[kind];
    for (unsigned i = 0; i < taken_count; i++)
        if (taken[i] == kind && left > 0)
            left--;
    return left;
}

/* The ways to draw these kinds in this order. */
static ways_t ways_of(const struct stock *stock, const unsigned *kinds, unsigned count)
{
    assert(count);
    ways_t ways = 1;
    for (unsigned i = 0; i < count; i++)
        ways *= left_of(stock, kinds[i], kinds, i);
    return ways;
}

static int line_of(const struct stock *stock, const struct wager_rule *rule, const unsigned *kinds,
                   unsigned count)
{
    struct card cards[3];
    assert(count <= 3);
    for (unsigned i = 0; i < count; i++)
        cards[i] = deck_card(stock->deck, kinds[i]);
    return wager_rule_line(rule, stock->deck, cards, count);
}

void side_tally_first_two(struct tally *tally, const struct wager_rule *rule, const struct stock *stock)
{
    assert(rule->line_count);
    unsigned count = deck_card_count(stock->deck);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++) {
            const unsigned kinds[2] = {i, j};
            tally_add(tally, line_of(stock, rule, kinds, 2), ways_of(stock, kinds, 2));
        }
}

void side_tally_first_two_dealer(struct tally *tally, const struct wager_rule *rule,
                                 const struct stock *stock)
{
    assert(rule->line_count);
    unsigned count = deck_card_count(stock->deck);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++)
            for (unsigned k = 0; k < count; k++) {
                const unsigned kinds[3] = {i, j, k};
                tally_add(tally, line_of(stock, rule, kinds, 3), ways_of(stock, kinds, 3));
            }
}

static unsigned rank_of(const struct stock *stock, unsigned kind)
{
    return card_rank(deck_card(stock->deck, kind));
}

static bool is_against(uint16_t upcards, unsigned rank)
{
    return upcards >> value_of_rank(rank) & 1;
}

/* Two Aces and the upcard are dealt; the next card falls on the first Ace. */
static void tally_split(struct tally *tally, const struct wager_rule *rule, const struct stock *stock,
                        const unsigned dealt[3])
{
    ways_t before = ways_of(stock, dealt, 3);
    for (unsigned kind = 0; kind < deck_card_count(stock->deck); kind++) {
        const unsigned judged[2] = {dealt[0], kind};
        tally_add(tally, line_of(stock, rule, judged, 2), before * left_of(stock, kind, dealt, 3));
    }
}

void side_tally_split_two(struct tally *tally, const struct wager_rule *rule, const struct stock *stock,
                          struct side_given given)
{
    unsigned count = deck_card_count(stock->deck);
    tally->condition = "two Aces were dealt and split; the upcard is not looked at";
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count && rank_of(stock, i) == RANK_ACE; j++)
            for (unsigned k = 0; k < count && rank_of(stock, j) == RANK_ACE; k++) {
                const unsigned dealt[3] = {i, j, k};
                if (is_against(given.split_against, rank_of(stock, k)))
                    tally_split(tally, rule, stock, dealt);
            }
}

/* In how many ways the area's own two cards can lie beside the Dealer's two without taking even money. */
static ways_t insured_hands(const struct supply *fresh, unsigned first, unsigned second,
                            struct side_given given)
{
    struct supply left = *fresh;
    if (!supply_take(&left, value_of_rank(first)) || !supply_take(&left, value_of_rank(second)))
        return 0;
    ways_t all = ways_falling(left.total, 2);
    ways_t blackjacks = (ways_t)2 * left.left[VALUE_ACE] * left.left[VALUE_TEN];
    return is_against(given.even_money_against, first) ? all - blackjacks : all;
}

void side_tally_dealer_second(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                              const struct stock *stock, struct side_given given)
{
    struct supply fresh = stock_supply(stock);
    unsigned count = deck_card_count(stock->deck);
    tally->condition = "the Dealer's first card is one against which it is offered; no other card is known";
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++) {
            const unsigned kinds[2] = {i, j};
            unsigned first = rank_of(stock, i);
            ways_t ways = ways_of(stock, kinds, 2) * insured_hands(&fresh, first, rank_of(stock, j), given);
            if (rank_set_has(book->blackjack.insurance_against, first))
                tally_add(tally, line_of(stock, rule, &j, 1), ways);
        }
}

/* The line for a bust with so many cards; -1 if none pays. */
static int bust_line(const struct wager_rule *rule, unsigned cards)
{
    assert(cards > 2);
    for (unsigned i = 0; i < rule->line_count; i++)
        if (cards >= rule->lines[i].match.count_min && cards <= rule->lines[i].match.count_max)
            return (int)i;
    return -1;
}

/* Ways of one finished Dealer's hand after its first card, brought to a common length of DEALER_DRAWS_MAX
 * draws: the cards behind it lie in any order. */
static ways_t hand_ways(const struct dealer_node *node, const struct supply *left, const uint8_t *drawn)
{
    ways_t ways = node->ways;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        ways *= ways_falling(left->left[value], drawn[value]);
    return ways * ways_falling(left->total - node->length, DEALER_DRAWS_MAX - node->length);
}

void side_tally_dealer_bust(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                            const struct stock *stock)
{
    assert(rule->line_count);
    struct supply fresh = stock_supply(stock);
    for (unsigned up = 1; up <= VALUE_COUNT; up++) {
        struct dealer_tree tree;
        struct supply left = fresh;
        supply_take(&left, up);
        dealer_tree_build(&tree, up, book->blackjack.dealer_soft17 == SOFT17_HIT);
        for (unsigned i = 1; i < tree.count; i++) {
            const struct dealer_node *node = &tree.nodes[i];
            uint8_t drawn[VALUE_COUNT + 1];
            if (!node->ways)
                continue;
            dealer_tree_cards(&tree, i, drawn);
            int line = node->outcome == DEALER_BUST ? bust_line(rule, node->length + 1U) : -1;
            tally_add(tally, line, fresh.left[up] * hand_ways(node, &left, drawn));
        }
    }
}
