/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/void.h"

#include <assert.h>

#include "blackjack/options.h"
#include "blackjack/settle.h"
#include "blackjack/together.h"

static void void_stake(struct felt *felt, struct stake *stake, enum irregularity kind, bool late,
                       enum ground ground)
{
    assert(stake->wager < felt->book->wager_count);
    if (stake->reason == REASON_RETURNED || stake->reason == REASON_WITHDRAWN)
        return;
    stake->irregularity = (uint8_t)(kind + 1);
    stake->late = late;
    stake->line = 0;
    stake->flags &= (uint16_t)~STAKE_AS_ONE;
    struct event *untaken = stake_untake(felt->events, stake, stake->taken_cents);
    if (untaken)
        felt_cite_irregularity(untaken, kind, late);
    struct event *unpaid = stake_unpay(felt->round, felt->events, stake);
    if (unpaid)
        felt_cite_irregularity(unpaid, kind, late);
    stake->state = STAKE_OPEN;
    stake->why = (uint8_t)(ground + 1);
    if (stake_left_cents(stake)) /* what was handed back with a payment is there already */
        event_cite(felt_return(felt, stake, REASON_VOID, ground), GROUND_VOID);
    else
        stake_close(stake, REASON_VOID);
}

void void_round(struct felt *felt, enum irregularity kind, bool late, enum ground ground)
{
    assert(kind < IRREGULARITY_COUNT);
    struct event *event = events_add(felt->events, EVENT_VOID);
    event_cite(event, GROUND_VOID);
    event_cite(event, ground);
    felt_cite_irregularity(event, kind, late);
    felt->round->voided = true;
    together_clear(felt);
    options_clear(felt);
    for (unsigned i = 0; i < felt->round->stake_count; i++)
        void_stake(felt, &felt->round->stakes[i], kind, late, ground);
    event_cite(events_add(felt->events, EVENT_EARLIER_STAND), GROUND_EARLIER_STAND);
    settle_end(felt);
    assert(felt->round->phase == PHASE_ENDED && !felt_settled(felt->round));
}
