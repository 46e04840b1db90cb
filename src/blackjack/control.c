/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/control.h"

#include <assert.h>

/* Who would decide if those who surrendered still counted, if all with an open wager did, and who does. */
enum candidates { SURRENDERED_TOO, OPEN_BETTORS, PRESENT_BETTORS, CANDIDATES };

struct choice_of {
    int person;
    enum ground ground;
    int64_t cents; /* what the wager counts for against the next */
    const struct stake *stake;
};

static bool is_seated(const struct round *round, unsigned person, unsigned area)
{
    assert(area <= AREAS_MAX);
    return round->setting.seated[area] == person + 1;
}

static bool is_called(const struct round *round, const struct stake *stake)
{
    return round->blackjack.areas[stake->spot.area].called == stake->person + 1;
}

/* [rws 1.26] the highest wager; [mbs 3.13] where that leaves it open, whom the Dealer named; [mbs 3.12] the
 * nearest, [AMB-59] of equal ones the first placed. */
static bool goes_first(const struct rulebook *book, const struct round *round, const struct stake *stake,
                       const struct choice_of *best)
{
    assert(stake->wager < book->wager_count);
    bool by_height = book->blackjack.control_unseated == CONTROL_HIGHEST;
    if (best->person < 0)
        return true;
    if (by_height && stake->original_cents != best->cents)
        return stake->original_cents > best->cents;
    if (is_called(round, stake) || is_called(round, best->stake))
        return is_called(round, stake);
    return by_height && stake->order < best->stake->order;
}

/* [mbs 3.11] [rws 1.26] whoever is seated there, whatever else. */
static void consider(const struct rulebook *book, const struct round *round, const struct stake *stake,
                     struct choice_of *best)
{
    assert(stake->wager < book->wager_count);
    bool by_call = is_called(round, stake) && book->blackjack.control_unseated != CONTROL_HIGHEST;
    if (is_seated(round, stake->person, stake->spot.area))
        *best = (struct choice_of){stake->person, GROUND_CONTROL_SEATED, INT64_MAX, stake};
    else if (best->ground != GROUND_CONTROL_SEATED && goes_first(book, round, stake, best))
        *best = (struct choice_of){stake->person, by_call ? GROUND_CONTROL_CALLED : GROUND_CONTROL_UNSEATED,
                                   stake->original_cents, stake};
}

static bool is_candidate(const struct round *round, const struct stake *stake, enum candidates which)
{
    if (!stake_is_open(stake))
        return which == SURRENDERED_TOO && stake->reason == REASON_SURRENDER;
    return which != PRESENT_BETTORS || felt_present(round, stake->person, stake->spot.area);
}

/* The one of these candidates who decides; `*all`: they are everybody who could ever be one. */
static struct choice_of choose_among(const struct rulebook *book, const struct round *round, struct spot spot,
                                     enum candidates which, bool *all)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct choice_of best = {-1, GROUND_CONTROL_UNSEATED, 0, NULL};
    *all = true;
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->spot.area != spot.area || stake->spot.hand != spot.hand || !stake_is_main(book, stake) ||
            !is_candidate(round, stake, SURRENDERED_TOO))
            continue;
        if (is_candidate(round, stake, which))
            consider(book, round, stake, &best);
        else
            *all = false;
    }
    return best;
}

/* Mostly nobody is away and nobody has surrendered: then the three are one. */
static void choose(const struct rulebook *book, const struct round *round, struct spot spot,
                   struct choice_of best[CANDIDATES])
{
    bool all;
    const struct choice_of present = choose_among(book, round, spot, PRESENT_BETTORS, &all);
    bool alike = all;
    best[PRESENT_BETTORS] = present;
    for (unsigned which = 0; which < PRESENT_BETTORS; which++)
        best[which] = alike ? present : choose_among(book, round, spot, (enum candidates)which, &all);
}

struct control control_of(const struct rulebook *book, const struct round *round, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct choice_of best[CANDIDATES];
    choose(book, round, spot, best);
    struct control now = {best[PRESENT_BETTORS].person, best[PRESENT_BETTORS].ground};
    if (best[OPEN_BETTORS].person != now.person)
        now.ground = GROUND_ABSENT_OTHER; /* [mbs 5.22.1] [AMB-61] */
    else if (best[SURRENDERED_TOO].person != now.person)
        now.ground = GROUND_CONTROL_PASSES; /* [mbs 3.25.1.3] [AMB-49] */
    return now;
}

struct control control_of_area(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    const struct area *where = &round->blackjack.areas[area];
    struct spot spot = {.area = (uint8_t)area, .hand = hand_number(where, where->order[0])};
    return control_of(book, round, spot);
}

struct ruling control_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    struct control control = control_of(book, round, act->spot);
    if (control.person == act->person)
        return allow(control.ground);
    struct ruling ruling = refuse(STATUS_NOT_IN_CONTROL, GROUND_CONTROL_ONLY, control.ground);
    if (round->setting.full_patronage)
        ruling_cite(&ruling, GROUND_FULL_PATRONAGE); /* [mbs 3.8] */
    return ruling;
}

int control_priority(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    struct choice_of best[CANDIDATES];
    choose(book, round, (struct spot){.area = (uint8_t)area}, best);
    return best[OPEN_BETTORS].person;
}

void control_refresh(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    struct area *where = &felt->state->areas[area];
    struct control control = control_of_area(felt->book, felt->round, area);
    if (where->control == control.person + 1)
        return;
    where->control = (uint8_t)(control.person + 1);
    if (control.person < 0)
        return;
    struct event *event = events_add(felt->events, EVENT_CONTROL);
    event->person = (uint8_t)control.person;
    event->spot.area = (uint8_t)area;
    event_cite(event, control.ground);
    event_cite(event, GROUND_CONTROL_ONLY);
}

void control_refresh_all(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    uint8_t areas = felt_areas_staked(felt->book, felt->round);
    for (unsigned area = 1; area <= felt->round->setting.areas; area++)
        if (has_bit(areas, area) || felt->state->areas[area].control)
            control_refresh(felt, area);
}

/* [mbs 3.13] where it is unclear, the Dealer settles before the round who decides; [rws 1.26] of unlike
 * wagers it never is [AMB-59]. */
struct ruling bj_call_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_CALL);
    struct spot spot = {.area = act->spot.area};
    bool by_height = book->blackjack.control_unseated == CONTROL_HIGHEST;
    enum ground ground = by_height ? GROUND_CONTROL_UNSEATED : GROUND_CONTROL_CALLED;
    if (round->phase != PHASE_BETTING)
        return refuse(STATUS_NOT_NOW, ground);
    if (!area_exists(round, spot.area))
        return refuse(STATUS_NO_SUCH_AREA, ground);
    int index = felt_main_stake(book, round, act->person, spot);
    if (index < 0)
        return refuse(STATUS_NO_WAGER, ground);
    struct choice_of best[CANDIDATES];
    choose(book, round, spot, best);
    const struct choice_of *now = &best[OPEN_BETTORS];
    if (now->person == act->person)
        return allow(ground);
    if (now->ground == GROUND_CONTROL_SEATED)
        return refuse(STATUS_NOT_IN_CONTROL, GROUND_CONTROL_SEATED, GROUND_CONTROL_CALLED);
    if (by_height && round->stakes[index].original_cents < now->cents)
        return refuse(STATUS_NOT_IN_CONTROL, ground);
    if (!by_height && book->blackjack.control_call == READING_REFUSE) /* [AMB-104] it is not unclear */
        return refuse(STATUS_NOT_IN_CONTROL, GROUND_CONTROL_UNSEATED);
    return allow(ground);
}

void bj_call_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CALL);
    felt->state->areas[act->spot.area].called = (uint8_t)(act->person + 1);
    control_refresh(felt, act->spot.area);
}

/* ---- Presence and seats. ---- */

static bool has_open_stake(const struct round *round, unsigned person, unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->person == person && stake_is_open(stake) && (!area || stake->spot.area == area))
            return true;
    }
    return false;
}

struct ruling bj_leave_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_LEAVE);
    (void)book;
    if (round->phase == PHASE_IDLE || round->phase == PHASE_ENDED)
        return refuse(STATUS_NOT_NOW, GROUND_ABSENT);
    if (act->spot.area > round->setting.areas)
        return refuse(STATUS_NO_SUCH_AREA, GROUND_ABSENT);
    if (!has_open_stake(round, act->person, act->spot.area))
        return refuse(STATUS_NO_WAGER, GROUND_ABSENT);
    if (act->spot.area && !felt_present(round, act->person, act->spot.area))
        return refuse(STATUS_ABSENT, GROUND_ABSENT);
    return allow(GROUND_ABSENT);
}

void bj_leave_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_LEAVE);
    uint32_t bit = UINT32_C(1) << act->person;
    if (act->spot.area)
        felt->state->areas[act->spot.area].absent |= bit;
    else
        felt->state->absent |= bit;
    control_refresh_all(felt);
}

struct ruling bj_back_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_BACK);
    const struct blackjack_state *state = &round->blackjack;
    (void)book;
    if (act->spot.area > round->setting.areas)
        return refuse(STATUS_NO_SUCH_AREA, GROUND_ABSENT);
    bool away = act->spot.area ? has_bit(state->areas[act->spot.area].absent, act->person)
                               : has_bit(state->absent, act->person);
    return away ? allow(GROUND_ABSENT) : refuse(STATUS_NOT_AWAY, GROUND_ABSENT);
}

void bj_back_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_BACK);
    uint32_t bit = UINT32_C(1) << act->person;
    if (act->spot.area)
        felt->state->areas[act->spot.area].absent &= ~bit;
    else
        felt->state->absent &= ~bit;
    control_refresh_all(felt);
}

static unsigned seat_of(const struct round *round, unsigned person)
{
    assert(person < PERSONS_MAX);
    for (unsigned area = 1; area <= round->setting.areas; area++)
        if (is_seated(round, person, area))
            return area;
    return 0;
}

struct ruling bj_sit_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_SIT);
    (void)book;
    if (round->phase != PHASE_IDLE && round->phase != PHASE_ENDED)
        return refuse(STATUS_NOT_NOW, GROUND_CONTROL_SEATED);
    if (!area_exists(round, act->spot.area))
        return refuse(STATUS_NO_SUCH_AREA, GROUND_CONTROL_SEATED);
    if (round->setting.seated[act->spot.area])
        return refuse(STATUS_SEAT_TAKEN, GROUND_CONTROL_SEATED);
    if (seat_of(round, act->person))
        return refuse(STATUS_SEATED_ELSEWHERE, GROUND_CONTROL_SEATED);
    return allow(GROUND_CONTROL_SEATED);
}

void bj_sit_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_SIT);
    felt->round->setting.seated[act->spot.area] = (uint8_t)(act->person + 1);
}

struct ruling bj_rise_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_RISE);
    (void)book;
    if (round->phase != PHASE_IDLE && round->phase != PHASE_ENDED)
        return refuse(STATUS_NOT_NOW, GROUND_CONTROL_SEATED);
    if (!seat_of(round, act->person))
        return refuse(STATUS_NOT_SEATED, GROUND_CONTROL_SEATED);
    return allow(GROUND_CONTROL_SEATED);
}

void bj_rise_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_RISE);
    felt->round->setting.seated[seat_of(felt->round, act->person)] = 0;
}
