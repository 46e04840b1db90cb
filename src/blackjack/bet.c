/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/bet.h"

#include <assert.h>

#include "blackjack/claim.h"
#include "blackjack/control.h"
#include "blackjack/limits.h"
#include "blackjack/question.h"
#include "blackjack/side.h"
#include "blackjack/split.h"

/* ---- Opening and closing. ---- */

struct ruling bj_open_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_OPEN);
    (void)book, (void)act;
    return round->phase == PHASE_IDLE ? allow(GROUND_OPEN) : refuse(STATUS_NOT_NOW, GROUND_OPEN);
}

void bj_open_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_OPEN);
    (void)act;
    felt->round->phase = PHASE_BETTING;
    event_cite(events_add(felt->events, EVENT_OPENED), GROUND_OPEN);
}

struct ruling bj_close_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_CLOSE);
    (void)book, (void)act;
    return round->phase == PHASE_BETTING ? allow(GROUND_CLOSE) : refuse(STATUS_NOT_NOW, GROUND_CLOSE);
}

/* [rws 5.2] was its owner told to raise or withdraw it, and does it still fall short? */
static bool is_unraised(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    return stake_is(stake, STAKE_ADVISED) && limits_is_under(book, round, stake);
}

/* Once the box has its minimum, whoever brought it there, nobody needs to raise. */
static void refresh_unraised(struct felt *felt)
{
    uint32_t persons = 0;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (is_unraised(felt->book, felt->round, stake))
            persons |= UINT32_C(1) << stake->person;
        else
            stake->flags &= (uint16_t)~STAKE_ADVISED;
    }
    felt->state->raise = persons;
}

/* Of these persons, on one area or (0) on all. */
static void return_unraised(struct felt *felt, uint32_t persons, unsigned area)
{
    assert(area <= AREAS_MAX);
    unsigned before = felt->round->stake_count;
    for (unsigned i = before; i-- > 0;) {
        struct stake *stake = &felt->round->stakes[i];
        if (!has_bit(persons, stake->person) || (area && stake->spot.area != area) ||
            !is_unraised(felt->book, felt->round, stake))
            continue;
        event_cite(stake_return(felt->round, felt->events, stake, stake_left_cents(stake)),
                   GROUND_RAISE_OR_WITHDRAW);
        stake_remove(felt->round, stake);
    }
    if (felt->round->stake_count < before)
        bet_return_orphans(felt, REASON_NONE);
}

bool bet_may_withdraw(const struct rulebook *book, const struct round *round, unsigned person, unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < round->stake_count && round->phase == PHASE_BETTING; i++)
        if (round->stakes[i].person == person && (!area || round->stakes[i].spot.area == area) &&
            is_unraised(book, round, &round->stakes[i]))
            return true;
    return false;
}

void bet_withdraw(struct felt *felt, unsigned person, unsigned area)
{
    assert(area <= AREAS_MAX);
    return_unraised(felt, UINT32_C(1) << person, area);
    refresh_unraised(felt);
    control_refresh_all(felt);
}

void bj_close_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CLOSE);
    (void)act;
    return_unraised(felt, UINT32_MAX, 0); /* [rws 5.2] who did neither has withdrawn */
    felt->state->raise = 0;
    for (unsigned area = 1; area <= felt->round->setting.areas; area++)
        if (felt->state->areas[area].over) {
            limits_trim(felt, area);
            limits_trim_sides(felt, area);
        }
    felt->round->phase = PHASE_DEALING;
    felt->state->phase = DEAL_INITIAL;
    claim_lapse(felt);
    event_cite(events_add(felt->events, EVENT_CLOSED), GROUND_CLOSE);
    unsigned unshareable = limits_close(felt);
    control_refresh_all(felt);
    if (unshareable) /* [AMB-04] [rws 5.19] no rule says what the wagers of this box count for */
        question_ask(felt, QUESTION_SHIFT, IRREGULARITY_OVER_MAXIMUM, true,
                     (struct spot){.area = (uint8_t)unshareable});
    assert(felt->round->phase == PHASE_DEALING && felt->state->claims.count == 0);
}

/* ---- What an area carries. ---- */

static unsigned count_on(const struct round *round, unsigned wager, unsigned area)
{
    assert(area <= AREAS_MAX);
    unsigned count = 0;
    for (unsigned i = 0; i < round->stake_count; i++)
        count += round->stakes[i].wager == wager && round->stakes[i].spot.area == area;
    return count;
}

static unsigned areas_of(const struct round *round, unsigned person)
{
    assert(person < PERSONS_MAX);
    unsigned areas = 0;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].person == person)
            areas |= 1U << round->stakes[i].spot.area;
    return areas;
}

static bool over_restriction(const struct round *round, const struct act *act)
{
    unsigned limit = round->setting.areas_max[act->person];
    unsigned areas =
        (areas_of(round, act->person) | 1U << act->spot.area) & ~1U; /* table wagers lie on none */
    unsigned count = 0;
    for (; areas; areas &= areas - 1)
        count++;
    return limit && count > limit - 1U;
}

/* [mbs 3.9, 3.10, 3.10.1] how many wagers a person and an area may have. */
static struct ruling main_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    unsigned restricted = round->setting.wagers_max[act->spot.area];
    unsigned max = book->wagers[act->wager].per_spot_max;
    unsigned count = count_on(round, act->wager, act->spot.area);
    if (restricted && count >= restricted - 1U)
        return refuse(STATUS_AREA_FULL, GROUND_RESTRICT_WAGERS);
    if (max && count >= max)
        return refuse(STATUS_AREA_FULL, GROUND_WAGERS_PER_AREA);
    return allow(GROUND_BET_FIRST, GROUND_SEVERAL_AREAS, GROUND_BOX_BALANCE);
}

static bool has_main(const struct rulebook *book, const struct round *round, unsigned wager, unsigned area)
{
    assert(area <= AREAS_MAX);
    uint8_t areas = felt_areas_staked(book, round);
    return wager_place(book, wager) == PLACE_TABLE ? areas != 0 : has_bit(areas, area);
}

/* [mbs 3.15.2, 3.16, 3.17.1, 3.17.2] [rws 3.9, 3.9.1] a side wager needs somebody's main wager. */
static struct ruling side_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    unsigned max = book->wagers[act->wager].per_spot_max;
    if (!has_main(book, round, act->wager, act->spot.area) && !(act->flags & ACT_UNNOTICED))
        return refuse(STATUS_NEEDS_MAIN, GROUND_SIDE_NEEDS_MAIN);
    if (max && count_on(round, act->wager, act->spot.area) >= max)
        return refuse(STATUS_SIDES_FULL, GROUND_SIDES_PER_AREA);
    if (book->blackjack.side_claims) {
        struct ruling ruling = claim_permits(book, round, act, max);
        if (ruling.status != STATUS_OK)
            return ruling;
    }
    struct ruling ruling = allow(GROUND_SIDE_NEEDS_MAIN);
    if (felt_main_stake(book, round, act->person, (struct spot){.area = act->spot.area}) >= 0)
        ruling_cite(&ruling, GROUND_SIDE_PRIORITY);
    return ruling;
}

static bool spot_fits(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (act->spot.hand)
        return false;
    if (wager_place(book, act->wager) == PLACE_TABLE)
        return act->spot.area == 0;
    return area_exists(round, act->spot.area);
}

/* What every new or larger wager must satisfy, whatever lies there. */
static struct ruling money_verify(const struct rulebook *book, const struct round *round,
                                  const struct act *act, int64_t more_cents)
{
    if (!limits_is_amount(book, act->amount_cents) ||
        act->amount_cents > limits_payable_max(book, act->wager))
        return refuse(STATUS_BAD_AMOUNT, GROUND_LIMITS);
    if (!stake_covered(round, act->person, more_cents))
        return refuse(STATUS_NO_CREDIT, GROUND_LIMITS);
    return allow(GROUND_LIMITS);
}

static struct ruling betting_verify(const struct round *round)
{
    if (round->phase == PHASE_IDLE)
        return refuse(STATUS_NOT_OPEN, GROUND_OPEN);
    if (round->phase != PHASE_BETTING)
        return refuse(STATUS_BETS_CLOSED, GROUND_LATE_WAGER, GROUND_CLOSE);
    return allow(GROUND_OPEN);
}

/* ---- Bet, and place by staff. ---- */

static struct ruling new_stake_verify(const struct rulebook *book, const struct round *round,
                                      const struct act *act)
{
    if (!spot_fits(book, round, act))
        return refuse(STATUS_WRONG_SPOT, GROUND_BET_FIRST);
    if (stake_find(round, act->person, act->wager, act->spot) >= 0)
        return refuse(STATUS_ONE_STACK, GROUND_ONE_STACK);
    if (over_restriction(round, act))
        return refuse(STATUS_AREAS_RESTRICTED, GROUND_RESTRICT_AREAS);
    if (!stake_room(round, 1))
        return refuse(STATUS_LAYOUT_FULL, GROUND_LIMITS);
    return money_verify(book, round, act, act->amount_cents);
}

struct ruling bj_bet_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_BET || act->verb == VERB_PLACE);
    if (act->wager >= book->wager_count || act->person >= round->person_count)
        return refuse(STATUS_NO_WAGER, GROUND_BET_FIRST);
    if (wager_place(book, act->wager) == PLACE_SPLIT_SIDE)
        return split_side_verify(book, round, act);
    if (wager_place(book, act->wager) == PLACE_INSURANCE)
        return refuse(STATUS_WRONG_SPOT, GROUND_INSURANCE);
    struct ruling ruling = betting_verify(round);
    if (ruling.status == STATUS_OK)
        ruling = new_stake_verify(book, round, act);
    if (ruling.status == STATUS_OK && !(act->flags & ACT_UNNOTICED))
        ruling = limits_verify(book, round, act->person, act->wager, act->spot, act->amount_cents);
    if (ruling.status != STATUS_OK)
        return ruling;
    ruling = wager_place(book, act->wager) == PLACE_MAIN ? main_verify(book, round, act)
                                                         : side_verify(book, round, act);
    if (ruling.status == STATUS_OK && act->actor != ACTOR_PERSON)
        ruling_cite(&ruling, GROUND_STAFF_PLACES);
    return ruling;
}

void bj_bet_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_BET || act->verb == VERB_PLACE);
    if (wager_place(felt->book, act->wager) == PLACE_SPLIT_SIDE) {
        split_side_do(felt, act);
        return;
    }
    struct stake *stake = stake_place(felt->round, felt->events, act->person, act->wager, act->spot,
                                      act->amount_cents, act->flags & ACT_FRONT);
    if (act->actor != ACTOR_PERSON)
        stake->flags |= STAKE_STAFF; /* [mbs 3.7] [rws 5.18] at the Player's risk */
    claim_served(felt, act);
    refresh_unraised(felt);
    if (!stake_is_main(felt->book, stake))
        return;
    if (!(act->flags & ACT_UNNOTICED) && felt->book->blackjack.limit_scope == LIMIT_PER_AREA)
        limits_trim(felt, act->spot.area);
    control_refresh(felt, act->spot.area);
}

/* ---- Raise and pull. ---- */

struct ruling bj_raise_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_RAISE);
    struct ruling ruling = betting_verify(round);
    int index = stake_find(round, act->person, act->wager, act->spot);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (index < 0)
        return refuse(STATUS_NO_WAGER, GROUND_BET_FIRST);
    assert(stake_is_open(&round->stakes[index])); /* what is handed back while bets are open is forgotten */
    if (over_restriction(round,
                         act)) /* [mbs 3.9] whoever has wagers on more areas than that wagers no more */
        return refuse(STATUS_AREAS_RESTRICTED, GROUND_RESTRICT_AREAS);
    int64_t more_cents = act->amount_cents - round->stakes[index].placed_cents;
    if (more_cents <= 0)
        return refuse(STATUS_BAD_AMOUNT, GROUND_LIMITS);
    if (wager_place(book, act->wager) != PLACE_MAIN && !has_main(book, round, act->wager, act->spot.area))
        return refuse(STATUS_NEEDS_MAIN, GROUND_SIDE_NEEDS_MAIN); /* what lies there has not been noticed */
    ruling = money_verify(book, round, act, more_cents);
    if (ruling.status != STATUS_OK)
        return ruling;
    return limits_verify(book, round, act->person, act->wager, act->spot, act->amount_cents);
}

void bj_raise_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_RAISE);
    struct stake *stake = &felt->round->stakes[stake_find(felt->round, act->person, act->wager, act->spot)];
    stake_add(felt->round, felt->events, stake, act->amount_cents - stake->placed_cents);
    stake->original_cents = stake->placed_cents;
    refresh_unraised(felt);
    if (!stake_is_main(felt->book, stake))
        return;
    if (felt->book->blackjack.limit_scope == LIMIT_PER_AREA)
        limits_trim(felt, act->spot.area);
    control_refresh(felt, act->spot.area);
}

/* [mbs 5.4] [rws 5.8] after the close nothing is withdrawn; [rws 3.23, 3.23.1] a double least of all. */
static struct ruling late_pull(const struct round *round, int index)
{
    struct ruling ruling = refuse(STATUS_PULL_TOO_LATE, GROUND_LATE_PULL, GROUND_CLOSE);
    if (index >= 0 && stake_is(&round->stakes[index], STAKE_DOUBLED))
        ruling_cite(&ruling, GROUND_DOUBLE_STAYS);
    return ruling;
}

struct ruling bj_pull_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_PULL);
    int index = stake_find(round, act->person, act->wager, act->spot);
    if (round->phase == PHASE_DEALING || round->phase == PHASE_ENDED)
        return late_pull(round, index);
    if (index < 0)
        return refuse(STATUS_NO_WAGER, GROUND_BET_FIRST);
    assert(stake_is_open(&round->stakes[index]));
    int64_t left_cents = round->stakes[index].placed_cents - act->amount_cents;
    if (act->amount_cents && !limits_is_amount(book, act->amount_cents))
        return refuse(STATUS_BAD_AMOUNT, GROUND_LIMITS);
    if (left_cents < 0)
        return refuse(STATUS_BAD_AMOUNT, GROUND_LIMITS);
    if (act->amount_cents && left_cents > 0 &&
        left_cents < limits_min(book, round, act->person, act->wager, act->spot))
        return refuse(STATUS_UNDER_MINIMUM, GROUND_LIMITS, GROUND_RAISE_OR_WITHDRAW);
    if (act->spot.area && round->blackjack.areas[act->spot.area].over)
        return allow(GROUND_OPEN, GROUND_EXCESS_REJECTED);
    return allow(GROUND_OPEN);
}

void bj_pull_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_PULL);
    struct stake *stake = &felt->round->stakes[stake_find(felt->round, act->person, act->wager, act->spot)];
    bool main = stake_is_main(felt->book, stake);
    int64_t cut_cents = act->amount_cents ? act->amount_cents : stake->placed_cents;
    stake_return(felt->round, felt->events, stake, cut_cents);
    bool gone = stake_left_cents(stake) == 0;
    if (gone) {
        stake_remove(felt->round, stake);
    } else {
        stake->placed_cents -= cut_cents;
        stake->returned_cents = 0;
        stake->original_cents = stake->effective_cents = stake->placed_cents;
    }
    refresh_unraised(felt);
    if (!main)
        return;
    if (gone)
        bet_return_orphans(felt, REASON_NONE);
    control_refresh(felt, act->spot.area);
}

/* REASON_NONE before the close: the wager is forgotten rather than settled. */
void bet_return_orphans(struct felt *felt, enum reason reason)
{
    assert(felt->state == &felt->round->blackjack);
    for (unsigned i = felt->round->stake_count; i-- > 0;) {
        struct stake *stake = &felt->round->stakes[i];
        enum wager_place place = wager_place(felt->book, stake->wager);
        if (!stake_is_open(stake) || (place != PLACE_AREA_SIDE && place != PLACE_TABLE) ||
            (reason != REASON_NONE &&
             (place == PLACE_TABLE || side_is_certain(felt->book, felt->round, stake))) ||
            has_main(felt->book, felt->round, stake->wager, stake->spot.area))
            continue;
        if (reason != REASON_NONE) {
            felt_return(felt, stake, reason, GROUND_SIDE_NEEDS_MAIN);
            continue;
        }
        event_cite(stake_return(felt->round, felt->events, stake, stake_left_cents(stake)),
                   GROUND_SIDE_NEEDS_MAIN);
        stake_remove(felt->round, stake);
    }
}

/* [rws 3.6] nobody refuses the rest of the box to others; no document lets a bettor do so. */
struct ruling bj_object_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_OBJECT);
    (void)book, (void)round, (void)act;
    return refuse(STATUS_NO_OBJECTION, GROUND_BOX_BALANCE, GROUND_LIMITS);
}

/* ---- The pit's restrictions. ---- */

struct ruling bj_restrict_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    assert(act->verb == VERB_RESTRICT);
    enum ground ground = act->spot.area ? GROUND_RESTRICT_WAGERS : GROUND_RESTRICT_AREAS;
    if (!book->grounds[ground][0]) /* [rws 3.6, 3.7] let everybody bet there */
        return refuse(STATUS_NOT_PLAYED, act->spot.area ? GROUND_BOX_BALANCE : GROUND_SEVERAL_AREAS);
    if (round->phase == PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, ground);
    if (act->spot.area ? !area_exists(round, act->spot.area) : act->person >= round->person_count)
        return refuse(STATUS_NO_SUCH_AREA, ground);
    return allow(ground);
}

void bj_restrict_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_RESTRICT);
    struct setting *setting = &felt->round->setting;
    uint8_t limit = act->number < UINT8_MAX ? (uint8_t)(act->number + 1) : UINT8_MAX;
    if (act->spot.area)
        setting->wagers_max[act->spot.area] = limit;
    else
        setting->areas_max[act->person] = limit;
}

struct ruling bj_clear_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_CLEAR);
    (void)book;
    if (act->person < PERSONS_MAX && has_bit(round->memory.under_minimum, act->person))
        return allow(GROUND_UNDER_MINIMUM);
    return refuse(STATUS_NOTHING_TO_CLEAR, GROUND_UNDER_MINIMUM);
}

void bj_clear_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CLEAR);
    felt->round->memory.under_minimum &= ~(UINT32_C(1) << act->person);
}

int64_t bet_max(const struct rulebook *book, const struct round *round, const struct act *act)
{
    int64_t max_cents = limits_max(book, round, act->person, act->wager, act->spot);
    int64_t have_cents = INT64_MAX;
    int index = stake_find(round, act->person, act->wager, act->spot);
    if (has_bit(round->setting.credit_known, act->person)) {
        have_cents = round->setting.credit_cents[act->person];
        if (index >= 0)
            have_cents += round->stakes[index].placed_cents;
    }
    if (max_cents > have_cents)
        max_cents = have_cents;
    int64_t payable_cents = limits_payable_max(book, act->wager);
    return max_cents < payable_cents ? max_cents : payable_cents;
}
