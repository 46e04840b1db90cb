/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/card.h"

#include <assert.h>

#include "blackjack/cite.h"
#include "blackjack/deal.h"
#include "blackjack/due.h"
#include "blackjack/hand.h"
#include "blackjack/late.h"
#include "blackjack/options.h"
#include "blackjack/pick.h"
#include "blackjack/shuffle.h"
#include "blackjack/side.h"
#include "blackjack/skipped.h"
#include "blackjack/split.h"
#include "blackjack/squeeze.h"
#include "blackjack/together.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"
#include "round/device.h"

static const struct place nowhere = {PLACE_NOWHERE, 0, 0};

struct place card_due(const struct rulebook *book, const struct round *round)
{
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE ||
        shuffle_is_pending(book, round) || pick_pending(book, round))
        return nowhere;
    return due_place(book, round);
}

/* ---- Verifying a card. ---- */

/* On which ground the place gets the card that is due to it. */
static struct ruling due_ruling(const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct blackjack_state *state = &round->blackjack;
    if (place.kind == PLACE_DISCARD && !round->memory.burn_due)
        return (struct ruling){.status = STATUS_OK}; /* thrown away on the ground it carries */
    if (place.kind == PLACE_DISCARD)
        return allow(GROUND_BURN);
    if (state->phase == DEAL_INITIAL)
        return allow(GROUND_DEAL);
    if (place.kind == PLACE_DEALER && state->late.card)
        return ruling_irregular((struct ruling){.status = STATUS_OK}, IRREGULARITY_DEALER_NO_CARD, true);
    if (place.kind == PLACE_DEALER)
        return allow(GROUND_DEALER_DRAWS);
    struct ruling ruling = {.status = STATUS_OK};
    ruling_cite(&ruling, turn_card_ground(felt_place(round, place)));
    return ruling;
}

/* There is such a place, and room. */
static enum status place_verify(const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct hand *hand = felt_place(round, place);
    if (place.kind == PLACE_DISCARD)
        return STATUS_OK;
    if (!hand)
        return STATUS_NO_SUCH_HAND;
    return hand->count >= HAND_CARDS_MAX ? STATUS_HAND_FULL : STATUS_OK;
}

static struct ruling due_verify(const struct round *round, struct place due)
{
    assert(due.kind <= PLACE_DISCARD);
    enum status status = place_verify(round, due);
    return status == STATUS_OK ? due_ruling(round, due) : refuse(status, GROUND_DEAL);
}

/* A card that lies where none was wanted: a fact to be followed, as far as it can be kept track of. */
static struct ruling astray_verify(const struct round *round, const struct act *act)
{
    if (round->phase != PHASE_DEALING || round->blackjack.together.count)
        return refuse(STATUS_NO_CARD_DUE, GROUND_DEAL);
    if (round->blackjack.trail.count == TRAIL_MAX)
        return refuse(STATUS_TOO_MANY_ASTRAY, GROUND_DEAL);
    return refuse(place_verify(round, act->place), GROUND_DEAL);
}

struct ruling bj_card_verify(const struct rulebook *book, const struct round *round, const struct act *act,
                             struct place due)
{
    assert(act->verb == VERB_CARD);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    struct ruling shuffled = shuffle_comes_first(book, round);
    if (shuffled.status != STATUS_OK)
        return shuffled;
    if (act->card_count != 1)
        return refuse(STATUS_NO_CARD_DUE, GROUND_DEAL);
    if (card_is_none(act->cards[0]) && act->place.kind != PLACE_NOWHERE && !place_equal(act->place, due))
        return refuse(STATUS_FACE_NEEDED, GROUND_DEAL); /* who says that it lies astray has seen it */
    if (card_is_none(act->cards[0]) && due.kind != PLACE_NOWHERE) {
        struct ruling ruling = squeeze_card_verify(book, round, due);
        return ruling.status == STATUS_OK ? due_verify(round, due) : ruling;
    }
    enum status status = together_comes_next(round) ? together_verify(book, round, act->cards[0])
                                                    : device_verify(book, round, act->cards[0]);
    if (status != STATUS_OK)
        return device_refuse(status);
    if (act->place.kind != PLACE_NOWHERE && !place_equal(act->place, due))
        return astray_verify(round, act);
    if (due.kind == PLACE_NOWHERE)
        return refuse(trail_astray(round) ? STATUS_PLACE_NEEDED : STATUS_NO_CARD_DUE, GROUND_DEAL);
    return due_verify(round, due);
}

/* ---- A card lands. ---- */

static void cite_asked(struct event *event, const struct hand *hand, enum hand_asks asked)
{
    switch (asked) {
    case ASKS_HIT:
    case ASKS_ACCEPTED:
        event_cite(event, GROUND_HIT);
        break;
    case ASKS_DOUBLE:
        event_cite(event, GROUND_DOUBLE_ONE_CARD);
        event_cite(event, GROUND_DOUBLE_BOUND);
        break;
    case ASKS_SPLIT:
    case ASKS_NOTHING:
        assert(hand);
        event_cite(event, hand->split && hand->count < 3 ? GROUND_SPLIT_ORDER : GROUND_ABSENT);
        if (hand->aces)
            event_cite(event, GROUND_SPLIT_ACES_CARD);
        break;
    }
}

/* [3.34] [rws 3.24] the Dealer's own cards: for totals, for a waiting Blackjack, for a side wager. */
static void cite_dealer(const struct felt *felt, struct event *event)
{
    bool any_hand = false;
    bool waiting = false;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        const struct stake *stake = &felt->round->stakes[i];
        if (!stake_is_open(stake) || !stake_is_main(felt->book, stake))
            continue;
        any_hand = true;
        waiting |= hand_is_blackjack(felt->book, felt_hand_at((struct felt *)felt, stake->spot));
    }
    event_cite(event, GROUND_DEALER_DRAWS);
    if (waiting)
        event_cite(event, GROUND_BLACKJACK_WAITS);
    if (!any_hand)
        event_cite(event, GROUND_DRAW_FOR_SIDE);
}

static void cite_card(const struct felt *felt, struct event *event, struct place place, enum hand_asks asked,
                      bool burnt)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct blackjack_state *state = felt->state;
    const struct hand *hand = felt_place(felt->round, place);
    if (burnt)
        event_cite(event, GROUND_BURN);
    else if (place.kind == PLACE_DISCARD)
        return; /* thrown away on the ground it carries */
    else if (state->phase == DEAL_INITIAL)
        event_cite(event, GROUND_DEAL);
    else if (place.kind != PLACE_DEALER)
        cite_asked(event, hand, asked);
    else if (!state->late.card) /* the Dealer's late first card is not drawn to a total [mbs 5.12] */
        cite_dealer(felt, event);
    if (hand && place.kind == PLACE_HAND)
        cite_hand(felt, event, hand);
    if (state->phase == DEAL_INITIAL)
        event_cite(event, GROUND_DECKS);
    if (card_is_none(event->card))
        event_cite(event, GROUND_SQUEEZE);
    if (state->choice.continued)
        event_cite(event, GROUND_ERROR_BOUND);
}

static void landed(struct felt *felt, struct place place, enum hand_asks asked, bool instead,
                   struct event *event)
{
    assert(place.kind <= PLACE_DISCARD);
    if (place.kind == PLACE_DISCARD) {
        pick_thrown(felt);
        return;
    }
    if (felt->state->phase == DEAL_INITIAL) {
        if (place.kind == PLACE_HAND && !felt->state->areas[place.area].hand_count)
            felt->state->areas[place.area].hand_count = 1;
        if (place.kind == PLACE_DEALER)
            felt->state->late.card = LATE_CARD_NONE; /* the deal went on and has given it [mbs 5.12] */
        return;
    }
    if (place.kind == PLACE_HAND) {
        struct spot spot = {.area = place.area, .hand = place.hand};
        skipped_count(felt, place, instead);
        if (hand_is_down(felt_hand_at(felt, spot)))
            return;
        turn_after_card(felt, spot, asked);
        together_goes_on(felt, spot);
        return;
    }
    if (felt->state->dealer.count == 1)
        late_card_landed(felt, event);
    else if (felt->state->dealer.count == 2)
        side_settle_all(felt, SIDES_OF_SECOND_CARD);
    if (felt->state->dealer.count > 1) {
        felt->state->late.card = LATE_CARD_NONE; /* it has come, though behind a card astray */
        skipped_count(felt, place, instead);
    }
}

/* Silence is no: the next card ends every offer [mbs 5.25] [rws 5.7]. But the subsequent deal is what Players
 * ask for [v6 1.1.15; ar 1.1.16; se 1.1.16]: a card nobody asked for does not take surrender and Insurance
 * from them [mbs 3.25, 3.27.2], unless it stays where it lies [rws 1.33]; nor does one that is thrown away
 * [rws 3.17, 5.12.1]. The options of an error wait with it until all of them are [AMB-85]. */
static void end_offers(struct felt *felt, struct place wanted)
{
    if (wanted.kind == PLACE_HAND || wanted.kind == PLACE_DEALER)
        window_close(felt);
    if (wanted.kind != PLACE_DEALER) { /* [mbs 5.12] the Dealer's late first card is not the hand's */
        split_lapse(felt);
        double_lapse(felt);
    }
    bool choosing = felt->state->choice.persons != 0; /* ... and so nothing of theirs was settled */
    if (!felt->state->choice.waits)
        options_lapse(felt);
    if (choosing)
        deal_settle_due(felt);
}

static struct event *tell_card(struct felt *felt, struct card card, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    struct event *event = events_add(felt->events, EVENT_CARD);
    event->card = card;
    event->place = place;
    return event;
}

static void land_astray(struct felt *felt, struct card card, struct place place, struct place wanted)
{
    assert(place.kind <= PLACE_DISCARD);
    struct blackjack_state *state = felt->state;
    trail_remember(felt, card, place, wanted)->counts =
        state->phase == DEAL_PLAY &&
        (wanted.kind == PLACE_HAND || (wanted.kind == PLACE_DEALER && state->dealer.count));
    tell_card(felt, card, place);
    if (place.kind == PLACE_DISCARD)
        return;
    hand_add(felt_place_at(felt, place), card);
    if (place.kind == PLACE_HAND && !state->areas[place.area].hand_count)
        state->areas[place.area].hand_count = 1;
}

static void remember_last(struct felt *felt, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct hand *hand = felt_place(felt->round, place);
    felt->state->last = (struct last_card){.place = {PLACE_NOWHERE, 0, 0}};
    if (hand)
        felt->state->last = (struct last_card){place, (uint8_t)(hand->count + 1)};
}

void bj_card_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CARD);
    struct card card = act->cards[0];
    struct place wanted = felt->due;
    struct place place = act->place.kind == PLACE_NOWHERE ? wanted : act->place;
    struct front_card front = {0, false};
    uint8_t ground = 0;
    end_offers(felt, wanted);
    if (felt->state->phase == DEAL_PLAY && wanted.kind == PLACE_DEALER && !felt->state->late.card)
        turn_begin(felt); /* [mbs 3.34] [rws 3.24] the subsequent deal to all hands is over */
    if (together_comes_next(felt->round)) {
        device_take_aside(felt->round, felt->state->together.cards[0], card);
        ground = together_take(felt);
    } else {
        device_draw(felt->round, card, &front);
    }
    remember_last(felt, place);
    bool burnt =
        place.kind == PLACE_DISCARD && place_equal(place, wanted) && felt->round->memory.burn_due && !ground;
    felt->state->dealt |= !burnt;
    if (!place_equal(place, wanted)) { /* of several astray the first is the one asked for [AMB-84] */
        land_astray(felt, card, place, trail_owes(felt->state, wanted) ? nowhere : wanted);
        if (front.why)
            felt->state->front_offered = false; /* the card on offer has left */
        return;
    }
    enum hand_asks asked = ASKS_NOTHING;
    bool instead = false; /* of a card that lies astray */
    if (felt->state->phase == DEAL_INITIAL && place.kind != PLACE_DISCARD)
        trail_remember(felt, card, place, wanted);
    else if ((instead = trail_owes(felt->state, place)))
        trail_remember(felt, card, place, nowhere)->instead = true;
    if (place.kind != PLACE_DISCARD) {
        struct hand *hand = felt_place_at(felt, place);
        asked = (enum hand_asks)hand->asks;
        hand_add(hand, card);
    } else if (burnt) {
        felt->round->memory.burn_due--;
    }
    struct event *event = tell_card(felt, card, place);
    cite_card(felt, event, place, asked, burnt);
    if (ground)
        event_cite(event, (enum ground)(ground - 1));
    event->irregularity = front.why;
    event->late = front.late;
    if (front.why && felt->state->front_offered)
        together_offer_landed(felt, event, place);
    landed(felt, place, asked, instead, event);
}
