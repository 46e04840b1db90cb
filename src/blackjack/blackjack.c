/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/blackjack.h"

#include <assert.h>
#include <string.h>

#include "blackjack/card.h"
#include "blackjack/claim.h"
#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/dealer.h"
#include "blackjack/end.h"
#include "blackjack/hand.h"
#include "blackjack/late.h"
#include "blackjack/legal.h"
#include "blackjack/options.h"
#include "blackjack/outage.h"
#include "blackjack/pick.h"
#include "blackjack/split.h"
#include "blackjack/squeeze.h"
#include "blackjack/stopped.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "blackjack/verbs.h"
#include "blackjack/view.h"
#include "blackjack/window.h"
#include "round/device.h"

static void next(const struct rulebook *book, struct round *round)
{
    round->phase = PHASE_IDLE;
    round->question = QUESTION_NONE;
    round->voided = false;
    round->stake_count = 0;
    memset(&round->blackjack, 0, sizeof(round->blackjack));
    device_next_round(book, round);
}

/* A card too many leaves the device before anybody has been paid or has asked for one: the deal has not been
 * found complete yet [mbs 5.6.1] [rws 5.9]. One that an absent Player's hand was due is not too many. */
static bool is_card_too_many(const struct felt *felt, const struct act *act)
{
    return act->verb == VERB_CARD && act->place.kind != PLACE_NOWHERE && felt->due.kind == PLACE_NOWHERE;
}

/* The interim settlement is made just before the first act after a complete initial deal, unless that act
 * says that something is wrong with it or passes it over. */
static bool implies_interim(const struct felt *felt, const struct act *act)
{
    if (felt->round->phase != PHASE_DEALING || felt->state->phase != DEAL_INTERIM ||
        is_card_too_many(felt, act))
        return false;
    return act->verb != VERB_IRREGULARITY && act->verb != VERB_VOID && act->verb != VERB_PROCEED &&
           act->verb != VERB_SETTLE &&
           !(act->verb == VERB_DECIDE && act->decision == DECISION_RECONSTRUCTABLE);
}

/* What follows by itself from any act: whose turn it is, who is asked, what the Dealer does. */
static void advance(struct felt *felt, bool incomplete)
{
    struct blackjack_state *state = felt->state;
    if (state->claims.count || felt->round->question)
        claim_advance(felt);
    options_advance(felt);
    if (felt->round->phase != PHASE_DEALING)
        return;
    deal_advance(felt);
    if (incomplete && state->phase != DEAL_INITIAL) {
        stopped_see(felt); /* [mbs 3.30, 3.32] [rws 3.18, 3.19] at 21, or over it, by a card that stays */
        if (!(state->choice.persons && state->choice.offer == CHOICE_TAKE_BACK))
            turn_collect_busts(felt);
    }
    deal_settle_due(felt);
    if (state->phase >= DEAL_INTERIM)
        turn_advance(felt);
    late_advance(felt);
    pick_advance(felt);
    if (state->phase == DEAL_PLAY && !state->turn.area && !state->late.card && !trail_astray(felt->round))
        dealer_tell(felt);
}

static struct place due_to(const struct rulebook *book, const struct round *round, const struct act *act)
{
    return act->verb == VERB_CARD ? card_due(book, round) : (struct place){PLACE_NOWHERE, 0, 0};
}

static struct ruling apply(const struct rulebook *book, struct round *round, const struct act *act,
                           struct events *events)
{
    struct felt felt = {book, round, &round->blackjack, events, due_to(book, round, act)};
    events->count = 0;
    struct ruling ruling = verb_verify(book, round, act, felt.due);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (implies_interim(&felt, act)) {
        deal_interim(&felt);
        felt.due = due_to(book, round, act); /* who has been paid waits for no card */
    }
    bool incomplete = felt.state->phase == DEAL_INITIAL;
    verb_do(&felt, act);
    /* The pit's word on the cards holds for the report that follows next, and for no later one. */
    if (act->verb != VERB_DECIDE || act->decision != DECISION_RECONSTRUCTABLE)
        felt.state->asked.beyond_repair = false;
    advance(&felt, incomplete);
    return ruling;
}

/* ---- Questions about a round. ---- */

static uint32_t offered(const struct rulebook *book, const struct round *round, enum option_kind option)
{
    switch (option) {
    case OPTION_SURRENDER:
    case OPTION_INSURANCE:
    case OPTION_EVEN:
        return window_offered(book, round, option);
    case OPTION_FOLLOW:
    case OPTION_SPLIT:
        return split_followers(book, round);
    case OPTION_DOUBLE:
        return double_followers(book, round);
    case OPTION_CARD:
    case OPTION_PICK:
        return pick_options(book, round, option);
    case OPTION_WITHDRAW:
    case OPTION_ERROR:
    case OPTION_ONE_CARD:
    case OPTION_RAISE_OR_WITHDRAW:
        return options_offered(round, option);
    case OPTION_FINISH:
        return late_offered(book, round);
    case OPTION_NONE:
    case OPTION_COUNT:
        break;
    }
    return 0;
}

static struct wants wants(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    const struct act end = {.actor = ACTOR_DEALER, .verb = VERB_END};
    struct wants wants = {.card = card_due(book, round), .question = round->question};
    wants.any_place = trail_astray(round) && wants.card.kind == PLACE_NOWHERE;
    if (state->turn.area && !turn_waits_for_card(felt_hand(round, state->turn)) &&
        !turn_absent_draws(book, round, state->turn))
        wants.turn = state->turn;
    for (unsigned option = OPTION_NONE + 1; option < OPTION_COUNT; option++)
        wants.deciders |= offered(book, round, (enum option_kind)option);
    wants.deciders |= claim_deciders(book, round);
    wants.face_down = squeeze_goes_down(book, round, wants.card);
    if (wants.card.kind == PLACE_NOWHERE)
        wants.faces = felt_first_down(round);
    if (wants.faces.area && squeeze_person(round, wants.faces.area) >= 0)
        wants.deciders |= UINT32_C(1) << squeeze_person(round, wants.faces.area);
    wants.may_end = bj_end_verify(book, round, &end).status == STATUS_OK;
    return wants;
}

static struct hand_value value(const struct rulebook *book, const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct hand *hand = felt_place(round, place);
    return hand ? hand_value(book, hand) : (struct hand_value){VALUE_NONE, 0};
}

static unsigned cards(const struct round *round, struct place place, struct card *cards)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct hand *hand = felt_place(round, place);
    if (!hand)
        return 0;
    memcpy(cards, hand->cards, hand->count * sizeof(cards[0]));
    return hand->count;
}

static int control(const struct rulebook *book, const struct round *round, unsigned area)
{
    /* The first hand of a split area may be gone while another one is being played. */
    if (round->blackjack.turn.area == area)
        return control_of(book, round, round->blackjack.turn).person;
    return area_exists(round, area) ? control_of_area(book, round, area).person : -1;
}

static int priority(const struct rulebook *book, const struct round *round, unsigned area)
{
    return area_exists(round, area) ? control_priority(book, round, area) : -1;
}

static void rank(const struct rulebook *book, const struct round *round, struct spot spot, unsigned wager,
                 struct claim_rank *rank)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    unsigned used;
    claim_rank(book, round, spot, wager, rank, &used);
}

static int64_t amount_max(const struct rulebook *book, const struct round *round, const struct act *act)
{
    return legal_amount_max(book, round, act);
}

const struct family blackjack_family = {
    .next = next,
    .apply = apply,
    .wants = wants,
    .legal = legal_acts,
    .amount_max = amount_max,
    .view = view_make,
    .value = value,
    .cards = cards,
    .offered = offered,
    .control = control,
    .priority = priority,
    .rank = rank,
    .decided = outage_stake_decided,
};
