/* SPDX-License-Identifier: Apache-2.0 */
#include "round/stake.h"

#include <assert.h>
#include <string.h>

bool stake_room(const struct round *round, unsigned count)
{
    return round->stake_count + count <= STAKES_MAX;
}

bool stake_covered(const struct round *round, unsigned person, int64_t amount_cents)
{
    assert(person < PERSONS_MAX);
    bool known = round->setting.credit_known >> person & 1U;
    return !known || amount_cents <= round->setting.credit_cents[person];
}

int64_t stake_payable_max(const struct rulebook *book, unsigned wager)
{
    assert(wager < book->wager_count);
    int64_t max_cents = MONEY_CENTS_MAX;
    for (unsigned i = 0; i < book->wagers[wager].line_count; i++) {
        struct ratio pays = book->wagers[wager].lines[i].pays;
        int64_t here_cents = (MONEY_CENTS_MAX - book->unit_cents) / pays.num * pays.den; /* rounded up */
        max_cents = here_cents < max_cents ? here_cents : max_cents;
    }
    return max_cents / book->unit_cents * book->unit_cents;
}

int64_t stake_win_max(const struct rulebook *book, unsigned wager, int64_t amount_cents)
{
    assert(wager < book->wager_count && amount_cents >= 0 && amount_cents <= MONEY_CENTS_MAX);
    int64_t most_cents = amount_cents;
    for (unsigned i = 0; i < book->wagers[wager].line_count; i++) {
        int64_t here_cents;
        if (money_times(amount_cents, book->wagers[wager].lines[i].pays, 1, ROUNDING_UP, &here_cents) !=
            STATUS_OK)
            here_cents = MONEY_CENTS_MAX;
        most_cents = here_cents > most_cents ? here_cents : most_cents;
    }
    return most_cents;
}

int stake_find(const struct round *round, unsigned person, unsigned wager, struct spot spot)
{
    assert(person < PERSONS_MAX);
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->person == person && stake->wager == wager && spot_equal(stake->spot, spot))
            return (int)i;
    }
    return -1;
}

/* Credit that is not known is not kept. */
static void credit_move(struct round *round, unsigned person, int64_t amount_cents)
{
    assert(person < PERSONS_MAX);
    if (round->setting.credit_known >> person & 1U)
        round->setting.credit_cents[person] += amount_cents;
}

struct event *stake_event(struct events *events, enum event_kind kind, const struct stake *stake,
                          int64_t amount_cents)
{
    assert(stake->placed_cents >= 0);
    struct event *event = events_add(events, kind);
    event->person = stake->person;
    event->wager = stake->wager;
    event->spot = stake->spot;
    event->amount_cents = amount_cents;
    return event;
}

/* The place of a new wager: at the end, or before the first of its kind on its area. */
static unsigned place_index(const struct round *round, unsigned wager, struct spot spot, bool front)
{
    if (front)
        for (unsigned i = 0; i < round->stake_count; i++)
            if (round->stakes[i].wager == wager && round->stakes[i].spot.area == spot.area)
                return i;
    return round->stake_count;
}

/* One after the last placed of those that lie there. */
static uint16_t next_order(const struct round *round)
{
    unsigned last = 0;
    for (unsigned i = 0; i < round->stake_count; i++)
        last = round->stakes[i].order > last ? round->stakes[i].order : last;
    return (uint16_t)(last + 1);
}

struct stake *stake_place(struct round *round, struct events *events, unsigned person, unsigned wager,
                          struct spot spot, int64_t amount_cents, bool front)
{
    assert(stake_room(round, 1) && amount_cents > 0);
    unsigned index = place_index(round, wager, spot, front);
    uint16_t order = next_order(round);
    struct stake *stake = &round->stakes[index];
    memmove(stake + 1, stake, (round->stake_count - index) * sizeof(*stake));
    round->stake_count++;
    *stake = (struct stake){.person = (uint8_t)person,
                            .wager = (uint8_t)wager,
                            .spot = spot,
                            .order = order,
                            .state = STAKE_OPEN,
                            .original_cents = amount_cents,
                            .placed_cents = amount_cents,
                            .effective_cents = amount_cents};
    credit_move(round, person, -amount_cents);
    stake_event(events, EVENT_WAGERED, stake, amount_cents);
    return stake;
}

struct event *stake_add(struct round *round, struct events *events, struct stake *stake, int64_t amount_cents)
{
    assert(amount_cents > 0 && stake_is_open(stake));
    stake->placed_cents += amount_cents;
    stake->effective_cents += amount_cents;
    credit_move(round, stake->person, -amount_cents);
    return stake_event(events, EVENT_WAGERED, stake, amount_cents);
}

struct event *stake_pay(struct round *round, struct events *events, struct stake *stake, int64_t amount_cents)
{
    assert(amount_cents >= 0);
    stake->paid_cents += amount_cents;
    credit_move(round, stake->person, amount_cents);
    return stake_event(events, EVENT_PAID, stake, amount_cents);
}

struct event *stake_take(struct round *round, struct events *events, struct stake *stake,
                         int64_t amount_cents)
{
    (void)round;
    assert(amount_cents >= 0 && amount_cents <= stake_left_cents(stake));
    stake->taken_cents += amount_cents;
    return stake_event(events, EVENT_TAKEN, stake, amount_cents);
}

struct event *stake_return(struct round *round, struct events *events, struct stake *stake,
                           int64_t amount_cents)
{
    assert(amount_cents >= 0 && amount_cents <= stake_left_cents(stake));
    stake->returned_cents += amount_cents;
    credit_move(round, stake->person, amount_cents);
    return stake_event(events, EVENT_RETURNED, stake, amount_cents);
}

struct event *stake_unpay(struct round *round, struct events *events, struct stake *stake)
{
    assert(stake->placed_cents >= 0);
    int64_t paid_cents = stake->paid_cents;
    if (!paid_cents)
        return NULL;
    stake->paid_cents = 0;
    credit_move(round, stake->person, -paid_cents);
    return stake_event(events, EVENT_UNPAID, stake, paid_cents);
}

/* Chips that the bank gives back lie on the layout: nobody's credit changes. */
struct event *stake_untake(struct events *events, struct stake *stake, int64_t amount_cents)
{
    assert(amount_cents >= 0 && amount_cents <= stake->taken_cents);
    if (!amount_cents)
        return NULL;
    stake->taken_cents -= amount_cents;
    return stake_event(events, EVENT_UNTAKEN, stake, amount_cents);
}

void stake_close(struct stake *stake, enum reason reason)
{
    assert(stake_left_cents(stake) == 0);
    stake->state = STAKE_SETTLED;
    stake->reason = (uint8_t)reason;
}

void stake_remove(struct round *round, struct stake *stake)
{
    assert(stake_left_cents(stake) == 0);
    size_t index = (size_t)(stake - round->stakes);
    assert(index < round->stake_count);
    round->stake_count--;
    memmove(stake, stake + 1, (round->stake_count - index) * sizeof(*stake));
}
