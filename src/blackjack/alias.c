/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/alias.h"

#include <assert.h>

#include "blackjack/fact.h"
#include "blackjack/surplus.h"
#include "blackjack/trail.h"

/* [mbs 5.13] who is short of cards when it is too late to deal them has no card [mbs 5.14] or one
 * [mbs 5.16]. */
static enum irregularity short_late(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    if (book->irregularities[IRREGULARITY_ONE_CARD].late != REMEDY_ONE_CARD)
        return IRREGULARITY_PLAYER_SHORT;
    return fact_cards_on(round, area) ? IRREGULARITY_ONE_CARD : IRREGULARITY_NO_CARDS;
}

/* [mbs 5.8] cards that nobody had asked for, once the initial deal is over: the next of the device. */
static bool is_next_card(const struct rulebook *book, const struct round *round)
{
    return book->irregularities[IRREGULARITY_CARD_NOT_WANTED].late == REMEDY_NEXT_CARD &&
           felt_place(round, trail_place_of_surplus(round));
}

/* [mbs 5.12] the Dealer has no card, and a wager is left in the round: no other hand is touched [AMB-64]. */
static bool dealer_lacks_card(const struct rulebook *book, const struct round *round)
{
    bool open = false;
    for (unsigned i = 0; i < round->stake_count; i++)
        open |= stake_is_open(&round->stakes[i]);
    return open && !round->blackjack.dealer.count && !round->blackjack.late.card &&
           book->irregularities[IRREGULARITY_DEALER_NO_CARD].late == REMEDY_LATE_CARD;
}

/* [mbs 5.6.2] a wrong order noticed late is put right unless the rules speak of it otherwise: where the
 * Dealer has no card [mbs 5.12], where an area without a wager has some [mbs 5.15] [rws 5.10.3], where one
 * with a wager was left short [mbs 5.14, 5.16], and where nobody had asked for the card [mbs 5.8] [AMB-68].
 */
static enum irregularity wrong_order_late(const struct rulebook *book, const struct round *round)
{
    unsigned area = trail_is_of_initial(round) ? fact_short_area(book, round) : 0;
    enum irregularity lacks = area ? short_late(book, round, area) : IRREGULARITY_PLAYER_SHORT;
    if (dealer_lacks_card(book, round))
        return IRREGULARITY_DEALER_NO_CARD;
    if (fact_empty_area(book, round))
        return IRREGULARITY_CARDS_ON_EMPTY_AREA;
    if (lacks != IRREGULARITY_PLAYER_SHORT)
        return lacks;
    return is_next_card(book, round) ? IRREGULARITY_CARD_NOT_WANTED : IRREGULARITY_WRONG_ORDER;
}

/* [AMB-68] a card that lies on an area without a wager and was due to a hand is moved there. */
static bool is_due_elsewhere(const struct rulebook *book, const struct round *round, const struct act *act)
{
    unsigned area = act->spot.area;
    return area_exists(round, area) && !felt_was_staked(book, round, area) &&
           trail_astray_at(round, fact_place(act)) && !has_bit(surplus_empty_areas(book, round), area);
}

/* [rws 5.10.3] a card asked for that lies on an area without a wager when it cannot be moved any more is
 * thrown away; [mbs 5.6.2] moves it. */
static enum irregularity wrong_hand_late(const struct rulebook *book, const struct round *round)
{
    bool stays = book->irregularities[IRREGULARITY_WRONG_HAND].late == REMEDY_STAYS;
    return stays && fact_empty_area(book, round) ? IRREGULARITY_CARDS_ON_EMPTY_AREA : IRREGULARITY_WRONG_HAND;
}

/* [mbs 5.15] does the last card astray there lie on an area without a wager, due to nobody? Others may lie
 * there by a decision of the shift manager. [rws 5.10.3] where nothing is moved any more any card on such an
 * area is thrown away, whichever hand is named. */
static bool is_nobodys(const struct rulebook *book, const struct round *round, struct place place)
{
    const struct blackjack_state *state = &round->blackjack;
    unsigned last = 0;
    if (!trail_astray_at(round, place))
        return false;
    if (book->irregularities[IRREGULARITY_WRONG_HAND].late == REMEDY_STAYS)
        return fact_empty_area(book, round);
    if (place.kind != PLACE_HAND || felt_was_staked(book, round, place.area))
        return false;
    for (unsigned i = 0; i < state->trail.count; i++)
        if (trail_card_astray(&state->trail.cards[i]) && place_equal(state->trail.cards[i].lies, place))
            last = i;
    return last < trail_initial_count(state) || state->trail.cards[last].wanted.kind == PLACE_NOWHERE;
}

/* [mbs 5.8] a card nobody wanted on the Dealer's completed hand is a matter of [mbs 5.7], one on an area
 * without a wager of [mbs 5.15], and one after which the initial deal went on of [mbs 5.6]. At RWS, if the
 * Dealer has hit and no box was due it, it is discarded whichever hand is named: whether others are put right
 * is subject to that [rws 5.9, 5.10.2]. */
enum irregularity alias_not_wanted(const struct rulebook *book, const struct round *round,
                                   const struct act *act, bool late)
{
    struct place place = fact_place(act);
    bool exposed = book->irregularities[IRREGULARITY_CARD_NOT_WANTED].late == REMEDY_NEXT_CARD;
    if (exposed ? place.kind == PLACE_DEALER && fact_dealer_was_done(book, round)
                : trail_astray_at(round, place) && fact_dealer_overdrew(book, round))
        return IRREGULARITY_EXTRA_DEALER_CARD;
    if (late && is_nobodys(book, round, place))
        return IRREGULARITY_CARDS_ON_EMPTY_AREA;
    if (trail_went_on(round, place))
        return IRREGULARITY_WRONG_ORDER;
    return IRREGULARITY_CARD_NOT_WANTED;
}

enum irregularity alias_wrong_order(const struct rulebook *book, const struct round *round,
                                    const struct act *act, bool late)
{
    (void)act;
    if (fact_dealer_overdrew(book, round))
        return IRREGULARITY_EXTRA_DEALER_CARD;
    if (late && round->blackjack.trail.count)
        return wrong_order_late(book, round);
    return round->blackjack.phase == DEAL_PLAY && is_next_card(book, round) ? IRREGULARITY_CARD_NOT_WANTED
                                                                            : IRREGULARITY_WRONG_ORDER;
}

enum irregularity alias_wrong_hand(const struct rulebook *book, const struct round *round,
                                   const struct act *act, bool late)
{
    (void)act;
    if (fact_dealer_overdrew(book, round))
        return IRREGULARITY_EXTRA_DEALER_CARD;
    if ((late || round->blackjack.phase == DEAL_PLAY) && !trail_was_asked_for(round))
        return IRREGULARITY_WRONG_ORDER;
    return late ? wrong_hand_late(book, round) : IRREGULARITY_WRONG_HAND;
}

enum irregularity alias_player_short(const struct rulebook *book, const struct round *round,
                                     const struct act *act, bool late)
{
    return late ? short_late(book, round, act->spot.area) : IRREGULARITY_PLAYER_SHORT;
}

enum irregularity alias_empty_area(const struct rulebook *book, const struct round *round,
                                   const struct act *act, bool late)
{
    (void)late;
    return is_due_elsewhere(book, round, act) ? IRREGULARITY_WRONG_HAND : IRREGULARITY_CARDS_ON_EMPTY_AREA;
}

/* [mbs 5.7] [rws 5.10.2] several at once are over as one is. */
enum irregularity alias_simultaneous(const struct rulebook *book, const struct round *round,
                                     const struct act *act, bool late)
{
    (void)act, (void)late;
    return fact_dealer_is_done(book, round) ? IRREGULARITY_EXTRA_DEALER_CARD : IRREGULARITY_SIMULTANEOUS;
}

/* ---- Where it lies. ---- */

void find_anywhere(const struct rulebook *book, const struct round *round, struct act *report)
{
    (void)book, (void)round;
    report->place = (struct place){PLACE_NOWHERE, 0, 0};
}

void find_no_area(const struct rulebook *book, const struct round *round, struct act *report)
{
    (void)book, (void)round;
    report->spot = (struct spot){0, 0, 0};
}

void find_surplus(const struct rulebook *book, const struct round *round, struct act *report)
{
    (void)book;
    report->place = trail_place_of_surplus(round);
}

void find_empty_area(const struct rulebook *book, const struct round *round, struct act *report)
{
    report->spot = (struct spot){.area = (uint8_t)fact_empty_area(book, round)};
}

void find_short_area(const struct rulebook *book, const struct round *round, struct act *report)
{
    report->spot = (struct spot){.area = (uint8_t)fact_short_area(book, round)};
}
