/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/loss.h"

#include <assert.h>

#include "blackjack/cite.h"
#include "blackjack/hand.h"
#include "blackjack/limits.h"

/* One person's main wagers on one area. */
struct holding {
    unsigned open; /* wagers on hands not over 21 */
    bool extended; /* they split or doubled there */
    int64_t original_cents;
    int64_t busted_cents;
};

static bool is_held(const struct rulebook *book, const struct stake *stake, const struct stake *owner)
{
    assert(stake->wager < book->wager_count);
    return stake->person == owner->person && stake->spot.area == owner->spot.area &&
           stake_is_main(book, stake);
}

static struct holding holding_of(const struct rulebook *book, const struct round *round,
                                 const struct stake *owner)
{
    struct holding holding = {0, false, owner->original_cents, 0};
    unsigned stakes = 0;
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (!is_held(book, stake, owner))
            continue;
        stakes++;
        holding.extended |= stake_is(stake, STAKE_DOUBLED);
        if (stake->reason == REASON_BUST)
            holding.busted_cents += stake->taken_cents;
        holding.open += stake_is_open(stake);
    }
    holding.extended |= stakes > 1;
    return holding;
}

/* ---- Busted hands, where they count towards the one original wager. ---- */

static int64_t over_original(const struct rulebook *book, const struct round *round,
                             const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    if (stake->reason != REASON_BUST)
        return 0;
    struct holding holding = holding_of(book, round, stake);
    return holding.busted_cents - holding.original_cents;
}

bool loss_may_come_back(const struct rulebook *book, const struct round *round)
{
    const struct hand *dealer = &round->blackjack.dealer;
    if (book->blackjack.dealer_bj_loss != BJ_LOSS_ORIGINAL_ONLY || dealer->count != 1 ||
        card_points(dealer->cards[0]) < 10)
        return false;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (over_original(book, round, &round->stakes[i]) > 0)
            return true;
    return false;
}

void loss_give_back(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt->book->blackjack.dealer_bj_loss != BJ_LOSS_ORIGINAL_ONLY ||
        !felt_dealer_blackjack(felt->book, felt->round))
        return;
    for (unsigned i = felt->round->stake_count; i-- > 0;) { /* from the last hand backwards */
        struct stake *stake = &felt->round->stakes[i];
        int64_t over_cents = over_original(felt->book, felt->round, stake);
        if (over_cents <= 0)
            continue;
        int64_t back_cents = over_cents < stake->taken_cents ? over_cents : stake->taken_cents;
        event_cite(stake_untake(felt->events, stake, back_cents), GROUND_LOSE_DEALER_BJ);
        struct event *event = stake_return(felt->round, felt->events, stake, back_cents);
        if (stake->taken_cents == 0)
            stake->reason = REASON_ORIGINAL_ONLY;
        event_cite(event, GROUND_LOSE_DEALER_BJ);
        cite_settled(felt, event, stake);
    }
}

/* ---- Hands not over 21. ---- */

static void take_original(struct felt *felt, const struct stake *owner, const struct holding *holding)
{
    int64_t due_cents = holding->original_cents;
    if (felt->book->blackjack.dealer_bj_loss == BJ_LOSS_ORIGINAL_ONLY)
        due_cents -= holding->busted_cents < due_cents ? holding->busted_cents : due_cents;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (!is_held(felt->book, stake, owner) || !stake_is_open(stake))
            continue;
        int64_t take_cents = stake->effective_cents < due_cents ? stake->effective_cents : due_cents;
        due_cents -= take_cents;
        if (holding->open > 1)
            stake->flags |= STAKE_AS_ONE;
        struct event *event =
            take_cents ? felt_take(felt, stake, take_cents, REASON_ORIGINAL_ONLY, GROUND_LOSE_DEALER_BJ)
                       : felt_return(felt, stake, REASON_ORIGINAL_ONLY, GROUND_LOSE_DEALER_BJ);
        cite_settled(felt, event, stake);
    }
}

bool loss_take_original(struct felt *felt, const struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    const struct hand *hand = felt_hand_at(felt, stake->spot);
    if (felt->book->blackjack.dealer_bj_loss == BJ_LOSS_ALL ||
        !felt_dealer_blackjack(felt->book, felt->round) || !hand->count ||
        limits_used_up(felt->book, felt->round, stake))
        return false;
    assert(!hand_is_bust(felt->book, hand)); /* these are settled by now */
    struct holding holding = holding_of(felt->book, felt->round, stake);
    if (!holding.extended)
        return false;
    take_original(felt, stake, &holding);
    return true;
}
