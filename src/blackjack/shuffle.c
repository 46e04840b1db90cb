/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/shuffle.h"

#include <assert.h>

#include "blackjack/control.h"
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

/* [AMB-72] who cuts: the Player whose hand is next; are they not there, the next one clockwise; nobody there,
 * nobody cuts. */
static int cutter(const struct rulebook *book, const struct round *round)
{
    struct spot turn = round->blackjack.turn;
    int person = turn.area ? control_of(book, round, turn).person : -1;
    unsigned before = turn.area ? turn.area - 1U : 0;
    for (unsigned i = 0; i < round->setting.areas && person < 0; i++)
        person = control_of_area(book, round, (before + i) % round->setting.areas + 1).person;
    return person;
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
    count_lying(lying, &state->dealer);
    for (unsigned area = 1; area <= felt->round->setting.areas; area++)
        for (unsigned index = 0; index < state->areas[area].hand_count; index++)
            if (!lies_collected(&state->areas[area].hands[index]))
                count_lying(lying, &state->areas[area].hands[index]);
    device_riffle(felt->round, lying);
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
