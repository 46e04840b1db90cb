/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/due.h"

#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/dealer.h"
#include "blackjack/hand.h"
#include "blackjack/together.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"

static const struct place nowhere = {PLACE_NOWHERE, 0, 0};
static const struct place at_dealer = {PLACE_DEALER, 0, 0};
static const struct place at_discards = {PLACE_DISCARD, 0, 0};

/* The Dealer's card, unless the table is being followed. */
static struct place dealer_place(const struct round *round)
{
    return trail_astray(round) ? nowhere : at_dealer;
}

/* [mbs 5.23.3.1] what one Player has left is offered to the next before the Dealer draws a first card
 * [mbs 5.12]. */
static bool rest_comes_first(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    return state->turn.area && together_rest_is_offered(round) &&
           control_of(book, round, state->turn).person >= 0;
}

struct place due_place(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    if (round->memory.burn_due && !felt_is_dealt(round))
        return at_discards;
    if (round->phase != PHASE_DEALING)
        return nowhere;
    if (together_is_thrown_away(round))
        return at_discards;
    if (state->phase == DEAL_INITIAL)
        return trail_astray(round) ? nowhere : deal_initial_place(book, round);
    if (state->turn.area && hand_is_down(felt_hand(round, state->turn)))
        return nowhere; /* its face comes first */
    if (state->late.card == LATE_CARD_DUE && !state->together.count && !state->front_offered)
        return at_dealer; /* [mbs 5.12, 5.12.1] even before a card that was asked for */
    if (state->turn.area && turn_waits_for_card(felt_hand(round, state->turn)))
        return place_of_hand(state->turn);
    if (state->late.card == LATE_CARD_DUE)
        return rest_comes_first(book, round) ? nowhere : at_dealer;
    if (state->turn.area && turn_absent_draws(book, round, state->turn))
        return place_of_hand(state->turn);
    if (state->turn.area || !dealer_wants_card(book, round))
        return nowhere;
    return dealer_place(round);
}
