/* SPDX-License-Identifier: Apache-2.0 */
/* misdeal.c - cards that lie where they do not belong. */
#include "baccarat/felt.h"

#include <assert.h>
#include <string.h>

#include "round/device.h"

/* [bac 5.7] */
unsigned bac_misdeal_lay_out(const struct rulebook *book, struct baccarat_state *state)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    unsigned count = state->card_count;
    struct baccarat_card cards[BACCARAT_CARDS_MAX];
    memcpy(cards, state->cards, sizeof(cards));
    state->card_count = 0;
    for (unsigned i = 0; i < count; i++) {
        struct next_card next = bac_next_card(book, state);
        if (next.place == PLACE_NOWHERE)
            return i;
        state->cards[i] = (struct baccarat_card){cards[i].card, next.place};
        state->card_count++;
    }
    return count;
}

static void append(struct baccarat_state *state, const struct card *cards, unsigned count)
{
    assert(state->card_count <= BACCARAT_CARDS_MAX);
    for (unsigned i = 0; i < count && !card_is_none(cards[i]) && state->card_count < BACCARAT_CARDS_MAX; i++)
        state->cards[state->card_count++].card = cards[i];
}

/* Those on the table, put right [bac 5.7], then those known to come: at the front of the device, and lying
 * out in their order [bac 5.8]. */
bool bac_misdeal_needs_more(const struct rulebook *book, const struct round *round)
{
    struct baccarat_state state = round->baccarat;
    append(&state, round->memory.front, round->memory.front_count);
    append(&state, state.lying, state.lying_count);
    bac_misdeal_lay_out(book, &state);
    return bac_next_card(book, &state).place != PLACE_NOWHERE;
}

static void tell_rebuilt(struct bac_felt *felt, enum place_kind place, enum irregularity why)
{
    assert(why < IRREGULARITY_COUNT);
    bac_felt_tell(felt, EVENT_REBUILT, why)->place = place_of((uint8_t)place);
}

/* Cards the round does not need are the next ones again. */
static void put_back(struct bac_felt *felt, const struct baccarat_card *cards, unsigned count,
                     enum irregularity why)
{
    assert(why < IRREGULARITY_COUNT);
    struct card back[BACCARAT_CARDS_MAX];
    for (unsigned i = 0; i < count; i++) {
        struct event *event = bac_felt_tell(felt, EVENT_BACK, why);
        event->card = back[i] = cards[i].card;
        event->from_place = place_of(cards[i].lies);
    }
    device_put_back(felt->round, back, count, why, false);
}

void bac_misdeal_rebuild(struct bac_felt *felt, enum irregularity why)
{
    assert(why < IRREGULARITY_COUNT);
    struct baccarat_state *state = felt->state;
    struct baccarat_card before[BACCARAT_CARDS_MAX];
    unsigned count = state->card_count;
    memcpy(before, state->cards, sizeof(before));
    unsigned kept = bac_misdeal_lay_out(felt->book, state);
    memset(state->cards + kept, 0, (BACCARAT_CARDS_MAX - kept) * sizeof(state->cards[0]));
    state->astray = false;
    tell_rebuilt(felt, PLACE_PLAYER_SIDE, why);
    tell_rebuilt(felt, PLACE_BANKER_SIDE, why);
    if (count > kept)
        put_back(felt, before + kept, count - kept, why);
    if (kept)
        bac_deal_tell_stands(felt, (enum place_kind)state->cards[kept - 1].lies);
    assert(!state->astray && state->card_count == kept);
}
