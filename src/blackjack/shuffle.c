/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/shuffle.h"

#include <assert.h>

#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/trail.h"
#include "round/device.h"

/* [mbs 5.19] the discards are riffled within the round; [mbs 5.19.1, 5.20] a full shuffle between rounds. */
struct ruling bj_shuffle_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_SHUFFLE);
    (void)book;
    if (!(act->flags & ACT_FULL)) {
        if (round->blackjack.riffle != RIFFLE_SHUFFLE)
            return ruling_irregular((struct ruling){.status = STATUS_NOT_NOW},
                                    IRREGULARITY_INSUFFICIENT_CARDS, false);
        return ruling_irregular((struct ruling){.status = STATUS_OK}, IRREGULARITY_INSUFFICIENT_CARDS, false);
    }
    if (round->phase != PHASE_IDLE && round->phase != PHASE_ENDED)
        return ruling_irregular((struct ruling){.status = STATUS_NOT_NOW}, IRREGULARITY_INSUFFICIENT_CARDS,
                                false);
    struct ruling ruling = {.status = STATUS_OK};
    ruling.irregularity = round->memory.shuffle_due;
    return ruling;
}

static void count_lying(uint8_t lying[CARD_CODE_COUNT], const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    for (unsigned i = 0; i < hand->count; i++)
        lying[hand->cards[i].code]++;
}

static bool lies_collected(const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    return hand->end == HAND_BUST; /* [3.32] its cards are in the discard holder */
}

static void mark_collected(struct felt *felt)
{
    for (unsigned area = 1; area <= felt->round->setting.areas; area++)
        for (unsigned index = 0; index < felt->state->areas[area].hand_count; index++)
            felt->state->areas[area].hands[index].riffled |=
                lies_collected(&felt->state->areas[area].hands[index]);
}

static unsigned count_layout(const struct round *round, uint8_t lying[CARD_CODE_COUNT])
{
    const struct blackjack_state *state = &round->blackjack;
    unsigned count = 0;
    count_lying(lying, &state->dealer);
    for (unsigned area = 1; area <= round->setting.areas; area++)
        for (unsigned index = 0; index < state->areas[area].hand_count; index++)
            if (!lies_collected(&state->areas[area].hands[index]))
                count_lying(lying, &state->areas[area].hands[index]);
    for (unsigned i = 0; i < state->trail.count; i++) { /* what came astray to where a hand had lain */
        const struct hand *hand = felt_place(round, state->trail.cards[i].lies);
        if (trail_card_astray(&state->trail.cards[i]) && hand && lies_collected(hand))
            lying[state->trail.cards[i].card.code]++;
    }
    for (unsigned code = 0; code < CARD_CODE_COUNT; code++)
        count += lying[code];
    return count;
}

bool shuffle_has_discards(const struct round *round)
{
    uint8_t lying[CARD_CODE_COUNT] = {0};
    return !round->memory.counted || round->memory.out_count > count_layout(round, lying);
}

/* [mbs 5.19] the hand that is next to be acted upon, as in 5.23.1; in the initial deal the one that is due
 * the next card, with cards astray once these are put right. Area 0: the Dealer's. */
static struct spot next_hand(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    uint8_t areas = felt_areas_staked(book, round);
    if (state->phase != DEAL_INITIAL)
        return state->turn;
    if (!trail_astray(round))
        return (struct spot){.area = deal_initial_place(book, round).area};
    unsigned before = state->trail.count;
    for (unsigned cards = 0; cards < 2; cards++) {
        for (unsigned area = 1; area <= round->setting.areas; area++)
            if (has_bit(areas, area) && before-- == 0)
                return (struct spot){.area = (uint8_t)area};
        if (before-- == 0)
            break;
    }
    return (struct spot){.area = 0};
}

/* Who is there and decides for a hand of the area, or -1. */
static int person_at(const struct rulebook *book, const struct round *round, unsigned number)
{
    assert(number <= AREAS_MAX);
    const struct area *area = &round->blackjack.areas[number];
    int person = -1;
    for (unsigned position = 0; person < 0 && (position == 0 || position < area->hand_count); position++) {
        unsigned hand = hand_number(area, area->order[position]);
        person =
            control_of(book, round, (struct spot){.area = (uint8_t)number, .hand = (uint8_t)hand}).person;
    }
    return person;
}

/* [AMB-72] who cuts: the Player whose hand is next; are they not there, the next one clockwise; nobody there,
 * nobody cuts. */
static int cutter(const struct rulebook *book, const struct round *round)
{
    struct spot next = next_hand(book, round);
    int person = next.area ? control_of(book, round, next).person : -1;
    unsigned before = next.area ? next.area - 1U : 0;
    for (unsigned i = 0; i < round->setting.areas && person < 0; i++)
        person = person_at(book, round, (before + i) % round->setting.areas + 1);
    return person;
}

bool shuffle_is_pending(const struct rulebook *book, const struct round *round)
{
    uint8_t riffle = round->blackjack.riffle;
    return riffle == RIFFLE_SHUFFLE || (riffle == RIFFLE_CUT && cutter(book, round) >= 0);
}

struct ruling shuffle_comes_first(const struct rulebook *book, const struct round *round)
{
    if (!shuffle_is_pending(book, round))
        return allow(GROUND_DEAL);
    return ruling_irregular((struct ruling){.status = STATUS_SHUFFLE_FIRST}, IRREGULARITY_INSUFFICIENT_CARDS,
                            false);
}

void bj_shuffle_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_SHUFFLE);
    struct blackjack_state *state = felt->state;
    uint8_t lying[CARD_CODE_COUNT] = {0};
    struct event *event = events_add(felt->events, EVENT_SHUFFLED);
    if (act->flags & ACT_FULL) {
        device_shuffle(felt->book, felt->round);
        return;
    }
    count_layout(felt->round, lying);
    device_riffle(felt->round, lying);
    mark_collected(felt);
    trail_forget_discarded(felt);
    int person = cutter(felt->book, felt->round);
    state->riffle = person >= 0 ? RIFFLE_CUT : RIFFLE_NONE;
    if (person < 0)
        return;
    event->number = 1;
    event->person = (uint8_t)person;
    felt_cite_irregularity(event, IRREGULARITY_INSUFFICIENT_CARDS, false);
}

struct ruling bj_cut_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_CUT);
    if (round->blackjack.riffle != RIFFLE_CUT) {
        if (round->memory.shuffled && (round->phase == PHASE_IDLE || round->phase == PHASE_ENDED))
            return (struct ruling){.status = STATUS_OK};
        return ruling_irregular((struct ruling){.status = STATUS_NOT_ASKED}, IRREGULARITY_INSUFFICIENT_CARDS,
                                false);
    }
    if (cutter(book, round) != act->person)
        return ruling_irregular((struct ruling){.status = STATUS_NOT_ASKED}, IRREGULARITY_INSUFFICIENT_CARDS,
                                false);
    return ruling_irregular((struct ruling){.status = STATUS_OK}, IRREGULARITY_INSUFFICIENT_CARDS, false);
}

void bj_cut_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CUT);
    (void)act;
    felt->state->riffle = RIFFLE_NONE;
}
