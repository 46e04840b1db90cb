/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/surplus.h"

#include <assert.h>
#include <string.h>

#include "blackjack/stopped.h"
#include "blackjack/trail.h"
#include "round/device.h"

/* Cards over, on their way. */
struct rest {
    struct card cards[TRAIL_MAX];
    unsigned count;
};

/* ---- One too many in the initial deal. ---- */

/* Is a card of the initial deal one too many where it lies: after two on a hand, one on the Dealer's, any on
 * an area without a wager? Nobody can play with it [mbs 5.8, 5.15]. */
static bool is_surplus(const struct felt *felt, const struct trail_card *trail, unsigned index)
{
    const struct trail_card *card = &trail[index];
    unsigned before = 0;
    if (!trail_card_astray(card) || card->lies.kind == PLACE_DISCARD)
        return false;
    if (card->lies.kind == PLACE_HAND && !felt_was_staked(felt->book, felt->round, card->lies.area))
        return true;
    for (unsigned i = 0; i < index; i++)
        before += place_equal(trail[i].lies, card->lies);
    if (before < card->at)
        before = card->at; /* one was drawn there before the deal was put right, and counts as dealt */
    return before >= (card->lies.kind == PLACE_DEALER ? 1U : 2U);
}

/* Takes what is one too many out of an initial deal that is over: it is a card astray like one that came
 * later. */
static void part_surplus(struct felt *felt)
{
    struct blackjack_state *state = felt->state;
    struct trail_card cards[TRAIL_MAX];
    unsigned initial = state->trail.initial;
    unsigned kept = 0;
    unsigned parted = initial;
    memcpy(cards, state->trail.cards, sizeof(cards));
    for (unsigned i = initial; i-- > 0;)
        if (is_surplus(felt, cards, i)) {
            state->trail.cards[--parted] = cards[i];
            state->trail.cards[parted].wanted = (struct place){PLACE_NOWHERE, 0, 0};
        }
    for (unsigned i = 0; kept < parted; i++)
        if (!is_surplus(felt, cards, i))
            state->trail.cards[kept++] = cards[i];
    state->trail.initial = (uint8_t)parted;
}

/* [mbs 5.15] [rws 5.10.3] what lies on an area without a wager is thrown away. */
static void drop_surplus(struct felt *felt, const struct trail_card *card)
{
    trail_lift(felt, card);
    struct event *event = felt_tell(felt, EVENT_DROPPED, card->card, IRREGULARITY_CARDS_ON_EMPTY_AREA, true);
    event->from_place = card->lies;
    event->place.kind = PLACE_DISCARD;
    const struct hand *left = felt_place(felt->round, card->lies);
    assert(left);
    if (!left->count)
        felt->state->areas[card->lies.area].hand_count = 0;
}

/* [mbs 5.8] an initial deal that goes on deals it next: what is one too many on a hand goes to the front,
 * with whatever else is ruled on [AMB-64]. */
static void return_surplus(struct felt *felt, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = felt->state;
    const struct card_trail before = state->trail;
    struct rest rest = {.count = 0};
    unsigned kept = 0;
    for (unsigned i = 0; i < before.count; i++) {
        const struct trail_card card = state->trail.cards[i];
        bool empty =
            card.lies.kind == PLACE_HAND && !felt_was_staked(felt->book, felt->round, card.lies.area);
        if (empty && trail_card_astray(&card)) {
            drop_surplus(felt, &card);
            continue;
        }
        if (!is_surplus(felt, before.cards, i)) {
            state->trail.cards[kept++] = card;
            continue;
        }
        trail_lift(felt, &card);
        rest.cards[rest.count++] = card.card;
        felt_tell(felt, EVENT_BACK, card.card, kind, late)->from_place = card.lies;
    }
    state->trail.count = (uint8_t)kept;
    device_put_back(felt->round, rest.cards, rest.count, kind, late);
}

void surplus_rule(struct felt *felt, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = felt->state;
    if (state->phase == DEAL_INITIAL)
        return_surplus(felt, kind, late);
    else
        part_surplus(felt);
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card *card = &state->trail.cards[i];
        if (i < trail_initial_count(state) || card->lies.kind == PLACE_DISCARD)
            trail_card_stays(card);
    }
}

/* ---- Those at a place: to the front, or away. ---- */

/* A card that was due to another hand is that hand's [mbs 5.6.2] [AMB-68], unless cards stay where they lie
 * by now [rws 5.10.1]. */
static bool is_anothers(const struct rulebook *book, const struct trail_card *card, bool initial)
{
    bool stays = book->irregularities[IRREGULARITY_WRONG_HAND].late == REMEDY_STAYS;
    return !initial && card->wanted.kind != PLACE_NOWHERE && !stays;
}

/* Those of another hand, too, or not. What else is astray is still to be ruled on. */
static unsigned take_astray(struct felt *felt, struct place place, bool anothers, struct card *cards)
{
    assert(place.kind <= PLACE_DISCARD);
    struct blackjack_state *state = felt->state;
    unsigned count = 0;
    unsigned kept = 0;
    const unsigned dealt = trail_initial_count(state);
    unsigned initial = state->trail.initial;
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card card = state->trail.cards[i];
        if (!place_equal(card.lies, place) || !trail_card_astray(&card) ||
            (!anothers && is_anothers(felt->book, &card, i < dealt))) {
            state->trail.cards[kept++] = card;
            continue;
        }
        if (i < state->trail.initial)
            initial--;
        trail_lift(felt, &card);
        cards[count++] = card.card;
    }
    state->trail.count = (uint8_t)kept;
    state->trail.initial = (uint8_t)initial;
    const struct hand *left = felt_place(felt->round, place);
    assert(left || place.kind != PLACE_HAND);
    if (place.kind == PLACE_HAND && !place.hand && !left->count)
        state->areas[place.area].hand_count = 0; /* of a split area the other hands remain */
    return count;
}

void surplus_put_back(struct felt *felt, struct place place, enum irregularity kind, bool late)
{
    assert(place.kind <= PLACE_DISCARD);
    struct rest rest;
    rest.count = take_astray(felt, place, true, rest.cards);
    surplus_rule(felt, kind, late);
    for (unsigned i = 0; i < rest.count; i++)
        felt_tell(felt, EVENT_BACK, rest.cards[i], kind, late)->from_place = place;
    device_put_back(felt->round, rest.cards, rest.count, kind, late);
    if (felt->state->phase != DEAL_INITIAL)
        stopped_see(felt);
}

static void discard_at(struct felt *felt, struct place place, enum irregularity kind, bool late)
{
    assert(place.kind <= PLACE_DISCARD);
    struct rest rest;
    rest.count = take_astray(felt, place, place.kind == PLACE_DEALER, rest.cards);
    for (unsigned i = 0; i < rest.count; i++) {
        struct event *event = felt_tell(felt, EVENT_DROPPED, rest.cards[i], kind, late);
        event->from_place = place;
        event->place.kind = PLACE_DISCARD;
    }
}

void surplus_discard(struct felt *felt, unsigned areas, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    if (areas & SURPLUS_DEALER)
        discard_at(felt, (struct place){.kind = PLACE_DEALER}, kind, late);
    for (unsigned area = 1; area <= felt->round->setting.areas; area++)
        if (has_bit(areas, area))
            discard_at(felt, (struct place){PLACE_HAND, (uint8_t)area, 0}, kind, late);
    surplus_rule(felt, kind, late);
}

uint8_t surplus_empty_areas(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    unsigned areas = 0;
    for (unsigned i = 0; i < state->trail.count; i++) {
        const struct trail_card *card = &state->trail.cards[i];
        if (trail_card_astray(card) && card->lies.kind == PLACE_HAND &&
            !is_anothers(book, card, i < trail_initial_count(state)) &&
            !felt_was_staked(book, round, card->lies.area))
            areas |= 1U << card->lies.area;
    }
    return (uint8_t)areas;
}
