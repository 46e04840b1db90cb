/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/hand.h"

#include <assert.h>
#include <string.h>

unsigned hand_hard_points(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    unsigned points = 0;
    for (unsigned i = 0; i < hand->count; i++) {
        unsigned rank = card_rank(hand->cards[i]);
        points += rank > RANK_TEN ? RANK_TEN : rank;
    }
    return points;
}

struct total hand_total(const struct rulebook *book, const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    unsigned first = hand->doubled && book->blackjack.double_ace_is_one ? 2 : 0;
    unsigned points = 0;
    unsigned ranks = 0; /* bit per rank among those that may count 11 */
    for (unsigned i = 0; i < hand->count; i++) {
        unsigned rank = card_rank(hand->cards[i]);
        points += rank > RANK_TEN ? RANK_TEN : rank;
        ranks |= (unsigned)(i >= first) << rank;
    }
    bool soft = (ranks >> RANK_ACE & 1U) && points + 10 <= TWENTY_ONE;
    return (struct total){(uint8_t)(soft ? points + 10 : points), soft};
}

bool hand_has_ace(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    for (unsigned i = 0; i < hand->count; i++)
        if (card_rank(hand->cards[i]) == RANK_ACE)
            return true;
    return false;
}

bool hand_has_chosen(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    return hand->end == HAND_STOOD || hand->end == HAND_21 || hand->end == HAND_ABSENT;
}

enum hand_end hand_chosen_end(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    if (hand->end == HAND_BUST)
        return (enum hand_end)hand->stood;
    bool by_itself = hand->end == HAND_BLACKJACK || hand->end == HAND_21 || hand->end == HAND_ABSENT;
    return by_itself ? HAND_OPEN : (enum hand_end)hand->end;
}

bool hand_is_passed(const struct hand *hand)
{
    assert(hand && hand->end <= HAND_OUT);
    return hand->passed && !hand->end && hand->count;
}

bool hand_was_passed(const struct hand *hand)
{
    assert(hand->end <= HAND_OUT);
    return hand->passed && hand_chosen_end(hand) == HAND_OPEN;
}

bool hand_is_bust(const struct rulebook *book, const struct hand *hand)
{
    return hand_total(book, hand).points > TWENTY_ONE && !hand_is_blackjack(book, hand);
}

struct hand_value hand_value(const struct rulebook *book, const struct hand *hand)
{
    struct total total = hand_total(book, hand);
    if (!hand->count || hand_is_down(hand))
        return (struct hand_value){VALUE_NONE, 0};
    if (hand_is_blackjack(book, hand))
        return (struct hand_value){VALUE_BLACKJACK, TWENTY_ONE};
    if (total.points > TWENTY_ONE)
        return (struct hand_value){VALUE_BUST, total.points};
    return (struct hand_value){total.soft ? VALUE_SOFT : VALUE_HARD, total.points};
}

void hand_add(struct hand *hand, struct card card)
{
    assert(hand->count < HAND_CARDS_MAX);
    hand->cards[hand->count++] = card;
}

struct card hand_remove(struct hand *hand, unsigned index)
{
    assert(index < hand->count);
    struct card card = hand->cards[index];
    hand->count--;
    memmove(hand->cards + index, hand->cards + index + 1, hand->count - index);
    return card;
}
