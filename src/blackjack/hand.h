/* SPDX-License-Identifier: Apache-2.0 */
/* hand.h - what a hand of cards is worth [3.4] [rws 3.2]. Pure. */
#ifndef CROUPIER_BLACKJACK_HAND_H
#define CROUPIER_BLACKJACK_HAND_H

#include <assert.h>

#include "round/family.h"

enum { TWENTY_ONE = 21 };

/* The point total of a hand [v6 1.1.10; ar 1.1.11; se 1.1.11; rws 1.22]. */
struct total {
    uint8_t points;
    bool soft; /* an Ace counts 11 [v6 1.1.12; ar 1.1.13; se 1.1.13; rws 1.28]; otherwise the total is hard
                  [v6 1.1.4; ar 1.1.5; se 1.1.5; rws 1.12] */
};

/* Ace 11 at first, court cards 10 [rws 1.19, 3.2.3], others their number [v6 3.4.2; ar 3.4.3; se 3.4.2;
 * rws 3.2.2]. */
static inline unsigned card_points(struct card card)
{
    unsigned rank = card_rank(card);
    if (rank == RANK_ACE)
        return 11;
    return rank > RANK_TEN ? 10 : rank;
}

/* [3.4.1] an Ace counts 11 unless that would pass 21; [ar 3.4.2] Aces of the first two cards count 1 once
 * doubled. [AMB-15] the best total counts, also in [rws 3.2.1]. */
struct total hand_total(const struct rulebook *book, const struct hand *hand);

/* The total with every Ace counted 1. */
unsigned hand_hard_points(const struct hand *hand);

/* [v6 1.1.1; ar 1.1.2; se 1.1.1; rws 1.2] an Ace and a ten-value as the first two cards, never after a split:
 * a third that lies there by mistake and may not be taken away [rws 5.10.1] changes nothing. Whoever has
 * doubled had another hand: the two are among its cards since an error was put right [mbs 5.6.2]. */
static inline bool hand_is_blackjack(const struct rulebook *book, const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    if (hand->count < 2 || hand->split || hand->doubled)
        return false;
    if (hand->one_card && book->blackjack.one_card_blackjack == ONE_CARD_PLAIN_21)
        return false;
    return card_points(hand->cards[0]) + card_points(hand->cards[1]) == TWENTY_ONE;
}

/* A card of it lies face down: what it is worth is not known yet [rws 3.12] [AMB-92]. */
static inline bool hand_is_down(const struct hand *hand)
{
    assert(hand && hand->count <= HAND_CARDS_MAX);
    for (unsigned i = 0; i < hand->count; i++)
        if (card_is_none(hand->cards[i]))
            return true;
    return false;
}

/* It was passed over in the subsequent deal and could still draw a card [mbs 5.17]. */
bool hand_is_passed(const struct hand *hand);

/* It stands by a decision or at 21, on the cards that it had then. */
bool hand_has_chosen(const struct hand *hand);

/* What somebody had chosen, or been left, to end it by; HAND_OPEN if the cards alone have ended it. */
enum hand_end hand_chosen_end(const struct hand *hand);

/* It was passed over, and nothing has ended it for good: cards put right, or entered anew, may let it draw
 * again, and what came after it counts. */
bool hand_was_passed(const struct hand *hand);

bool hand_is_bust(const struct rulebook *book, const struct hand *hand);
bool hand_has_ace(const struct hand *hand);

struct hand_value hand_value(const struct rulebook *book, const struct hand *hand);

void hand_add(struct hand *hand, struct card card);

/* Takes the card at `index` out. */
struct card hand_remove(struct hand *hand, unsigned index);

#endif
