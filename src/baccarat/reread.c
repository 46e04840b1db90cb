/* SPDX-License-Identifier: Apache-2.0 */
/* reread.c - a card that was entered wrongly is put right: the last one by the Dealer, any of the round by
 * the pit. Nothing is settled before the end, so nothing has to be undone; a card that lies where the right
 * value would not have put it is astray from then on [bac 5.7]. */
#include <assert.h>

#include "baccarat/felt.h"
#include "round/device.h"

int bac_reread_last(const struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    return (int)state->card_count - 1;
}

/* The index of the card that the act speaks of; -1: none. */
static int index_of(const struct baccarat_state *state, const struct act *act)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    unsigned number = 0;
    if (act->place.kind == PLACE_NOWHERE)
        return bac_reread_last(state);
    if (act->place.kind != PLACE_PLAYER_SIDE && act->place.kind != PLACE_BANKER_SIDE)
        return -1;
    for (unsigned i = 0; i < state->card_count; i++)
        if (state->cards[i].lies == act->place.kind && ++number == act->number)
            return (int)i;
    return -1;
}

struct ruling bac_reread_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_REREAD);
    int index = index_of(&round->baccarat, act);
    if (!bac_staff_may(act, ACTOR_DEALER))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (round->phase != PHASE_DEALING)
        return ruling_plain(STATUS_NOT_NOW);
    if (index < 0 || act->card_count != 1 || card_is_none(act->cards[0]))
        return ruling_plain(STATUS_NO_CARD_THERE);
    if (card_equal(round->baccarat.cards[index].card, act->cards[0]))
        return ruling_plain(STATUS_SAME_CARD);
    if (!bac_staff_may(act, ACTOR_PIT) && index != bac_reread_last(&round->baccarat))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    enum status status = device_verify_faces(book, round, act->cards, 1);
    return status == STATUS_OK ? ruling_plain(STATUS_OK) : device_refuse(status);
}

/* Does some card lie elsewhere than the cards before it would have it? */
static bool lies_wrong(const struct rulebook *book, const struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    struct baccarat_state before = *state;
    for (unsigned i = 0; i < state->card_count; i++) {
        before.card_count = (uint8_t)i;
        if (bac_next_card(book, &before).place != state->cards[i].lies)
            return true;
    }
    return false;
}

void bac_reread_do(struct bac_felt *felt, const struct act *act)
{
    struct baccarat_state *state = felt->state;
    int index = index_of(state, act);
    assert(index >= 0);
    struct baccarat_card *card = &state->cards[index];
    device_reread(felt->round, card->card, act->cards[0]);
    struct event *event = events_add(felt->events, EVENT_REREAD);
    event->was = card->card;
    card->card = act->cards[0];
    event->card = card->card;
    event->place = place_of(card->lies);
    event->number = (uint8_t)(index + 1);
    state->astray = lies_wrong(felt->book, state);
    if (!state->astray)
        bac_deal_tell_stands(felt, (enum place_kind)state->cards[state->card_count - 1].lies);
}
