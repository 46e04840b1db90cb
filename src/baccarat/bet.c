/* SPDX-License-Identifier: Apache-2.0 */
/* bet.c - opening and closing, and wagers in between. */
#include "baccarat/felt.h"

#include <assert.h>

static const struct spot no_spot = {0, 0, 0};

/* ---- Opening and closing. ---- */

/* [bac 3.1] bets are open when the terminals, or whoever runs the table, say so. */
static bool runs_betting(const struct act *act)
{
    return act->actor == ACTOR_TERMINAL || bac_staff_may(act, ACTOR_DEALER);
}

struct ruling bac_open_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_OPEN);
    (void)book;
    if (!runs_betting(act))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (round->phase != PHASE_IDLE)
        return refuse(STATUS_NOT_NOW, GROUND_OPEN);
    if (round->memory.burn_due)
        return refuse(STATUS_CARD_DUE, GROUND_BURN);
    return allow(GROUND_OPEN);
}

void bac_open_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_OPEN);
    (void)act;
    felt->round->phase = PHASE_BETTING;
    event_cite(events_add(felt->events, EVENT_OPENED), GROUND_OPEN);
}

/* [bac 3.2] */
struct ruling bac_close_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_CLOSE);
    (void)book;
    if (!runs_betting(act))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (round->phase != PHASE_BETTING)
        return refuse(STATUS_NOT_NOW, GROUND_CLOSE);
    return allow(GROUND_CLOSE);
}

/* A wager that the terminal has not accepted when bets close was never placed. */
static void drop_pending(struct bac_felt *felt)
{
    for (unsigned i = felt->round->stake_count; i-- > 0;) {
        struct stake *stake = &felt->round->stakes[i];
        if (!stake_is(stake, STAKE_PENDING))
            continue;
        event_cite(stake_return(felt->round, felt->events, stake, stake_left_cents(stake)), GROUND_CLOSE);
        stake_remove(felt->round, stake);
    }
}

void bac_close_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CLOSE);
    (void)act;
    event_cite(events_add(felt->events, EVENT_CLOSED), GROUND_CLOSE);
    drop_pending(felt);
    felt->round->phase = PHASE_DEALING;
}

/* ---- Wagers. ---- */

int64_t bac_bet_amount_min(const struct rulebook *book, const struct round *round, unsigned wager)
{
    assert(wager < book->wager_count);
    int64_t min_cents = round->setting.limit_min_cents[wager];
    return min_cents > book->unit_cents ? min_cents : book->unit_cents;
}

/* The size a wager may reach when `held_cents` of it lie there already. */
static int64_t size_max(const struct rulebook *book, const struct round *round, unsigned person,
                        unsigned wager, int64_t held_cents)
{
    assert(person < PERSONS_MAX);
    int64_t max_cents = stake_payable_max(book, wager);
    int64_t limit_cents = round->setting.limit_max_cents[wager];
    if (limit_cents && limit_cents < max_cents)
        max_cents = limit_cents;
    int64_t credit_cents = round->setting.credit_cents[person] + held_cents;
    bool known = has_bit(round->setting.credit_known, person);
    return known && credit_cents < max_cents ? credit_cents : max_cents;
}

int64_t bac_bet_amount_max(const struct rulebook *book, const struct round *round, const struct act *act)
{
    int index = stake_find(round, act->person, act->wager, no_spot);
    int64_t held_cents = index < 0 ? 0 : stake_left_cents(&round->stakes[index]);
    int64_t max_cents = size_max(book, round, act->person, act->wager, held_cents);
    return max_cents - max_cents % book->unit_cents;
}

/* The wager's spokesperson: its owner, or staff at the owner's request [bac 3.5]. */
static bool may_handle(const struct act *act)
{
    return act->verb == VERB_PLACE ? bac_staff_may(act, ACTOR_DEALER) : act->actor == ACTOR_PERSON;
}

static bool is_amount(const struct rulebook *book, unsigned wager, int64_t amount_cents)
{
    assert(wager < book->wager_count);
    return amount_cents > 0 && amount_cents <= stake_payable_max(book, wager) &&
           amount_cents % book->unit_cents == 0;
}

/* [bac 5.10.1] something of this person was accepted before the terminal failed. */
static bool has_accepted(const struct round *round, unsigned person)
{
    assert(person < round->person_count);
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].person == person) {
            assert(stake_is(&round->stakes[i], STAKE_FAILED)); /* what was pending has gone back */
            return true;
        }
    return false;
}

/* Checks that placing, raising and pulling have in common. */
static struct ruling handle_verify(const struct rulebook *book, const struct round *round,
                                   const struct act *act, enum ground late)
{
    if (!may_handle(act))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (act->person >= round->person_count)
        return ruling_plain(STATUS_NO_SUCH_PERSON);
    if (act->wager >= book->wager_count || act->spot.area || act->spot.hand || act->spot.owner)
        return refuse(STATUS_WRONG_SPOT, GROUND_WAGER_KINDS);
    if (round->phase == PHASE_IDLE)
        return refuse(STATUS_NOT_OPEN, GROUND_OPEN);
    if (round->phase != PHASE_BETTING)
        return refuse(late == GROUND_LATE_PULL ? STATUS_PULL_TOO_LATE : STATUS_BETS_CLOSED, late);
    if (has_bit(round->baccarat.failed, act->person))
        return refuse(STATUS_TERMINAL_FAILED,
                      has_accepted(round, act->person) ? GROUND_TERMINAL_IN : GROUND_TERMINAL_OUT);
    return allow(GROUND_WAGER_KINDS);
}

/* [bac 2.2] the limits shown for each kind. */
static struct ruling limits_verify(const struct round *round, unsigned wager, int64_t amount_cents)
{
    if (amount_cents < round->setting.limit_min_cents[wager])
        return refuse(STATUS_UNDER_MINIMUM, GROUND_LIMITS);
    int64_t max_cents = round->setting.limit_max_cents[wager];
    if (max_cents && amount_cents > max_cents)
        return refuse(STATUS_OVER_MAXIMUM, GROUND_LIMITS);
    return allow(GROUND_WAGER_KINDS);
}

struct ruling bac_bet_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_BET || act->verb == VERB_PLACE);
    struct ruling ruling = handle_verify(book, round, act, GROUND_LATE_WAGER);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (!is_amount(book, act->wager, act->amount_cents))
        return refuse(STATUS_BAD_AMOUNT, GROUND_LIMITS);
    if (stake_find(round, act->person, act->wager, no_spot) >= 0)
        return refuse(STATUS_ONE_STACK, GROUND_WAGER_KINDS);
    if (!(act->flags & ACT_UNNOTICED))
        ruling = limits_verify(round, act->wager, act->amount_cents);
    if (ruling.status != STATUS_OK)
        return ruling;
    if (!stake_covered(round, act->person, act->amount_cents))
        return ruling_plain(STATUS_NO_CREDIT);
    if (!stake_room(round, 1))
        return ruling_plain(STATUS_LAYOUT_FULL);
    return act->verb == VERB_PLACE ? allow(GROUND_STAFF_PLACES) : allow(GROUND_WAGER_KINDS);
}

void bac_bet_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_BET || act->verb == VERB_PLACE);
    struct stake *stake = stake_place(felt->round, felt->events, act->person, act->wager, no_spot,
                                      act->amount_cents, act->flags & ACT_FRONT);
    if (act->flags & ACT_PENDING)
        stake->flags |= STAKE_PENDING;
}

struct ruling bac_raise_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_RAISE);
    struct ruling ruling = handle_verify(book, round, act, GROUND_LATE_WAGER);
    if (ruling.status != STATUS_OK)
        return ruling;
    int index = stake_find(round, act->person, act->wager, no_spot);
    if (index < 0 || !stake_is_open(&round->stakes[index]))
        return refuse(STATUS_NO_WAGER, GROUND_WAGER_KINDS);
    int64_t more_cents = act->amount_cents - round->stakes[index].placed_cents;
    if (!is_amount(book, act->wager, act->amount_cents) || more_cents <= 0)
        return refuse(STATUS_BAD_AMOUNT, GROUND_LIMITS);
    ruling = limits_verify(round, act->wager, act->amount_cents);
    if (ruling.status == STATUS_OK && !stake_covered(round, act->person, more_cents))
        return ruling_plain(STATUS_NO_CREDIT);
    return ruling;
}

void bac_raise_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_RAISE);
    struct stake *stake = &felt->round->stakes[stake_find(felt->round, act->person, act->wager, no_spot)];
    stake_add(felt->round, felt->events, stake, act->amount_cents - stake->placed_cents);
    stake->original_cents = stake->placed_cents;
}

struct ruling bac_pull_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_PULL);
    struct ruling ruling = handle_verify(book, round, act, GROUND_LATE_PULL);
    if (ruling.status != STATUS_OK)
        return ruling;
    int index = stake_find(round, act->person, act->wager, no_spot);
    if (index < 0 || !stake_is_open(&round->stakes[index]))
        return refuse(STATUS_NO_WAGER, GROUND_WAGER_KINDS);
    int64_t left_cents = round->stakes[index].placed_cents - act->amount_cents;
    if (act->amount_cents == 0 || left_cents == 0)
        return ruling;
    if (!is_amount(book, act->wager, act->amount_cents) || left_cents < 0)
        return refuse(STATUS_BAD_AMOUNT, GROUND_LIMITS);
    if (left_cents < round->setting.limit_min_cents[act->wager])
        return refuse(STATUS_UNDER_MINIMUM, GROUND_LIMITS);
    return ruling; /* still over the maximum, which nobody had noticed: less is no worse */
}

void bac_pull_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_PULL);
    struct stake *stake = &felt->round->stakes[stake_find(felt->round, act->person, act->wager, no_spot)];
    int64_t amount_cents = act->amount_cents ? act->amount_cents : stake->placed_cents;
    stake_return(felt->round, felt->events, stake, amount_cents);
    if (stake_left_cents(stake) == 0) {
        stake_remove(felt->round, stake);
        return;
    }
    /* A wager pulled in time never lay there. */
    stake->placed_cents -= amount_cents;
    stake->returned_cents = 0;
    stake->effective_cents = stake->original_cents = stake->placed_cents;
}

/* ---- The terminal's answer. ---- */

struct ruling bac_accept_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_ACCEPT);
    (void)book;
    if (act->actor != ACTOR_TERMINAL)
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (round->phase != PHASE_BETTING)
        return refuse(STATUS_NOT_NOW, GROUND_CLOSE);
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].person == act->person && stake_is(&round->stakes[i], STAKE_PENDING))
            return allow(GROUND_WAGER_KINDS);
    return refuse(STATUS_NO_WAGER, GROUND_WAGER_KINDS);
}

void bac_accept_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_ACCEPT);
    for (unsigned i = 0; i < felt->round->stake_count; i++)
        if (felt->round->stakes[i].person == act->person)
            felt->round->stakes[i].flags &= (uint16_t)~STAKE_PENDING;
    events_add(felt->events, EVENT_IN)->person = act->person;
}
