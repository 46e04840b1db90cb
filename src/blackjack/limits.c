/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/limits.h"

#include <assert.h>

#include "blackjack/control.h"
#include "round/apportion.h"

/* [AMB-07] the limits of a main wager hold for the box as a whole, or for each wager. */
static bool per_box(const struct rulebook *book, unsigned wager)
{
    assert(wager < book->wager_count);
    return book->blackjack.limit_scope == LIMIT_PER_AREA && wager_place(book, wager) == PLACE_MAIN;
}

static int64_t others_on(const struct round *round, unsigned person, unsigned wager, unsigned area)
{
    assert(area <= AREAS_MAX);
    int64_t sum_cents = 0;
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->wager == wager && stake->spot.area == area && stake->person != person)
            sum_cents += stake_left_cents(stake);
    }
    return sum_cents;
}

static bool seated_at(const struct round *round, unsigned person, unsigned area)
{
    assert(area <= AREAS_MAX);
    return round->setting.seated[area] == person + 1;
}

/* [rws 5.1] who is seated has priority: they take the whole box, the others are trimmed. */
int64_t limits_max(const struct rulebook *book, const struct round *round, unsigned person, unsigned wager,
                   struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    int64_t max_cents = round->setting.limit_max_cents[wager];
    if (!max_cents)
        return INT64_MAX;
    if (!per_box(book, wager) || seated_at(round, person, spot.area))
        return max_cents;
    return max_cents - others_on(round, person, wager, spot.area);
}

/* [AMB-06] the minimum is asked of the box, of the Player, or of both. */
int64_t limits_min(const struct rulebook *book, const struct round *round, unsigned person, unsigned wager,
                   struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    int64_t min_cents = round->setting.limit_min_cents[wager];
    if (per_box(book, wager) && book->blackjack.minimum_scope == MINIMUM_BOX_TOTAL)
        min_cents -= others_on(round, person, wager, spot.area);
    int64_t chips = (min_cents + book->unit_cents - 1) / book->unit_cents;
    return (chips > 1 ? chips : 1) * book->unit_cents;
}

/* The wager by itself, or the box with it; does something smaller fit? */
static enum status over_status(const struct round *round, unsigned wager, int64_t amount_cents, bool fits)
{
    assert(round->setting.limit_max_cents[wager] > 0);
    if (amount_cents > round->setting.limit_max_cents[wager])
        return STATUS_OVER_MAXIMUM;
    return fits ? STATUS_BOX_OVER_MAXIMUM : STATUS_BOX_FULL;
}

struct ruling limits_verify(const struct rulebook *book, const struct round *round, unsigned person,
                            unsigned wager, struct spot spot, int64_t amount_cents)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    int64_t max_cents = limits_max(book, round, person, wager, spot);
    bool fits = max_cents >= limits_min(book, round, person, wager, spot);
    if (amount_cents > max_cents)
        return refuse(over_status(round, wager, amount_cents, fits), GROUND_LIMITS, GROUND_EXCESS_REJECTED);
    if (amount_cents < limits_min(book, round, person, wager, spot))
        return refuse(STATUS_UNDER_MINIMUM, GROUND_LIMITS, GROUND_RAISE_OR_WITHDRAW);
    return allow(GROUND_LIMITS);
}

bool limits_is_under(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    int64_t min_cents = round->setting.limit_min_cents[stake->wager];
    bool under = stake->placed_cents < min_cents;
    if (!per_box(book, stake->wager) || book->blackjack.minimum_scope == MINIMUM_PER_PLAYER)
        return under;
    bool box_under = others_on(round, PERSONS_MAX, stake->wager, stake->spot.area) < min_cents;
    return box_under || (under && book->blackjack.minimum_scope == MINIMUM_BOTH);
}

/* [rws 1.26, 5.1] the Seated Player of a box: whoever sits there and has a Bet on it [AMB-60], else by the
 * reading [AMB-89]; -1: nobody. */
static int seated_player(const struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    unsigned seated = felt->round->setting.seated[area];
    if (seated &&
        felt_main_stake(felt->book, felt->round, seated - 1, (struct spot){.area = (uint8_t)area}) < 0)
        seated = 0;
    if (seated || felt->book->blackjack.unseated_priority == PRIORITY_FIRST_PLACED)
        return (int)seated - 1;
    return control_priority(felt->book, felt->round, area);
}

/* Of the Standing Players' wagers in the box the one placed last, else the last of all; NULL for none. */
static struct stake *last_to_trim(struct felt *felt, unsigned area, int seated)
{
    assert(area <= AREAS_MAX);
    struct stake *last = NULL;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (!stake_is_main(felt->book, stake) || stake->spot.area != area)
            continue;
        if (!last || last->person == seated || (stake->person != seated && stake->order > last->order))
            last = stake;
    }
    return last;
}

/* The rejected part never was in the round. */
static void reject(struct felt *felt, struct stake *stake, int64_t cut_cents)
{
    assert(stake->wager < felt->book->wager_count);
    event_cite(stake_return(felt->round, felt->events, stake, cut_cents), GROUND_EXCESS_REJECTED);
    stake->placed_cents -= cut_cents;
    stake->returned_cents = 0;
    stake->original_cents = stake->effective_cents = stake->placed_cents;
}

void limits_trim_sides(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        int64_t max_cents = felt->round->setting.limit_max_cents[stake->wager];
        if (stake->spot.area == area && wager_place(felt->book, stake->wager) == PLACE_AREA_SIDE &&
            max_cents && stake->placed_cents > max_cents)
            reject(felt, stake, stake->placed_cents - max_cents);
    }
}

void limits_trim(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    unsigned wager = felt_wager(felt->book, PLACE_MAIN);
    int64_t max_cents = felt->round->setting.limit_max_cents[wager];
    int64_t over_cents = others_on(felt->round, PERSONS_MAX, wager, area) - max_cents;
    int seated = seated_player(felt, area);
    while (max_cents && over_cents > 0) {
        struct stake *stake = last_to_trim(felt, area, seated);
        int64_t cut_cents = stake->placed_cents < over_cents ? stake->placed_cents : over_cents;
        over_cents -= cut_cents;
        reject(felt, stake, cut_cents);
        if (stake->placed_cents == 0)
            stake_remove(felt->round, stake);
    }
    assert(!max_cents || others_on(felt->round, PERSONS_MAX, wager, area) <= max_cents);
}

/* ---- At the close. ---- */

static void set_effective(struct felt *felt, struct stake *stake, int64_t amount_cents, enum stake_flag flag,
                          enum ground ground)
{
    assert(stake->wager < felt->book->wager_count);
    stake->effective_cents = amount_cents;
    stake->original_cents = amount_cents;
    stake->flags |= (uint16_t)flag;
    event_cite(stake_event(felt->events, EVENT_EFFECTIVE, stake, amount_cents), ground);
}

/* A box over its maximum: those who share it, in the order of the layout. */
struct box {
    struct stake *stakes[APPORTION_MAX];
    int64_t weights[APPORTION_MAX];
    unsigned count;
    int64_t pool_cents;
    int64_t total_cents;
};

/* [AMB-05] every wager by the factor maximum / all wagers: what falls to those who share. */
static int64_t box_factor_pool(const struct felt *felt, const struct box *box, int64_t max_cents)
{
    assert(box->count <= APPORTION_MAX);
    int64_t weights[2] = {0, box->total_cents};
    int64_t shares[2];
    for (unsigned i = 0; i < box->count; i++)
        weights[0] += box->weights[i];
    weights[1] -= weights[0];
    apportion(max_cents, felt->book->unit_cents, weights, 2, shares);
    return shares[0];
}

/* [rws 5.1.2] a wager under the minimum counts in full; [AMB-05] the others share what it leaves. */
static void box_collect(struct felt *felt, unsigned area, struct box *box)
{
    assert(area <= AREAS_MAX);
    unsigned wager = felt_wager(felt->book, PLACE_MAIN);
    int64_t min_cents = felt->round->setting.limit_min_cents[wager];
    int64_t max_cents = felt->round->setting.limit_max_cents[wager];
    *box = (struct box){.pool_cents = max_cents};
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->wager != wager || stake->spot.area != area)
            continue;
        box->total_cents += stake->placed_cents;
        if (stake->placed_cents < min_cents) {
            stake->flags |= STAKE_EXEMPT;
            if (felt->book->blackjack.prorata_pool == POOL_MAX_MINUS_EXEMPT)
                box->pool_cents -= stake->placed_cents;
        } else {
            assert(box->count < APPORTION_MAX); /* one of each person */
            box->weights[box->count] = stake->placed_cents;
            box->stakes[box->count++] = stake;
        }
    }
    if (felt->book->blackjack.prorata_pool == POOL_FACTOR_ALL)
        box->pool_cents = box_factor_pool(felt, box, max_cents);
}

static void box_drop(struct box *box, unsigned index)
{
    assert(box->count <= APPORTION_MAX);
    box->count--;
    for (unsigned i = index; i < box->count; i++) {
        box->stakes[i] = box->stakes[i + 1];
        box->weights[i] = box->weights[i + 1];
    }
}

/* [AMB-04] [rws 5.19] what is to be shared does not give everybody the minimum: staff decide. */
static bool box_is_unshareable(const struct felt *felt, const struct box *box)
{
    assert(box->count <= APPORTION_MAX);
    int64_t min_cents = felt->round->setting.limit_min_cents[felt_wager(felt->book, PLACE_MAIN)];
    return felt->book->blackjack.prorata_floor == FLOOR_LIFT_AND_REAPPORTION && box->count &&
           min_cents > box->pool_cents / (int64_t)box->count;
}

/* [rws 5.1.1] no share falls below the minimum: lifted to it, and the rest shared again [AMB-04]. */
static bool box_lift(struct felt *felt, struct box *box, int64_t *shares)
{
    assert(box->count <= APPORTION_MAX);
    int64_t min_cents = felt->round->setting.limit_min_cents[box->stakes[0]->wager];
    for (unsigned i = 0; i < box->count; i++) {
        struct stake *stake = box->stakes[i];
        if (shares[i] >= min_cents)
            continue;
        bool exempt = felt->book->blackjack.prorata_floor == FLOOR_EXEMPT;
        int64_t lifted_cents = exempt ? stake->placed_cents : min_cents;
        set_effective(felt, stake, lifted_cents, STAKE_OVER | STAKE_PRORATED, GROUND_OVER_MAXIMUM);
        if (felt->book->blackjack.prorata_floor == FLOOR_LIFT_AND_REAPPORTION)
            box->pool_cents -= lifted_cents;
        else
            box->pool_cents -= shares[i];
        box_drop(box, i);
        return true;
    }
    return false;
}

static void box_share(struct felt *felt, struct box *box)
{
    assert(box->count <= APPORTION_MAX);
    int64_t shares[APPORTION_MAX];
    while (box->count) {
        int64_t pool_cents = box->pool_cents > 0 ? box->pool_cents : 0;
        apportion(pool_cents, felt->book->unit_cents, box->weights, box->count, shares);
        if (!box_lift(felt, box, shares))
            break;
    }
    for (unsigned i = 0; i < box->count; i++)
        set_effective(felt, box->stakes[i], shares[i], STAKE_OVER | STAKE_PRORATED, GROUND_OVER_MAXIMUM);
}

/* The first main wager on the area that was placed after so many others; NULL for none. */
static struct stake *placed_after(struct felt *felt, unsigned area, unsigned order)
{
    assert(area <= AREAS_MAX);
    struct stake *first = NULL;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake_is_main(felt->book, stake) && stake->spot.area == area && stake->order > order &&
            (!first || stake->order < first->order))
            first = stake;
    }
    return first;
}

/* [AMB-07] the area as a whole counts up to the maximum: what was placed last counts last. */
static void cap_box(struct felt *felt, unsigned area, int64_t left_cents)
{
    assert(area <= AREAS_MAX);
    for (struct stake *stake = placed_after(felt, area, 0); stake;
         stake = placed_after(felt, area, stake->order)) {
        if (stake->placed_cents > left_cents)
            set_effective(felt, stake, left_cents, STAKE_OVER, GROUND_OVER_MAXIMUM);
        left_cents -= stake->effective_cents;
    }
}

/* True if no rule says what the wagers of this box count for. */
static bool close_box(struct felt *felt, unsigned area)
{
    assert(area <= AREAS_MAX);
    struct box box;
    unsigned wager = felt_wager(felt->book, PLACE_MAIN);
    int64_t max_cents = felt->round->setting.limit_max_cents[wager];
    if (!max_cents || others_on(felt->round, PERSONS_MAX, wager, area) <= max_cents)
        return false;
    if (felt->book->blackjack.over_maximum == OVER_CAP) {
        cap_box(felt, area, max_cents);
        return false;
    }
    box_collect(felt, area, &box);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake_is(stake, STAKE_EXEMPT) && stake->spot.area == area)
            set_effective(felt, stake, stake->placed_cents, STAKE_EXEMPT, GROUND_PRORATA_EXEMPT);
    }
    bool unshareable = box_is_unshareable(felt, &box);
    box_share(felt, &box);
    return unshareable;
}

/* [mbs 5.26, 5.27] each wager by itself: up to the maximum, and a mark under the minimum. */
void limits_fix(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    int64_t max_cents = felt->round->setting.limit_max_cents[stake->wager];
    if (max_cents && stake->placed_cents > max_cents && !per_box(felt->book, stake->wager))
        set_effective(felt, stake, max_cents, STAKE_OVER, GROUND_OVER_MAXIMUM);
    if (limits_is_under(felt->book, felt->round, stake) && !stake_is(stake, STAKE_EXEMPT))
        stake->flags |= STAKE_UNDER;
}

unsigned limits_close(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    unsigned unshareable = 0;
    if (felt->book->blackjack.limit_scope == LIMIT_PER_AREA)
        for (unsigned area = felt->round->setting.areas; area > 0; area--)
            if (close_box(felt, area))
                unshareable = area;
    for (unsigned i = 0; i < felt->round->stake_count; i++)
        limits_fix(felt, &felt->round->stakes[i]);
    return unshareable;
}

/* [mbs 5.26] once the one settlement under the minimum is used up, later ones are handed back. */
bool limits_used_up(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    return book->blackjack.under_minimum == UNDER_ONCE && stake_is(stake, STAKE_UNDER) &&
           has_bit(round->memory.under_minimum, stake->person);
}

bool limits_caps(const struct stake *stake, int64_t amount_cents)
{
    return stake_is(stake, STAKE_OVER) && amount_cents <= stake->placed_cents;
}

bool limits_hand_back(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    if (!limits_used_up(felt->book, felt->round, stake))
        return false;
    felt_return(felt, stake, REASON_RETURNED, GROUND_UNDER_MINIMUM);
    return true;
}

void limits_remember(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt->book->blackjack.under_minimum != UNDER_ONCE)
        return;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        const struct stake *stake = &felt->round->stakes[i];
        bool open = stake->reason == REASON_PUSH &&
                    felt->book->blackjack.under_standoff == STANDOFF_NOT_SETTLED; /* [AMB-106] */
        if (!stake_is(stake, STAKE_UNDER) || open || stake->reason == REASON_RETURNED ||
            stake->reason == REASON_WITHDRAWN || has_bit(felt->round->memory.under_minimum, stake->person))
            continue;
        felt->round->memory.under_minimum |= UINT32_C(1) << stake->person;
        struct event *event = events_add(felt->events, EVENT_REMEMBERED);
        event->person = stake->person;
        event_cite(event, GROUND_UNDER_MINIMUM);
    }
}

bool limits_is_amount(const struct rulebook *book, int64_t amount_cents)
{
    return amount_cents > 0 && amount_cents <= MONEY_CENTS_MAX && amount_cents % book->unit_cents == 0;
}

/* Beyond this a payment could not be counted exactly any more; a main wager may be doubled. */
int64_t limits_payable_max(const struct rulebook *book, unsigned wager)
{
    assert(wager < book->wager_count);
    int64_t max_cents = stake_payable_max(book, wager);
    if (wager_place(book, wager) != PLACE_MAIN)
        return max_cents;
    return max_cents / 2 / book->unit_cents * book->unit_cents;
}
