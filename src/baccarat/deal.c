/* SPDX-License-Identifier: Apache-2.0 */
/* deal.c - cards from the device to their places. */
#include "baccarat/felt.h"

#include <assert.h>

#include "round/device.h"

struct next_card bac_deal_next(const struct rulebook *book, const struct round *round)
{
    const struct next_card none = {PLACE_NOWHERE, GROUND_DEAL};
    if (round->memory.burn_due)
        return (struct next_card){PLACE_DISCARD, GROUND_BURN};
    if (round->phase != PHASE_DEALING || round->baccarat.astray || round->question)
        return none;
    return bac_next_card(book, &round->baccarat);
}

static bool is_place(struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    return place.kind == PLACE_PLAYER_SIDE || place.kind == PLACE_BANKER_SIDE || place.kind == PLACE_DISCARD;
}

/* [bac 5.8] cards drawn together lie out and come before any other but those put back [bac 5.7]. */
static bool lies_out_next(const struct round *round)
{
    return round->baccarat.lying_count && !device_has_front(round);
}

static enum status next_verify(const struct rulebook *book, const struct round *round, struct card card)
{
    struct card first = round->baccarat.lying[0];
    if (lies_out_next(round) && !card_is_none(first))
        return card_equal(first, card) ? STATUS_OK : STATUS_CARD_NOT_FRONT;
    return device_verify(book, round, card);
}

static void leave(struct round *round, struct card card, struct front_card *front)
{
    *front = (struct front_card){0, false};
    if (lies_out_next(round))
        device_take_aside(round, round->baccarat.lying[0], card);
    else
        device_draw(round, card, front);
}

struct ruling bac_card_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_CARD);
    const struct baccarat_state *state = &round->baccarat;
    if (act->actor != ACTOR_SHOE || act->card_count != 1)
        return refuse(STATUS_NOT_ENTITLED, GROUND_DEAL);
    struct next_card next = bac_deal_next(book, round);
    bool placed = act->place.kind != PLACE_NOWHERE;
    if (placed && !is_place(act->place))
        return refuse(STATUS_NO_SUCH_PLACE, GROUND_DEAL);
    if (next.place == PLACE_DISCARD && placed && act->place.kind != PLACE_DISCARD)
        return refuse(STATUS_CARD_DUE, GROUND_BURN);
    if (next.place == PLACE_NOWHERE && (!placed || round->phase != PHASE_DEALING))
        return refuse(STATUS_NO_CARD_DUE, next.ground);
    enum status status = next_verify(book, round, act->cards[0]);
    if (status == STATUS_OK && state->card_count == BACCARAT_CARDS_MAX)
        status = STATUS_HAND_FULL;
    return status == STATUS_OK ? allow(next.ground) : device_refuse(status);
}

static void tell_banker_stands(struct bac_felt *felt)
{
    struct hand_side banker;
    bac_hand_side_of(felt->book, felt->state, PLACE_BANKER_SIDE, &banker);
    struct event *event = events_add(felt->events, EVENT_STANDS);
    event->place = place_of(PLACE_BANKER_SIDE);
    event_cite(event, bac_player_drew(felt->book, felt->state) ? bac_banker_ground(banker.total)
                                                               : GROUND_PLAYER_STANDS);
}

/* [bac 3.7/player] Player stands, and so Banker plays by [bac 3.7/player-stands]. */
static void tell_player_stands(struct bac_felt *felt)
{
    struct event *event = events_add(felt->events, EVENT_STANDS);
    event->place = place_of(PLACE_PLAYER_SIDE);
    event_cite(event, GROUND_PLAYER_TABLE);
    event_cite(event, GROUND_PLAYER_STANDS);
}

void bac_deal_tell_stands(struct bac_felt *felt, enum place_kind placed)
{
    assert(felt->state == &felt->round->baccarat);
    unsigned dealt = felt->state->card_count;
    bool initial = dealt == felt->book->baccarat.deal_count;
    struct next_card next = bac_next_card(felt->book, felt->state);
    if (dealt < felt->book->baccarat.deal_count)
        return;
    if (initial && bac_natural_shown(felt->book, felt->state)) {
        event_cite(events_add(felt->events, EVENT_NATURAL), GROUND_NATURAL);
        return;
    }
    if (initial && next.place != PLACE_PLAYER_SIDE)
        tell_player_stands(felt);
    if (next.place == PLACE_NOWHERE && (initial || placed == PLACE_PLAYER_SIDE))
        tell_banker_stands(felt);
}

static void drop_front(struct bac_felt *felt)
{
    struct card card = felt->round->memory.front[0];
    struct front_card front;
    device_draw(felt->round, card, &front);
    struct event *event = bac_felt_tell(felt, EVENT_DROPPED, IRREGULARITY_SIMULTANEOUS);
    event->card = card;
    event->place.kind = PLACE_DISCARD;
}

/* Cards known to be at the front that left with others are thrown away with them; those put back before them
 * since then, and those behind them, stay at the front. */
static void clear_led(struct bac_felt *felt)
{
    assert(felt->state->led_count + felt->state->behind_count <= felt->round->memory.front_count);
    struct card back[FRONT_CARDS_MAX];
    struct front_card front = {0, false};
    unsigned stay = felt->round->memory.front_count - (unsigned)felt->state->behind_count -
                    (unsigned)felt->state->led_count;
    for (unsigned i = 0; i < stay; i++) {
        back[i] = felt->round->memory.front[0];
        device_draw(felt->round, back[i], &front);
    }
    for (; felt->state->led_count; felt->state->led_count--)
        drop_front(felt);
    if (stay)
        device_put_back(felt->round, back, stay, (enum irregularity)(front.why - 1), front.late);
}

void bac_deal_clear_lying(struct bac_felt *felt)
{
    assert(felt->state == &felt->round->baccarat);
    struct baccarat_state *state = felt->state;
    if (state->led_count)
        clear_led(felt);
    for (unsigned i = 0; i < state->lying_count; i++) {
        struct event *event = bac_felt_tell(felt, EVENT_DROPPED, IRREGULARITY_SIMULTANEOUS);
        event->card = state->lying[i];
        event->place.kind = PLACE_DISCARD;
        device_take_aside(felt->round, state->lying[i], state->lying[i]);
    }
    state->lying_count = 0;
}

/* One of the cards that left together, or one behind them, has been dealt. */
static void settle_led(struct round *round)
{
    struct baccarat_state *state = &round->baccarat;
    unsigned front = round->memory.front_count;
    if (state->behind_count > front)
        state->behind_count = (uint8_t)front;
    if (state->led_count > front - state->behind_count)
        state->led_count = (uint8_t)(front - state->behind_count);
}

static struct event *tell_card(struct bac_felt *felt, struct card card, uint8_t place, enum ground ground)
{
    struct event *event = events_add(felt->events, EVENT_CARD);
    event->card = card;
    event->place = place_of(place);
    event_cite(event, ground);
    return event;
}

/* The card may have been seen before it left: put back, face up in the device, or drawn with others. */
static void cite_history(struct bac_felt *felt, struct event *event, struct front_card front)
{
    struct baccarat_state *state = felt->state;
    if (front.why) {
        event->irregularity = front.why;
        event->late = front.late;
    }
    if (!state->lying_count || front.why)
        return;
    event->irregularity = IRREGULARITY_SIMULTANEOUS + 1;
    state->lying_count--;
    for (unsigned i = 0; i < state->lying_count; i++)
        state->lying[i] = state->lying[i + 1];
}

static void burn(struct bac_felt *felt, struct card card)
{
    felt->round->memory.burn_due--;
    struct front_card front;
    device_draw(felt->round, card, &front);
    cite_history(felt, tell_card(felt, card, PLACE_DISCARD, GROUND_BURN), front);
}

void bac_card_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CARD);
    struct baccarat_state *state = felt->state;
    struct next_card next = bac_deal_next(felt->book, felt->round);
    struct card card = act->cards[0];
    if (next.place == PLACE_DISCARD) {
        burn(felt, card);
        return;
    }
    uint8_t lies = act->place.kind == PLACE_NOWHERE ? next.place : act->place.kind;
    struct front_card front;
    leave(felt->round, card, &front);
    settle_led(felt->round);
    struct event *event = tell_card(felt, card, lies, (enum ground)next.ground);
    cite_history(felt, event, front);
    state->astray |= lies != next.place;
    state->withdrawers = 0;
    state->cards[state->card_count++] = (struct baccarat_card){card, lies};
    if (state->astray)
        return;
    if (state->card_count == felt->book->baccarat.deal_count)
        event_cite(event, GROUND_INITIAL_DEAL);
    bac_deal_tell_stands(felt, (enum place_kind)lies);
}
