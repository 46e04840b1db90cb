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

/* The first of these areas whose hand has so many cards; 0: none. */
static unsigned first_with(const struct blackjack_state *state, unsigned areas, unsigned cards)
{
    for (; areas; areas &= areas - 1) {
        unsigned area = (unsigned)__builtin_ctz(areas);
        if (state->areas[area].hands[0].count == cards)
            return area;
    }
    return 0;
}

/* Where it goes on, with main wagers on these areas. */
static struct place place_on(const struct blackjack_state *state, unsigned areas)
{
    for (unsigned cards = 0; areas && cards < 2; cards++) {
        unsigned area = first_with(state, areas, cards);
        if (area)
            return (struct place){PLACE_HAND, (uint8_t)area, 0};
        if (cards == 0 && state->dealer.count == 0)
            return at_dealer;
    }
    return nowhere;
}

struct place deal_initial_place(const struct rulebook *book, const struct round *round)
{
    return place_on(&round->blackjack, felt_areas_staked(book, round));
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

static bool had_main(const struct felt *felt)
{
    for (unsigned i = 0; i < felt->round->stake_count; i++)
        if (stake_is_main(felt->book, &felt->round->stakes[i]))
            return true;
    return false;
}

/* [rws 3.26.2] the Dealer has two cards by one that stays, and somebody waits for what the Hand is. */
static bool dealer_has_drawn(const struct felt *felt)
{
    for (unsigned i = 0; i < felt->round->stake_count; i++)
        if (stake_is_open(&felt->round->stakes[i]))
            return felt->state->dealer.count > 1;
    return false;
}

/* The initial deal has laid out what it owes. [AMB-44] [rws 5.7.3] Once an error has made every hand go back
 * it owes nothing more, and the Dealer draws for whoever is left; not for a side wager that never had a main
 * one [rws 3.9.1]. */
static bool deal_is_done(const struct felt *felt)
{
    unsigned areas = felt_areas_staked(felt->book, felt->round);
    if (!areas)
        return had_main(felt) && (dealer_wants_card(felt->book, felt->round) || dealer_has_drawn(felt));
    return place_on(felt->state, areas).kind == PLACE_NOWHERE;
}

/* [AMB-92] what the initial deal decides is decided once every face is known. */
void deal_advance(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    const struct blackjack_state *state = felt->state;
    if (state->phase == DEAL_INITIAL && !trail_astray(felt->round) && deal_is_done(felt) &&
        !felt_first_down(felt->round).area)
        deal_complete(felt);
}

/* ---- The interim settlement. ---- */

void deal_complete(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    state->trail.initial = (uint8_t)trail_initial_count(state);
    state->phase = DEAL_INTERIM;
    for (unsigned area = 1; area <= felt->round->setting.areas; area++) {
        struct hand *hand = &state->areas[area].hands[0];
        if (!hand_is_blackjack(felt->book, hand))
            continue;
        hand->refused |= hand->end == HAND_REFUSED;
        hand->end = HAND_BLACKJACK;
    }
    /* [3.25] [rws 3.15.2.a, 3.17] a deal put right after play had begun does not open it again. */
    if (!state->played || (!felt->book->blackjack.stand_closes_window && !deal_anybody_drew(felt->round)))
        window_open(felt, false);
    assert(state->phase == DEAL_INTERIM && state->trail.initial <= state->trail.count);
}

/* [mbs 3.19] [rws 3.16] a Blackjack is paid at once where the Dealer's first card cannot make one. */
static void pay_blackjacks(struct felt *felt)
{
    const struct hand *dealer = &felt->state->dealer;
    if (!felt->book->blackjack.pay_blackjack_early || !dealer->count || card_points(dealer->cards[0]) >= 10)
        return;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake_is_open(stake) && stake_is_main(felt->book, stake) &&
            !has_bit(felt->state->choice.persons, stake->person) && /* [rws 5.7.3] may still take it back */
            hand_is_blackjack(felt->book, felt_hand_at(felt, stake->spot)))
            settle_main(felt, stake);
    }
}

void deal_settle_decided(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt->book->blackjack.settle_sides_early)
        side_settle_all(felt, SIDES_OF_INITIAL_DEAL);
    pay_blackjacks(felt);
}

void deal_interim(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    felt->state->phase = DEAL_PLAY;
    felt->state->interim = true;
    deal_settle_decided(felt);
    assert(felt->state->phase == DEAL_PLAY);
}

void deal_settle_due(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt->state->phase == DEAL_PLAY && felt->state->interim && !trail_astray(felt->round))
        deal_settle_decided(felt);
}

/* `settle` in an incomplete deal means that the Dealer believes it complete. */
struct ruling bj_settle_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_SETTLE);
    (void)book, (void)act;
    if (round->phase != PHASE_DEALING || !felt_is_dealt(round))
        return refuse(STATUS_NOT_NOW, GROUND_INTERIM);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (round->blackjack.phase == DEAL_PLAY)
        return refuse(STATUS_SETTLED_ALREADY, GROUND_INTERIM);
    if (felt_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    return allow(GROUND_INTERIM);
}

void bj_settle_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_SETTLE);
    (void)act;
    if (felt->state->phase == DEAL_INITIAL)
        deal_complete(felt);
    deal_interim(felt);
}
