/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/skipped.h"

#include <assert.h>
#include <string.h>

#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/hand.h"
#include "blackjack/side.h"
#include "blackjack/stopped.h"
#include "blackjack/together.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"
#include "round/device.h"

enum {
    DEALER_AREA = 0,   /* the Dealer's bit among the areas that got cards */
    PASSINGS_MAX = 31, /* a bit each: hands are passed over once or twice in a round */
};

/* ---- Passing over. ---- */

static unsigned position_of(const struct area *area, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    unsigned index = spot.hand ? spot.hand - 1U : 0;
    unsigned position = 0;
    while (area->order[position] != index)
        position++;
    assert(position == 0 || position < area->hand_count);
    return position;
}

static bool lies_before(const struct round *round, struct spot a, struct spot b)
{
    if (a.area != b.area)
        return a.area < b.area;
    const struct area *area = &round->blackjack.areas[a.area];
    return position_of(area, a) < position_of(area, b);
}

static struct ruling proceed_verify(const struct rulebook *book, const struct round *round,
                                    const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    const struct hand *hand = felt_hand(round, act->spot);
    if (state->phase < DEAL_INTERIM || !state->turn.area)
        return refuse(STATUS_NOT_NOW, GROUND_DEAL);
    if (!hand)
        return refuse(STATUS_NO_SUCH_HAND, GROUND_DEAL);
    if (hand->end || hand->passed || !hand->count || !lies_before(round, state->turn, act->spot))
        return refuse(STATUS_OUT_OF_TURN, GROUND_DEAL);
    if (!(felt_hands_staked(book, round) >> hand_bit(act->spot) & 1U)) /* surrendered, withdrawn */
        return refuse(STATUS_NO_SUCH_HAND, GROUND_DEAL);
    if (turn_waits_for_card(felt_hand(round, state->turn)))
        return refuse(STATUS_CARD_DUE, GROUND_DEAL);
    if (state->passings == PASSINGS_MAX)
        return refuse(STATUS_NOT_NOW, GROUND_DEAL);
    return allow(GROUND_DEAL);
}

/* Remembers each hand that waits for a card at this passing, by its number: should the deal go back to the
 * hand that is passed over, they wait again. */
static void remember_waiting(struct felt *felt)
{
    const unsigned passing = felt->state->passings;
    assert(passing <= PASSINGS_MAX);
    for (unsigned number = 1; number <= felt->round->setting.areas; number++) {
        struct area *area = &felt->state->areas[number];
        for (unsigned index = 0; index < area->hand_count; index++) {
            struct hand *hand = &area->hands[index];
            if (hand->asks && hand->asks != ASKS_SPLIT)
                hand->waited |= UINT32_C(1) << passing;
            if (hand->asks == ASKS_DOUBLE)
                hand->waited_double |= UINT32_C(1) << passing;
        }
    }
}

static void proceed(struct felt *felt, const struct act *act)
{
    felt->state->passings++;
    remember_waiting(felt);
    for (unsigned number = felt->state->turn.area; number <= act->spot.area; number++) {
        struct area *area = &felt->state->areas[number];
        for (unsigned index = 0; index < area->hand_count; index++) {
            struct hand *hand = &area->hands[index];
            struct spot spot = {.area = (uint8_t)number, .hand = hand_number(area, index)};
            if (hand->end || hand->passed || !lies_before(felt->round, spot, act->spot) ||
                !turn_is_open(felt->book, felt->round, spot))
                continue;
            hand->passed = felt->state->passings;
        }
    }
}

/* Was the hand passed over, and could it still draw a card? A Blackjack cannot, if cards put right have made
 * it while the initial deal goes on. */
static bool is_passed(const struct rulebook *book, const struct round *round, struct spot spot)
{
    const struct hand *hand = felt_hand(round, spot);
    assert(hand);
    return hand_is_passed(hand) && !trail_is_blackjack(book, round, place_of_hand(spot));
}

bool skipped_has_hand(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    const struct area *where = &round->blackjack.areas[area];
    for (unsigned index = 0; index < where->hand_count; index++)
        if (is_passed(book, round, (struct spot){.area = (uint8_t)area, .hand = hand_number(where, index)}))
            return true;
    return false;
}

/* The Dealer's hand comes after all. */
static bool is_after(const struct round *round, struct spot spot, struct place place)
{
    assert(place.kind == PLACE_DEALER || place.kind == PLACE_HAND);
    return place.kind == PLACE_DEALER ||
           lies_before(round, spot, (struct spot){.area = place.area, .hand = place.hand});
}

bool skipped_lies_before(const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    for (unsigned number = 1; number <= round->setting.areas; number++) {
        const struct area *area = &round->blackjack.areas[number];
        for (unsigned index = 0; index < area->hand_count; index++) {
            struct spot spot = {.area = (uint8_t)number, .hand = hand_number(area, index)};
            if (hand_was_passed(&area->hands[index]) && is_after(round, spot, place))
                return true;
        }
    }
    return false;
}

/* What may have to go back is remembered in the order in which it came. */
void skipped_count(struct felt *felt, struct place place, bool known)
{
    assert(place.kind <= PLACE_DISCARD);
    struct card_trail *trail = &felt->state->trail;
    if (!skipped_lies_before(felt->round, place) || (!known && trail->count == TRAIL_MAX))
        return;
    if (!known) {
        const struct hand *hand = felt_place(felt->round, place);
        trail_remember(felt, hand->cards[hand->count - 1], place, place);
    }
    trail->cards[trail->count - 1].counts = true;
}

/* Bit per area that has received a card since that hand was passed over: a card counts for whoever was due
 * it, wherever it lies [AMB-67]. */
static unsigned areas_since(const struct round *round, struct spot spot, const struct hand *passed)
{
    assert(passed->passed);
    const struct card_trail *trail = &round->blackjack.trail;
    unsigned areas = 0;
    for (unsigned i = trail_initial_count(&round->blackjack); i < trail->count; i++) {
        const struct trail_card *card = &trail->cards[i];
        struct place due = card->wanted.kind == PLACE_NOWHERE ? card->lies : card->wanted;
        if (card->counts && card->after_passed >= passed->passed && is_after(round, spot, due))
            areas |= 1U << (due.kind == PLACE_DEALER ? DEALER_AREA : due.area);
    }
    return areas;
}

/* The Dealer's second card has paid or taken an Insurance: it has been seen for good. */
static bool insurance_settled(const struct rulebook *book, const struct round *round)
{
    for (unsigned i = 0; i < round->stake_count; i++)
        if (wager_place(book, round->stakes[i].wager) == PLACE_INSURANCE &&
            (round->stakes[i].paid_cents || round->stakes[i].taken_cents))
            return true;
    return false;
}

/* The cards of a later hand of these areas were riffled and cut: nobody can find them any more. */
static bool are_riffled(const struct round *round, struct spot spot, unsigned areas)
{
    assert(spot.area && spot.area <= AREAS_MAX);
    for (unsigned number = spot.area; number <= round->setting.areas; number++) {
        const struct area *area = &round->blackjack.areas[number];
        for (unsigned index = 0; index < area->hand_count && has_bit(areas, number); index++) {
            struct spot other = {.area = (uint8_t)number, .hand = hand_number(area, index)};
            if (area->hands[index].riffled && lies_before(round, spot, other))
                return true;
        }
    }
    return false;
}

/* [mbs 5.18] more than one area has received cards since this hand was passed over, or the Dealer one that
 * cannot be treated as undisclosed any more [AMB-67]. */
static bool is_late(const struct rulebook *book, const struct round *round, struct spot spot,
                    const struct hand *hand)
{
    assert(hand->passed);
    if (book->blackjack.misdeal_late == LATE_SETTLED)
        return false; /* [rws 5.9] it is a dealing error as any other */
    unsigned areas = areas_since(round, spot, hand);
    return (areas & (areas - 1)) != 0 || (has_bit(areas, DEALER_AREA) && insurance_settled(book, round));
}

/* The position of the first hand of the area that was passed over and may still act; as many as it has hands:
 * none. */
static unsigned first_in_time(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    const struct area *where = &round->blackjack.areas[area];
    unsigned position = 0;
    for (; position < where->hand_count; position++) {
        const struct hand *hand = &where->hands[where->order[position]];
        struct spot spot = {.area = (uint8_t)area, .hand = hand_number(where, where->order[position])};
        if (is_passed(book, round, spot) && !is_late(book, round, spot, hand))
            break;
    }
    return position;
}

bool skipped_is_late(const struct rulebook *book, const struct round *round, unsigned area)
{
    return skipped_has_hand(book, round, area) &&
           first_in_time(book, round, area) == round->blackjack.areas[area].hand_count;
}

/* [mbs 5.17] has the cards removed that came after the hand; one area has received them, and they have been
 * riffled: no rule speaks of that [mbs 6.1] [AMB-72]. */
bool skipped_cannot_go_back(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    const struct area *where = &round->blackjack.areas[area];
    unsigned position = first_in_time(book, round, area);
    if (position == where->hand_count)
        return false;
    struct spot spot = {.area = (uint8_t)area, .hand = hand_number(where, where->order[position])};
    return are_riffled(round, spot, areas_since(round, spot, felt_hand(round, spot)));
}

/* ---- Putting it right. ---- */

/* The hand has asked for a card since then, and it has not come. */
static bool has_asked(const struct hand *hand, unsigned since)
{
    assert(hand->asks <= ASKS_ACCEPTED);
    return hand->asks && hand->asks != ASKS_SPLIT && hand->asked_after > since;
}

/* What the hand had asked for before, and waited for at the time: its card comes again, or has not come. */
static enum hand_asks asked_before(const struct hand *was, unsigned since)
{
    assert(was->asks <= ASKS_ACCEPTED && since <= PASSINGS_MAX);
    if (!(was->waited >> since & 1U))
        return ASKS_NOTHING;
    return was->waited_double >> since & 1U ? ASKS_DOUBLE : ASKS_HIT;
}

void skipped_resume(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    struct area *where = &felt->state->areas[area];
    for (unsigned index = 0; index < where->hand_count; index++)
        where->hands[index].passed = 0;
}

enum { ALL_HANDS = 0xff }; /* a bit per number of a hand; bit 0: the hand of an area that is not split */

/* A card on its way back, and from where. */
struct going {
    struct card card;
    struct place from;
    uint8_t number; /* the how manieth of the trail it was */
};

struct back {
    struct going cards[TRAIL_MAX];
    unsigned count;
};

/* What is undone: everything since the passing with that number. */
struct undoing {
    unsigned since;
    struct back back;          /* in the order in which they had left the device */
    uint8_t number[TRAIL_MAX]; /* of each card of the trail, before the first one was taken out of it */
};

static bool is_among(struct place place, unsigned area, unsigned hands)
{
    assert(area <= AREAS_MAX);
    return place.kind == (area ? PLACE_HAND : PLACE_DEALER) && place.area == area &&
           has_bit(hands, place.hand);
}

static bool was_split_since(const struct area *area, unsigned since)
{
    assert(area->hand_count <= HANDS_PER_AREA_MAX);
    for (unsigned index = 0; index < area->hand_count; index++)
        if (area->hands[index].split && area->hands[index].split_after >= since)
            return true;
    return false;
}

/* Takes the cards off the table that were dealt to these hands of an area, or for them, since a hand was
 * passed over [mbs 5.17]: "the cards dealt" are also those that lie astray [AMB-67], on the hand passed over,
 * too. */
static void take_cards(struct felt *felt, struct undoing *undoing, unsigned area, unsigned hands,
                       struct back *back)
{
    assert(area <= AREAS_MAX);
    struct blackjack_state *state = felt->state;
    unsigned kept = trail_initial_count(state);
    back->count = 0;
    for (unsigned i = kept; i < state->trail.count; i++) {
        const struct trail_card card = state->trail.cards[i];
        bool here = is_among(card.lies, area, hands);
        if (card.after_passed < undoing->since ||
            !(is_among(card.lies, area, ALL_HANDS) || is_among(card.wanted, area, hands))) {
            undoing->number[kept] = undoing->number[i];
            state->trail.cards[kept++] = card;
            continue;
        }
        trail_lift(felt, &card);
        back->cards[back->count++] = (struct going){
            .card = card.card,
            .from = here ? (struct place){card.lies.kind, card.lies.area, 0} : card.lies,
            .number = undoing->number[i],
        };
    }
    state->trail.count = (uint8_t)kept;
}

/* Cards of one area join those of the others where they had left the device [rws 1.23]. */
static void add_back(struct undoing *undoing, const struct back *back)
{
    struct back *all = &undoing->back;
    for (unsigned i = 0; i < back->count; i++) {
        assert(all->count < TRAIL_MAX);
        unsigned at = all->count++;
        for (; at > 0 && all->cards[at - 1].number > back->cards[i].number; at--)
            all->cards[at] = all->cards[at - 1];
        all->cards[at] = back->cards[i];
    }
}

static void put_back(struct felt *felt, const struct back *back)
{
    bool to_front = felt->book->blackjack.skipped_cards == SKIPPED_BACK_TO_FRONT;
    struct card cards[TRAIL_MAX];
    for (unsigned i = 0; i < back->count; i++) {
        struct event *event = events_add(felt->events, to_front ? EVENT_BACK : EVENT_DROPPED);
        event->card = cards[i] = back->cards[i].card;
        event->from_place = back->cards[i].from;
        felt_cite_irregularity(event, IRREGULARITY_SKIPPED, false);
    }
    if (to_front)
        device_put_back(felt->round, cards, back->count, IRREGULARITY_SKIPPED, false);
}

/* Only what the cards have decided comes back: who has surrendered or withdrawn is out of the round. A side
 * wager is open again if the area had been dealt short [mbs 5.16.1] and its second card has gone back. */
static bool stake_comes_back(const struct felt *felt, const struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    bool short_side = wager_place(felt->book, stake->wager) == PLACE_AREA_SIDE &&
                      !side_is_complete(felt->book, felt->round, stake);
    return (stake_is_main(felt->book, stake) || stake->spot.hand || short_side) &&
           stake->reason != REASON_SURRENDER && stake->reason != REASON_WITHDRAWN &&
           stake->reason != REASON_RETURNED;
}

static void cite(struct event *event)
{
    if (event)
        felt_cite_irregularity(event, IRREGULARITY_SKIPPED, false);
}

/* What came with a split that is undone is handed back. */
static void take_off(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    cite(stake_untake(felt->events, stake, stake->taken_cents));
    cite(stake_unpay(felt->round, felt->events, stake));
    if (stake_left_cents(stake))
        cite(stake_return(felt->round, felt->events, stake, stake_left_cents(stake)));
    stake_remove(felt->round, stake);
}

/* What a double added is handed back, unless that was made before; what was taken or paid lies there again.
 * Until the card comes again others may double along [mbs 3.26.5]; who has doubled has answered. */
static void lay_again(struct felt *felt, struct stake *stake, bool doubled)
{
    assert(stake->wager < felt->book->wager_count);
    unsigned first = felt->events->count;
    if (!stake_is_open(stake))
        felt_unsettle(felt, stake);
    if (!doubled)
        felt_undouble(felt, stake);
    for (unsigned i = first; i < felt->events->count; i++)
        cite(&felt->events->items[i]);
    if (!stake_is(stake, STAKE_DOUBLED))
        stake->flags &= (uint16_t)~STAKE_ANSWERED;
}

/* ... of these hands; of an area that is not split, what lies beside its hand as well. */
static void lay_again_on(struct felt *felt, unsigned number, unsigned hands)
{
    assert(number <= AREAS_MAX);
    const struct area *area = &felt->state->areas[number];
    for (unsigned i = felt->round->stake_count; i-- > 0;) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area == number && has_bit(hands, stake->spot.hand) && stake_comes_back(felt, stake))
            lay_again(felt, stake, area->hands[stake->spot.hand ? stake->spot.hand - 1 : 0].doubled);
    }
}

/* What came with a hand that has never been goes, withdrawn or not. */
static void take_off_formed(struct felt *felt, unsigned number, unsigned hand)
{
    assert(number <= AREAS_MAX);
    for (unsigned i = felt->round->stake_count; i-- > 0;) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area == number && stake->spot.hand == hand && stake_is(stake, STAKE_ADDED))
            take_off(felt, stake);
    }
}

/* What is remembered of cards on one hand of an area is about another hand now. */
static void rename_hand(struct blackjack_state *state, unsigned number, unsigned from, unsigned to)
{
    assert(number <= AREAS_MAX);
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card *card = &state->trail.cards[i];
        if (is_among(card->lies, number, 1U << from)) {
            card->lies.hand = (uint8_t)to;
            card->at = card->begins ? 1 : card->at;
            card->begins = false;
        }
        if (is_among(card->wanted, number, 1U << from))
            card->wanted.hand = (uint8_t)to;
    }
}

/* One hand is left: it has no number. */
static void unsplit(struct felt *felt, unsigned number)
{
    assert(number <= AREAS_MAX);
    struct hand *hand = &felt->state->areas[number].hands[0];
    hand->split = hand->aces = false;
    take_off_formed(felt, number, 1); /* [ar 3.21.1] */
    rename_hand(felt->state, number, 1, 0);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area != number || stake->spot.hand != 1)
            continue;
        stake->spot.hand = 0;
        stake->flags &= (uint16_t)~STAKE_STAYED;
    }
}

/* The hand that was formed last is none: its cards are the next ones of the hand that it was split off.
 * Returns the number of that. */
static unsigned join_last(struct felt *felt, unsigned number)
{
    assert(number <= AREAS_MAX);
    struct area *area = &felt->state->areas[number];
    unsigned index = area->hand_count - 1U;
    struct hand *formed = &area->hands[index];
    unsigned from = formed->split_from;
    struct hand *hand = &area->hands[from - 1];
    struct hand before = *hand;
    hand->count = before.count ? 1 : 0; /* the card it has begun with may have gone back, too */
    for (unsigned i = 0; i < formed->count; i++)
        hand_add(hand, formed->cards[i]);
    for (unsigned i = 1; i < before.count; i++)
        hand_add(hand, before.cards[i]);
    hand->asks = ASKS_NOTHING;
    hand->asked_after = 0;
    take_off_formed(felt, number, index + 1);
    rename_hand(felt->state, number, index + 1, from);
    *formed = (struct hand){.count = 0};
    area->hand_count--;
    unsigned kept = 0;
    for (unsigned position = 0; position <= area->hand_count; position++)
        if (area->order[position] != index)
            area->order[kept++] = area->order[position];
    if (area->hand_count == 1)
        unsplit(felt, number);
    return from;
}

/* What these hands have done since has not happened: splits, doubles, cards, what was lost. */
static void undo_hands(struct felt *felt, struct undoing *undoing, unsigned number, unsigned hands)
{
    assert(number <= AREAS_MAX);
    struct area *area = &felt->state->areas[number];
    const struct area before = *area;
    struct back back;
    unsigned changed = 0; /* bit per index */
    take_cards(felt, undoing, number, hands, &back);
    while (area_is_split(area) && area->hands[area->hand_count - 1].split_after >= undoing->since)
        changed |= 1U << (join_last(felt, number) - 1);
    unsigned again = 0;
    for (unsigned index = 0; index < area->hand_count; index++) {
        struct hand *hand = &area->hands[index];
        const struct hand *was = &before.hands[index];
        bool joined = has_bit(changed, index);
        bool later = has_bit(hands, index + 1) && /* an earlier one may have lost a card of theirs */
                     (hand->count != was->count || has_asked(hand, undoing->since));
        if (area_is_split(area) && !joined && !later)
            continue;
        hand->end = HAND_OPEN;
        hand->refused = false;
        hand->one_card |= !hand->split && hand->count == 1;
        hand->asks = (uint8_t)asked_before(was, undoing->since);
        if (hand->asks && hand->asked_after > undoing->since)
            hand->asked_after = (uint8_t)undoing->since;
        hand->doubled = hand->asks == ASKS_DOUBLE;
        again |= 1U << hand_number(area, index);
    }
    lay_again_on(felt, number, again);
    add_back(undoing, &back);
    control_refresh(felt, number);
}

/* The hands of an area that lie after this position. */
static unsigned hands_after(const struct area *area, unsigned position)
{
    assert(position < area->hand_count);
    unsigned hands = 0;
    while (++position < area->hand_count)
        hands |= 1U << (area->order[position] + 1U);
    return hands;
}

static void undo_dealer(struct felt *felt, struct undoing *undoing)
{
    struct back back;
    take_cards(felt, undoing, DEALER_AREA, ALL_HANDS, &back);
    felt->state->dealer_told = false;
    add_back(undoing, &back);
}

/* Bit per area of which a hand after this position has asked for a card, or a later one that was split since:
 * play came to it only because this hand was passed over, and what it asked for has not happened [AMB-67]. */
static unsigned areas_asked_after(const struct round *round, unsigned area, unsigned position, unsigned since)
{
    assert(area <= AREAS_MAX);
    unsigned areas = 0;
    for (unsigned number = area; number <= round->setting.areas; number++) {
        const struct area *where = &round->blackjack.areas[number];
        bool asked = was_split_since(where, since);
        for (unsigned at = number == area ? position + 1 : 0; at < where->hand_count; at++)
            asked |= has_asked(&where->hands[where->order[at]], since);
        areas |= asked ? 1U << number : 0;
    }
    return areas;
}

/* Who comes after the hand that acts now was not passed over. */
static void forget_passed(struct felt *felt, unsigned area, unsigned position)
{
    assert(area <= AREAS_MAX);
    struct area *areas = felt->state->areas;
    for (; position < areas[area].hand_count; position++)
        areas[area].hands[areas[area].order[position]].passed = 0;
    for (unsigned number = area + 1; number <= felt->round->setting.areas; number++)
        skipped_resume(felt, number);
}

/* The deal goes on from the hand passed over. */
void skipped_undo(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    const struct area *where = &felt->state->areas[area];
    unsigned position = first_in_time(felt->book, felt->round, area);
    assert(position < where->hand_count);
    struct spot spot = {.area = (uint8_t)area, .hand = hand_number(where, where->order[position])};
    const struct hand *hand = &where->hands[where->order[position]];
    unsigned undone =
        areas_since(felt->round, spot, hand) | areas_asked_after(felt->round, area, position, hand->passed);
    struct undoing undoing = {.since = hand->passed};
    for (unsigned i = 0; i < TRAIL_MAX; i++)
        undoing.number[i] = (uint8_t)i;
    if (has_bit(undone, DEALER_AREA))
        undo_dealer(felt, &undoing);
    for (unsigned number = felt->round->setting.areas; number > 0; number--)
        if (has_bit(undone, number))
            undo_hands(felt, &undoing, number, number == area ? hands_after(where, position) : ALL_HANDS);
    put_back(felt, &undoing.back);
    if (has_bit(undone, felt->state->formed.hand.area))
        felt->state->formed.hand.area = 0; /* nobody is asked to follow a split that is undone */
    felt->state->front_offered = false;    /* [mbs 5.17] what comes first now is undisclosed */
    together_choose_anew(felt);
    forget_passed(felt, area, position);
    stopped_see(felt); /* a reread may have made a Blackjack of the two cards that are left [mbs 3.30] */
}

void skipped_too_late(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    struct area *where = &felt->state->areas[area];
    for (unsigned index = 0; index < where->hand_count; index++) {
        struct spot spot = {.area = (uint8_t)area, .hand = hand_number(where, index)};
        if (!hand_is_passed(&where->hands[index]))
            continue;
        turn_end(felt, spot, HAND_TOO_LATE, GROUND_STAND);
        felt_cite_irregularity(&felt->events->items[felt->events->count - 1], IRREGULARITY_SKIPPED, true);
    }
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area != area || !stake_is_main(felt->book, stake) || !stake_is_open(stake))
            continue;
        stake->irregularity = IRREGULARITY_SKIPPED + 1;
        stake->late = true;
    }
    assert(!skipped_has_hand(felt->book, felt->round, area)); /* it stands */
}

struct ruling bj_proceed_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_PROCEED);
    const struct blackjack_state *state = &round->blackjack;
    if (round->phase != PHASE_DEALING || !felt_is_dealt(round))
        return refuse(STATUS_NOT_NOW, GROUND_DEAL);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (felt_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    if (act->spot.area)
        return proceed_verify(book, round, act);
    if (state->played)
        return refuse(STATUS_NOT_NOW, GROUND_DEAL);
    return allow(GROUND_DEAL);
}

void bj_proceed_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_PROCEED);
    struct blackjack_state *state = felt->state;
    if (state->phase == DEAL_INITIAL) {
        deal_complete(felt);
        stopped_see(felt);
    }
    state->phase = DEAL_PLAY; /* without the interim settlement, unless it has been made */
    window_close(felt);
    turn_begin(felt);
    if (act->spot.area)
        proceed(felt, act);
}
