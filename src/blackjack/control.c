/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/control.h"

/* Whom a candidate must not be passed over for. */
enum candidates { ALL_BETTORS, OPEN_BETTORS, PRESENT_BETTORS };

static bool is_candidate(const struct round *round, const struct stake *stake, enum candidates which)
{
    if (which == ALL_BETTORS)
        return true;
    if (!stake_is_open(stake))
        return false;
    return which == OPEN_BETTORS || table_present(round, stake->person, stake->spot.area);
}

static bool is_seated(const struct round *round, unsigned person, unsigned area)
{
    return round->setting.seated[area] == person + 1;
}

/* [mbs 3.13] whom the Dealer named, [3.11] [rws 1.26] who is seated there, [mbs 3.12] the nearest, [rws 1.26]
 * the highest, and of equal ones the first placed [AMB-59]. */
static struct control choose(const struct rulebook *book, const struct round *round, struct spot spot,
                             enum candidates which)
{
    struct control best = {-1, GROUND_CONTROL_UNSEATED};
    int64_t best_cents = 0;
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->spot.area != spot.area || stake->spot.hand != spot.hand || !stake_is_main(book, stake) ||
            !is_candidate(round, stake, which))
            continue;
        if (round->blackjack.areas[spot.area].called == stake->person + 1)
            return (struct control){stake->person, GROUND_CONTROL_CALLED};
        if (is_seated(round, stake->person, spot.area)) {
            best = (struct control){stake->person, GROUND_CONTROL_SEATED};
            best_cents = INT64_MAX;
        } else if (best.person < 0 || (book->blackjack.control_unseated == CONTROL_HIGHEST &&
                                       stake->original_cents > best_cents)) {
            best = (struct control){stake->person, GROUND_CONTROL_UNSEATED};
            best_cents = stake->original_cents;
        }
    }
    return best;
}

struct control control_of(const struct rulebook *book, const struct round *round, struct spot spot)
{
    struct control now = choose(book, round, spot, PRESENT_BETTORS);
    if (now.person < 0)
        return now;
    if (choose(book, round, spot, OPEN_BETTORS).person != now.person)
        now.ground = GROUND_ABSENT_OTHER; /* [mbs 5.22.1] [AMB-61] */
    else if (choose(book, round, spot, ALL_BETTORS).person != now.person)
        now.ground = GROUND_CONTROL_PASSES; /* [mbs 3.25.1.3] [AMB-49] */
    return now;
}

struct control control_of_area(const struct rulebook *book, const struct round *round, unsigned area)
{
    const struct area *where = &round->blackjack.areas[area];
    struct spot spot = {.area = (uint8_t)area, .hand = hand_number(where, where->order[0])};
    return control_of(book, round, spot);
}

struct ruling control_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    struct control control = control_of(book, round, act->spot);
    if (control.person == act->person)
        return accept(control.ground);
    struct ruling ruling = refuse(STATUS_NOT_IN_CONTROL, GROUND_CONTROL_ONLY, control.ground);
    if (round->setting.full_patronage)
        ruling_cite(&ruling, GROUND_FULL_PATRONAGE); /* [mbs 3.8] */
    return ruling;
}

int control_priority(const struct rulebook *book, const struct round *round, unsigned area)
{
    return choose(book, round, (struct spot){.area = (uint8_t)area}, OPEN_BETTORS).person;
}

void control_refresh(struct table *table, unsigned area)
{
    struct area *where = &table->state->areas[area];
    struct control control = control_of_area(table->book, table->round, area);
    if (where->control == control.person + 1)
        return;
    where->control = (uint8_t)(control.person + 1);
    if (control.person < 0)
        return;
    struct event *event = events_add(table->events, EVENT_CONTROL);
    event->person = (uint8_t)control.person;
    event->spot.area = (uint8_t)area;
    event_cite(event, control.ground);
    event_cite(event, GROUND_CONTROL_ONLY);
}

void control_refresh_all(struct table *table)
{
    for (unsigned area = 1; area <= table->round->setting.areas; area++)
        control_refresh(table, area);
}

/* [mbs 3.13] where it is unclear, the Dealer settles before the round who decides. */
struct ruling bj_call_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    struct spot spot = {.area = act->spot.area};
    if (round->phase != PHASE_BETTING)
        return refuse(STATUS_NOT_NOW, GROUND_CONTROL_CALLED);
    if (!area_exists(round, spot.area))
        return refuse(STATUS_NO_SUCH_AREA, GROUND_CONTROL_CALLED);
    if (act->person >= round->person_count || table_main_stake(book, round, act->person, spot) < 0)
        return refuse(STATUS_NO_WAGER, GROUND_CONTROL_CALLED);
    struct control control = choose(book, round, spot, OPEN_BETTORS);
    if (control.ground == GROUND_CONTROL_SEATED && control.person != act->person)
        return refuse(STATUS_NOT_IN_CONTROL, GROUND_CONTROL_SEATED, GROUND_CONTROL_CALLED);
    return accept(GROUND_CONTROL_CALLED);
}

void bj_call_do(struct table *table, const struct act *act)
{
    table->state->areas[act->spot.area].called = (uint8_t)(act->person + 1);
    control_refresh(table, act->spot.area);
}

/* ---- Presence and seats. ---- */

static bool has_open_stake(const struct round *round, unsigned person, unsigned area)
{
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->person == person && stake_is_open(stake) && (!area || stake->spot.area == area))
            return true;
    }
    return false;
}

struct ruling bj_leave_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)book;
    if (round->phase == PHASE_IDLE || round->phase == PHASE_ENDED)
        return refuse(STATUS_NOT_NOW, GROUND_ABSENT);
    if (act->spot.area && !area_exists(round, act->spot.area))
        return refuse(STATUS_NO_SUCH_AREA, GROUND_ABSENT);
    if (!has_open_stake(round, act->person, act->spot.area))
        return refuse(STATUS_NO_WAGER, GROUND_ABSENT);
    if (act->spot.area && !table_present(round, act->person, act->spot.area))
        return refuse(STATUS_ABSENT, GROUND_ABSENT);
    return accept(GROUND_ABSENT);
}

void bj_leave_do(struct table *table, const struct act *act)
{
    uint32_t bit = UINT32_C(1) << act->person;
    if (act->spot.area)
        table->state->areas[act->spot.area].absent |= bit;
    else
        table->state->absent |= bit;
    control_refresh_all(table);
}

struct ruling bj_back_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    (void)book;
    if (act->spot.area && !area_exists(round, act->spot.area))
        return refuse(STATUS_NO_SUCH_AREA, GROUND_ABSENT);
    bool away = act->spot.area ? has_bit(state->areas[act->spot.area].absent, act->person)
                               : has_bit(state->absent, act->person);
    return away ? accept(GROUND_ABSENT) : refuse(STATUS_NOT_AWAY, GROUND_ABSENT);
}

void bj_back_do(struct table *table, const struct act *act)
{
    uint32_t bit = UINT32_C(1) << act->person;
    if (act->spot.area)
        table->state->areas[act->spot.area].absent &= ~bit;
    else
        table->state->absent &= ~bit;
    control_refresh_all(table);
}

static unsigned seat_of(const struct round *round, unsigned person)
{
    for (unsigned area = 1; area <= round->setting.areas; area++)
        if (is_seated(round, person, area))
            return area;
    return 0;
}

struct ruling bj_sit_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)book;
    if (round->phase != PHASE_IDLE && round->phase != PHASE_ENDED)
        return refuse(STATUS_NOT_NOW, GROUND_CONTROL_SEATED);
    if (!area_exists(round, act->spot.area))
        return refuse(STATUS_NO_SUCH_AREA, GROUND_CONTROL_SEATED);
    if (round->setting.seated[act->spot.area])
        return refuse(STATUS_SEAT_TAKEN, GROUND_CONTROL_SEATED);
    if (seat_of(round, act->person))
        return refuse(STATUS_SEATED_ELSEWHERE, GROUND_CONTROL_SEATED);
    return accept(GROUND_CONTROL_SEATED);
}

void bj_sit_do(struct table *table, const struct act *act)
{
    table->round->setting.seated[act->spot.area] = (uint8_t)(act->person + 1);
}

struct ruling bj_rise_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)book;
    if (round->phase != PHASE_IDLE && round->phase != PHASE_ENDED)
        return refuse(STATUS_NOT_NOW, GROUND_CONTROL_SEATED);
    if (!seat_of(round, act->person))
        return refuse(STATUS_NOT_SEATED, GROUND_CONTROL_SEATED);
    return accept(GROUND_CONTROL_SEATED);
}

void bj_rise_do(struct table *table, const struct act *act)
{
    table->round->setting.seated[seat_of(table->round, act->person)] = 0;
}
