/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/question.h"

#include <assert.h>

void question_ask(struct felt *felt, enum question question, enum irregularity kind, bool late,
                  struct spot spot)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct blackjack_state *state = felt->state;
    felt->round->question = (uint8_t)question;
    state->asked.kind = (uint8_t)kind;
    state->asked.late = late;
    state->asked.spot = spot;
    struct event *event = events_add(felt->events, EVENT_ASKED);
    event->question = (uint8_t)question;
    felt_cite_irregularity(event, kind, late);
    if (question == QUESTION_SHIFT)
        event_cite(event, GROUND_SHIFT_DECIDES);
}
