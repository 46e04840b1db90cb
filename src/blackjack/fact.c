/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/fact.h"

#include <assert.h>

#include "blackjack/dealer.h"
#include "blackjack/due.h"
#include "blackjack/end.h"
#include "blackjack/limits.h"
#include "blackjack/side.h"
#include "blackjack/surplus.h"
#include "blackjack/trail.h"
#include "round/device.h"

struct place fact_place(const struct act *act)
{
    return act->spot.area ? place_of_hand(act->spot) : act->place;
}

bool fact_misdeal_late(const struct rulebook *book, const struct round *round)
{
    bool played = book->blackjack.misdeal_late != LATE_SETTLED && round->blackjack.played;
    return played || felt_settled(round);
}

/* ---- Wagers. ---- */

bool fact_side_open(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake_is_open(stake) && wager_place(book, stake->wager) == PLACE_AREA_SIDE &&
            stake->spot.area == area)
            return true;
    }
    return false;
}

bool fact_side_unsettled(const struct rulebook *book, const struct round *round)
{
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake_is_open(stake) && wager_place(book, stake->wager) == PLACE_AREA_SIDE &&
            side_is_complete(book, round, stake))
            return true;
    }
    return false;
}

/* What the close has found of a wager outlasts what becomes of it: a bust, a double and a split change what
 * lies there. */
static bool is_marked(const struct round *round, unsigned area, unsigned flags)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].spot.area == area && round->stakes[i].flags & flags)
            return true;
    return false;
}

/* [rws 5.2] the box as a whole, or a side wager by itself. */
bool fact_under(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    if (round->phase != PHASE_BETTING)
        return is_marked(round, area, STAKE_UNDER);
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].spot.area == area && limits_is_under(book, round, &round->stakes[i]))
            return true;
    return false;
}

bool fact_over(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    int64_t sum_cents = 0;
    unsigned main = felt_wager(book, PLACE_MAIN);
    if (round->phase != PHASE_BETTING)
        return is_marked(round, area, STAKE_OVER | STAKE_EXEMPT);
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        int64_t max_cents = round->setting.limit_max_cents[stake->wager];
        if (stake->spot.area != area)
            continue;
        if (max_cents && stake->placed_cents > max_cents)
            return true;
        if (stake->wager == main)
            sum_cents += stake->placed_cents;
    }
    int64_t max_cents = round->setting.limit_max_cents[main];
    return book->blackjack.limit_scope == LIMIT_PER_AREA && max_cents && sum_cents > max_cents;
}

/* ---- Cards. ---- */

bool fact_left_together(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (act->card_count < 2 || act->card_count > ACT_CARDS_MAX || round->blackjack.together.count ||
        round->blackjack.front_offered ||
        (trail_astray(round) && due_place(book, round).kind == PLACE_NOWHERE))
        return false; /* while the table is followed only a hand that has asked tells whose they are */
    int known = device_front_leads(round, act->cards, act->card_count); /* of these the order is */
    return known >= 0 && device_may_lie(book, round, act->cards + known, act->card_count - (unsigned)known);
}

unsigned fact_cards_on(const struct round *round, unsigned area)
{
    return area_exists(round, area) ? round->blackjack.areas[area].hands[0].count : 0;
}

unsigned fact_cards_laid(const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    unsigned count = state->dealer.count;
    for (unsigned area = 1; area <= round->setting.areas; area++)
        for (unsigned index = 0; index < state->areas[area].hand_count; index++)
            count += state->areas[area].hands[index].count;
    for (unsigned i = 0; i < state->trail.count; i++)
        count += state->trail.cards[i].lies.kind == PLACE_DISCARD;
    return count;
}

/* [mbs 5.21] no card has left the device before the first of the round, a burned one included. */
bool fact_burn_forgotten(const struct round *round)
{
    return round->memory.burn_due <= 1 && round->memory.out_count <= fact_cards_laid(round);
}

/* [mbs 5.7] [rws 5.10.2] a card astray on a hand to which the Dealer may not draw. */
bool fact_dealer_was_done(const struct rulebook *book, const struct round *round)
{
    struct hand hand = trail_dealer_before(round);
    return hand.count < round->blackjack.dealer.count && !dealer_total_draws(book, &hand);
}

/* One that nobody had asked for lies there: by whatever name it is reported, it is thrown away. */
bool fact_dealer_overdrew(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    for (unsigned i = trail_initial_count(state); i < state->trail.count; i++)
        if (state->trail.cards[i].lies.kind == PLACE_DEALER &&
            state->trail.cards[i].wanted.kind == PLACE_NOWHERE)
            return fact_dealer_was_done(book, round);
    return false;
}

/* The Dealer has all cards and nobody waits for one: whatever leaves the device now is over. */
bool fact_dealer_is_done(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    return state->phase == DEAL_PLAY && !state->turn.area && !trail_astray(round) && !state->late.card &&
           state->dealer.count > 1 && !dealer_total_draws(book, &state->dealer);
}

/* The first of them; 0: none. */
unsigned fact_empty_area(const struct rulebook *book, const struct round *round)
{
    uint8_t areas = surplus_empty_areas(book, round);
    unsigned area = 0;
    while (areas && !has_bit(areas, area))
        area++;
    return area;
}

/* The first area that the initial deal has left short of cards; 0: none. */
unsigned fact_short_area(const struct rulebook *book, const struct round *round)
{
    uint8_t staked = felt_areas_staked(book, round);
    for (unsigned area = 1; area <= round->setting.areas; area++)
        if (has_bit(staked, area) && fact_cards_on(round, area) < 2 &&
            !area_is_split(&round->blackjack.areas[area]))
            return area;
    return 0;
}

/* [mbs 5.19] [rws 5.5.3] the cards have sufficed once nothing more is to be dealt. */
bool fact_dealt_out(const struct rulebook *book, const struct round *round)
{
    const struct act end = {.actor = ACTOR_DEALER, .verb = VERB_END};
    return bj_end_verify(book, round, &end).status == STATUS_OK;
}

/* [mbs 5.11, 5.13] [rws 5.9] nobody is short of a card whose turn in the initial deal has yet to come. */
bool fact_deal_goes_on(const struct round *round)
{
    return round->blackjack.phase == DEAL_INITIAL && !trail_astray(round);
}
