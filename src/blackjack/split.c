/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/split.h"

#include <assert.h>

#include "blackjack/control.h"
#include "blackjack/hand.h"
#include "blackjack/limits.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"

/* ---- Who may go along. ---- */

static uint32_t unanswered_on(const struct rulebook *book, const struct round *round, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    uint32_t persons = 0;
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake_is_open(stake) && stake_is_main(book, stake) && stake->spot.area == spot.area &&
            stake->spot.hand == spot.hand && !stake_is(stake, STAKE_ANSWERED) &&
            felt_present(round, stake->person, spot.area))
            persons |= UINT32_C(1) << stake->person;
    }
    return persons;
}

uint32_t split_followers(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    struct spot source = {.area = state->formed.hand.area, .hand = state->formed.from};
    return state->formed.hand.area ? unanswered_on(book, round, source) : 0;
}

uint32_t double_followers(const struct rulebook *book, const struct round *round)
{
    const struct hand *hand = felt_hand(round, round->blackjack.turn);
    return hand && hand->asks == ASKS_DOUBLE ? unanswered_on(book, round, round->blackjack.turn) : 0;
}

/* The controller has spoken: nobody else on the hand has. */
static void ask_others(struct felt *felt, struct spot spot, unsigned controller)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area != spot.area || !stake_is_main(felt->book, stake))
            continue;
        stake->flags &= (uint16_t)~STAKE_ANSWERED;
        if (stake->person == controller)
            stake->flags |= STAKE_ANSWERED;
    }
}

static void tell_others(struct felt *felt, enum option_kind option, struct spot spot, uint32_t persons,
                        enum ground ground)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    for (unsigned person = 0; person < PERSONS_MAX; person++) {
        if (!has_bit(persons, person))
            continue;
        struct event *event = events_add(felt->events, EVENT_OFFERED);
        event->option = (uint8_t)option;
        event->person = (uint8_t)person;
        event->spot = spot;
        event_cite(event, ground);
    }
}

/* ---- Split. ---- */

/* [3.21] two cards of one point value: King and Queen are ten and ten. */
static bool is_splittable(const struct hand *hand)
{
    assert(hand && hand->count <= HAND_CARDS_MAX);
    return hand->count == 2 && card_points(hand->cards[0]) == card_points(hand->cards[1]);
}

static struct ruling split_money_verify(const struct round *round, const struct stake *stake,
                                        enum ground ground)
{
    if (!stake_covered(round, stake->person, stake->original_cents))
        return refuse(STATUS_NO_CREDIT, ground);
    if (!stake_room(round, 1))
        return refuse(STATUS_LAYOUT_FULL, ground);
    return allow(ground);
}

struct ruling bj_split_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_SPLIT);
    struct ruling ruling = turn_verify(book, round, act);
    if (ruling.status != STATUS_OK)
        return ruling;
    const struct blackjack_rules *rules = &book->blackjack;
    const struct area *area = &round->blackjack.areas[act->spot.area];
    const struct hand *hand = felt_hand(round, act->spot);
    bool aces = card_rank(hand->cards[0]) == RANK_ACE;
    unsigned max = aces ? rules->split_aces_hands_max : rules->split_hands_max;
    if (!rules->split || !is_splittable(hand))
        return refuse(STATUS_NO_SPLIT, GROUND_SPLIT);
    if (area->hand_count >= max)
        return refuse(STATUS_HANDS_FULL, GROUND_SPLIT_HANDS, aces ? GROUND_SPLIT_ACES_ONCE : GROUND_RESPLIT);
    int index = felt_main_stake(book, round, act->person, act->spot);
    ruling = split_money_verify(round, &round->stakes[index], GROUND_SPLIT);
    if (ruling.status != STATUS_OK)
        return ruling;
    ruling = allow(GROUND_SPLIT, GROUND_FOLLOW, GROUND_SPLIT_ORDER);
    ruling_cite(&ruling, GROUND_NOT_FOLLOW);
    if (hand->split)
        ruling_cite(&ruling, GROUND_RESPLIT);
    return ruling;
}

/* [AMB-30] the new hand lies next to the one it came from, or last. */
static unsigned add_hand(struct felt *felt, struct spot spot)
{
    struct area *area = &felt->state->areas[spot.area];
    unsigned from = spot.hand ? spot.hand - 1U : 0;
    unsigned index = area->hand_count++;
    unsigned at = index;
    assert(index < HANDS_PER_AREA_MAX);
    if (felt->book->blackjack.resplit_order == RESPLIT_ADJACENT)
        for (; area->order[at - 1] != from; at--)
            area->order[at] = area->order[at - 1];
    area->order[at] = (uint8_t)index;
    return index;
}

static void divide_cards(struct hand *from, struct hand *formed)
{
    *formed = (struct hand){.split = true};
    hand_add(formed, hand_remove(from, 1));
    from->split = true;
    from->one_card = false; /* the first two cards are complete [AMB-70] */
    from->aces = formed->aces = card_rank(from->cards[0]) == RANK_ACE;
    assert(from->count == 1 && formed->count == 1);
}

/* The first split gives the area's main wagers a hand to lie on: the first. */
static void number_stakes(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area == area && stake_is_main(felt->book, stake) && !stake->spot.hand)
            stake->spot.hand = 1;
    }
}

static void place_on_formed(struct felt *felt, unsigned person)
{
    assert(person < PERSONS_MAX);
    struct blackjack_state *state = felt->state;
    struct spot source = {.area = state->formed.hand.area, .hand = state->formed.from};
    unsigned wager = felt_wager(felt->book, PLACE_MAIN);
    int index = felt_main_stake(felt->book, felt->round, person, source);
    int64_t amount_cents = felt->round->stakes[index].original_cents;
    felt->round->stakes[index].flags |= STAKE_ANSWERED;
    uint16_t under = felt->round->stakes[index].flags & STAKE_UNDER; /* [mbs 5.26] so is its equal */
    stake_place(felt->round, felt->events, person, wager, state->formed.hand, amount_cents, false)->flags =
        (uint16_t)(STAKE_ADDED | STAKE_ANSWERED | under);
    struct hand *formed = &state->areas[state->formed.hand.area].hands[state->formed.hand.hand - 1];
    if (formed->end == HAND_OUT)
        formed->end =
            HAND_OPEN; /* whoever split has left it [mbs 5.25] [rws 5.7.3]: it is played for this wager */
}

void bj_split_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_SPLIT);
    struct blackjack_state *state = felt->state;
    struct area *area = &state->areas[act->spot.area];
    struct hand *from = felt_hand_at(felt, act->spot);
    turn_begin(felt);
    window_close(felt);
    state->last = (struct last_card){.number = 0}; /* the cards lie elsewhere now */
    unsigned index = add_hand(felt, act->spot);
    if (!from->split)
        from->split_after = state->passings;
    divide_cards(from, &area->hands[index]);
    area->hands[index].split_after = state->passings;
    area->hands[index].split_from = act->spot.hand ? act->spot.hand : 1;
    number_stakes(felt, act->spot.area);
    state->formed.hand = (struct spot){.area = act->spot.area, .hand = (uint8_t)(index + 1)};
    state->formed.from = act->spot.hand ? act->spot.hand : 1;
    state->turn.hand = state->formed.from;
    trail_split(felt, state->formed.hand, state->formed.from, area->hands[index].cards[0]);
    struct event *event = events_add(felt->events, EVENT_SPLIT);
    event->spot = state->formed.hand;
    event->number = state->formed.from;
    event_cite(event, GROUND_SPLIT);
    ask_others(felt, act->spot, act->person);
    place_on_formed(felt, act->person);
    tell_others(felt, OPTION_FOLLOW, state->formed.hand, split_followers(felt->book, felt->round),
                GROUND_FOLLOW);
}

struct ruling bj_follow_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_FOLLOW);
    const struct blackjack_state *state = &round->blackjack;
    if (!state->formed.hand.area || !spot_equal(act->spot, state->formed.hand) ||
        !has_bit(split_followers(book, round), act->person))
        return refuse(STATUS_NOT_OFFERED, GROUND_FOLLOW);
    struct spot source = {.area = state->formed.hand.area, .hand = state->formed.from};
    struct ruling ruling = split_money_verify(
        round, &round->stakes[felt_main_stake(book, round, act->person, source)], GROUND_FOLLOW);
    if (ruling.status == STATUS_OK)
        ruling_cite(&ruling, GROUND_SPLIT);
    return ruling;
}

void bj_follow_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_FOLLOW);
    place_on_formed(felt, act->person);
}

void split_lapse(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    if (!state->formed.hand.area)
        return;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area == state->formed.hand.area && stake->spot.hand == state->formed.from &&
            stake_is_main(felt->book, stake) && !stake_is(stake, STAKE_ANSWERED))
            stake->flags |= STAKE_STAYED;
    }
    state->formed.hand.area = 0;
    assert(split_followers(felt->book, felt->round) == 0);
}

/* [mbs 3.26.5] [rws 3.23.1] nobody doubles along on a card they have seen, wherever it was laid. */
void double_lapse(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    const struct hand *hand = felt_hand(felt->round, felt->state->turn);
    if (!hand || hand->asks != ASKS_DOUBLE)
        return;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (spot_equal(stake->spot, felt->state->turn) && stake_is_main(felt->book, stake))
            stake->flags |= STAKE_ANSWERED;
    }
    assert(double_followers(felt->book, felt->round) == 0);
}

/* ---- Double. ---- */

/* [ar 3.26.1] hard 10 or 11 only; [AMB-23] Ace-nine as hard 10. */
static bool total_doubles(const struct rulebook *book, const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    const struct blackjack_rules *rules = &book->blackjack;
    if (rules->double_on == DOUBLE_ANY)
        return true;
    if (hand_has_ace(hand) && rules->double_ace_nine == READING_REFUSE)
        return false;
    return rules->double_totals >> hand_hard_points(hand) & 1U;
}

/* [AMB-12] at least the table minimum, or one chip. */
int64_t double_min(const struct rulebook *book, const struct round *round)
{
    int64_t min_cents = round->setting.limit_min_cents[felt_wager(book, PLACE_MAIN)];
    bool table_min = book->blackjack.double_min == DOUBLE_MIN_TABLE && min_cents > 0;
    return table_min ? min_cents : book->unit_cents;
}

int64_t double_max(const struct rulebook *book, const struct round *round, const struct act *act)
{
    int index = felt_main_stake(book, round, act->person, act->spot);
    int64_t max_cents = index < 0 ? 0 : round->stakes[index].original_cents;
    if (has_bit(round->setting.credit_known, act->person) &&
        round->setting.credit_cents[act->person] < max_cents)
        max_cents = round->setting.credit_cents[act->person];
    return max_cents;
}

static struct ruling double_amount_verify(const struct rulebook *book, const struct round *round,
                                          const struct act *act)
{
    const struct stake *stake = &round->stakes[felt_main_stake(book, round, act->person, act->spot)];
    if (!limits_is_amount(book, act->amount_cents))
        return refuse(STATUS_BAD_AMOUNT, GROUND_DOUBLE);
    if (act->amount_cents < double_min(book, round))
        return refuse(STATUS_DOUBLE_TOO_LOW, GROUND_DOUBLE);
    if (act->amount_cents > stake->original_cents && limits_caps(stake, act->amount_cents))
        return refuse(STATUS_DOUBLE_OVER_CAP, GROUND_OVER_MAXIMUM); /* [mbs 5.27] [AMB-08, AMB-11] */
    if (act->amount_cents > stake->original_cents)
        return refuse(STATUS_DOUBLE_TOO_HIGH, GROUND_DOUBLE);
    if (!stake_covered(round, act->person, act->amount_cents))
        return refuse(STATUS_NO_CREDIT, GROUND_DOUBLE);
    return allow(GROUND_DOUBLE);
}

/* The controller has doubled: another bettor of the hand, before the card [mbs 3.26.5] [rws 3.23.1]. */
static bool doubles_along(const struct rulebook *book, const struct round *round, const struct act *act)
{
    return act->spot.area == round->blackjack.turn.area && act->spot.hand == round->blackjack.turn.hand &&
           has_bit(double_followers(book, round), act->person);
}

static struct ruling double_hand_verify(const struct rulebook *book, const struct round *round,
                                        const struct act *act)
{
    const struct hand *hand = felt_hand(round, act->spot);
    assert(hand);
    enum ground which = hand->split ? GROUND_DOUBLE_SPLIT : GROUND_DOUBLE_FIRST_TWO;
    if (hand->count != 2 || (hand->split && !book->blackjack.double_after_split) ||
        !total_doubles(book, hand))
        return refuse(STATUS_NO_DOUBLE, GROUND_DOUBLE, which);
    if (hand_has_ace(hand) && book->blackjack.double_ace_is_one)
        return allow(GROUND_DOUBLE, which, GROUND_DOUBLE_ACE);
    return allow(GROUND_DOUBLE, which);
}

struct ruling bj_double_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_DOUBLE);
    struct ruling amount;
    if (doubles_along(book, round, act)) {
        amount = double_amount_verify(book, round, act);
        return amount.status == STATUS_OK ? allow(GROUND_DOUBLE, GROUND_DOUBLE_OTHERS) : amount;
    }
    struct ruling ruling = turn_verify(book, round, act);
    if (ruling.status == STATUS_NOT_IN_CONTROL)
        ruling_cite(&ruling, GROUND_DOUBLE_ONLY_WITH); /* [mbs 3.26.7] */
    const struct hand *hand = felt_hand(round, act->spot);
    assert(hand || ruling.status != STATUS_CARD_DUE);
    if (ruling.status == STATUS_CARD_DUE && hand->asks == ASKS_DOUBLE)
        ruling_cite(&ruling, GROUND_DOUBLE_OTHERS); /* answered already, or too late */
    if (ruling.status != STATUS_OK)
        return ruling;
    ruling = double_hand_verify(book, round, act);
    if (ruling.status != STATUS_OK)
        return ruling;
    amount = double_amount_verify(book, round, act);
    return amount.status == STATUS_OK ? ruling : amount;
}

void bj_double_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_DOUBLE);
    struct hand *hand = felt_hand_at(felt, act->spot);
    int index = felt_main_stake(felt->book, felt->round, act->person, act->spot);
    bool first = hand->asks != ASKS_DOUBLE;
    if (first) {
        turn_begin(felt);
        window_close(felt);
        felt_ask(felt, act->spot, ASKS_DOUBLE);
        hand->doubled = true;
        ask_others(felt, act->spot, act->person);
    }
    struct stake *stake = &felt->round->stakes[index];
    event_cite(stake_add(felt->round, felt->events, stake, act->amount_cents), GROUND_DOUBLE);
    stake->flags |= STAKE_DOUBLED | STAKE_ANSWERED;
    if (!first)
        return;
    tell_others(felt, OPTION_DOUBLE, act->spot, double_followers(felt->book, felt->round),
                GROUND_DOUBLE_OTHERS);
}

/* ---- Not going along. ---- */

struct ruling stay_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (act->option == OPTION_SPLIT) {
        if (spot_equal(act->spot, round->blackjack.formed.hand) &&
            has_bit(split_followers(book, round), act->person))
            return allow(GROUND_NOT_FOLLOW);
        return refuse(STATUS_NOT_OFFERED, GROUND_FOLLOW);
    }
    if (doubles_along(book, round, act))
        return allow(GROUND_DOUBLE_OTHERS, GROUND_DOUBLE_BOUND);
    return refuse(STATUS_NOT_OFFERED, GROUND_DOUBLE_OTHERS);
}

void stay_do(struct felt *felt, const struct act *act)
{
    assert(felt->state == &felt->round->blackjack);
    bool split = act->option == OPTION_SPLIT;
    struct spot spot =
        split ? (struct spot){.area = act->spot.area, .hand = felt->state->formed.from} : act->spot;
    struct stake *stake = &felt->round->stakes[felt_main_stake(felt->book, felt->round, act->person, spot)];
    stake->flags |= STAKE_ANSWERED;
    if (split)
        stake->flags |= STAKE_STAYED;
}

/* ---- The wager on split Aces. ---- */

static unsigned count_on_hand(const struct round *round, unsigned wager, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    unsigned count = 0;
    for (unsigned i = 0; i < round->stake_count; i++)
        count += round->stakes[i].wager == wager && spot_equal(round->stakes[i].spot, spot);
    return count;
}

/* [AMB-39] followers with a main wager on the hand, the controller only, or anyone. */
static bool may_bet_on(const struct rulebook *book, const struct round *round, const struct act *act)
{
    switch ((enum split_side_by)book->blackjack.split_side_by) {
    case SPLIT_SIDE_FOLLOWERS:
        return felt_main_stake(book, round, act->person, act->spot) >= 0;
    case SPLIT_SIDE_CONTROLLER:
        return control_of(book, round, act->spot).person == act->person;
    case SPLIT_SIDE_ANYONE:
        break;
    }
    return true;
}

/* [ar 3.21.1] no card has come for a hand of split Aces, one laid on the wrong hand included. Whether others
 * may still follow is another matter: who refuses cards that lie out ends that [5.24] and is dealt none. */
static bool aces_wait(const struct round *round, unsigned number)
{
    assert(number <= AREAS_MAX);
    const struct area *area = &round->blackjack.areas[number];
    for (unsigned index = 0; index < area->hand_count; index++) {
        struct place place = {PLACE_HAND, (uint8_t)number, hand_number(area, index)};
        if (!area->hands[index].aces || area->hands[index].count != 1 || trail_owes(&round->blackjack, place))
            return false;
    }
    return area->hand_count > 1;
}

/* [ar 3.21.1] on either or both hands of split Aces, before any further card to that area; not on a hand that
 * takes none any more. */
struct ruling split_side_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    const struct hand *hand = felt_hand(round, act->spot);
    unsigned max = book->wagers[act->wager].per_spot_max;
    if (round->phase != PHASE_DEALING || !hand || hand->end || !aces_wait(round, act->spot.area))
        return refuse(STATUS_NO_SPLIT_SIDE, GROUND_SPLIT_SIDE, GROUND_LATE_WAGER);
    if (!may_bet_on(book, round, act))
        return refuse(STATUS_NOT_YOUR_HAND, GROUND_SPLIT_SIDE);
    if (stake_find(round, act->person, act->wager, act->spot) >= 0)
        return refuse(STATUS_ONE_STACK, GROUND_ONE_STACK);
    if (max && count_on_hand(round, act->wager, act->spot) >= max)
        return refuse(STATUS_SIDES_FULL, GROUND_SIDES_PER_AREA);
    if (!limits_is_amount(book, act->amount_cents) ||
        act->amount_cents > limits_payable_max(book, act->wager))
        return refuse(STATUS_BAD_AMOUNT, GROUND_LIMITS);
    if (!stake_covered(round, act->person, act->amount_cents))
        return refuse(STATUS_NO_CREDIT, GROUND_LIMITS);
    if (!stake_room(round, 1))
        return refuse(STATUS_LAYOUT_FULL, GROUND_LIMITS);
    if (act->flags & ACT_UNNOTICED)
        return allow(GROUND_SPLIT_SIDE); /* [mbs 5.26, 5.27] as any other wager outside the limits */
    struct ruling ruling = limits_verify(book, round, act->person, act->wager, act->spot, act->amount_cents);
    return ruling.status == STATUS_OK ? allow(GROUND_SPLIT_SIDE) : ruling;
}

void split_side_do(struct felt *felt, const struct act *act)
{
    assert(felt->state == &felt->round->blackjack);
    struct stake *stake =
        stake_place(felt->round, felt->events, act->person, act->wager, act->spot, act->amount_cents, false);
    stake->flags = STAKE_ADDED;
    limits_fix(felt, stake);
}
