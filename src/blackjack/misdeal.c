/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/misdeal.h"

#include <assert.h>
#include <string.h>

#include "blackjack/deal.h"
#include "blackjack/hand.h"
#include "blackjack/late.h"
#include "blackjack/skipped.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"
#include "round/device.h"

bool misdeal_can_rebuild(const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    if (!state->played || !trail_initial_is_wrong(state))
        return true;
    for (unsigned area = 1; area <= round->setting.areas; area++)
        if (area_is_split(&state->areas[area]))
            return false;
    return true;
}

/* ---- Telling. ---- */

static struct event *tell(struct table *table, enum event_kind what, struct card card, enum irregularity kind,
                          bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct event *event = events_add(table->events, what);
    event->card = card;
    table_cite_irregularity(event, kind, late);
    return event;
}

static struct event *tell_moved(struct table *table, struct card card, struct place from, struct place to,
                                enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct event *event = tell(table, EVENT_MOVED, card, kind, late);
    event->from_place = from;
    event->place = to;
    return event;
}

static void tell_rebuilt(struct table *table, struct place place, enum irregularity kind, bool late)
{
    assert(place.kind <= PLACE_DISCARD);
    tell(table, EVENT_REBUILT, CARD_NONE, kind, late)->place = place;
}

static bool same_cards(const struct hand *a, const struct hand *b)
{
    return a->count == b->count && memcmp(a->cards, b->cards, a->count * sizeof(a->cards[0])) == 0;
}

/* Tells the hands that have changed, or all of them; returns whether there was any. */
static bool tell_rebuilt_hands(struct table *table, const struct blackjack_state *before, bool all,
                               enum irregularity kind, bool late)
{
    unsigned first = table->events->count;
    assert(kind < IRREGULARITY_COUNT);
    for (unsigned number = 1; number <= table->round->setting.areas; number++) {
        const struct area *area = &table->state->areas[number];
        for (unsigned index = 0; index < area->hand_count; index++)
            if (area->hands[index].count &&
                (all || !same_cards(&area->hands[index], &before->areas[number].hands[index])))
                tell_rebuilt(table, (struct place){PLACE_HAND, (uint8_t)number, hand_number(area, index)},
                             kind, late);
    }
    if (table->state->dealer.count && (all || !same_cards(&table->state->dealer, &before->dealer)))
        tell_rebuilt(table, (struct place){.kind = PLACE_DEALER}, kind, late);
    return table->events->count > first;
}

/* ---- The initial deal. ---- */

/* Cards over, on their way back to the device. */
struct rest {
    struct card cards[TRAIL_MAX];
    unsigned count;
};

static void put_rest_back(struct table *table, const struct rest *rest, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    device_put_back(table->round, rest->cards, rest->count, kind, late);
}

/* Takes the cards of the initial deal off every hand; what came later stays. */
static void lift_initial(struct table *table)
{
    struct blackjack_state *state = table->state;
    unsigned initial = trail_initial_count(state);
    for (unsigned i = 0; i < initial; i++) {
        struct place lies = state->trail.cards[i].lies;
        if (lies.kind == PLACE_HAND || lies.kind == PLACE_DEALER)
            hand_remove(table_place_at(table, lies), 0);
    }
    for (unsigned area = 1; area <= table->round->setting.areas; area++)
        if (state->areas[area].hands[0].end == HAND_BLACKJACK)
            state->areas[area].hands[0].end = HAND_OPEN;
}

/* Bit per area that the initial deal goes to: what was paid or taken since had been there [AMB-103]. */
static uint8_t areas_dealt(const struct table *table)
{
    unsigned areas = 0;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        const struct stake *stake = &table->round->stakes[i];
        if (stake_is_main(table->book, stake) && stake->reason != REASON_RETURNED &&
            stake->reason != REASON_WITHDRAWN)
            areas |= 1U << stake->spot.area;
    }
    return (uint8_t)areas;
}

/* How many cards an initial deal in the right order has given each place so far. */
struct walk {
    uint8_t given[AREAS_MAX + 1];
    bool dealer;
};

/* Where its next card goes. */
static struct place walk_on(const struct table *table, struct walk *walk)
{
    uint8_t areas = areas_dealt(table);
    for (unsigned cards = 0; areas && cards < 2; cards++) {
        for (unsigned area = 1; area <= table->round->setting.areas; area++)
            if (has_bit(areas, area) && walk->given[area] == cards) {
                walk->given[area]++;
                return (struct place){PLACE_HAND, (uint8_t)area, 0};
            }
        if (cards == 0 && !walk->dealer) {
            walk->dealer = true;
            return (struct place){.kind = PLACE_DEALER};
        }
    }
    return (struct place){PLACE_NOWHERE, 0, 0};
}

static void insert_card(struct hand *hand, unsigned at, struct card card)
{
    assert(hand->count <= HAND_CARDS_MAX);
    hand_add(hand, card);
    for (unsigned i = hand->count - 1U; i > at; i--)
        hand->cards[i] = hand->cards[i - 1];
    hand->cards[at] = card;
}

static void rebuild_initial(struct table *table, enum irregularity kind, bool late, bool burn_first)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = table->state;
    unsigned initial = trail_initial_count(state);
    struct walk walk = {.dealer = false};
    struct rest rest = {.count = 0};
    unsigned kept = 0;
    lift_initial(table);
    for (unsigned i = 0; i < initial; i++) {
        struct trail_card card = state->trail.cards[i];
        if (burn_first && i == 0) {
            tell_moved(table, card.card, card.lies, (struct place){.kind = PLACE_DISCARD}, kind, late);
            continue;
        }
        struct place to = walk_on(table, &walk);
        if (to.kind == PLACE_NOWHERE) {
            rest.cards[rest.count++] = card.card;
            tell(table, EVENT_BACK, card.card, kind, late)->from_place = card.lies;
            continue;
        }
        if (!place_equal(card.lies, to))
            tell_moved(table, card.card, card.lies, to, kind, late);
        if (to.kind == PLACE_HAND) {
            insert_card(&state->areas[to.area].hands[0], walk.given[to.area] - 1U, card.card);
            state->areas[to.area].hand_count = 1;
        } else {
            insert_card(&state->dealer, 0, card.card);
        }
        state->trail.cards[kept++] = (struct trail_card){card.card, to, to, false};
    }
    state->trail.initial = (uint8_t)kept;
    for (unsigned i = initial; i < state->trail.count; i++)
        state->trail.cards[kept++] = state->trail.cards[i];
    state->trail.count = (uint8_t)kept;
    for (unsigned area = 1; area <= table->round->setting.areas; area++)
        if (!state->areas[area].hands[0].count)
            state->areas[area].hand_count = 0;
    put_rest_back(table, &rest, kind, late);
}

void misdeal_keep_unburned(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    struct blackjack_state *state = table->state;
    struct walk walk = {.dealer = false};
    for (unsigned i = 0; i < state->trail.initial; i++)
        state->trail.cards[i].wanted = walk_on(table, &walk);
    table->round->memory.burn_due = 0;
}

/* ---- The subsequent deal. ---- */

/* A hand over 21 is lost once its bettors have chosen [rws 5.7], or at once where there is nothing to choose:
 * remedy.c sees to both. */
static void end_hand(struct table *table, struct spot spot, enum hand_asks asked)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    if (hand_is_bust(table->book, table_hand_at(table, spot)))
        turn_end(table, spot, HAND_BUST, GROUND_BUST);
    else
        turn_after_card(table, spot, asked);
}

static void give_asked(struct table *table, const struct trail_card *card, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct hand *hand = table_place_at(table, card->wanted);
    enum hand_asks asked = (enum hand_asks)hand->asks;
    hand_add(hand, card->card);
    struct event *event = tell_moved(table, card->card, card->lies, card->wanted, kind, late);
    if (card->wanted.kind == PLACE_HAND)
        end_hand(table, (struct spot){.area = card->wanted.area, .hand = card->wanted.hand}, asked);
    else if (hand->count == 1)
        late_card_landed(table, event);
}

static bool has_chosen(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    return hand->end == HAND_STOOD || hand->end == HAND_21 || hand->end == HAND_ABSENT;
}

/* Takes every card astray off its hand; who has stood on one decides anew [AMB-84]. */
static void lift_astray(struct table *table)
{
    struct blackjack_state *state = table->state;
    for (unsigned i = state->trail.initial; i < state->trail.count; i++) {
        const struct trail_card *card = &state->trail.cards[i];
        if (!trail_card_astray(card) || card->lies.kind == PLACE_DISCARD)
            continue;
        struct hand *hand = table_place_at(table, card->lies);
        trail_take_off(hand, card->card);
        if (!card->after_end && has_chosen(hand))
            hand->end = HAND_OPEN;
    }
}

/* Each card astray goes to the hand that had asked for it, or back. */
static void rebuild_played(struct table *table, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = table->state;
    struct rest rest = {.count = 0};
    unsigned count = state->trail.count;
    unsigned kept = state->trail.initial;
    lift_astray(table);
    for (unsigned i = state->trail.initial; i < count; i++) {
        struct trail_card card = state->trail.cards[i];
        if (!trail_card_astray(&card)) {
            state->trail.cards[kept++] = card;
            continue;
        }
        bool asked = card.wanted.kind == PLACE_HAND || card.wanted.kind == PLACE_DEALER;
        if (asked) {
            give_asked(table, &card, kind, late);
            if (skipped_note(table, card.wanted))
                state->trail.cards[kept++] = (struct trail_card){card.card, card.wanted, card.wanted, false};
        } else {
            rest.cards[rest.count++] = card.card;
            tell(table, EVENT_BACK, card.card, kind, late)->from_place = card.lies;
        }
    }
    state->trail.count = (uint8_t)kept;
    put_rest_back(table, &rest, kind, late);
}

static bool total_differs(const struct rulebook *book, const struct hand *a, const struct hand *b)
{
    struct total left = hand_total(book, a);
    struct total right = hand_total(book, b);
    return left.points != right.points || left.soft != right.soft;
}

/* Who doubled on another total has not doubled on this one, and might not have been allowed to [ar 3.26.1]:
 * what was added goes back, the card that was asked for stays [AMB-103]. */
static void undo_double(struct table *table, unsigned area, enum irregularity kind, bool late)
{
    assert(area <= AREAS_MAX);
    struct hand *hand = &table->state->areas[area].hands[0];
    if (hand->end && hand->end != HAND_DOUBLED)
        return;
    hand->doubled = false;
    hand->asks = ASKS_NOTHING;
    hand->end = HAND_OPEN;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        if (stake->spot.area != area || !stake_is_main(table->book, stake) || !stake_is_open(stake))
            continue;
        struct event *event = table_undouble(table, stake);
        if (event)
            table_cite_irregularity(event, kind, late);
    }
}

/* Who has decided on other cards decides anew; what is over 21 now is lost like any other. */
static void reopen_changed(struct table *table, const struct area before[AREAS_MAX + 1],
                           enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    for (unsigned number = 1; number <= table->round->setting.areas; number++) {
        struct hand *hand = &table->state->areas[number].hands[0];
        const struct hand *was = &before[number].hands[0];
        bool changed = hand->count != was->count;
        for (unsigned i = 0; i < hand->count && !changed; i++)
            changed = !card_equal(hand->cards[i], was->cards[i]);
        if (!changed)
            continue;
        if (hand->doubled && total_differs(table->book, hand, was))
            undo_double(table, number, kind, late);
        if (hand->asks != ASKS_DOUBLE)
            hand->asks = ASKS_NOTHING; /* a card asked for and not yet dealt was asked for on other cards */
        if (hand->asks || (hand->end && !has_chosen(hand)))
            continue;
        hand->end = HAND_OPEN;
        if (hand->count > 2)
            end_hand(table, (struct spot){.area = (uint8_t)number}, ASKS_NOTHING);
    }
}

/* [mbs 5.11, 5.13] an initial deal that was taken for complete is deemed incomplete and goes on. */
static bool is_of_missing_card(enum irregularity kind)
{
    assert(kind < IRREGULARITY_COUNT);
    return kind == IRREGULARITY_DEALER_NO_CARD || kind == IRREGULARITY_PLAYER_SHORT ||
           kind == IRREGULARITY_NO_CARDS || kind == IRREGULARITY_ONE_CARD;
}

void misdeal_put_right(struct table *table, enum irregularity kind, bool late, bool burn_first)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = table->state;
    bool initial = state->phase == DEAL_INITIAL || trail_initial_is_wrong(state) || burn_first ||
                   is_of_missing_card(kind);
    const struct blackjack_state before = *state;
    if (initial) {
        rebuild_initial(table, kind, late, burn_first);
        reopen_changed(table, before.areas, kind, late);
    }
    if (burn_first)
        table->round->memory.burn_due = 0;
    rebuild_played(table, kind, late);
    assert(!trail_astray(table->round));
    if (!tell_rebuilt_hands(table, &before, false, kind, late))
        tell_rebuilt_hands(table, &before, true, kind, late); /* found right as they lie */
    if (!initial)
        return;
    state->windows.open = 0;
    window_dealt_anew(table, kind, late);
    state->phase = DEAL_INITIAL;
    state->interim = false; /* what the cards decide now is settled anew */
    if (table_areas_staked(table->book, table->round) &&
        deal_initial_place(table->book, table->round).kind == PLACE_NOWHERE)
        deal_complete(table);
}

/* ---- Back, away, or left as it lies. ---- */

void misdeal_accept(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    struct blackjack_state *state = table->state;
    for (unsigned i = 0; i < state->trail.count; i++)
        state->trail.cards[i].wanted = state->trail.cards[i].lies;
    assert(!trail_astray(table->round));
}

/* Is a card of the initial deal one too many where it lies: after two on a hand, one on the Dealer's, any on
 * an area without a wager? Nobody can play with it [mbs 5.8, 5.15]. */
static bool is_surplus(const struct table *table, const struct trail_card *trail, unsigned index)
{
    const struct trail_card *card = &trail[index];
    unsigned before = 0;
    if (!trail_card_astray(card) || card->lies.kind == PLACE_DISCARD)
        return false;
    if (card->lies.kind == PLACE_HAND && !table_was_staked(table->book, table->round, card->lies.area))
        return true;
    for (unsigned i = 0; i < index; i++)
        before += place_equal(trail[i].lies, card->lies);
    return before >= (card->lies.kind == PLACE_DEALER ? 1U : 2U);
}

/* Takes what is one too many out of the initial deal: it is a card astray like one that came later. */
static void part_surplus(struct table *table)
{
    struct blackjack_state *state = table->state;
    struct trail_card cards[TRAIL_MAX];
    unsigned initial = state->trail.initial;
    unsigned kept = 0;
    unsigned parted = initial;
    memcpy(cards, state->trail.cards, sizeof(cards));
    for (unsigned i = initial; i-- > 0;)
        if (is_surplus(table, cards, i)) {
            state->trail.cards[--parted] = cards[i];
            state->trail.cards[parted].wanted = (struct place){PLACE_NOWHERE, 0, 0};
        }
    for (unsigned i = 0; kept < parted; i++)
        if (!is_surplus(table, cards, i))
            state->trail.cards[kept++] = cards[i];
    state->trail.initial = (uint8_t)parted;
}

void misdeal_accept_ruled(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    struct blackjack_state *state = table->state;
    part_surplus(table);
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card *card = &state->trail.cards[i];
        if (i < trail_initial_count(state) || card->lies.kind == PLACE_DISCARD)
            card->wanted = card->lies;
    }
}

/* What else is astray is still to be ruled on. */
static unsigned take_astray(struct table *table, struct place place, struct card *cards)
{
    assert(place.kind <= PLACE_DISCARD);
    struct blackjack_state *state = table->state;
    unsigned count = 0;
    unsigned kept = 0;
    unsigned initial = state->trail.initial;
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card card = state->trail.cards[i];
        if (!place_equal(card.lies, place) || !trail_card_astray(&card)) {
            state->trail.cards[kept++] = card;
            continue;
        }
        if (i < state->trail.initial)
            initial--;
        struct hand *hand = table_place_at(table, place);
        trail_take_off(hand, card.card);
        if (!card.after_end && has_chosen(hand))
            hand->end = HAND_OPEN; /* on another total: whoever stood on it decides anew [AMB-84] */
        cards[count++] = card.card;
    }
    state->trail.count = (uint8_t)kept;
    state->trail.initial = (uint8_t)initial;
    if (place.kind == PLACE_HAND && !place.hand && !table_place(table->round, place)->count)
        state->areas[place.area].hand_count = 0; /* of a split area the other hands remain */
    return count;
}

void misdeal_put_back(struct table *table, struct place place, enum irregularity kind, bool late)
{
    assert(place.kind <= PLACE_DISCARD);
    struct rest rest;
    rest.count = take_astray(table, place, rest.cards);
    misdeal_accept_ruled(table);
    for (unsigned i = 0; i < rest.count; i++)
        tell(table, EVENT_BACK, rest.cards[i], kind, late)->from_place = place;
    put_rest_back(table, &rest, kind, late);
}

static void discard_at(struct table *table, struct place place, enum irregularity kind, bool late)
{
    assert(place.kind <= PLACE_DISCARD);
    struct rest rest;
    rest.count = take_astray(table, place, rest.cards);
    for (unsigned i = 0; i < rest.count; i++) {
        struct event *event = tell(table, EVENT_DROPPED, rest.cards[i], kind, late);
        event->from_place = place;
        event->place.kind = PLACE_DISCARD;
    }
}

void misdeal_discard(struct table *table, unsigned areas, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    if (areas & MISDEAL_DEALER)
        discard_at(table, (struct place){.kind = PLACE_DEALER}, kind, late);
    for (unsigned area = 1; area <= table->round->setting.areas; area++)
        if (has_bit(areas, area))
            discard_at(table, (struct place){PLACE_HAND, (uint8_t)area, 0}, kind, late);
    misdeal_accept_ruled(table);
}

/* [rws 5.10.1] the hands stay as they lie; one that is now over 21 is lost, unless its bettors choose to take
 * their wagers back [rws 5.7.3]. A hand that had stood, or been stopped, on another total goes on
 * [rws 3.18, 5.7.1] [AMB-84]. */
void misdeal_leave(struct table *table, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = table->state;
    struct event *event = tell(table, EVENT_NOT_REBUILT, CARD_NONE, kind, late);
    if (!late && table->book->irregularities[kind].early != REMEDY_STAYS) {
        event->irregularity = 0; /* [rws 5.9] it would have been put right: the House finds that it cannot */
        event_cite(event, GROUND_ERROR_AS_IT_LIES);
    }
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card *card = &state->trail.cards[i];
        if (!trail_card_astray(card))
            continue;
        card->wanted = card->lies;
        if (i >= state->trail.initial && card->lies.kind == PLACE_HAND)
            window_close(table); /* [rws 1.33, 3.15.2.a, 3.17] a Player has been dealt an additional card */
        if (state->phase == DEAL_INITIAL || card->lies.kind != PLACE_HAND)
            continue;
        struct spot spot = {.area = card->lies.area, .hand = card->lies.hand};
        struct hand *hand = table_hand_at(table, spot);
        if (hand->asks)
            continue;
        if (card->after_end && has_chosen(hand))
            hand->end = HAND_OPEN;
        if (hand_is_bust(table->book, hand) || !hand->end)
            end_hand(table, spot, ASKS_NOTHING);
    }
    assert(!trail_astray(table->round));
}

/* A card that was due to another hand is that hand's [mbs 5.6.2] [AMB-68], unless cards stay where they lie
 * by now [rws 5.10.1]. */
uint8_t misdeal_empty_areas(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    bool stays = book->irregularities[IRREGULARITY_WRONG_HAND].late == REMEDY_STAYS;
    unsigned areas = 0;
    for (unsigned i = 0; i < state->trail.count; i++) {
        const struct trail_card *card = &state->trail.cards[i];
        bool asked = i >= state->trail.initial && card->wanted.kind != PLACE_NOWHERE;
        if (card->lies.kind == PLACE_HAND && (!asked || stays) &&
            !table_was_staked(book, round, card->lies.area))
            areas |= 1U << card->lies.area;
    }
    return (uint8_t)areas;
}
