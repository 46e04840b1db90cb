/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/outage.h"

#include <assert.h>

#include "blackjack/dealer.h"
#include "blackjack/hand.h"
#include "blackjack/limits.h"
#include "blackjack/options.h"
#include "blackjack/side.h"
#include "blackjack/trail.h"
#include "blackjack/void.h"

/* [AMB-77] a surrendered wager has lost half; one handed back has neither won nor lost. */
static bool is_settled_outcome(const struct stake *stake)
{
    return !stake_is_open(stake) && (stake->paid_cents || stake->taken_cents || stake->reason == REASON_PUSH);
}

/* Neither won nor lost, as the finished hands lie [v6 1.1.14; ar 1.1.15; se 1.1.15] [rws 1.31]. */
static bool stands_off(const struct rulebook *book, const struct round *round, const struct hand *hand)
{
    assert(hand->count);
    unsigned points = hand_total(book, hand).points;
    bool blackjack = hand_is_blackjack(book, hand);
    if (felt_dealer_blackjack(book, round))
        return blackjack || (points == TWENTY_ONE && book->blackjack.dealer_bj_vs_21 == BJ_VS_21_PUSH);
    return !blackjack && points == hand_total(book, &round->blackjack.dealer).points;
}

/* [AMB-75] over 21, unless by an error after which the wager may still be taken back; a Blackjack the Dealer
 * can no longer equal; the Dealer finished. */
static bool main_decided(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    const struct blackjack_state *state = &round->blackjack;
    const struct hand *hand = felt_stake_hand(round, stake);
    if (!hand->count)
        return false;
    if (hand_is_bust(book, hand))
        return !has_bit(state->choice.persons, stake->person);
    if (hand_is_blackjack(book, hand) && state->dealer.count == 1)
        return card_points(state->dealer.cards[0]) < 10;
    bool finished = hand_is_blackjack(book, hand) || dealer_is_finished(book, round);
    return finished && state->dealer.count > 1 && !stands_off(book, round, hand);
}

static bool is_decided(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    return stake_is_main(book, stake) ? main_decided(book, round, stake)
                                      : side_is_decided(book, round, stake);
}

/* The turn of a hand that has cards by an error alone is that of the next one. */
static void pass_empty_turn(struct round *round)
{
    struct blackjack_state *state = &round->blackjack;
    if (!state->turn.area)
        return;
    const struct hand *turn = felt_hand(round, state->turn);
    assert(turn); /* of a hand that is there */
    if (turn->count)
        return;
    unsigned area = state->turn.area;
    state->turn = (struct spot){0, 0, 0};
    while (++area <= round->setting.areas && !state->turn.area)
        for (unsigned position = 0; position < state->areas[area].hand_count && !state->turn.area;
             position++) {
            unsigned index = state->areas[area].order[position];
            const struct hand *hand = &state->areas[area].hands[index];
            if (hand->count && !hand->end && !hand->passed)
                state->turn =
                    (struct spot){.area = (uint8_t)area, .hand = hand_number(&state->areas[area], index)};
        }
}

bool outage_stake_decided(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    if (is_settled_outcome(stake))
        return true;
    if (!stake_is_open(stake) || round->phase != PHASE_DEALING || book->outage_conclusive == OUTAGE_ANNOUNCED)
        return false;
    if (limits_used_up(book, round, stake))
        return false; /* [mbs 5.26] it goes back, whatever the cards say */
    if (!trail_astray(round))
        return is_decided(book, round, stake);
    struct round certain = *round;
    trail_leave_certain(&certain.blackjack);
    pass_empty_turn(&certain);
    return is_decided(book, &certain, stake);
}

/* [AMB-74] also the kinds nobody placed, where the rulebook counts what is on offer. */
static bool offered_decided(const struct rulebook *book, const struct round *round)
{
    uint8_t areas = felt_areas_staked(book, round);
    for (unsigned wager = 0; wager < book->wager_count; wager++) {
        enum wager_place place = wager_place(book, wager);
        if (place != PLACE_AREA_SIDE && place != PLACE_TABLE)
            continue;
        for (unsigned area = 0; area <= round->setting.areas; area++) {
            struct stake stake = {
                .wager = (uint8_t)wager, .spot = {.area = (uint8_t)area}, .state = STAKE_OPEN};
            if ((place == PLACE_TABLE ? area == 0 : has_bit(areas, area)) &&
                outage_stake_decided(book, round, &stake))
                return true;
        }
    }
    return false;
}

bool outage_is_decided(const struct rulebook *book, const struct round *round)
{
    for (unsigned i = 0; i < round->stake_count; i++)
        if (outage_stake_decided(book, round, &round->stakes[i]))
            return true;
    return book->outage_basis == OUTAGE_OFFERED && offered_decided(book, round);
}

/* How it was decided, where that is plain before it is settled. */
static enum reason reason_of(const struct rulebook *book, const struct round *round,
                             const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    if (!stake_is_open(stake) || !stake_is_main(book, stake))
        return (enum reason)stake->reason;
    const struct hand *hand = felt_stake_hand(round, stake);
    return hand_is_blackjack(book, hand) && round->blackjack.dealer.count == 1 ? REASON_BJ : REASON_NONE;
}

/* The first wager that is decided: whoever asks why play goes on is told of it. */
static void name_decided(const struct felt *felt, struct event *event)
{
    for (unsigned i = 0; i < felt->round->stake_count && !event->number; i++) {
        const struct stake *stake = &felt->round->stakes[i];
        if (!outage_stake_decided(felt->book, felt->round, stake))
            continue;
        event->number = 1;
        event->person = stake->person;
        event->wager = stake->wager;
        event->spot = stake->spot;
        event->reason = (uint8_t)reason_of(felt->book, felt->round, stake);
    }
}

void outage_do(struct felt *felt, bool decided)
{
    assert(felt->state == &felt->round->blackjack);
    if (decided) {
        struct event *event = events_add(felt->events, EVENT_PLAY_ON);
        event_cite(event, GROUND_OUTAGE_DECIDED);
        felt_cite_irregularity(event, IRREGULARITY_POWER_FAILURE, true);
        name_decided(felt, event);
    } else if (felt->book->outage_undecided == OUTAGE_VOID) {
        void_round(felt, IRREGULARITY_POWER_FAILURE, false, GROUND_OUTAGE_UNDECIDED);
    } else {
        options_offer_leave(felt);
    }
}
