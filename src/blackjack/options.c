/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/options.h"

#include <assert.h>
#include <string.h>

#include "blackjack/bet.h"
#include "blackjack/control.h"
#include "blackjack/hand.h"
#include "blackjack/side.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"

static uint32_t bit(unsigned person)
{
    assert(person < PERSONS_MAX);
    return UINT32_C(1) << person;
}

/* ---- Offering. ---- */

static void tell(struct felt *felt, enum option_kind option, uint32_t persons, enum ground ground,
                 enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    for (unsigned person = 0; person < PERSONS_MAX; person++) {
        if (!has_bit(persons, person))
            continue;
        struct event *event = events_add(felt->events, EVENT_OFFERED);
        event->option = (uint8_t)option;
        event->person = (uint8_t)person;
        event_cite(event, ground);
        felt_cite_irregularity(event, kind, late);
    }
}

static uint8_t choice_after(const struct rulebook *book, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    const struct irregularity_rule *rule = &book->irregularities[kind];
    if (kind == IRREGULARITY_EXTRA_DEALER_CARD && book->blackjack.error_options_on_overdraw)
        return CHOICE_TAKE_BACK; /* [AMB-83] */
    return late ? rule->late_choice : rule->early_choice;
}

/* [AMB-83] what the first cards have decided is not reopened; what waits for the Dealer's hand is open until
 * it is settled, a main wager as well as Insurance and a bust. Cards astray decide nothing [AMB-75].
 */
static bool is_undecided(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    const unsigned of_dealer = 1U << JUDGE_HAND | SIDES_OF_SECOND_CARD | SIDES_OF_DEALER;
    if (!stake_is_open(stake) || of_dealer >> book->wagers[stake->wager].judge & 1U)
        return stake_is_open(stake);
    return !side_is_certain(book, round, stake);
}

/* [rws 1.21, 5.7] all who have placed a Bet are Players; by the other reading those with a Hand [AMB-108]. */
static uint32_t undecided_persons(const struct felt *felt)
{
    bool hands_only =
        felt->state->choice.offer == CHOICE_TAKE_BACK && !felt->book->blackjack.error_options_on_sides;
    uint32_t persons = 0;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        const struct stake *stake = &felt->round->stakes[i];
        if (is_undecided(felt->book, felt->round, stake) && (!hands_only || stake_is_main(felt->book, stake)))
            persons |= bit(stake->person);
    }
    return persons;
}

void options_offer(struct felt *felt, enum irregularity kind, bool late, bool rebuilt)
{
    assert(kind < IRREGULARITY_COUNT);
    struct blackjack_state *state = felt->state;
    uint8_t choice = choice_after(felt->book, kind, late);
    if (choice == CHOICE_NONE || state->choice.waits)
        return;
    state->choice.offer = choice;
    state->choice.after = (uint8_t)kind;
    state->choice.late = late;
    state->choice.rebuilt = rebuilt;
    state->choice.persons = undecided_persons(felt);
    bool withdraw = choice == CHOICE_WITHDRAW;
    tell(felt, withdraw ? OPTION_WITHDRAW : OPTION_ERROR, state->choice.persons,
         withdraw ? GROUND_WITHDRAW : GROUND_ERROR_OPTIONS, kind, late);
}

void options_offer_leave(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    state->choice.offer = CHOICE_LEAVE;
    state->choice.after = IRREGULARITY_POWER_FAILURE;
    state->choice.late = false;
    state->choice.persons = undecided_persons(felt);
    tell(felt, OPTION_WITHDRAW, state->choice.persons, GROUND_OUTAGE_UNDECIDED, IRREGULARITY_POWER_FAILURE,
         false);
}

void options_end_leave(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt->state->choice.offer != CHOICE_LEAVE)
        return;
    felt->state->choice.offer = CHOICE_NONE;
    felt->state->choice.persons = 0;
}

static uint32_t bettors_of(const struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    uint32_t persons = 0;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        const struct stake *stake = &felt->round->stakes[i];
        if (stake_is_open(stake) && stake_is_main(felt->book, stake) && stake->spot.area == area)
            persons |= bit(stake->person);
    }
    return persons;
}

void options_offer_one_card(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    struct blackjack_state *state = felt->state;
    state->choice.one_card[area] = bettors_of(felt, area);
    state->areas[area].hands[0].one_card = true;
    tell(felt, OPTION_ONE_CARD, state->choice.one_card[area], GROUND_ONE_CARD_PLAYS, IRREGULARITY_ONE_CARD,
         true);
}

/* Bit per person with one card on an area, or (0) anywhere. */
static uint32_t one_card_persons(const struct blackjack_state *state, unsigned area)
{
    assert(area <= AREAS_MAX);
    uint32_t persons = 0;
    for (unsigned number = 1; number <= AREAS_MAX; number++)
        if (!area || number == area)
            persons |= state->choice.one_card[number];
    return persons;
}

/* Nobody may take a Bet back any more: a hand that the error left over 21 is lost [rws 3.19], and Insurance
 * is settled on a second card that stays [rws 3.15.2.b]. */
static void settle_waiting(struct felt *felt)
{
    turn_collect_busts(felt);
    if (felt->state->phase == DEAL_PLAY && !trail_astray(felt->round))
        side_settle_all(felt, SIDES_OF_SECOND_CARD);
}

static void collect_chosen(struct felt *felt)
{
    if (!felt->state->choice.persons)
        settle_waiting(felt);
}

void options_advance(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    for (unsigned area = 1; one_card_persons(state, 0) && area <= felt->round->setting.areas; area++)
        state->choice.one_card[area] &= bettors_of(felt, area);
    if (!state->choice.persons)
        return; /* nobody is choosing, and an act adds nobody */
    state->choice.persons &= undecided_persons(felt);
    collect_chosen(felt);
}

void options_clear(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    felt->state->choice.offer = CHOICE_NONE;
    felt->state->choice.persons = 0;
    memset(felt->state->choice.one_card, 0, sizeof(felt->state->choice.one_card));
    assert(options_offered(felt->round, OPTION_ERROR) == 0);
}

void options_lapse(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt->state->choice.offer != CHOICE_NONE)
        settle_waiting(felt);
    options_clear(felt);
}

uint32_t options_offered(const struct round *round, enum option_kind option)
{
    const struct blackjack_state *state = &round->blackjack;
    if (option == OPTION_ONE_CARD)
        return one_card_persons(state, 0);
    if (option == OPTION_RAISE_OR_WITHDRAW)
        return state->raise;
    if (option == OPTION_ERROR)
        return state->choice.offer == CHOICE_TAKE_BACK ? state->choice.persons : 0;
    return state->choice.offer == CHOICE_WITHDRAW || state->choice.offer == CHOICE_LEAVE
               ? state->choice.persons
               : 0;
}

/* ---- Leaving the round. ---- */

static void drop_cards(struct felt *felt, unsigned area, enum ground ground)
{
    assert(area_exists(felt->round, area) && !area_is_split(&felt->state->areas[area]));
    struct hand *hand = &felt->state->areas[area].hands[0];
    const struct place place = {PLACE_HAND, (uint8_t)area, 0};
    for (unsigned kept = 0; kept < hand->count;) {
        unsigned like = 0; /* this one and those laid later */
        for (unsigned i = kept; i < hand->count; i++)
            like += card_equal(hand->cards[i], hand->cards[kept]);
        if (like <= trail_anothers_at(felt->state, place, hand->cards[kept])) {
            kept++;
            continue;
        }
        struct event *event = events_add(felt->events, EVENT_DROPPED);
        event->card = hand_remove(hand, kept);
        event->from_place = place;
        event->place.kind = PLACE_DISCARD;
        event_cite(event, ground);
    }
}

/* [rws 3.13, 5.16] what the first two cards of an area have decided; by cards astray nothing is [AMB-75]. */
static void settle_decided_sides(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (!stake_is_open(stake) || stake->spot.area != area ||
            !(SIDES_OF_INITIAL_DEAL >> felt->book->wagers[stake->wager].judge & 1U))
            continue;
        assert(!is_undecided(felt->book, felt->round, stake)); /* that has gone back */
        side_settle(felt, stake);
    }
}

void options_drop_hands(struct felt *felt, uint32_t before, enum ground ground)
{
    assert(felt->state == &felt->round->blackjack);
    uint32_t lost = before & ~felt_hands_staked(felt->book, felt->round);
    for (unsigned number = 1; number <= felt->round->setting.areas; number++) {
        struct area *area = &felt->state->areas[number];
        for (unsigned index = 0; index < area->hand_count; index++) {
            struct spot spot = {.area = (uint8_t)number, .hand = hand_number(area, index)};
            struct hand *hand = &area->hands[index];
            if (!(lost >> hand_bit(spot) & 1U))
                continue;
            hand->end = HAND_OUT;
            hand->asks = ASKS_NOTHING;
            if (area_is_split(area))
                continue;                       /* its cards still tell the first two of the area */
            settle_decided_sides(felt, number); /* before the cards go */
            drop_cards(felt, number, ground);
            trail_forget_area(felt, number);
        }
    }
}

/* Hands back what is undecided: of one area, or everything. What is decided is settled in its time. Who is
 * dissatisfied [mbs 5.25] takes out by 5.16.2 what lies on an area dealt short. */
static void return_wagers(struct felt *felt, unsigned person, unsigned area, enum reason reason,
                          enum ground why)
{
    assert(area <= AREAS_MAX);
    uint32_t before = felt_hands_staked(felt->book, felt->round);
    uint32_t with_one_card = 0;
    bool betting = felt->round->phase == PHASE_BETTING;
    for (unsigned i = felt->round->stake_count; i-- > 0;) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->person != person || (area && stake->spot.area != area) ||
            !is_undecided(felt->book, felt->round, stake))
            continue;
        bool one_card =
            why == GROUND_WITHDRAW && has_bit(felt->state->choice.one_card[stake->spot.area], person);
        enum ground ground = one_card ? GROUND_ONE_CARD_OUT : why;
        if (one_card)
            with_one_card |= UINT32_C(1) << hand_bit((struct spot){.area = stake->spot.area});
        stake->irregularity = (uint8_t)(felt->state->choice.after + 1);
        stake->late = felt->state->choice.late;
        if (ground == GROUND_ONE_CARD_OUT)
            stake->irregularity = IRREGULARITY_ONE_CARD + 1;
        felt_return(felt, stake, reason, ground);
        if (betting)
            stake_remove(felt->round, stake); /* it is as if it had been pulled */
    }
    bet_return_orphans(felt, betting ? REASON_NONE : REASON_RETURNED);
    options_drop_hands(felt, before & with_one_card, GROUND_ONE_CARD_OUT);
    options_drop_hands(felt, before & ~with_one_card, why);
    control_refresh_all(felt);
}

/* ---- Continue. ---- */

static enum ground continue_ground(const struct blackjack_state *state)
{
    assert(state->trail.initial <= state->trail.count && state->trail.count <= TRAIL_MAX);
    if (state->choice.offer == CHOICE_TAKE_BACK)
        return state->choice.rebuilt ? GROUND_ERROR_REBUILT : GROUND_ERROR_AS_IT_LIES;
    return state->choice.offer == CHOICE_LEAVE ? GROUND_OUTAGE_UNDECIDED : GROUND_WITHDRAW;
}

struct ruling bj_continue_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    assert(act->verb == VERB_CONTINUE);
    const struct blackjack_state *state = &round->blackjack;
    (void)book;
    if (has_bit(one_card_persons(state, 0), act->person))
        return ruling_irregular(allow(GROUND_ONE_CARD_PLAYS), IRREGULARITY_ONE_CARD, true);
    if (!has_bit(state->choice.persons, act->person))
        return refuse(STATUS_NOT_ASKED, GROUND_WITHDRAW, GROUND_ERROR_OPTIONS);
    return ruling_irregular(allow(continue_ground(state)), (enum irregularity)state->choice.after,
                            state->choice.late);
}

void bj_continue_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CONTINUE);
    struct blackjack_state *state = felt->state;
    if (state->choice.offer == CHOICE_TAKE_BACK)
        state->choice.continued |= bit(act->person);
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        state->choice.one_card[area] &= ~bit(act->person);
    state->choice.persons &= ~bit(act->person);
    collect_chosen(felt);
}

/* ---- Withdraw and take back. ---- */

struct ruling bj_withdraw_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    assert(act->verb == VERB_WITHDRAW || act->verb == VERB_CONTINUE);
    const struct blackjack_state *state = &round->blackjack;
    if (act->spot.area > round->setting.areas)
        return refuse(STATUS_NO_SUCH_AREA, GROUND_WITHDRAW);
    bool one_card = has_bit(one_card_persons(state, act->spot.area), act->person);
    bool chooser = has_bit(options_offered(round, OPTION_WITHDRAW), act->person);
    if (bet_may_withdraw(book, round, act->person, act->spot.area))
        return ruling_irregular(allow(GROUND_RAISE_OR_WITHDRAW), IRREGULARITY_BELOW_MINIMUM, false);
    if (!one_card && !chooser) {
        if (state->reported.kinds >> IRREGULARITY_POWER_FAILURE & 1U)
            return ruling_irregular(refuse(STATUS_NO_WITHDRAWAL, GROUND_OUTAGE_DECIDED),
                                    IRREGULARITY_POWER_FAILURE,
                                    state->reported.late >> IRREGULARITY_POWER_FAILURE & 1U);
        return refuse(STATUS_NO_WITHDRAWAL, GROUND_WITHDRAW);
    }
    if (act->spot.area && !one_card) {
        struct ruling ruling =
            refuse(STATUS_WITHDRAW_ALL,
                   state->choice.offer == CHOICE_LEAVE ? GROUND_OUTAGE_UNDECIDED : GROUND_WITHDRAW);
        return ruling_irregular(ruling, (enum irregularity)state->choice.after, state->choice.late);
    }
    if (one_card && state->choice.offer != CHOICE_LEAVE)
        return ruling_irregular(allow(GROUND_ONE_CARD_OUT), IRREGULARITY_ONE_CARD, true);
    return ruling_irregular(
        allow(state->choice.offer == CHOICE_LEAVE ? GROUND_OUTAGE_UNDECIDED : GROUND_WITHDRAW),
        (enum irregularity)state->choice.after, state->choice.late);
}

/* On one area, or (0) anywhere. */
static bool has_undecided(const struct rulebook *book, const struct round *round, unsigned person,
                          unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].person == person && (!area || round->stakes[i].spot.area == area) &&
            is_undecided(book, round, &round->stakes[i]))
            return true;
    return false;
}

/* [mbs 5.16.2] the wagers on areas dealt short, or on one of them. */
static void withdraw_one_card(struct felt *felt, const struct act *act)
{
    struct blackjack_state *state = felt->state;
    for (unsigned area = 1; area <= AREAS_MAX; area++) {
        if (!has_bit(state->choice.one_card[area], act->person) || (act->spot.area && act->spot.area != area))
            continue;
        state->choice.one_card[area] &= ~bit(act->person);
        return_wagers(felt, act->person, area, REASON_WITHDRAWN, GROUND_ONE_CARD_OUT);
    }
}

/* Who names no area withdraws what else they have undecided, too, if they may [mbs 5.25]. */
void bj_withdraw_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_WITHDRAW || act->verb == VERB_CONTINUE);
    struct blackjack_state *state = felt->state;
    bool all = has_bit(state->choice.persons, act->person) && !act->spot.area;
    if (bet_may_withdraw(felt->book, felt->round, act->person, act->spot.area)) {
        bet_withdraw(felt, act->person, act->spot.area);
        return;
    }
    if (!all) {
        withdraw_one_card(felt, act);
        return;
    }
    state->choice.persons &= ~bit(act->person);
    assert(has_undecided(felt->book, felt->round, act->person, 0));
    state->choice.withdrew |= bit(act->person);
    return_wagers(felt, act->person, 0, REASON_WITHDRAWN,
                  state->choice.offer == CHOICE_LEAVE ? GROUND_OUTAGE_UNDECIDED : GROUND_WITHDRAW);
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        state->choice.one_card[area] &= ~bit(act->person);
}

struct ruling bj_takeback_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    assert(act->verb == VERB_TAKEBACK);
    const struct blackjack_state *state = &round->blackjack;
    if (!has_bit(options_offered(round, OPTION_ERROR), act->person))
        return refuse(STATUS_NOT_ASKED, GROUND_ERROR_TAKEBACK);
    if (act->spot.area > round->setting.areas)
        return refuse(STATUS_NO_SUCH_AREA, GROUND_ERROR_TAKEBACK);
    if (!has_undecided(book, round, act->person, act->spot.area))
        return refuse(STATUS_NO_WAGER, GROUND_ERROR_TAKEBACK);
    return ruling_irregular(allow(GROUND_ERROR_TAKEBACK), (enum irregularity)state->choice.after,
                            state->choice.late);
}

void bj_takeback_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_TAKEBACK);
    return_wagers(felt, act->person, act->spot.area, REASON_RETURNED, GROUND_ERROR_TAKEBACK);
}
