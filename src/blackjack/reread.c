/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/reread.h"

#include <assert.h>

#include "blackjack/hand.h"
#include "blackjack/side.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"
#include "round/device.h"

/* ---- Which card. ---- */

static const struct reread_card none = {{PLACE_NOWHERE, 0, 0}, 0};

static bool is_there(const struct round *round, struct reread_card at)
{
    const struct hand *hand = felt_place(round, at.place);
    return hand && !hand->riffled && at.number >= 1 && at.number <= hand->count;
}

struct reread_card reread_last(const struct round *round)
{
    const struct last_card *last = &round->blackjack.last;
    struct reread_card at = {last->place, last->number};
    return is_there(round, at) ? at : none;
}

/* The one the act names, else the last. */
static struct reread_card card_of(const struct round *round, const struct act *act)
{
    struct reread_card at = {act->place, act->number};
    if (act->place.kind == PLACE_NOWHERE)
        return reread_last(round);
    return is_there(round, at) ? at : none;
}

static bool is_last(const struct round *round, struct reread_card at)
{
    struct reread_card last = reread_last(round);
    return place_equal(at.place, last.place) && at.number == last.number;
}

/* ---- What rests on it. ---- */

/* Is it one of the first two cards of the area? */
static bool is_first_two(const struct round *round, struct reread_card at, unsigned area)
{
    assert(area <= AREAS_MAX);
    if (at.place.kind != PLACE_HAND || at.place.area != area)
        return false;
    return area_is_split(&round->blackjack.areas[area]) ? at.place.hand <= 2 && at.number == 1
                                                        : at.number <= 2;
}

static bool judges(const struct rulebook *book, const struct round *round, const struct stake *stake,
                   struct reread_card at)
{
    assert(stake->wager < book->wager_count);
    bool dealers = at.place.kind == PLACE_DEALER;
    bool on_hand =
        at.place.kind == PLACE_HAND && at.place.area == stake->spot.area && at.place.hand == stake->spot.hand;
    switch ((enum wager_judge)book->wagers[stake->wager].judge) {
    case JUDGE_HAND:
        return on_hand || dealers;
    case JUDGE_FIRST_TWO:
        return is_first_two(round, at, stake->spot.area);
    case JUDGE_FIRST_TWO_DEALER:
        return is_first_two(round, at, stake->spot.area) || (dealers && at.number == 1);
    case JUDGE_SPLIT_TWO:
        return on_hand && at.number <= 2;
    case JUDGE_DEALER_SECOND:
        return dealers && at.number <= 2;
    case JUDGE_DEALER_BUST: /* settled when the round ends */
    case JUDGE_OUTCOME:
    case JUDGE_ALL_CARDS:
        break;
    }
    return false;
}

/* Settled by the cards: what somebody gave up, withdrew or got back does not rest on this one. A hand over 21
 * is lost whatever the Dealer's cards are. */
static bool is_settled_on(const struct rulebook *book, const struct round *round, const struct stake *stake,
                          struct reread_card at)
{
    assert(stake->wager < book->wager_count);
    if (stake_is_open(stake) || !(stake->paid_cents || stake->taken_cents) ||
        stake->reason == REASON_SURRENDER || !judges(book, round, stake, at))
        return false;
    return stake->reason != REASON_BUST || at.place.kind != PLACE_DEALER;
}

static bool any_settled_on(const struct rulebook *book, const struct round *round, struct reread_card at)
{
    for (unsigned i = 0; i < round->stake_count; i++)
        if (is_settled_on(book, round, &round->stakes[i], at))
            return true;
    return false;
}

/* Its area was split on it, and could not have been with this card [mbs 3.21] [rws 3.22]. */
static bool undoes_split(const struct round *round, struct reread_card at, struct card card)
{
    const struct hand *hand = felt_place(round, at.place);
    if (!hand->split || at.number != 1)
        return false;
    return card_points(hand->cards[0]) != card_points(card);
}

/* ---- Verifying. ---- */

struct ruling bj_reread_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_REREAD);
    struct reread_card at = card_of(round, act);
    if (round->phase != PHASE_DEALING)
        return (struct ruling){.status = STATUS_NOT_NOW};
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (at.place.kind == PLACE_NOWHERE || act->card_count != 1 || card_is_none(act->cards[0]))
        return (struct ruling){.status = STATUS_NO_CARD_THERE};
    struct card was = felt_place(round, at.place)->cards[at.number - 1];
    if (card_is_none(was))
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    if (card_equal(was, act->cards[0]))
        return (struct ruling){.status = STATUS_SAME_CARD};
    if (act->actor < ACTOR_PIT && !is_last(round, at))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    enum status status = device_verify_faces(book, round, act->cards, 1);
    if (status != STATUS_OK)
        return device_refuse(status);
    if (undoes_split(round, at, act->cards[0]))
        return refuse(STATUS_CARD_WAS_SPLIT, GROUND_SPLIT);
    if (act->actor < ACTOR_SHIFT && any_settled_on(book, round, at))
        return refuse(STATUS_CARD_SETTLED, GROUND_SHIFT_DECIDES);
    return act->actor == ACTOR_SHIFT ? allow(GROUND_SHIFT_DECIDES) : (struct ruling){.status = STATUS_OK};
}

/* ---- Doing. ---- */

/* Returns what it was entered as. */
static struct card replace(struct felt *felt, struct reread_card at, struct card card)
{
    struct hand *hand = felt_place_at(felt, at.place);
    struct card was = hand->cards[at.number - 1];
    struct trail_card *trail = trail_card_at(felt, at.place, at.number - 1U);
    if (trail)
        trail->card = card;
    hand->cards[at.number - 1] = card;
    device_reread(felt->round, was, card);
    return was;
}

/* A wager that is open again is acted upon again. */
static void reopen(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    felt_unsettle(felt, stake);
    struct hand *hand = felt_hand_at(felt, stake->spot);
    if (stake_is_main(felt->book, stake) && hand->end == HAND_OUT)
        hand->end = HAND_OPEN;
}

/* What ends the hand by itself, on the cards that lie there. */
static void end_by_itself(struct felt *felt, struct spot spot)
{
    struct hand *hand = felt_hand_at(felt, spot);
    assert(hand->asks != ASKS_DOUBLE);
    const uint8_t asks = hand->asks;
    bool blackjack = trail_is_blackjack(felt->book, felt->round, place_of_hand(spot));
    if (trail_is_bust(felt->book, felt->round, place_of_hand(spot)))
        turn_end(felt, spot, HAND_BUST, GROUND_BUST);
    else if (asks && blackjack)
        turn_end(felt, spot, HAND_BLACKJACK, GROUND_NO_DRAW_21);
    else if (!hand->split && hand->count == 2 && blackjack)
        hand->end = HAND_BLACKJACK;
    else if (hand->doubled && !hand->split && hand->count == 2)
        hand->end = HAND_DOUBLED; /* its card lies elsewhere, and what came in the stead of that has gone */
    else if (hand->count > 2 || hand->split)
        turn_after_card(felt, spot, hand->doubled ? ASKS_DOUBLE : ASKS_NOTHING);
    if (!hand->end)
        hand->asks = asks;
}

/* What ended by itself ends, or does not, by the cards as they lay when the last that it was due had come:
 * one that lies astray behind them has ended nothing. What somebody chose stands, but for a card that a hand
 * at 21, or over it, may not draw [mbs 3.30, 3.32] [rws 3.18]. */
static void work_out_hand(struct felt *felt, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct hand *hand = felt_hand_at(felt, spot);
    const unsigned behind = trail_astray_behind(felt, place_of_hand(spot));
    hand->end = (uint8_t)hand_chosen_end(hand);
    hand->stood = HAND_OPEN;
    hand->count = (uint8_t)(hand->count - behind);
    bool chosen = hand->end && !trail_is_bust(felt->book, felt->round, place_of_hand(spot));
    if (felt->state->phase != DEAL_INITIAL && hand->asks != ASKS_DOUBLE && !hand_is_down(hand) && !chosen)
        end_by_itself(felt, spot);
    hand->count = (uint8_t)(hand->count + behind);
    if (!chosen && !hand->stood)
        trail_came_after_end(felt, place_of_hand(spot), hand->count - behind);
}

/* Another first card of the Dealer gives other options, as long as these can be taken at all; an Insurance
 * that has nothing to protect against goes back [mbs 3.27] [rws 1.17]. */
static void work_out_windows(struct felt *felt)
{
    if (felt->state->phase < DEAL_INTERIM)
        return;
    window_dealt_anew(felt, 0, false);
    if (felt->state->played && !felt->state->windows.open)
        return;
    felt->state->windows.open = 0;
    window_open(felt, felt->state->windows.late);
}

void bj_reread_do(struct felt *felt, const struct act *act)
{
    struct reread_card at = card_of(felt->round, act);
    assert(at.place.kind != PLACE_NOWHERE);
    for (unsigned i = 0; i < felt->round->stake_count; i++)
        if (is_settled_on(felt->book, felt->round, &felt->round->stakes[i], at))
            reopen(felt, &felt->round->stakes[i]);
    struct card was = replace(felt, at, act->cards[0]);
    struct event *event = events_add(felt->events, EVENT_REREAD);
    event->card = act->cards[0];
    event->was = was;
    event->place = at.place;
    event->number = (uint8_t)at.number;
    if (at.place.kind == PLACE_HAND)
        work_out_hand(felt, (struct spot){.area = at.place.area, .hand = at.place.hand});
    else if (at.number == 1)
        work_out_windows(felt);
    const struct blackjack_state *state = felt->state;
    if (state->choice.persons && state->choice.offer == CHOICE_TAKE_BACK)
        return; /* [rws 5.7] until they have chosen */
    side_settle_all(felt, SIDES_OF_SPLIT);
    if (!trail_astray(felt->round)) /* [AMB-75] */
        side_settle_all(felt, SIDES_OF_SECOND_CARD);
    turn_collect_busts(felt);
}
