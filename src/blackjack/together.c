/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/together.h"

#include <assert.h>
#include <string.h>

#include "blackjack/hand.h"
#include "round/device.h"

void together_set_grounds(struct together *together, unsigned from, enum ground ground)
{
    assert(together->count <= ACT_CARDS_MAX && together->ordered <= together->count);
    for (unsigned i = from; i < together->count; i++)
        together->ground[i] = (uint8_t)(ground + 1);
}

bool together_is_thrown_away(const struct round *round)
{
    const struct together *together = &round->blackjack.together;
    return together->count > 0 && together->discards == together->count && !device_has_front(round);
}

bool together_rest_is_offered(const struct round *round)
{
    const struct together *together = &round->blackjack.together;
    return together->count && !device_has_front(round) && together->passed_on && !together->ordered &&
           !together->discards && together->chooser != round->blackjack.turn.area;
}

bool together_comes_next(const struct round *round)
{
    return (round->blackjack.together.ordered > 0 && !device_has_front(round)) ||
           together_is_thrown_away(round);
}

void together_choose_anew(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct together *together = &felt->state->together;
    if (!together->passed_on)
        return;
    together->ordered = 0;
    together->discards = 0;
    together->passed_on = false;
    together->last_choice = false;
    together->chooser = 0;
}

enum status together_verify(const struct rulebook *book, const struct round *round, struct card card)
{
    struct card first = round->blackjack.together.cards[0];
    if (!card_is_none(first))
        return card_equal(first, card) ? STATUS_OK : STATUS_CARD_NOT_FRONT;
    return device_may_hold(book, round, card) ? STATUS_OK : STATUS_CARD_COPIES;
}

uint8_t together_take(struct felt *felt)
{
    struct together *together = &felt->state->together;
    uint8_t ground = together->ground[0];
    assert(together->count > 0);
    together->count--;
    memmove(together->cards, together->cards + 1, together->count);
    memmove(together->ground, together->ground + 1, together->count);
    if (together->ordered)
        together->ordered--;
    if (together->discards > together->count)
        together->discards = together->count;
    if (!together->count)
        *together = (struct together){.count = 0};
    return ground;
}

void together_wanted_no_more(struct felt *felt, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct together *together = &felt->state->together;
    if (!together->passed_on || !together->ordered || together->chooser != spot.area ||
        !felt_hand_at(felt, spot)->end)
        return;
    const struct spot turn = felt->state->turn;
    if (turn.area == spot.area && turn.hand != spot.hand && !felt_hand_at(felt, turn)->end)
        return; /* another hand of the area is in play: it is that which has chosen */
    together->ordered = 0;
    if (together->last_choice)
        together->discards = together->count;
}

/* [mbs 5.23.3] a Player who picked several cards gets them one after the other. */
void together_goes_on(struct felt *felt, struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    const struct together *together = &felt->state->together;
    struct hand *hand = felt_hand_at(felt, spot);
    if (together->passed_on && together->ordered && together->chooser == spot.area && !hand->end)
        felt_ask(felt, spot, ASKS_ACCEPTED);
    together_wanted_no_more(felt, spot);
}

void together_offer_landed(struct felt *felt, struct event *event, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    felt->state->front_offered = false;
    if (place.kind == PLACE_DEALER)
        event_cite(event, GROUND_REFUSED_BY_ALL); /* [mbs 5.10] */
}

static void drop_card(struct felt *felt, struct card card, enum ground ground)
{
    struct event *event = events_add(felt->events, EVENT_DROPPED);
    event->card = card;
    event->place.kind = PLACE_DISCARD;
    event_cite(event, felt->round->voided ? GROUND_VOID : ground);
}

void together_clear(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct together *together = &felt->state->together;
    while (together->count) {
        struct card card = together->cards[0];
        bool over = together->discards == together->count;
        assert(!over || together->ground[0]);
        device_take_aside(felt->round, card, card);
        drop_card(felt, card, over ? (enum ground)(together->ground[0] - 1) : GROUND_PICK_NEXT_PLAYER);
        together_take(felt);
    }
    if (felt->state->front_offered) {
        assert(device_has_front(felt->round));
        struct card card = felt->round->memory.front[0];
        struct front_card front;
        device_draw(felt->round, card, &front);
        drop_card(felt, card, GROUND_REFUSED_BY_ALL);
    }
    felt->state->front_offered = false;
    assert(felt->state->together.count == 0 && !felt->state->front_offered);
}

void together_swap(struct together *together, unsigned a, unsigned b)
{
    assert(together->count <= ACT_CARDS_MAX && together->ordered <= together->count);
    struct card card = together->cards[a];
    together->cards[a] = together->cards[b];
    together->cards[b] = card;
}
