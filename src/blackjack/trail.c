/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/trail.h"

#include <assert.h>
#include <string.h>

#include "blackjack/hand.h"

bool trail_card_astray(const struct trail_card *card)
{
    return !place_equal(card->lies, card->wanted);
}

bool trail_card_stays(struct trail_card *card)
{
    if (!trail_card_astray(card))
        return false;
    card->wanted = card->lies;
    card->after_passed = 0;
    return true;
}

bool trail_astray_at(const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct blackjack_state *state = &round->blackjack;
    for (unsigned i = 0; i < state->trail.count; i++)
        if (trail_card_astray(&state->trail.cards[i]) &&
            (place.kind == PLACE_NOWHERE || place_equal(state->trail.cards[i].lies, place)))
            return true;
    return false;
}

bool trail_begins_astray(const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct blackjack_state *state = &round->blackjack;
    for (unsigned i = trail_initial_count(state); i < state->trail.count; i++)
        if (state->trail.cards[i].at < 2 && trail_card_astray(&state->trail.cards[i]) &&
            place_equal(state->trail.cards[i].lies, place))
            return true;
    return false;
}

bool trail_is_blackjack(const struct rulebook *book, const struct round *round, struct place place)
{
    const struct hand *hand = felt_place(round, place);
    assert(hand);
    return hand_is_blackjack(book, hand) && !trail_begins_astray(round, place);
}

bool trail_is_bust(const struct rulebook *book, const struct round *round, struct place place)
{
    const struct hand *hand = felt_place(round, place);
    assert(hand);
    return hand_total(book, hand).points > TWENTY_ONE && !trail_is_blackjack(book, round, place);
}

bool trail_is_sound(const struct round *round)
{
    /* unreached: only an assertion asks */
    return round->blackjack.trail.strayed || !trail_astray_at(round, (struct place){PLACE_NOWHERE, 0, 0});
}

/* Has a hand been passed over that is still open, or may be again? */
static bool is_passing(const struct round *round)
{
    assert(round);
    for (unsigned number = 1; number <= round->setting.areas; number++) {
        const struct area *area = &round->blackjack.areas[number];
        for (unsigned index = 0; index < area->hand_count; index++)
            if (hand_was_passed(&area->hands[index]))
                return true;
    }
    return false;
}

struct trail_card *trail_remember(struct felt *felt, struct card card, struct place lies, struct place wanted)
{
    struct blackjack_state *state = felt->state;
    assert(state->trail.count < TRAIL_MAX);
    const struct hand *hand = felt_place(felt->round, lies);
    unsigned at = state->phase == DEAL_INITIAL ? trail_initial_count(state) : state->trail.count;
    struct trail_card *remembered = &state->trail.cards[at];
    memmove(remembered + 1, remembered, (state->trail.count++ - at) * sizeof(*remembered));
    state->trail.strayed |= !place_equal(lies, wanted);
    *remembered = (struct trail_card){.card = card,
                                      .lies = lies,
                                      .wanted = wanted,
                                      .at = hand ? hand->count : 0,
                                      .after_end = hand && hand->end,
                                      .after_passed = is_passing(felt->round) ? state->passings : 0};
    return remembered;
}

/* Where on the hand the card lies: at the place where it came, or before that since others have left; -1:
 * nowhere but where `taken` says that others lie. */
static int index_on(const struct hand *hand, const struct trail_card *card, uint32_t taken)
{
    assert(hand->count <= HAND_CARDS_MAX);
    int found = -1;
    for (unsigned i = 0; i < hand->count; i++)
        if (!(taken >> i & 1U) && card_equal(hand->cards[i], card->card) && (found < 0 || i <= card->at))
            found = (int)i;
    return found;
}

void trail_take_off(struct hand *hand, const struct trail_card *card)
{
    int found = index_on(hand, card, 0);
    assert(found >= 0); /* the trail knows where every card lies */
    hand_remove(hand, (unsigned)found);
}

struct trail_card *trail_card_at(struct felt *felt, struct place place, unsigned index)
{
    assert(place.kind <= PLACE_DISCARD);
    struct card_trail *trail = &felt->state->trail;
    const struct hand *hand = felt_place(felt->round, place);
    uint32_t taken = 0;
    assert(hand);
    for (unsigned i = 0; i < trail->count; i++) {
        if (!place_equal(trail->cards[i].lies, place))
            continue;
        int at = index_on(hand, &trail->cards[i], taken);
        if (at == (int)index)
            return &trail->cards[i];
        assert(at >= 0);
        taken |= UINT32_C(1) << at;
    }
    return NULL;
}

unsigned trail_astray_behind(struct felt *felt, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct hand *hand = felt_place(felt->round, place);
    const struct trail_card *later = felt->state->trail.cards + trail_initial_count(felt->state);
    unsigned count = 0;
    while (hand && count < hand->count) {
        const struct trail_card *card = trail_card_at(felt, place, hand->count - count - 1U);
        if (!card || card < later || card->instead || !trail_card_astray(card))
            break;
        count++;
    }
    return count;
}

void trail_came_after_end(struct felt *felt, struct place place, unsigned index)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct hand *hand = felt_place(felt->round, place);
    for (; hand && index < hand->count; index++) {
        struct trail_card *card = trail_card_at(felt, place, index);
        assert(card); /* it is astray */
        card->after_end = hand->end;
    }
}

void trail_shift(struct blackjack_state *state, struct place place, unsigned at, int by)
{
    assert(place.kind <= PLACE_DISCARD && (by == 1 || by == -1));
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card *card = &state->trail.cards[i];
        if (place_equal(card->lies, place) && card->at >= at)
            card->at = (uint8_t)(card->at + by);
    }
}

/* Was the hand over 21 by the card that has left it, and its bettors had yet to choose [rws 5.7]? */
static bool is_freed(const struct felt *felt, struct place place)
{
    const struct hand *hand = felt_place(felt->round, place);
    struct spot spot = {.area = place.area, .hand = place.hand};
    assert(hand);
    return hand->end == HAND_BUST && !hand_is_bust(felt->book, hand) &&
           felt_is_staked(felt->book, felt->round, spot);
}

void trail_lift(struct felt *felt, const struct trail_card *card)
{
    assert(card->lies.kind <= PLACE_DISCARD);
    if (card->lies.kind == PLACE_DISCARD)
        return;
    struct hand *hand = felt_place_at(felt, card->lies);
    trail_take_off(hand, card);
    trail_shift(felt->state, card->lies, card->at + 1U, -1);
    bool was_blackjack = hand->end == HAND_BLACKJACK && !hand_is_blackjack(felt->book, hand);
    if (hand->end == HAND_SPLIT_ACE && hand->count < 2)
        hand->end = HAND_OPEN; /* it is still to get its card */
    if (!card->after_end && (hand->stood == HAND_STOOD || hand->stood == HAND_ABSENT))
        hand->stood = HAND_OPEN; /* it is over 21, and had stood before */
    if (!card->after_end && (hand_has_chosen(hand) || was_blackjack || is_freed(felt, card->lies)))
        hand->end = hand->doubled && hand->count > 2 ? HAND_DOUBLED : HAND_OPEN;
}

struct hand trail_dealer_before(const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    struct hand hand = state->dealer;
    for (unsigned i = 0; i < state->trail.count; i++)
        if (trail_card_astray(&state->trail.cards[i]) && state->trail.cards[i].lies.kind == PLACE_DEALER)
            trail_take_off(&hand, &state->trail.cards[i]);
    return hand;
}

/* How many cards of the trail belong to the initial deal: one that goes on once it was put right comes before
 * what had been drawn, and may have to go back. */
unsigned trail_initial_count(const struct blackjack_state *state)
{
    assert(state->trail.initial <= state->trail.count && state->trail.count <= TRAIL_MAX);
    if (state->phase != DEAL_INITIAL)
        return state->trail.initial;
    unsigned count = state->trail.count;
    while (count > 0 && state->trail.cards[count - 1].counts)
        count--;
    return count;
}

bool trail_initial_is_wrong(const struct blackjack_state *state)
{
    assert(state->trail.initial <= state->trail.count && state->trail.count <= TRAIL_MAX);
    for (unsigned i = 0; i < state->trail.initial; i++)
        if (trail_card_astray(&state->trail.cards[i]))
            return true;
    return false;
}

bool trail_went_on(const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct blackjack_state *state = &round->blackjack;
    bool here = false;
    bool elsewhere = false;
    for (unsigned i = 0; i < trail_initial_count(state); i++) {
        const struct trail_card *card = &state->trail.cards[i];
        bool lies_here = place_equal(card->lies, place);
        bool missed = state->phase != DEAL_INITIAL && card->wanted.kind != PLACE_NOWHERE;
        here |= trail_card_astray(card) && lies_here;
        elsewhere |= trail_card_astray(card) && (!lies_here || missed);
    }
    return here && elsewhere;
}

bool trail_is_of_initial(const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    for (unsigned i = state->trail.initial; i < state->trail.count; i++)
        if (trail_card_astray(&state->trail.cards[i]))
            return false;
    return trail_initial_is_wrong(state);
}

struct place trail_place_of_surplus(const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    struct place place = {PLACE_NOWHERE, 0, 0};
    for (unsigned i = 0; i < state->trail.count; i++) {
        const struct trail_card *card = &state->trail.cards[i];
        if (!trail_card_astray(card))
            continue;
        bool first = place.kind == PLACE_NOWHERE;
        if (i < trail_initial_count(state) || card->wanted.kind != PLACE_NOWHERE ||
            !(first || place_equal(card->lies, place)))
            return (struct place){PLACE_NOWHERE, 0, 0};
        place = card->lies;
    }
    return place;
}

bool trail_was_asked_for(const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    for (unsigned i = trail_initial_count(state); i < state->trail.count; i++)
        if (trail_card_astray(&state->trail.cards[i]) && state->trail.cards[i].wanted.kind != PLACE_NOWHERE)
            return true;
    return false;
}

/* The card that the hand waited for lies elsewhere and is its own [mbs 5.6.2] [rws 1.23]: one that comes
 * instead was wanted nowhere. */
bool trail_owes(const struct blackjack_state *state, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    unsigned owed = 0;
    for (unsigned i = state->trail.initial; i < state->trail.count; i++) {
        const struct trail_card *card = &state->trail.cards[i];
        bool here = place_equal(card->lies, place);
        if (!here && place_equal(card->wanted, place))
            owed++;
        else if (owed && here && card->wanted.kind == PLACE_NOWHERE)
            owed--;
    }
    return owed > 0 && state->phase == DEAL_PLAY && state->trail.count < TRAIL_MAX;
}

/* Has a card that stays, and looks like the one that goes, begun the hand? A card of the initial deal has, or
 * one that an earlier split moved, or one that came to a hand without cards; what came later is the second.
 */
static bool began_hand(const struct blackjack_state *state, const struct trail_card *card)
{
    return card < state->trail.cards + state->trail.initial || card->begins || card->at == 0;
}

/* What is remembered of the cards' way follows them. */
void trail_split(struct felt *felt, struct spot formed, unsigned from, struct card moved)
{
    assert(felt->state == &felt->round->blackjack);
    const struct hand *kept = &felt->state->areas[formed.area].hands[from - 1];
    struct trail_card *first = NULL;
    struct trail_card *last = NULL;
    unsigned alike = 0;
    for (unsigned i = 0; i < felt->state->trail.count; i++) {
        struct trail_card *card = &felt->state->trail.cards[i];
        if (card->wanted.kind == PLACE_HAND && card->wanted.area == formed.area && !card->wanted.hand)
            card->wanted.hand = 1;
        if (card->lies.kind != PLACE_HAND || card->lies.area != formed.area)
            continue;
        if (!card->lies.hand)
            card->lies.hand = 1;
        if (card->lies.hand != from)
            continue;
        first = first ? first : card;
        if (card_equal(card->card, moved)) {
            last = card;
            alike++;
        }
    }
    /* Is the only one remembered the one that stays? */
    bool stays = alike == 1 && card_equal(kept->cards[0], moved) && began_hand(felt->state, last);
    if (first && (first != last || stays)) {
        assert(card_equal(kept->cards[0], first->card));
        first->begins = true; /* the hand that stays has begun with it */
    }
    if (!last || stays)
        return;
    bool astray = !place_equal(last->lies, last->wanted);
    last->lies.hand = formed.hand;
    last->at = 0;
    last->begins = true;
    if (!astray)
        last->wanted = last->lies;
}

bool trail_begun_astray(const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    const struct blackjack_state *state = &round->blackjack;
    for (unsigned i = state->trail.initial; i < state->trail.count; i++) {
        const struct trail_card *card = &state->trail.cards[i];
        if (card->begins && trail_card_astray(card) &&
            (place.kind == PLACE_NOWHERE || place_equal(card->lies, place)))
            return true;
    }
    return false;
}

bool trail_split_astray(const struct round *round)
{
    assert(round);
    return trail_begun_astray(round, (struct place){PLACE_NOWHERE, 0, 0});
}

/* A card that another hand or the Dealer was due and that was laid here by mistake is still theirs
 * [mbs 5.6.2]. */
static bool is_anothers(const struct blackjack_state *state, unsigned index)
{
    assert(state->trail.initial <= state->trail.count && state->trail.count <= TRAIL_MAX);
    const struct trail_card *card = &state->trail.cards[index];
    return index >= state->trail.initial && card->wanted.kind != PLACE_NOWHERE &&
           !place_equal(card->lies, card->wanted);
}

/* How many cards like this one lie there for another hand. */
unsigned trail_anothers_at(const struct blackjack_state *state, struct place place, struct card card)
{
    assert(place.kind <= PLACE_DISCARD);
    unsigned count = 0;
    for (unsigned i = 0; i < state->trail.count; i++)
        count += is_anothers(state, i) && place_equal(state->trail.cards[i].lies, place) &&
                 card_equal(state->trail.cards[i].card, card);
    return count;
}

unsigned trail_number(const struct round *round, unsigned index)
{
    const struct card_trail *trail = &round->blackjack.trail;
    assert(index < trail->count);
    const struct hand *hand = felt_place(round, trail->cards[index].lies);
    unsigned after = 0;
    for (unsigned i = index; i < trail->count; i++)
        after += place_equal(trail->cards[i].lies, trail->cards[index].lies);
    assert(hand && hand->count >= after);
    return hand->count - after;
}

void trail_forget_area(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    struct blackjack_state *state = felt->state;
    unsigned initial = 0;
    unsigned kept = 0;
    for (unsigned i = 0; i < state->trail.count; i++) {
        if (state->trail.cards[i].lies.kind == PLACE_HAND && state->trail.cards[i].lies.area == area &&
            !is_anothers(state, i))
            continue;
        initial += i < state->trail.initial;
        state->trail.cards[kept++] = state->trail.cards[i];
    }
    state->trail.count = (uint8_t)kept;
    state->trail.initial = (uint8_t)initial;
}

/* A card astray in the discard holder is riffled with the others: nobody can put it right any more. */
void trail_forget_discarded(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    unsigned initial = state->trail.initial;
    unsigned kept = 0;
    for (unsigned i = 0; i < state->trail.count; i++) {
        if (state->trail.cards[i].lies.kind != PLACE_DISCARD)
            state->trail.cards[kept++] = state->trail.cards[i];
        else if (i < state->trail.initial)
            initial--;
    }
    state->trail.count = (uint8_t)kept;
    state->trail.initial = (uint8_t)initial;
}

void trail_reveal(struct blackjack_state *state, struct place place, struct card card)
{
    assert(place.kind <= PLACE_DISCARD);
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card *trail = &state->trail.cards[i];
        if (card_is_none(trail->card) && place_equal(trail->lies, place)) {
            trail->card = card;
            return;
        }
    }
}

/* ---- What is certain. ---- */

static struct hand *hand_at(struct blackjack_state *state, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    if (place.kind == PLACE_DEALER)
        return &state->dealer;
    return place.kind == PLACE_HAND ? &state->areas[place.area].hands[place.hand ? place.hand - 1 : 0] : NULL;
}

/* Leaves the first cards of the initial deal and nothing that came after them, asked for or not. */
static void leave_first(struct blackjack_state *state, unsigned count)
{
    assert(count <= state->trail.count);
    state->dealer.count = 0;
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        for (unsigned index = 0; index < HANDS_PER_AREA_MAX; index++)
            state->areas[area].hands[index].count = 0;
    for (unsigned i = 0; i < count; i++) {
        struct hand *hand = hand_at(state, state->trail.cards[i].lies);
        if (hand)
            hand_add(hand, state->trail.cards[i].card);
    }
}

void trail_leave_certain(struct blackjack_state *state)
{
    assert(state->trail.initial <= state->trail.count && state->trail.count <= TRAIL_MAX);
    unsigned first = 0;
    while (!trail_card_astray(&state->trail.cards[first]))
        first++;
    assert(first < state->trail.count); /* something is astray */
    if (state->phase == DEAL_INITIAL || first < state->trail.initial) {
        leave_first(state, first);
        return;
    }
    for (unsigned i = state->trail.count; i-- > first;) {
        struct hand *hand = hand_at(state, state->trail.cards[i].lies);
        if (hand && trail_card_astray(&state->trail.cards[i]))
            trail_take_off(hand, &state->trail.cards[i]);
    }
}
