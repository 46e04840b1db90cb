/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/deal.h"

#include <assert.h>

#include "blackjack/dealer.h"
#include "blackjack/hand.h"
#include "blackjack/settle.h"
#include "blackjack/side.h"
#include "blackjack/trail.h"
#include "blackjack/window.h"

static const struct place nowhere = {PLACE_NOWHERE, 0, 0};
static const struct place at_dealer = {PLACE_DEALER, 0, 0};

/* ---- The initial deal. ---- */

struct place deal_initial_place(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    uint8_t areas = table_areas_staked(book, round);
    for (unsigned cards = 0; areas && cards < 2; cards++) {
        for (unsigned area = 1; area <= round->setting.areas; area++)
            if (has_bit(areas, area) && state->areas[area].hands[0].count == cards)
                return (struct place){PLACE_HAND, (uint8_t)area, 0};
        if (cards == 0 && state->dealer.count == 0)
            return at_dealer;
    }
    return nowhere;
}

/* An additional card was dealt to some Player, or asked for. */
bool deal_anybody_drew(const struct round *round)
{
    for (unsigned number = 1; number <= round->setting.areas; number++) {
        const struct area *area = &round->blackjack.areas[number];
        if (area_is_split(area) || area->hands[0].count > 2 || area->hands[0].asks)
            return true;
    }
    return false;
}

static bool had_main(const struct table *table)
{
    for (unsigned i = 0; i < table->round->stake_count; i++)
        if (stake_is_main(table->book, &table->round->stakes[i]))
            return true;
    return false;
}

/* The initial deal has laid out what it owes. [AMB-44] [rws 5.7.3] Once an error has made every hand go back
 * it owes nothing more, and the Dealer draws for whoever is left; not for a side wager that never had a main
 * one [rws 3.9.1]. */
static bool deal_is_done(const struct table *table)
{
    const struct blackjack_state *state = table->state;
    if (!table_areas_staked(table->book, table->round))
        return had_main(table) && dealer_wants_card(table->book, table->round);
    return state->trail.count && deal_initial_place(table->book, table->round).kind == PLACE_NOWHERE;
}

/* [AMB-92] what the initial deal decides is decided once every face is known. */
void deal_advance(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    const struct blackjack_state *state = table->state;
    if (state->phase == DEAL_INITIAL && !trail_astray(table->round) && !table_first_down(table->round).area &&
        deal_is_done(table))
        deal_complete(table);
}

/* ---- The interim settlement. ---- */

void deal_complete(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    struct blackjack_state *state = table->state;
    state->phase = DEAL_INTERIM;
    state->trail.initial = state->trail.count;
    for (unsigned area = 1; area <= table->round->setting.areas; area++) {
        struct hand *hand = &state->areas[area].hands[0];
        if (hand_is_blackjack(table->book, hand))
            hand->end = HAND_BLACKJACK;
    }
    /* [3.25] [rws 3.15.2.a, 3.17] a deal put right after play had begun does not open it again. */
    if (!state->played || (!table->book->blackjack.stand_closes_window && !deal_anybody_drew(table->round)))
        window_open(table, false);
    assert(state->phase == DEAL_INTERIM && state->trail.initial == state->trail.count);
}

/* [mbs 3.19] [rws 3.16] a Blackjack is paid at once where the Dealer's first card cannot make one. */
static void pay_blackjacks(struct table *table)
{
    const struct hand *dealer = &table->state->dealer;
    if (!table->book->blackjack.pay_blackjack_early || !dealer->count || card_points(dealer->cards[0]) >= 10)
        return;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        if (stake_is_open(stake) && stake_is_main(table->book, stake) &&
            !has_bit(table->state->choice.persons, stake->person) && /* [rws 5.7.3] may still take it back */
            hand_is_blackjack(table->book, table_hand_at(table, stake->spot)))
            settle_main(table, stake);
    }
}

void deal_settle_decided(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    if (table->book->blackjack.settle_sides_early)
        side_settle_all(table, SIDES_OF_INITIAL_DEAL);
    pay_blackjacks(table);
}

void deal_interim(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    table->state->phase = DEAL_PLAY;
    table->state->interim = true;
    deal_settle_decided(table);
    assert(table->state->phase == DEAL_PLAY);
}

void deal_settle_due(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    if (table->state->phase == DEAL_PLAY && table->state->interim && !trail_astray(table->round))
        deal_settle_decided(table);
}

/* `settle` in an incomplete deal means that the Dealer believes it complete. */
struct ruling bj_settle_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_SETTLE);
    (void)book, (void)act;
    if (round->phase != PHASE_DEALING || round->blackjack.trail.count == 0)
        return refuse(STATUS_NOT_NOW, GROUND_INTERIM);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (round->blackjack.phase == DEAL_PLAY)
        return refuse(STATUS_SETTLED_ALREADY, GROUND_INTERIM);
    if (table_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    return allow(GROUND_INTERIM);
}

void bj_settle_do(struct table *table, const struct act *act)
{
    assert(act->verb == VERB_SETTLE);
    (void)act;
    if (table->state->phase == DEAL_INITIAL)
        deal_complete(table);
    deal_interim(table);
}
