/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/side_tally.h"

#include <assert.h>

#include "odds/dealer.h"
#include "odds/supply.h"

/* How many cards of the kind of `card` are left after `taken` have gone. */
static unsigned left_of(struct card card, unsigned decks, const struct card *taken, unsigned taken_count)
{
    unsigned left = decks;
    for (unsigned i = 0; i < taken_count; i++)
        if (card_equal(card, taken[i]) && left > 0)
            left--;
    return left;
}

void side_tally_first_two(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                          unsigned decks)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    unsigned kinds = deck_card_count(deck);
    for (unsigned i = 0; i < kinds; i++)
        for (unsigned j = 0; j < kinds; j++) {
            struct card cards[2] = {deck_card(deck, i), deck_card(deck, j)};
            ways_t ways = (ways_t)decks * left_of(cards[1], decks, cards, 1);
            tally_add(tally, wager_rule_line(rule, deck, cards, 2), ways);
        }
}

void side_tally_first_two_dealer(struct tally *tally, const struct rulebook *book,
                                 const struct wager_rule *rule, unsigned decks)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    unsigned kinds = deck_card_count(deck);
    for (unsigned i = 0; i < kinds; i++)
        for (unsigned j = 0; j < kinds; j++)
            for (unsigned k = 0; k < kinds; k++) {
                struct card cards[3] = {deck_card(deck, i), deck_card(deck, j), deck_card(deck, k)};
                ways_t ways = (ways_t)decks * left_of(cards[1], decks, cards, 1);
                ways *= left_of(cards[2], decks, cards, 2);
                tally_add(tally, wager_rule_line(rule, deck, cards, 3), ways);
            }
}

static bool is_against(uint16_t upcards, struct card up)
{
    return upcards >> value_of_rank(card_rank(up)) & 1;
}

/* Two Aces and the upcard are dealt; the next card falls on the first Ace. */
static void tally_split(struct tally *tally, const struct deck *deck, const struct wager_rule *rule,
                        unsigned decks, const struct card dealt[3])
{
    ways_t before = (ways_t)decks * left_of(dealt[1], decks, dealt, 1) * left_of(dealt[2], decks, dealt, 2);
    for (unsigned i = 0; i < deck_card_count(deck); i++) {
        struct card judged[2] = {dealt[0], deck_card(deck, i)};
        ways_t ways = before * left_of(judged[1], decks, dealt, 3);
        tally_add(tally, wager_rule_line(rule, deck, judged, 2), ways);
    }
}

void side_tally_split_two(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                          unsigned decks, struct side_given given)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    tally->condition = "two Aces were dealt and split; the upcard is not looked at";
    for (unsigned i = 0; i < deck->suit_count; i++)
        for (unsigned j = 0; j < deck->suit_count; j++)
            for (unsigned k = 0; k < deck_card_count(deck); k++) {
                struct card dealt[3] = {card_make(RANK_ACE, i), card_make(RANK_ACE, j), deck_card(deck, k)};
                if (is_against(given.split_against, dealt[2]))
                    tally_split(tally, deck, rule, decks, dealt);
            }
}

/* In how many ways the area's own two cards can lie beside the Dealer's two without taking even money. */
static ways_t insured_hands(const struct deck *deck, unsigned decks, struct card first, struct card second,
                            struct side_given given)
{
    struct supply left;
    supply_init(&left, deck, decks);
    if (!supply_take(&left, value_of_rank(card_rank(first))) ||
        !supply_take(&left, value_of_rank(card_rank(second))))
        return 0;
    ways_t all = ways_falling(left.total, 2);
    ways_t blackjacks = (ways_t)2 * left.left[VALUE_ACE] * left.left[VALUE_TEN];
    return is_against(given.even_money_against, first) ? all - blackjacks : all;
}

void side_tally_dealer_second(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                              unsigned decks, struct side_given given)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    unsigned kinds = deck_card_count(deck);
    tally->condition = "the Dealer's first card is one against which it is offered; no other card is known";
    for (unsigned i = 0; i < kinds; i++)
        for (unsigned j = 0; j < kinds; j++) {
            struct card first = deck_card(deck, i);
            struct card second = deck_card(deck, j);
            ways_t ways =
                decks * left_of(second, decks, &first, 1) * insured_hands(deck, decks, first, second, given);
            if (rank_set_has(book->blackjack.insurance_against, card_rank(first)))
                tally_add(tally, wager_rule_line(rule, deck, &second, 1), ways);
        }
}

/* The line for a bust with so many cards; -1 if none pays. */
static int bust_line(const struct wager_rule *rule, unsigned cards)
{
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
                            unsigned decks)
{
    struct supply fresh;
    supply_init(&fresh, deck_of((enum deck_id)book->deck), decks);
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
