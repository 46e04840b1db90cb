/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/turn.h"

#include <assert.h>

#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/hand.h"
#include "blackjack/limits.h"
#include "blackjack/shuffle.h"
#include "blackjack/side.h"
#include "blackjack/trail.h"
#include "blackjack/window.h"

bool turn_waits_for_card(const struct hand *hand)
{
    assert(!hand->end);
    return hand->asks || (hand->split && hand->count < 2) || hand_is_down(hand);
}

enum ground turn_card_ground(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    switch ((enum hand_asks)hand->asks) {
    case ASKS_HIT:
    case ASKS_ACCEPTED:
        return GROUND_HIT;
    case ASKS_DOUBLE:
        return GROUND_DOUBLE_ONE_CARD;
    case ASKS_SPLIT:
    case ASKS_NOTHING:
        break;
    }
    return hand->split && hand->count < 2 ? GROUND_SPLIT_ORDER : GROUND_ABSENT;
}

/* ---- Verifying a decision. ---- */

/* [mbs 3.28] on the first two cards; [mbs 3.29, 3.31] [rws 3.21] on more. */
static enum ground stand_ground(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    return hand->count <= 2 ? GROUND_STAND : GROUND_STAND_LATER;
}

struct ruling turn_ended(const struct hand *hand, enum verb verb)
{
    assert(hand->count <= HAND_CARDS_MAX);
    /* unreached: nobody asks of a hand that is open */
    switch ((enum hand_end)hand->end) {
    case HAND_OPEN:
        break;
    case HAND_STOOD:
        return refuse(STATUS_HAND_STANDS, stand_ground(hand));
    case HAND_BLACKJACK:
    case HAND_21:
        if (verb == VERB_DOUBLE)
            return refuse(STATUS_HAND_HAS_21, GROUND_NO_DRAW_21, GROUND_DOUBLE);
        return refuse(STATUS_HAND_HAS_21, GROUND_NO_DRAW_21);
    case HAND_BUST:
        return refuse(STATUS_HAND_BUST, GROUND_BUST);
    case HAND_DOUBLED:
        return refuse(STATUS_HAND_DOUBLED, GROUND_DOUBLE_ONE_CARD, GROUND_DOUBLE_BOUND);
    case HAND_SPLIT_ACE:
        if (verb == VERB_SPLIT)
            return refuse(STATUS_ACES_SPLIT_ONCE, GROUND_SPLIT_ACES_ONCE);
        if (verb == VERB_DOUBLE)
            return refuse(STATUS_NO_DOUBLE_SPLIT_ACES, GROUND_DOUBLE_SPLIT_ACES);
        return refuse(STATUS_SPLIT_ACE_ONE_CARD, GROUND_SPLIT_ACES_CARD);
    case HAND_REFUSED:
        return refuse(STATUS_CARD_REFUSED, GROUND_REFUSE_STANDS);
    case HAND_TOO_LATE:
        return ruling_irregular((struct ruling){.status = STATUS_TOO_LATE_TO_ACT}, IRREGULARITY_SKIPPED,
                                true);
    case HAND_ABSENT:
        return refuse(STATUS_HAND_STANDS, GROUND_ABSENT);
    case HAND_OUT:
        return refuse(STATUS_NOT_YOUR_HAND, GROUND_CONTROL_ONLY);
    }
    return allow(GROUND_HIT);
}

/* Something must be answered before anybody decides. */
static struct ruling nothing_pending(const struct rulebook *book, const struct round *round)
{
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    struct ruling ruling = shuffle_comes_first(book, round);
    return ruling.status == STATUS_OK ? allow(GROUND_HIT) : ruling;
}

/* [mbs 3.30] no card on any 21; [rws 3.18] none on soft 21, on hard 21 by the reading [AMB-21]. Who may
 * choose what an Ace counts [rws 3.2.1] can make the soft 21 an 11 and draw on it [AMB-15]. */
bool turn_stops_at_21(const struct rulebook *book, const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    struct total total = hand_total(book, hand);
    if (total.points != TWENTY_ONE)
        return false;
    return total.soft ? book->blackjack.ace_choice == ACE_BEST_TOTAL
                      : book->blackjack.hit_hard_21 == READING_REFUSE;
}

/* By the cards as they lie, one astray included. */
static struct ruling may_draw(const struct rulebook *book, const struct round *round, struct spot spot,
                              enum verb verb)
{
    const struct hand *hand = felt_hand(round, spot);
    assert(hand && hand->count <= HAND_CARDS_MAX);
    if (verb != VERB_HIT && verb != VERB_DOUBLE)
        return allow(GROUND_HIT);
    if (hand->aces && book->blackjack.split_aces_one_card) /* it has its card: one that waits was refused */
        return verb == VERB_DOUBLE ? refuse(STATUS_NO_DOUBLE_SPLIT_ACES, GROUND_DOUBLE_SPLIT_ACES)
                                   : refuse(STATUS_SPLIT_ACE_ONE_CARD, GROUND_SPLIT_ACES_CARD);
    if (trail_is_bust(book, round, place_of_hand(spot)))
        return refuse(STATUS_HAND_BUST, GROUND_BUST);
    if (!turn_stops_at_21(book, hand))
        return allow(GROUND_HIT);
    return verb == VERB_DOUBLE ? refuse(STATUS_HAND_HAS_21, GROUND_NO_DRAW_21, GROUND_DOUBLE)
                               : refuse(STATUS_HAND_HAS_21, GROUND_NO_DRAW_21);
}

struct ruling turn_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    const struct hand *hand = felt_hand(round, act->spot);
    if (round->phase != PHASE_DEALING || round->blackjack.phase < DEAL_INTERIM)
        return refuse(STATUS_NOT_NOW, GROUND_DEAL);
    if (!hand)
        return refuse(STATUS_NO_SUCH_HAND, GROUND_CONTROL_ONLY);
    if (hand->end)
        return turn_ended(hand, (enum verb)act->verb);
    struct ruling ruling = nothing_pending(book, round);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (felt_main_stake(book, round, act->person, act->spot) < 0)
        return refuse(STATUS_NOT_YOUR_HAND, GROUND_CONTROL_ONLY);
    if (act->spot.area != round->blackjack.turn.area || act->spot.hand != round->blackjack.turn.hand)
        return act->spot.area == round->blackjack.turn.area ? refuse(STATUS_OUT_OF_TURN, GROUND_SPLIT_ORDER)
                                                            : refuse(STATUS_OUT_OF_TURN, GROUND_DEAL);
    if (hand_is_down(hand))
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    if (turn_waits_for_card(hand))
        return refuse(STATUS_CARD_DUE, turn_card_ground(hand));
    if (round->blackjack.late.card && round->blackjack.turn.area != round->blackjack.late.hand.area)
        return refuse(STATUS_DEALER_CARD_FIRST, GROUND_FINISH_FIRST);
    ruling = may_draw(book, round, act->spot, (enum verb)act->verb);
    return ruling.status == STATUS_OK ? control_verify(book, round, act) : ruling;
}

/* ---- Whose turn. ---- */

static bool must_draw_absent(const struct rulebook *book, const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    struct total total = hand_total(book, hand);
    unsigned min = total.soft ? book->blackjack.absent_soft_min : book->blackjack.absent_hard_min;
    return total.points < min;
}

bool turn_absent_draws(const struct rulebook *book, const struct round *round, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    const struct hand *hand = felt_hand(round, spot);
    if (!round->blackjack.absent && !round->blackjack.areas[spot.area].absent)
        return false;
    bool draws = control_of(book, round, spot).person < 0;
    assert(hand && !hand->end && (!draws || must_draw_absent(book, hand))); /* else it has ended */
    return draws;
}

void turn_end(struct felt *felt, struct spot spot, enum hand_end end, enum ground ground)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct hand *hand = felt_hand_at(felt, spot);
    hand->stood = (uint8_t)(end == HAND_BUST ? hand_chosen_end(hand) : HAND_OPEN);
    hand->end = (uint8_t)end;
    hand->asks = ASKS_NOTHING;
    if (end == HAND_BUST || end == HAND_OUT)
        return;
    struct event *event = events_add(felt->events, EVENT_STANDS);
    event->place = place_of_hand(spot);
    event->spot = spot;
    if (end != HAND_TOO_LATE) /* [mbs 5.18] nobody chose to stand */
        event_cite(event, ground);
    if (end == HAND_DOUBLED)
        event_cite(event, GROUND_MUST_DRAW); /* [rws 3.20] a doubled hand may stay below 12 */
}

bool turn_is_open(const struct rulebook *book, const struct round *round, struct spot spot)
{
    const struct hand *hand = felt_hand(round, spot);
    bool all_there = !round->blackjack.absent && !round->blackjack.areas[spot.area].absent;
    assert(hand);
    return turn_waits_for_card(hand) || all_there || control_of(book, round, spot).person >= 0 ||
           must_draw_absent(book, hand);
}

/* True if the open hand at the spot needs somebody's decision or a card. */
static bool takes_turn(struct felt *felt, struct hand *hand, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    if (!felt_is_staked(felt->book, felt->round, spot)) {
        hand->end = HAND_OUT;
        return false;
    }
    if (turn_is_open(felt->book, felt->round, spot))
        return true;
    turn_end(felt, spot, HAND_ABSENT, GROUND_ABSENT);
    return false;
}

static struct spot first_in_turn(struct felt *felt)
{
    for (unsigned area = 1; area <= felt->round->setting.areas; area++) {
        struct area *where = &felt->state->areas[area];
        for (unsigned position = 0; position < where->hand_count; position++) {
            struct hand *hand = &where->hands[where->order[position]];
            if (hand->end || hand->passed || !hand->count)
                continue;
            struct spot spot = {.area = (uint8_t)area, .hand = hand_number(where, where->order[position])};
            if (takes_turn(felt, hand, spot))
                return spot;
        }
    }
    return (struct spot){0, 0, 0};
}

void turn_advance(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct spot before = felt->state->turn;
    struct spot spot = first_in_turn(felt);
    felt->state->turn = spot;
    if (!spot.area || spot_equal(before, spot))
        return;
    struct event *event = events_add(felt->events, EVENT_TURN);
    event->spot = spot;
    event_cite(event, GROUND_DEAL);
}

void turn_begin(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    felt->state->played = true;
    felt->state->formed.hand.area = 0;
}

/* [v6 1.1.15; ar 1.1.16; se 1.1.16] [rws 1.33] the subsequent deal is of additional cards: nobody asks for
 * one by standing [AMB-107]. */
void turn_decided(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    felt->state->played |= felt->book->blackjack.subsequent_deal == BEGINS_WITH_DECISION;
    felt->state->formed.hand.area = 0;
}

/* ---- After a card. ---- */

/* [3.32] over 21 every main wager on the hand is lost at once; [AMB-100] side wagers keep their own fate. */
static void collect_bust(struct felt *felt, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    const struct hand *hand = felt_hand_at(felt, spot);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (!stake_is_open(stake) || !stake_is_main(felt->book, stake) || stake->spot.area != spot.area ||
            stake->spot.hand != spot.hand || limits_hand_back(felt, stake))
            continue;
        struct event *event = felt_take(felt, stake, stake->effective_cents, REASON_BUST, GROUND_LOSE_BUST);
        event_cite(event, GROUND_BUST);
        if (hand->split)
            event_cite(event, GROUND_ORIGINAL_SPLIT);
        if (stake_is(stake, STAKE_DOUBLED))
            event_cite(event, GROUND_ORIGINAL_DOUBLED);
    }
}

void turn_collect_busts(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    for (unsigned number = 1; number <= felt->round->setting.areas; number++) {
        const struct area *area = &felt->state->areas[number];
        for (unsigned index = 0; index < area->hand_count; index++)
            if (area->hands[index].end == HAND_BUST)
                collect_bust(felt, (struct spot){(uint8_t)number, hand_number(area, index), 0});
    }
    control_refresh_all(felt);
}

/* [3.22.1] Aces are split once, but in books that allow more hands of them two Aces have that choice again.
 */
static bool may_split_aces_again(const struct felt *felt, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    const struct hand *hand = felt_hand(felt->round, spot);
    assert(hand);
    return hand->count == 2 && card_rank(hand->cards[1]) == RANK_ACE &&
           felt->state->areas[spot.area].hand_count < felt->book->blackjack.split_aces_hands_max;
}

void turn_after_card(struct felt *felt, struct spot spot, enum hand_asks asked)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct hand *hand = felt_hand_at(felt, spot);
    hand->asks = ASKS_NOTHING;
    if (hand->aces && hand->count == 2 && felt->book->blackjack.split_side_on_bj != SPLIT_SIDE_LOSES)
        side_settle_all(felt, SIDES_OF_SPLIT);
    if (!hand->split && hand->count == 2) /* [rws 5.16] the initial deal had left it a card short */
        deal_settle_decided(felt);
    if (trail_is_bust(felt->book, felt->round, place_of_hand(spot))) {
        turn_end(felt, spot, HAND_BUST, GROUND_BUST);
        collect_bust(felt, spot);
        control_refresh(felt, spot.area);
    } else if (asked == ASKS_DOUBLE) {
        turn_end(felt, spot, HAND_DOUBLED, GROUND_DOUBLE_ONE_CARD);
    } else if (hand->aces && hand->count > 1 && felt->book->blackjack.split_aces_one_card &&
               !may_split_aces_again(felt, spot)) {
        turn_end(felt, spot, HAND_SPLIT_ACE, GROUND_SPLIT_ACES_CARD);
    } else if (trail_is_blackjack(felt->book, felt->round, place_of_hand(spot))) {
        turn_end(felt, spot, HAND_BLACKJACK, GROUND_NO_DRAW_21);
    } else if (turn_stops_at_21(felt->book, hand)) {
        turn_end(felt, spot, HAND_21, GROUND_NO_DRAW_21);
    }
}

/* ---- Hit and stand. ---- */

struct ruling bj_hit_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_HIT);
    struct ruling ruling = turn_verify(book, round, act);
    if (ruling.status != STATUS_OK) {
        const struct hand *hand = felt_hand(round, act->spot);
        if (hand && hand->end == HAND_DOUBLED)
            ruling_cite(&ruling, GROUND_DOUBLE);
        if (hand && hand->end == HAND_REFUSED)
            ruling = ruling_irregular(ruling, IRREGULARITY_CARD_NOT_WANTED, false);
        return ruling;
    }
    /* unreached: so many cards count more than 21, and such a hand was refused */
    if (felt_hand(round, act->spot)->count >= HAND_CARDS_MAX)
        return refuse(STATUS_HAND_FULL, GROUND_HIT);
    return allow(GROUND_HIT, GROUND_SIGNAL);
}

void bj_hit_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_HIT);
    turn_begin(felt);
    window_close(felt);
    felt_ask(felt, act->spot, ASKS_HIT);
}

/* [mbs 3.28] any total may stand [AMB-22]; [rws 3.20] not below 12. One card is no hand to stand on. */
struct ruling bj_stand_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_STAND);
    struct ruling ruling = turn_verify(book, round, act);
    if (ruling.status != STATUS_OK)
        return ruling;
    const struct hand *hand = felt_hand(round, act->spot);
    if (hand->count < 2 || hand_total(book, hand).points < book->blackjack.stand_min_total)
        return refuse(STATUS_MUST_DRAW, GROUND_MUST_DRAW);
    return allow(stand_ground(hand), GROUND_SIGNAL);
}

void bj_stand_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_STAND);
    turn_decided(felt);
    if (felt->book->blackjack.stand_closes_window)
        window_close(felt);
    turn_end(felt, act->spot, HAND_STOOD, stand_ground(felt_hand_at(felt, act->spot)));
}
