/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/end.h"

#include <assert.h>

#include "blackjack/dealer.h"
#include "blackjack/due.h"
#include "blackjack/options.h"
#include "blackjack/settle.h"
#include "blackjack/shuffle.h"
#include "blackjack/together.h"
#include "blackjack/trail.h"

struct ruling bj_end_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_END);
    const struct blackjack_state *state = &round->blackjack;
    (void)act;
    if (round->phase == PHASE_ENDED && round->voided)
        return allow(GROUND_END); /* a void round has ended; this only confirms it */
    if (round->phase != PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, GROUND_END);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    struct ruling shuffled = shuffle_comes_first(book, round);
    if (shuffled.status != STATUS_OK)
        return shuffled;
    if (state->phase == DEAL_INITIAL && felt_areas_staked(book, round))
        return refuse(STATUS_CARD_DUE, GROUND_DEAL);
    if (felt_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    if (state->turn.area)
        return refuse(STATUS_HAND_WAITS, GROUND_DEAL);
    struct place wanted = due_place(book, round);
    bool hidden =
        trail_astray(round) || wanted.kind == PLACE_DISCARD; /* the table is followed, or one goes first */
    if (hidden && dealer_wants_card(book, round))
        return refuse(STATUS_CARD_DUE, GROUND_DEALER_DRAWS);
    if (wanted.kind != PLACE_NOWHERE && wanted.kind != PLACE_DISCARD)
        return refuse(STATUS_CARD_DUE, GROUND_DEALER_DRAWS);
    assert(!state->late.card || trail_astray(round)); /* with no hand in play it is due */
    return allow(GROUND_END);
}

void bj_end_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_END);
    (void)act;
    if (felt->round->voided) {
        event_cite(events_add(felt->events, EVENT_ENDED), GROUND_END);
        return;
    }
    together_clear(felt);
    options_clear(felt);
    settle_all(felt);
    settle_end(felt);
}
