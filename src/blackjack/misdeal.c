/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/misdeal.h"

#include <assert.h>
#include <string.h>

#include "blackjack/deal.h"
#include "blackjack/hand.h"
#include "blackjack/late.h"
#include "blackjack/limits.h"
#include "blackjack/side.h"
#include "blackjack/skipped.h"
#include "blackjack/stopped.h"
#include "blackjack/together.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"
#include "round/device.h"

/* [mbs 5.11, 5.13] an initial deal that was taken for complete is deemed incomplete and goes on. */
static bool is_of_missing_card(enum irregularity kind)
{
    assert(kind < IRREGULARITY_COUNT);
    return kind == IRREGULARITY_DEALER_NO_CARD || kind == IRREGULARITY_PLAYER_SHORT ||
           kind == IRREGULARITY_NO_CARDS || kind == IRREGULARITY_ONE_CARD;
}

bool misdeal_can_rebuild(const struct round *round, enum irregularity kind)
{
    const struct blackjack_state *state = &round->blackjack;
    if (trail_split_astray(round))
        return false;
    if (!state->played || (!trail_initial_is_wrong(state) && !is_of_missing_card(kind)))
        return true;
    for (unsigned area = 1; area <= round->setting.areas; area++)
        if (area_is_split(&state->areas[area]))
            return false;
    return true;
}

/* ---- Telling. ---- */

static struct event *tell_moved(struct felt *felt, struct card card, struct place from, struct place to,
                                enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct event *event = felt_tell(felt, EVENT_MOVED, card, kind, late);
    event->from_place = from;
    event->place = to;
    return event;
}

static void tell_rebuilt(struct felt *felt, struct place place, bool as_it_lay, enum irregularity kind,
                         bool late)
{
    assert(place.kind <= PLACE_DISCARD);
    struct event *event = felt_tell(felt, EVENT_REBUILT, CARD_NONE, kind, late);
    event->place = place;
    event->number = as_it_lay;
}

static bool same_cards(const struct hand *a, const struct hand *b)
{
    return a->count == b->count && memcmp(a->cards, b->cards, a->count * sizeof(a->cards[0])) == 0;
}

/* Tells the hands that have changed, or all of them; returns whether there was any. */
static bool tell_rebuilt_hands(struct felt *felt, const struct blackjack_state *before, bool all,
                               enum irregularity kind, bool late)
{
    unsigned first = felt->events->count;
    assert(kind < IRREGULARITY_COUNT);
    for (unsigned number = 1; number <= felt->round->setting.areas; number++) {
        const struct area *area = &felt->state->areas[number];
        for (unsigned index = 0; index < area->hand_count; index++)
            if (area->hands[index].count &&
                (all || !same_cards(&area->hands[index], &before->areas[number].hands[index])))
                tell_rebuilt(felt, (struct place){PLACE_HAND, (uint8_t)number, hand_number(area, index)}, all,
                             kind, late);
    }
    if (felt->state->dealer.count && (all || !same_cards(&felt->state->dealer, &before->dealer)))
        tell_rebuilt(felt, (struct place){.kind = PLACE_DEALER}, all, kind, late);
    return felt->events->count > first;
}

/* ---- The initial deal. ---- */

/* Cards over, on their way back to the device. */
struct rest {
    struct card cards[TRAIL_MAX];
    unsigned count;
};

static void put_rest_back(struct felt *felt, const struct rest *rest, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    device_put_back(felt->round, rest->cards, rest->count, kind, late);
}

/* Takes the cards of the initial deal off every hand; what came later stays. */
static void lift_initial(struct felt *felt)
{
    struct blackjack_state *state = felt->state;
    unsigned initial = trail_initial_count(state);
    for (unsigned i = initial; i-- > 0;) {
        const struct trail_card card = state->trail.cards[i];
        if (card.lies.kind != PLACE_HAND && card.lies.kind != PLACE_DEALER)
            continue;
        trail_take_off(felt_place_at(felt, card.lies), &card);
        trail_shift(state, card.lies, card.at + 1U, -1);
    }
    for (unsigned area = 1; area <= felt->round->setting.areas; area++)
        if (state->areas[area].hands[0].end == HAND_BLACKJACK)
            state->areas[area].hands[0].end = state->areas[area].hands[0].refused ? HAND_REFUSED : HAND_OPEN;
}

/* Bit per area that the initial deal goes to: what was paid or taken since had been there [AMB-103], and so
 * had what goes back as the second under the minimum [mbs 5.26]. */
static uint8_t areas_dealt(const struct felt *felt)
{
    unsigned areas = 0;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        const struct stake *stake = &felt->round->stakes[i];
        bool under =
            felt->state->areas[stake->spot.area].hand_count && limits_used_up(felt->book, felt->round, stake);
        if (stake_is_main(felt->book, stake) && (stake->reason != REASON_RETURNED || under) &&
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
static struct place walk_on(const struct felt *felt, struct walk *walk)
{
    uint8_t areas = areas_dealt(felt);
    for (unsigned cards = 0; areas && cards < 2; cards++) {
        for (unsigned area = 1; area <= felt->round->setting.areas; area++)
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

static void rebuild_initial(struct felt *felt, enum irregularity kind, bool late, bool burn_first)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = felt->state;
    unsigned initial = trail_initial_count(state);
    struct walk walk = {.dealer = false};
    struct rest rest = {.count = 0};
    unsigned kept = 0;
    lift_initial(felt);
    for (unsigned i = 0; i < initial; i++) {
        struct trail_card card = state->trail.cards[i];
        if (burn_first && i == 0) {
            tell_moved(felt, card.card, card.lies, (struct place){.kind = PLACE_DISCARD}, kind, late);
            continue;
        }
        struct place to = walk_on(felt, &walk);
        if (to.kind == PLACE_NOWHERE) {
            rest.cards[rest.count++] = card.card;
            felt_tell(felt, EVENT_BACK, card.card, kind, late)->from_place = card.lies;
            continue;
        }
        if (!place_equal(card.lies, to))
            tell_moved(felt, card.card, card.lies, to, kind, late);
        uint8_t at = to.kind == PLACE_HAND ? (uint8_t)(walk.given[to.area] - 1) : 0;
        trail_shift(state, to, at, 1);
        if (to.kind == PLACE_HAND) {
            insert_card(&state->areas[to.area].hands[0], at, card.card);
            state->areas[to.area].hand_count = 1;
        } else {
            insert_card(&state->dealer, at, card.card);
        }
        state->trail.cards[kept++] =
            (struct trail_card){.card = card.card, .lies = to, .wanted = to, .at = at};
    }
    state->trail.initial = (uint8_t)kept;
    for (unsigned i = initial; i < state->trail.count; i++)
        state->trail.cards[kept++] = state->trail.cards[i];
    state->trail.count = (uint8_t)kept;
    for (unsigned area = 1; area <= felt->round->setting.areas; area++)
        if (!state->areas[area].hands[0].count)
            state->areas[area].hand_count = 0;
    put_rest_back(felt, &rest, kind, late);
}

void misdeal_keep_unburned(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    struct walk walk = {.dealer = false};
    felt->round->memory.burn_due = 0;
    if (state->trail.cards[0].wanted.kind != PLACE_DISCARD)
        return; /* it was not the card to be burnt, or has been ruled on */
    for (unsigned i = 0; i < state->trail.initial; i++) {
        struct trail_card *card = &state->trail.cards[i];
        struct place to = walk_on(felt, &walk);
        bool split = to.kind == PLACE_HAND && card->lies.kind == PLACE_HAND && card->lies.area == to.area;
        card->wanted = split ? card->lies : to; /* a hand split since then lies in its area */
        state->trail.strayed |= trail_card_astray(card);
    }
}

/* ---- The subsequent deal. ---- */

/* A hand over 21 is lost once its bettors have chosen [rws 5.7], or at once where there is nothing to choose:
 * remedy.c sees to both. */
static void end_hand(struct felt *felt, struct spot spot, enum hand_asks asked)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    if (trail_is_bust(felt->book, felt->round, place_of_hand(spot)))
        turn_end(felt, spot, HAND_BUST, GROUND_BUST);
    else
        turn_after_card(felt, spot, asked);
}

static void give_asked(struct felt *felt, const struct trail_card *card, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct hand *hand = felt_place_at(felt, card->wanted);
    enum hand_asks asked =
        hand->doubled ? ASKS_DOUBLE : (enum hand_asks)hand->asks; /* another may have come */
    hand_add(hand, card->card);
    if (card->wanted.kind == PLACE_HAND && !felt->state->areas[card->wanted.area].hand_count)
        felt->state->areas[card->wanted.area].hand_count = 1; /* all that lay there belonged elsewhere */
    struct event *event = tell_moved(felt, card->card, card->lies, card->wanted, kind, late);
    struct spot spot = {.area = card->wanted.area, .hand = card->wanted.hand};
    if (card->wanted.kind == PLACE_HAND) {
        end_hand(felt, spot, asked);
        together_wanted_no_more(felt, spot);
    } else if (hand->count == 1) {
        late_card_landed(felt, event);
    }
}

/* Takes every card astray off its hand: until it is given or put back it lies on none. */
static void lift_astray(struct felt *felt)
{
    struct blackjack_state *state = felt->state;
    for (unsigned i = state->trail.initial; i < state->trail.count; i++) {
        struct trail_card *card = &state->trail.cards[i];
        if (!trail_card_astray(card))
            continue;
        trail_lift(felt, card);
        card->lies = (struct place){.kind = PLACE_DISCARD};
    }
}

/* Each card astray goes to the hand that had asked for it, or back. */
static void rebuild_played(struct felt *felt, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = felt->state;
    const struct card_trail trail = state->trail;
    struct rest rest = {.count = 0};
    unsigned kept = trail.initial;
    lift_astray(felt);
    for (unsigned i = trail.initial; i < trail.count; i++) {
        struct trail_card card = trail.cards[i];
        if (!trail_card_astray(&card)) {
            state->trail.cards[kept++] = card;
            continue;
        }
        bool asked = card.wanted.kind == PLACE_HAND || card.wanted.kind == PLACE_DEALER;
        if (asked) {
            give_asked(felt, &card, kind, late);
            bool first = card.wanted.kind == PLACE_DEALER && state->dealer.count == 1; /* [AMB-67] */
            if (!first && skipped_lies_before(felt->round, card.wanted))
                state->trail.cards[kept++] =
                    (struct trail_card){.card = card.card,
                                        .lies = card.wanted,
                                        .wanted = card.wanted,
                                        .at = (uint8_t)(felt_place(felt->round, card.wanted)->count - 1U),
                                        .after_passed = card.after_passed,
                                        .counts = true};
        } else {
            rest.cards[rest.count++] = card.card;
            felt_tell(felt, EVENT_BACK, card.card, kind, late)->from_place = card.lies;
        }
    }
    state->trail.count = (uint8_t)kept;
    put_rest_back(felt, &rest, kind, late);
}

static bool total_differs(const struct rulebook *book, const struct hand *a, const struct hand *b)
{
    struct total left = hand_total(book, a);
    struct total right = hand_total(book, b);
    return left.points != right.points || left.soft != right.soft;
}

/* Who doubled on another total has not doubled on this one, and might not have been allowed to [ar 3.26.1]:
 * what was added goes back, the card that was asked for stays [AMB-103]. */
static void undo_double(struct felt *felt, struct spot spot, enum irregularity kind, bool late)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct hand *hand = felt_hand_at(felt, spot);
    if (hand->end && hand->end != HAND_DOUBLED)
        return;
    hand->doubled = false;
    hand->asks = ASKS_NOTHING;
    hand->end = HAND_OPEN;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area != spot.area || stake->spot.hand != spot.hand ||
            !stake_is_main(felt->book, stake) || !stake_is_open(stake))
            continue;
        struct event *event = felt_undouble(felt, stake);
        if (event)
            felt_cite_irregularity(event, kind, late);
    }
}

/* A double waits for its card, and one of the two cards it was made on was not the hand's, and has left it.
 */
static bool is_doubled_on_others(const struct rulebook *book, struct hand is, struct hand was)
{
    is.count = is.count < 2 ? is.count : 2;
    was.count = was.count < 2 ? was.count : 2;
    return is.asks == ASKS_DOUBLE && was.asks == ASKS_DOUBLE && total_differs(book, &is, &was);
}

static bool undo_early_doubles(struct felt *felt, const struct area before[AREAS_MAX + 1],
                               enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    bool any = false;
    for (unsigned number = 1; number <= felt->round->setting.areas; number++) {
        const struct area *area = &felt->state->areas[number];
        const unsigned hands = area->hand_count ? area->hand_count : 1; /* both of its cards may have gone */
        for (unsigned index = 0; index < hands; index++) {
            struct spot spot = {.area = (uint8_t)number, .hand = hand_number(area, index)};
            if (!is_doubled_on_others(felt->book, area->hands[index], before[number].hands[index]))
                continue;
            undo_double(felt, spot, kind, late);
            any = true;
        }
    }
    return any;
}

void misdeal_undo_doubles(struct felt *felt, const struct area before[AREAS_MAX + 1], enum irregularity kind,
                          bool late)
{
    if (!undo_early_doubles(felt, before, kind, late))
        return;
    assert(felt->state->phase != DEAL_INITIAL); /* those of an initial deal are undone with it */
    stopped_see(felt);
}

/* Who has decided on other cards decides anew; what is over 21 now is lost like any other. */
static void reopen_changed(struct felt *felt, const struct area before[AREAS_MAX + 1], enum irregularity kind,
                           bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    for (unsigned number = 1; number <= felt->round->setting.areas; number++) {
        struct hand *hand = &felt->state->areas[number].hands[0];
        const struct hand *was = &before[number].hands[0];
        if (hand->asks != ASKS_DOUBLE)
            hand->asks = ASKS_NOTHING; /* a card asked for that has not come is asked for anew */
        bool changed = hand->count != was->count;
        for (unsigned i = 0; i < hand->count && !changed; i++)
            changed = !card_equal(hand->cards[i], was->cards[i]);
        if (!changed)
            continue;
        if (hand->doubled && total_differs(felt->book, hand, was))
            undo_double(felt, (struct spot){.area = (uint8_t)number}, kind, late);
        struct spot spot = {.area = (uint8_t)number};
        bool lost = hand->end == HAND_BUST || hand_is_bust(felt->book, hand);
        bool waits = lost && felt_is_staked(felt->book, felt->round, spot); /* [rws 5.7] */
        if (hand->asks || (hand->end && !hand_has_chosen(hand) && !waits))
            continue;
        hand->end = HAND_OPEN;
        if (hand->count > 2 && !trail_astray_at(felt->round, place_of_hand(spot)))
            end_hand(felt, spot, ASKS_NOTHING);
    }
}

/* ... once what lay astray on it has left it. */
static void end_changed(struct felt *felt, const struct area before[AREAS_MAX + 1])
{
    for (unsigned number = 1; number <= felt->round->setting.areas; number++) {
        const struct hand *hand = &felt->state->areas[number].hands[0];
        if (!hand->end && !hand->asks && hand->count > 2 && !same_cards(hand, &before[number].hands[0]))
            end_hand(felt, (struct spot){.area = (uint8_t)number}, ASKS_NOTHING);
    }
}

/* What came later and stays is none of the deal that goes on, but for what may have to go back to a hand that
 * was passed over; one of the first two of its hand counts as dealt [rws 1.23] [AMB-67]. */
static void forget_later(struct felt *felt)
{
    struct blackjack_state *state = felt->state;
    assert(state->trail.initial <= state->trail.count && state->trail.count <= TRAIL_MAX);
    unsigned kept = state->trail.initial;
    for (unsigned i = state->trail.initial; i < state->trail.count; i++)
        if (state->trail.cards[i].counts && state->trail.cards[i].after_passed &&
            trail_number(felt->round, i) > 1)
            state->trail.cards[kept++] = state->trail.cards[i];
    state->trail.count = (uint8_t)kept;
}

void misdeal_put_right(struct felt *felt, enum irregularity kind, bool late, bool burn_first)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = felt->state;
    bool initial = state->phase == DEAL_INITIAL || trail_initial_is_wrong(state) || burn_first ||
                   is_of_missing_card(kind);
    const struct blackjack_state before = *state;
    if (initial) {
        rebuild_initial(felt, kind, late, burn_first);
        reopen_changed(felt, before.areas, kind, late);
    }
    if (burn_first)
        felt->round->memory.burn_due = 0;
    rebuild_played(felt, kind, late);
    if (initial) {
        end_changed(felt, before.areas);
        undo_early_doubles(felt, before.areas, kind, late);
    }
    assert(!trail_astray(felt->round));
    if (!tell_rebuilt_hands(felt, &before, false, kind, late))
        tell_rebuilt_hands(felt, &before, true, kind, late); /* found right as they lie */
    if (!initial) {
        stopped_see(felt);
        return;
    }
    forget_later(felt);
    state->windows.open = 0;
    window_dealt_anew(felt, kind + 1U, late);
    state->phase = DEAL_INITIAL;
    state->turn = (struct spot){0, 0, 0};
    state->interim = false; /* what the cards decide now is settled anew */
    if (felt_areas_staked(felt->book, felt->round) &&
        deal_initial_place(felt->book, felt->round).kind == PLACE_NOWHERE) {
        deal_complete(felt);
        stopped_see(felt);
    }
}

/* ---- Left as they lie. ---- */

/* [mbs 3.32] a hand that is over 21 by a card that stays is lost; whatever it had ended by, or asked for.
 * [mbs 1.1.1] an initial two cards that it completes may be a Blackjack. */
static void count_stayed(struct felt *felt, struct place lies)
{
    struct spot spot = {.area = lies.area, .hand = lies.hand};
    if (felt->state->phase == DEAL_INITIAL || lies.kind != PLACE_HAND ||
        !felt_was_staked(felt->book, felt->round, lies.area))
        return;
    const struct hand *hand = felt_hand_at(felt, spot);
    if (hand_is_bust(felt->book, hand))
        turn_end(felt, spot, HAND_BUST, GROUND_BUST);
    else if (!hand->end && hand_is_blackjack(felt->book, hand))
        turn_end(felt, spot, HAND_BLACKJACK, GROUND_NO_DRAW_21);
    else if (!hand->end && stopped_at_21(felt, spot))
        turn_end(felt, spot, HAND_21, GROUND_NO_DRAW_21);
    else if (!hand->end && hand->aces && hand->count > 1 && felt->book->blackjack.split_aces_one_card)
        turn_end(felt, spot, HAND_SPLIT_ACE, GROUND_SPLIT_ACES_CARD); /* [mbs 3.23.1] */
    together_wanted_no_more(felt, spot);
}

void misdeal_accept(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card *card = &state->trail.cards[i];
        if (trail_card_stays(card))
            count_stayed(felt, card->lies);
    }
    if (state->dealer.count)
        state->late.card =
            LATE_CARD_NONE; /* the card that stays there is the Dealer's first one [mbs 5.12] */
    turn_collect_busts(felt);
    if (state->phase != DEAL_INITIAL)
        side_settle_all(felt, SIDES_OF_SECOND_CARD); /* [mbs 3.27] on one that stays */
    deal_settle_due(felt);
    assert(!trail_astray(felt->round));
}

/* [rws 5.10.1] the hands stay as they lie; one that is now over 21 is lost, unless its bettors choose to take
 * their wagers back [rws 5.7.3]. A hand that had stood, or been stopped, on another total goes on
 * [rws 3.18, 5.7.1] [AMB-84]. */
void misdeal_leave(struct felt *felt, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = felt->state;
    const uint32_t choosing = state->choice.persons;
    struct event *event = felt_tell(felt, EVENT_NOT_REBUILT, CARD_NONE, kind, late);
    if (!late && felt->book->irregularities[kind].early != REMEDY_STAYS) {
        event->irregularity = 0; /* [rws 5.9] it would have been put right: the House finds that it cannot */
        event_cite(event, GROUND_ERROR_AS_IT_LIES);
    }
    state->choice.persons = UINT32_MAX; /* [rws 5.7.3] everybody is about to choose: no Blackjack is paid */
    for (unsigned i = 0; i < state->trail.count; i++) {
        struct trail_card *card = &state->trail.cards[i];
        if (!trail_card_stays(card))
            continue;
        bool players =
            card->lies.kind == PLACE_HAND && felt_was_staked(felt->book, felt->round, card->lies.area);
        if (i >= state->trail.initial && players)
            window_close(felt); /* [rws 1.33, 3.15.2.a, 3.17] a Player has been dealt an additional card */
        if (state->phase == DEAL_INITIAL || !players)
            continue;
        struct spot spot = {.area = card->lies.area, .hand = card->lies.hand};
        struct hand *hand = felt_hand_at(felt, spot);
        if (hand->count == 2 && !hand->split && felt->book->blackjack.settle_sides_early)
            side_settle_all(felt, SIDES_OF_INITIAL_DEAL); /* [rws 5.16] its second card, and a Blackjack */
        if (hand->asks)
            continue;
        if (card->after_end && hand_has_chosen(hand))
            hand->end = HAND_OPEN;
        if (hand_is_bust(felt->book, hand) || !hand->end)
            end_hand(felt, spot, ASKS_NOTHING);
    }
    state->choice.persons = choosing;
    assert(!trail_astray(felt->round));
}
