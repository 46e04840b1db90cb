/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/stopped.h"

#include <assert.h>

#include "blackjack/deal.h"
#include "blackjack/hand.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"

/* [mbs 3.30] [rws 3.18] cards have gone or stay, and the hand has what stops it: what it had asked for on
 * others it may not draw. */
bool stopped_at_21(const struct felt *felt, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    const struct hand *hand = felt_hand(felt->round, spot);
    assert(hand);
    return (hand->count > 2 || (hand->split && hand->count > 1)) && hand->asks != ASKS_DOUBLE &&
           !trail_astray_at(felt->round, place_of_hand(spot)) && turn_stops_at_21(felt->book, hand);
}

/* [mbs 3.32] [rws 3.19] ... or is over it, by cards that stay where the initial deal had laid them. */
static bool is_over(const struct felt *felt, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    const struct hand *hand = felt_hand(felt->round, spot);
    assert(hand);
    return hand->asks != ASKS_DOUBLE && !trail_astray_at(felt->round, place_of_hand(spot)) &&
           hand_is_bust(felt->book, hand);
}

/* [mbs 1.1.1, 3.30] [rws 1.2, 3.18] two cards are left of which nobody had seen that they are a Blackjack: it
 * draws no card, asked for on others or not. */
static bool is_blackjack_now(const struct felt *felt, struct spot spot)
{
    assert(spot.area <= AREAS_MAX);
    const struct hand *hand = felt_hand(felt->round, spot);
    assert(hand);
    return !spot.hand && hand->asks != ASKS_DOUBLE &&
           trail_is_blackjack(felt->book, felt->round, place_of_hand(spot));
}

void stopped_see(struct felt *felt)
{
    bool any = false;
    for (unsigned number = 1; number <= felt->round->setting.areas; number++) {
        const struct area *area = &felt->state->areas[number];
        for (unsigned index = 0; index < area->hand_count; index++) {
            struct spot spot = {.area = (uint8_t)number, .hand = hand_number(area, index)};
            if (area->hands[index].end || !felt_was_staked(felt->book, felt->round, number))
                continue;
            bool blackjack = is_blackjack_now(felt, spot);
            if (blackjack)
                turn_end(felt, spot, HAND_BLACKJACK, GROUND_NO_DRAW_21);
            else if (stopped_at_21(felt, spot))
                turn_end(felt, spot, HAND_21, GROUND_NO_DRAW_21);
            else if (is_over(felt, spot))
                turn_end(felt, spot, HAND_BUST, GROUND_BUST);
            any |= blackjack;
        }
    }
    if (any)
        deal_settle_due(felt);
}
