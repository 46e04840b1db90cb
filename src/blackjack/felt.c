/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/felt.h"

#include <assert.h>

#include "blackjack/hand.h"

unsigned felt_wager(const struct rulebook *book, enum wager_place place)
{
    unsigned wager = 0;
    while (wager_place(book, wager) != place)
        wager++;
    assert(wager < book->wager_count);
    return wager;
}

uint32_t felt_hands_staked(const struct rulebook *book, const struct round *round)
{
    uint32_t hands = 0;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (stake_is_open(&round->stakes[i]) && stake_is_main(book, &round->stakes[i]))
            hands |= UINT32_C(1) << hand_bit(round->stakes[i].spot);
    return hands;
}

bool felt_is_staked(const struct rulebook *book, const struct round *round, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    for (unsigned i = 0; i < round->stake_count; i++)
        if (hand_bit(round->stakes[i].spot) == hand_bit(spot) && stake_is_open(&round->stakes[i]) &&
            stake_is_main(book, &round->stakes[i]))
            return true;
    return false;
}

uint8_t felt_areas_staked(const struct rulebook *book, const struct round *round)
{
    unsigned areas = 0;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (stake_is_open(&round->stakes[i]) && stake_is_main(book, &round->stakes[i]))
            areas |= 1U << round->stakes[i].spot.area;
    return (uint8_t)areas;
}

bool felt_was_staked(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].spot.area == area && stake_is_main(book, &round->stakes[i]))
            return true;
    return false;
}

bool felt_is_in_round(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    enum wager_place place = wager_place(book, stake->wager);
    if (place != PLACE_AREA_SIDE && place != PLACE_TABLE)
        return true;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (stake_is_main(book, &round->stakes[i]) &&
            (place == PLACE_TABLE || round->stakes[i].spot.area == stake->spot.area))
            return true;
    return false;
}

int felt_main_stake(const struct rulebook *book, const struct round *round, unsigned person, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    spot.owner = 0;
    int index = stake_find(round, person, felt_wager(book, PLACE_MAIN), spot);
    return index >= 0 && stake_is_open(&round->stakes[index]) ? index : -1;
}

bool felt_present(const struct round *round, unsigned person, unsigned area)
{
    assert(area <= AREAS_MAX);
    const struct blackjack_state *state = &round->blackjack;
    return !has_bit(state->absent, person) && !has_bit(state->areas[area].absent, person);
}

int64_t felt_profit(const struct rulebook *book, int64_t amount_cents, struct ratio pays)
{
    int64_t profit_cents = 0;
    enum status status =
        money_times(amount_cents, pays, book->unit_cents, (enum rounding)book->rounding, &profit_cents);
    assert(status == STATUS_OK); /* amounts were checked when they were placed */
    (void)status;
    return profit_cents;
}

void felt_cite_irregularity(struct event *event, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    event->irregularity = (uint8_t)(kind + 1);
    event->late = late;
}

struct event *felt_tell(struct felt *felt, enum event_kind what, struct card card, enum irregularity kind,
                        bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    struct event *event = events_add(felt->events, what);
    event->card = card;
    felt_cite_irregularity(event, kind, late);
    return event;
}

struct ruling ruling_irregular(struct ruling ruling, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    ruling.irregularity = (uint8_t)(kind + 1);
    ruling.late = late;
    return ruling;
}

void felt_cite_stake(const struct felt *felt, struct event *event, const struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    static const struct {
        uint16_t flag;
        uint8_t ground;
    } carried[] = {
        {STAKE_STAFF, GROUND_STAFF_PLACES},       {STAKE_OVER, GROUND_OVER_MAXIMUM},
        {STAKE_EXEMPT, GROUND_PRORATA_EXEMPT},    {STAKE_UNDER, GROUND_UNDER_MINIMUM},
        {STAKE_STAYED, GROUND_NOT_FOLLOW},        {STAKE_COURT, GROUND_FACE_VALUE},
        {STAKE_LATE_OPTION, GROUND_LATE_OPTIONS},
    };
    const unsigned any = STAKE_STAFF | STAKE_OVER | STAKE_EXEMPT | STAKE_UNDER | STAKE_STAYED | STAKE_COURT |
                         STAKE_LATE_OPTION;
    for (unsigned i = 0; stake->flags & any && i < sizeof(carried) / sizeof(carried[0]); i++)
        if (stake->flags & carried[i].flag)
            event_cite(event, (enum ground)carried[i].ground);
    if (!stake_is(stake, STAKE_ADDED) && wager_place(felt->book, stake->wager) != PLACE_INSURANCE &&
        !felt->round->voided)
        event_cite(event, GROUND_CHIPS_AT_CLOSE); /* a void round goes back whole */
    event->irregularity = stake->irregularity;
    event->late = stake->late;
    event->cites_wager = !stake_is_main(felt->book, stake);
    event->prorated = stake_is(stake, STAKE_PRORATED);
}

static void return_rest(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    int64_t left_cents = stake_left_cents(stake);
    if (left_cents > 0)
        stake_return(felt->round, felt->events, stake, left_cents);
}

struct event *felt_pay(struct felt *felt, struct stake *stake, int64_t amount_cents, unsigned line,
                       enum reason reason, enum ground why)
{
    assert(stake->wager < felt->book->wager_count);
    stake->line = (uint8_t)line;
    stake->why = (uint8_t)(why + 1);
    struct event *event = stake_pay(felt->round, felt->events, stake, amount_cents);
    event->line = (uint8_t)line;
    event_cite(event, why);
    felt_cite_stake(felt, event, stake);
    return_rest(felt, stake);
    stake_close(stake, reason);
    return event;
}

struct event *felt_take(struct felt *felt, struct stake *stake, int64_t amount_cents, enum reason reason,
                        enum ground why)
{
    assert(stake->wager < felt->book->wager_count);
    stake->why = (uint8_t)(why + 1);
    struct event *event = stake_take(felt->round, felt->events, stake, amount_cents);
    event_cite(event, why);
    felt_cite_stake(felt, event, stake);
    return_rest(felt, stake);
    stake_close(stake, reason);
    return event;
}

struct event *felt_return(struct felt *felt, struct stake *stake, enum reason reason, enum ground why)
{
    assert(stake->wager < felt->book->wager_count);
    stake->why = (uint8_t)(why + 1);
    struct event *event = stake_return(felt->round, felt->events, stake, stake_left_cents(stake));
    event_cite(event, why);
    felt_cite_stake(felt, event, stake);
    stake_close(stake, reason);
    return event;
}

/* What was handed back with a payment is put down again. */
static void put_down(struct felt *felt, struct stake *stake, int64_t amount_cents)
{
    assert(stake->wager < felt->book->wager_count);
    if (amount_cents <= 0)
        return;
    stake->placed_cents -= amount_cents;
    stake->returned_cents -= amount_cents;
    stake->effective_cents -= amount_cents;
    stake_add(felt->round, felt->events, stake, amount_cents);
}

void felt_unsettle(struct felt *felt, struct stake *stake)
{
    assert(!stake_is_open(stake));
    stake_untake(felt->events, stake, stake->taken_cents);
    stake_unpay(felt->round, felt->events, stake);
    stake->state = STAKE_OPEN;
    stake->reason = REASON_NONE;
    stake->why = 0;
    stake->line = 0;
    put_down(felt, stake, stake->effective_cents - stake_left_cents(stake));
    assert(stake_is_open(stake) && !stake->paid_cents && !stake->taken_cents);
}

struct event *felt_undouble(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    int64_t raised_cents = stake->effective_cents - stake->original_cents;
    if (raised_cents <= 0)
        return NULL;
    struct event *event = stake_return(felt->round, felt->events, stake, raised_cents);
    stake->placed_cents -= raised_cents;
    stake->returned_cents -= raised_cents;
    stake->effective_cents = stake->original_cents;
    stake->flags &= (uint16_t)~STAKE_DOUBLED;
    return event;
}

bool felt_is_dealt(const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    bool any = state->trail.count || state->dealer.count;
    for (unsigned area = 1; area <= round->setting.areas; area++)
        any |= state->areas[area].hand_count && state->areas[area].hands[0].count;
    return any;
}

struct spot felt_first_down(const struct round *round)
{
    for (unsigned number = 1; number <= round->setting.areas; number++) {
        const struct area *area = &round->blackjack.areas[number];
        for (unsigned index = 0; index < area->hand_count; index++)
            if (hand_is_down(&area->hands[index]))
                return (struct spot){.area = (uint8_t)number, .hand = hand_number(area, index)};
    }
    return (struct spot){0, 0, 0};
}

bool felt_dealer_shows(const struct round *round, rank_set ranks)
{
    const struct hand *dealer = &round->blackjack.dealer;
    return dealer->count > 0 && rank_set_has(ranks, card_rank(dealer->cards[0]));
}

bool felt_dealer_blackjack(const struct rulebook *book, const struct round *round)
{
    return hand_is_blackjack(book, &round->blackjack.dealer);
}

/* [v6 1.1.7; ar 1.1.8; se 1.1.8] [rws 1.10, 1.18] */
bool felt_settled(const struct round *round)
{
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].paid_cents || round->stakes[i].taken_cents)
            return true;
    return false;
}

void felt_ask(struct felt *felt, struct spot spot, enum hand_asks asks)
{
    assert(asks != ASKS_NOTHING);
    struct hand *hand = felt_hand_at(felt, spot);
    hand->asks = (uint8_t)asks;
    hand->asked_after = (uint8_t)(felt->state->passings + 1);
}
