/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/deal.h"

#include <assert.h>

#include "blackjack/dealer.h"
#include "blackjack/hand.h"
#include "blackjack/options.h"
#include "blackjack/settle.h"
#include "blackjack/side.h"
#include "blackjack/skipped.h"
#include "blackjack/split.h"
#include "blackjack/squeeze.h"
#include "blackjack/together.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"
#include "round/device.h"

static const struct place nowhere = {PLACE_NOWHERE, 0, 0};
static const struct place at_dealer = {PLACE_DEALER, 0, 0};
static const struct place at_discards = {PLACE_DISCARD, 0, 0};

const struct hand *deal_hand(const struct round *round, struct place place)
{
    if (place.kind == PLACE_DEALER)
        return &round->blackjack.dealer;
    if (place.kind != PLACE_HAND)
        return NULL;
    return table_hand(round, (struct spot){.area = place.area, .hand = place.hand});
}

struct hand *deal_hand_at(struct table *table, struct place place)
{
    assert(place.kind == PLACE_DEALER || place.kind == PLACE_HAND);
    if (place.kind == PLACE_DEALER)
        return &table->state->dealer;
    return table_hand_at(table, (struct spot){.area = place.area, .hand = place.hand});
}

/* ---- Where the next card goes. ---- */

struct place deal_initial_place(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    uint8_t areas = table_areas_staked(book, round);
    for (unsigned cards = 0; areas && cards < 2; cards++) {
        for (unsigned area = 1; area <= round->setting.areas; area++)
            if (has_bit(areas, area) && state->areas[area].hands[0].count == cards)
                return (struct place){PLACE_HAND, (uint8_t)area, 0};
        if (cards == 0 && state->dealer.count == 0)
            return at_dealer;
    }
    return nowhere;
}

/* The Dealer's card, unless the table is being followed. */
static struct place dealer_place(const struct blackjack_state *state)
{
    return state->astray ? nowhere : at_dealer;
}

struct place deal_wanted(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    if (round->memory.burn_due && state->trail_count == 0)
        return at_discards;
    if (round->phase != PHASE_DEALING)
        return nowhere;
    if (together_is_thrown_away(round))
        return at_discards;
    if (state->phase == DEAL_INITIAL)
        return state->astray ? nowhere : deal_initial_place(book, round);
    if (state->turn.area && hand_is_down(table_hand(round, state->turn)))
        return nowhere; /* its face comes first */
    if (state->late_card == LATE_CARD_DUE && !state->together.count && !state->stray)
        return at_dealer; /* [mbs 5.12, 5.12.1] even before a card that was asked for */
    if (state->turn.area &&
        (turn_waits_for_card(table_hand(round, state->turn)) || turn_absent_draws(book, round, state->turn)))
        return place_of_hand(state->turn);
    if (state->late_card == LATE_CARD_DUE)
        return at_dealer;
    if (state->turn.area || !dealer_wants_card(book, round))
        return nowhere;
    return dealer_place(state);
}

struct place deal_due(const struct rulebook *book, const struct round *round)
{
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE ||
        round->blackjack.riffle || together_pick_pending(book, round))
        return nowhere;
    return deal_wanted(book, round);
}

/* ---- Verifying a card. ---- */

static struct ruling place_verify(const struct round *round, struct place place)
{
    const struct hand *hand = deal_hand(round, place);
    if (place.kind == PLACE_DISCARD)
        return allow(GROUND_DEAL);
    if (!hand)
        return refuse(STATUS_NO_SUCH_HAND, GROUND_DEAL);
    if (hand->count >= HAND_CARDS_MAX)
        return refuse(STATUS_HAND_FULL, GROUND_DEAL);
    return allow(GROUND_DEAL);
}

/* A card that lies where none was wanted: a fact to be followed, as far as it can be kept track of. */
static struct ruling astray_verify(const struct round *round, const struct act *act)
{
    if (round->phase != PHASE_DEALING || round->blackjack.together.count)
        return refuse(STATUS_NO_CARD_DUE, GROUND_DEAL);
    if (round->blackjack.trail_count == TRAIL_MAX)
        return refuse(STATUS_TOO_MANY_ASTRAY, GROUND_DEAL);
    return place_verify(round, act->place);
}

struct ruling bj_card_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    struct place due = deal_due(book, round);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (round->blackjack.riffle)
        return refuse(STATUS_SHUFFLE_FIRST, GROUND_DEAL);
    if (act->card_count != 1)
        return refuse(STATUS_NO_CARD_DUE, GROUND_DEAL);
    if (card_is_none(act->cards[0]) && act->place.kind != PLACE_NOWHERE && !place_equal(act->place, due))
        return refuse(STATUS_FACE_NEEDED, GROUND_DEAL); /* who says that it lies astray has seen it */
    if (card_is_none(act->cards[0]) && due.kind != PLACE_NOWHERE) {
        struct ruling ruling = squeeze_card_verify(book, round, due);
        return ruling.status == STATUS_OK ? place_verify(round, due) : ruling;
    }
    enum status status = together_comes_next(round) ? together_verify(book, round, act->cards[0])
                                                    : device_verify(book, round, act->cards[0]);
    if (status != STATUS_OK)
        return device_refuse(status);
    if (act->place.kind != PLACE_NOWHERE && !place_equal(act->place, due))
        return astray_verify(round, act);
    if (due.kind == PLACE_NOWHERE)
        return refuse(round->blackjack.astray ? STATUS_PLACE_NEEDED : STATUS_NO_CARD_DUE, GROUND_DEAL);
    return place_verify(round, due);
}

/* ---- A card lands. ---- */

void deal_remember(struct table *table, struct card card, struct place lies, struct place wanted)
{
    struct blackjack_state *state = table->state;
    assert(state->trail_count < TRAIL_MAX);
    const struct hand *hand = deal_hand(table->round, lies);
    state->trail[state->trail_count++] = (struct trail_card){card, lies, wanted, hand && hand->end};
}

void deal_cite_hand(const struct table *table, struct event *event, const struct hand *hand)
{
    struct total total = hand_total(table->book, hand);
    if (hand_has_ace(hand))
        event_cite(event, GROUND_ACE_VALUE);
    if (hand_is_blackjack(table->book, hand))
        event_cite(event, GROUND_BLACKJACK);
    if (hand->split && hand->count == 2 && total.points == TWENTY_ONE)
        event_cite(event, GROUND_SPLIT_NO_BLACKJACK);
    if (hand->doubled && table->book->blackjack.double_ace_is_one && hand_has_ace(hand))
        event_cite(event, GROUND_DOUBLE_ACE);
}

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
static void cite_dealer(const struct table *table, struct event *event)
{
    bool any_hand = false;
    bool waiting = false;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        const struct stake *stake = &table->round->stakes[i];
        if (!stake_is_open(stake) || !stake_is_main(table->book, stake))
            continue;
        any_hand = true;
        waiting |= hand_is_blackjack(table->book, table_hand_at((struct table *)table, stake->spot));
    }
    event_cite(event, GROUND_DEALER_DRAWS);
    if (waiting)
        event_cite(event, GROUND_BLACKJACK_WAITS);
    if (!any_hand)
        event_cite(event, GROUND_DRAW_FOR_SIDE);
}

static void cite_card(const struct table *table, struct event *event, struct place place,
                      enum hand_asks asked)
{
    const struct blackjack_state *state = table->state;
    const struct hand *hand = deal_hand(table->round, place);
    if (state->phase == DEAL_INITIAL || place.kind == PLACE_DISCARD)
        event_cite(event, place.kind == PLACE_DISCARD ? GROUND_BURN : GROUND_DEAL);
    else if (place.kind != PLACE_DEALER)
        cite_asked(event, hand, asked);
    else if (!state->late_card) /* his late first card is not drawn to a total [mbs 5.12] */
        cite_dealer(table, event);
    if (hand && place.kind == PLACE_HAND)
        deal_cite_hand(table, event, hand);
    if (state->phase == DEAL_INITIAL)
        event_cite(event, GROUND_DECKS);
    if (card_is_none(event->card))
        event_cite(event, GROUND_SQUEEZE);
    if (state->continues)
        event_cite(event, GROUND_ERROR_BOUND);
}

/* An additional card was dealt to some Player, or asked for. */
static bool anybody_drew(const struct table *table)
{
    for (unsigned number = 1; number <= table->round->setting.areas; number++) {
        const struct area *area = &table->state->areas[number];
        if (area_is_split(area) || area->hands[0].count > 2 || area->hands[0].asks)
            return true;
    }
    return false;
}

/* [mbs 5.12.2] offers the options although cards were drawn; else [rws 3.15.2.a, 3.17] they are over once an
 * additional card was dealt to any Player. */
static bool late_card_gives_options(const struct table *table)
{
    return table->book->irregularities[IRREGULARITY_DEALER_NO_CARD].late == REMEDY_LATE_CARD ||
           !anybody_drew(table);
}

void deal_late_card(struct table *table, struct event *event)
{
    struct blackjack_state *state = table->state;
    deal_settle_decided(table);
    if (state->late_card) {
        table_cite_irregularity(event, IRREGULARITY_DEALER_NO_CARD, true);
        state->late_card = LATE_CARD_NONE;
        options_offer(table, IRREGULARITY_DEALER_NO_CARD, true, false);
    }
    if (late_card_gives_options(table))
        window_open(table, true);
}

static bool had_main(const struct table *table)
{
    for (unsigned i = 0; i < table->round->stake_count; i++)
        if (stake_is_main(table->book, &table->round->stakes[i]))
            return true;
    return false;
}

/* The initial deal has laid out what it owes. [AMB-44] [rws 5.7.3] Once an error has made every hand go back
 * it owes nothing more, and the Dealer draws for whoever is left; not for a side wager that never had a main
 * one [rws 3.9.1]. */
static bool deal_is_done(const struct table *table)
{
    const struct blackjack_state *state = table->state;
    if (!table_areas_staked(table->book, table->round))
        return had_main(table) && dealer_wants_card(table->book, table->round);
    return state->trail_count && deal_initial_place(table->book, table->round).kind == PLACE_NOWHERE;
}

/* [AMB-92] what the initial deal decides is decided once every face is known. */
void deal_advance(struct table *table)
{
    const struct blackjack_state *state = table->state;
    if (state->phase == DEAL_INITIAL && !state->astray && !squeeze_first_down(table->round).area &&
        deal_is_done(table))
        deal_complete(table);
}

static void landed(struct table *table, struct place place, enum hand_asks asked, struct event *event)
{
    if (place.kind == PLACE_DISCARD) {
        together_thrown(table);
        return;
    }
    if (table->state->phase == DEAL_INITIAL) {
        if (place.kind == PLACE_HAND && !table->state->areas[place.area].hand_count)
            table->state->areas[place.area].hand_count = 1;
        return;
    }
    if (place.kind == PLACE_HAND) {
        struct spot spot = {.area = place.area, .hand = place.hand};
        skipped_count(table, place);
        if (hand_is_down(table_hand_at(table, spot)))
            return;
        turn_after_card(table, spot, asked);
        together_goes_on(table, spot);
        return;
    }
    if (table->state->dealer.count == 1)
        deal_late_card(table, event);
    else if (table->state->dealer.count == 2)
        side_settle_all(table, SIDES_OF_SECOND_CARD);
    if (table->state->dealer.count > 1)
        skipped_count(table, place);
}

/* Silence is no: the next card ends every offer [mbs 5.25] [rws 5.7]. But the subsequent deal is what Players
 * ask for [v6 1.1.15; ar 1.1.16; se 1.1.16]: a card nobody asked for does not take surrender and Insurance
 * from them [mbs 3.25, 3.27.2], unless it stays where it lies [rws 1.33]. */
static void end_offers(struct table *table, struct place wanted)
{
    if (wanted.kind != PLACE_NOWHERE)
        window_close(table);
    if (wanted.kind != PLACE_DEALER) { /* [mbs 5.12] his late first card is not the hand's */
        split_lapse(table);
        double_lapse(table);
    }
    options_lapse(table);
}

static struct event *tell_card(struct table *table, struct card card, struct place place)
{
    struct event *event = events_add(table->events, EVENT_CARD);
    event->card = card;
    event->place = place;
    return event;
}

static void land_astray(struct table *table, struct card card, struct place place, struct place wanted)
{
    struct blackjack_state *state = table->state;
    deal_remember(table, card, place, wanted);
    state->astray = true;
    tell_card(table, card, place);
    if (place.kind == PLACE_DISCARD)
        return;
    hand_add(deal_hand_at(table, place), card);
    if (place.kind == PLACE_HAND && !state->areas[place.area].hand_count)
        state->areas[place.area].hand_count = 1;
}

/* The card that the hand waited for lies elsewhere and is its own [mbs 5.6.2] [rws 1.23]: one that comes
 * instead was wanted nowhere. */
static bool comes_instead(const struct blackjack_state *state, struct place place)
{
    unsigned owed = 0;
    for (unsigned i = state->trail_initial; i < state->trail_count; i++) {
        const struct trail_card *card = &state->trail[i];
        bool here = place_equal(card->lies, place);
        if (!here && place_equal(card->wanted, place))
            owed++;
        else if (owed && here && card->wanted.kind == PLACE_NOWHERE)
            owed--;
    }
    return owed > 0 && state->phase == DEAL_PLAY && state->trail_count < TRAIL_MAX;
}

void bj_card_do(struct table *table, const struct act *act)
{
    struct card card = act->cards[0];
    struct place wanted = deal_due(table->book, table->round);
    struct place place = act->place.kind == PLACE_NOWHERE ? wanted : act->place;
    struct front_card front = {0, false};
    uint8_t ground = 0;
    end_offers(table, wanted);
    if (together_comes_next(table->round)) {
        device_take_aside(table->round, table->state->together.cards[0], card);
        ground = together_take(table);
    } else {
        device_draw(table->round, card, &front);
    }
    if (!place_equal(place, wanted)) {
        land_astray(table, card, place, wanted);
        return;
    }
    enum hand_asks asked = ASKS_NOTHING;
    if (table->state->phase == DEAL_INITIAL && place.kind != PLACE_DISCARD &&
        table->round->phase == PHASE_DEALING)
        deal_remember(table, card, place, wanted);
    else if (comes_instead(table->state, place))
        deal_remember(table, card, place, nowhere);
    if (place.kind != PLACE_DISCARD) {
        struct hand *hand = deal_hand_at(table, place);
        asked = (enum hand_asks)hand->asks;
        hand_add(hand, card);
    } else if (table->round->memory.burn_due) {
        table->round->memory.burn_due--;
    }
    struct event *event = tell_card(table, card, place);
    cite_card(table, event, place, asked);
    if (ground)
        event_cite(event, (enum ground)(ground - 1));
    event->irregularity = front.why;
    event->late = front.late;
    if (front.why && table->state->stray)
        together_stray_landed(table, event, place);
    landed(table, place, asked, event);
}

/* ---- The interim settlement. ---- */

void deal_complete(struct table *table)
{
    struct blackjack_state *state = table->state;
    state->phase = DEAL_INTERIM;
    state->trail_initial = state->trail_count;
    for (unsigned area = 1; area <= table->round->setting.areas; area++) {
        struct hand *hand = &state->areas[area].hands[0];
        if (hand_is_blackjack(table->book, hand))
            hand->end = HAND_BLACKJACK;
    }
    /* [3.25] [rws 3.15.2.a, 3.17] a deal put right after play had begun does not open it again. */
    if (!state->played || (!table->book->blackjack.stand_closes_window && !anybody_drew(table)))
        window_open(table, false);
}

/* [mbs 3.19] [rws 3.16] a Blackjack is paid at once where the Dealer's first card cannot make one. */
static void pay_blackjacks(struct table *table)
{
    const struct hand *dealer = &table->state->dealer;
    if (!table->book->blackjack.pay_blackjack_early || !dealer->count || card_points(dealer->cards[0]) >= 10)
        return;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        if (stake_is_open(stake) && stake_is_main(table->book, stake) &&
            hand_is_blackjack(table->book, table_hand_at(table, stake->spot)))
            settle_main(table, stake);
    }
}

void deal_settle_decided(struct table *table)
{
    if (table->book->blackjack.settle_sides_early)
        side_settle_all(table, SIDES_OF_INITIAL_DEAL);
    pay_blackjacks(table);
}

void deal_interim(struct table *table)
{
    table->state->phase = DEAL_PLAY;
    deal_settle_decided(table);
}

/* `settle` in an incomplete deal means that the Dealer believes it complete. */
struct ruling bj_settle_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)book, (void)act;
    if (round->phase != PHASE_DEALING || round->blackjack.trail_count == 0)
        return refuse(STATUS_NOT_NOW, GROUND_INTERIM);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (round->blackjack.phase == DEAL_PLAY)
        return refuse(STATUS_SETTLED_ALREADY, GROUND_INTERIM);
    if (squeeze_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    return allow(GROUND_INTERIM);
}

void bj_settle_do(struct table *table, const struct act *act)
{
    (void)act;
    if (table->state->phase == DEAL_INITIAL)
        deal_complete(table);
    deal_interim(table);
}

/* ---- Going on although something is missing. ---- */

struct ruling bj_proceed_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    (void)book;
    if (round->phase != PHASE_DEALING || state->trail_count == 0)
        return refuse(STATUS_NOT_NOW, GROUND_DEAL);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (squeeze_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    if (act->spot.area)
        return skipped_proceed_verify(round, act);
    if (state->played)
        return refuse(STATUS_NOT_NOW, GROUND_DEAL);
    return allow(GROUND_DEAL);
}

void bj_proceed_do(struct table *table, const struct act *act)
{
    struct blackjack_state *state = table->state;
    if (state->phase == DEAL_INITIAL)
        deal_complete(table);
    state->phase = DEAL_PLAY; /* without the interim settlement, unless it has been made */
    window_close(table);
    turn_begin(table);
    if (act->spot.area)
        skipped_proceed(table, act);
}
