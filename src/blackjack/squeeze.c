/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/squeeze.h"

#include <assert.h>

#include "blackjack/cite.h"
#include "blackjack/hand.h"
#include "blackjack/together.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "round/device.h"

int squeeze_person(const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    return has_bit(round->blackjack.squeeze.given, area) ? round->blackjack.squeeze.by[area] - 1 : -1;
}

/* ---- Asking. ---- */

static bool bets_on(const struct rulebook *book, const struct round *round, unsigned person, unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->person == person && stake_is_open(stake) && stake_is_main(book, stake) &&
            stake->spot.area == area)
            return true;
    }
    return false;
}

/* [rws 3.12] asked for before the cards are dealt, by a bettor of the box; one of them squeezes. */
struct ruling bj_squeeze_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_SQUEEZE);
    unsigned area = act->spot.area;
    if (!book->blackjack.squeeze)
        return refuse(STATUS_NO_SQUEEZE, GROUND_SQUEEZE);
    if (round->phase != PHASE_BETTING && round->phase != PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, GROUND_SQUEEZE);
    if (!area_exists(round, area) || !bets_on(book, round, act->person, area))
        return refuse(STATUS_NO_WAGER, GROUND_SQUEEZE);
    unsigned squeezer = round->blackjack.squeeze.by[area];
    if (squeezer && bets_on(book, round, squeezer - 1, area))
        return refuse(STATUS_SQUEEZE_ASKED, GROUND_SQUEEZE);
    return allow(GROUND_SQUEEZE);
}

void bj_squeeze_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_SQUEEZE);
    uint8_t bit = (uint8_t)(1U << act->spot.area);
    felt->state->squeeze.asked |= bit;
    felt->state->squeeze.given &= (uint8_t)~bit; /* whoever had leave has no wager there any more */
    felt->state->squeeze.by[act->spot.area] = (uint8_t)(act->person + 1);
}

void squeeze_decide(struct felt *felt, bool yes)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    for (unsigned area = 1; area <= AREAS_MAX; area++) {
        if (!has_bit(state->squeeze.asked, area))
            continue;
        if (yes)
            state->squeeze.given |= (uint8_t)(1U << area);
        else
            state->squeeze.by[area] = 0;
    }
    state->squeeze.asked = 0;
}

/* ---- Dealing. ---- */

bool squeeze_goes_down(const struct rulebook *book, const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    if (place.kind != PLACE_HAND || device_has_front(round) || together_comes_next(round))
        return false;
    int person = squeeze_person(round, place.area);
    return person >= 0 && bets_on(book, round, (unsigned)person, place.area) &&
           felt_present(round, (unsigned)person, place.area);
}

struct ruling squeeze_card_verify(const struct rulebook *book, const struct round *round, struct place due)
{
    assert(due.kind <= PLACE_DISCARD);
    enum status status = together_comes_next(round) ? STATUS_CARD_NOT_FRONT : device_verify_down(book, round);
    if (status != STATUS_OK)
        return device_refuse(status);
    if (!squeeze_goes_down(book, round, due))
        return refuse(STATUS_FACE_NEEDED, GROUND_SQUEEZE, GROUND_DEAL);
    return allow(GROUND_SQUEEZE);
}

/* ---- Revealing. ---- */

static unsigned count_down(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    unsigned count = 0;
    for (unsigned i = 0; i < hand->count; i++)
        count += card_is_none(hand->cards[i]);
    return count;
}

/* Every face must be told, and be one that can have left the device. */
static struct ruling faces_verify(const struct rulebook *book, const struct round *round,
                                  const struct act *act)
{
    for (unsigned i = 0; i < act->card_count; i++)
        if (card_is_none(act->cards[i]))
            return refuse(STATUS_FACE_NEEDED, GROUND_SQUEEZE);
    enum status status = device_verify_faces(book, round, act->cards, act->card_count);
    return status == STATUS_OK ? allow(GROUND_SQUEEZE) : device_refuse(status);
}

/* [rws 3.12] who squeezes shows the cards; the Dealer may turn them. */
struct ruling bj_reveal_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_REVEAL);
    const struct hand *hand = felt_hand(round, act->spot);
    if (round->phase != PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, GROUND_SQUEEZE);
    if (!hand)
        return refuse(STATUS_NO_SUCH_HAND, GROUND_SQUEEZE);
    if (act->card_count > count_down(hand) || !hand_is_down(hand))
        return refuse(STATUS_NOT_SQUEEZED, GROUND_SQUEEZE);
    if (act->actor == ACTOR_PERSON && squeeze_person(round, act->spot.area) != act->person)
        return refuse(STATUS_NOT_IN_CONTROL, GROUND_SQUEEZE);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (!act->card_count)
        return refuse(STATUS_FACE_NEEDED, GROUND_SQUEEZE);
    return faces_verify(book, round, act);
}

static void turn_up(struct felt *felt, struct hand *hand, struct place place, struct card card)
{
    assert(place.kind == PLACE_HAND);
    unsigned index = 0;
    while (!card_is_none(hand->cards[index]))
        index++;
    hand->cards[index] = card;
    device_reveal(felt->round, card);
    trail_reveal(felt->state, place, card);
}

void bj_reveal_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_REVEAL);
    struct place place = place_of_hand(act->spot);
    struct hand *hand = felt_hand_at(felt, act->spot);
    for (unsigned i = 0; i < act->card_count; i++) {
        turn_up(felt, hand, place, act->cards[i]);
        struct event *event = events_add(felt->events, EVENT_REVEALED);
        event->card = act->cards[i];
        event->place = place;
        event->spot = act->spot;
        event_cite(event, GROUND_SQUEEZE);
        if (!hand_is_down(hand))
            cite_hand(felt, event, hand);
    }
    if (!hand_is_down(hand) && felt->state->phase != DEAL_INITIAL)
        turn_after_card(felt, act->spot, (enum hand_asks)hand->asks);
}
