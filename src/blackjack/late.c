/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/late.h"

#include <assert.h>

#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/dealer.h"
#include "blackjack/options.h"
#include "blackjack/trail.h"
#include "blackjack/window.h"

/* [mbs 5.12.2] offers the options although cards were drawn; else [rws 3.15.2.a, 3.17] they are over once an
 * additional card was dealt to any Player. */
static bool gives_options(const struct felt *felt)
{
    return felt->book->irregularities[IRREGULARITY_DEALER_NO_CARD].late == REMEDY_LATE_CARD ||
           !deal_anybody_drew(felt->round);
}

void late_card_landed(struct felt *felt, struct event *event)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    deal_settle_decided(felt);
    window_dealt_anew(felt, 0, false); /* another may have lain there in its stead */
    if (state->late.card) {
        felt_cite_irregularity(event, IRREGULARITY_DEALER_NO_CARD, true);
        state->late.card = LATE_CARD_NONE;
        if (felt->book->blackjack.late_card_withdraw == WITHDRAW_AROUND_CARD)
            options_offer(felt, IRREGULARITY_DEALER_NO_CARD, true, false); /* [mbs 5.25] [AMB-71] */
    }
    if (gives_options(felt))
        window_open(felt, true);
}

/* Is the hand that was being acted upon still the one in play, split or not? */
static bool is_acted_upon(const struct blackjack_state *state)
{
    const struct spot *hand = &state->late.hand;
    return state->late.card == LATE_CARD_DUE && hand->area && state->turn.area == hand->area &&
           (state->turn.hand == hand->hand || (!hand->hand && state->turn.hand == 1));
}

/* [mbs 5.12.1] the hand in play is completed before the Dealer's late card. */
struct ruling bj_finish_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_FINISH);
    const struct blackjack_state *state = &round->blackjack;
    if (!is_acted_upon(state) || !spot_equal(act->spot, state->turn))
        return refuse(STATUS_NOT_ASKED, GROUND_FINISH_FIRST);
    struct ruling ruling = control_verify(book, round, act);
    if (ruling.status == STATUS_OK)
        ruling_cite(&ruling, GROUND_FINISH_FIRST);
    return ruling;
}

void bj_finish_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_FINISH);
    (void)act;
    felt->state->late.card = LATE_CARD_AFTER_HAND;
}

uint32_t late_offered(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    if (!is_acted_upon(state))
        return 0;
    int person = control_of(book, round, state->turn).person;
    return person < 0 ? 0 : UINT32_C(1) << person;
}

static void tell_finish(struct felt *felt)
{
    if (!late_offered(felt->book, felt->round))
        return;
    struct event *event = events_add(felt->events, EVENT_OFFERED);
    event->option = OPTION_FINISH;
    event->person = (uint8_t)control_of(felt->book, felt->round, felt->state->turn).person;
    event->spot = felt->state->turn;
    event_cite(event, GROUND_FINISH_FIRST);
}

void late_card_due(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    state->late.card = LATE_CARD_DUE;
    state->late.hand = state->played ? state->turn : (struct spot){0, 0, 0};
    tell_finish(felt);
}

void late_advance(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    if (state->late.card == LATE_CARD_AFTER_HAND && state->turn.area != state->late.hand.area)
        state->late.card = LATE_CARD_DUE;
    if (!state->late.card)
        return;
    bool astray = trail_astray(felt->round) && felt_areas_staked(felt->book, felt->round);
    if (!astray && !dealer_wants_card(felt->book, felt->round))
        state->late.card = LATE_CARD_NONE; /* [mbs 3.35] nobody is left whom it could concern */
}
