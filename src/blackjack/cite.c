/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/cite.h"

#include <assert.h>

#include "blackjack/hand.h"

void cite_hand(const struct felt *felt, struct event *event, const struct hand *hand)
{
    assert(hand->count <= HAND_CARDS_MAX);
    if (hand_has_ace(hand))
        event_cite(event, GROUND_ACE_VALUE);
    if (hand_is_blackjack(felt->book, hand))
        event_cite(event, GROUND_BLACKJACK);
    if (hand->split && hand->count == 2 && hand_total(felt->book, hand).points == TWENTY_ONE)
        event_cite(event, GROUND_SPLIT_NO_BLACKJACK);
    if (hand->doubled && felt->book->blackjack.double_ace_is_one && hand_has_ace(hand))
        event_cite(event, GROUND_DOUBLE_ACE);
}

static void cite_extended(const struct felt *felt, struct event *event, const struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    if (felt_stake_hand(felt->round, stake)->split)
        event_cite(event, GROUND_ORIGINAL_SPLIT);
    if (stake_is(stake, STAKE_DOUBLED))
        event_cite(event, GROUND_ORIGINAL_DOUBLED);
}

static void cite_push(const struct felt *felt, struct event *event, const struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    if (stake->why != GROUND_PUSH_BLACKJACK + 1)
        return;
    event_cite(event, GROUND_BLACKJACK_WAITS);
    if (felt_dealer_shows(felt->round, felt->book->blackjack.insurance_against))
        event_cite(event, GROUND_EVEN_MONEY);
}

void cite_settled(const struct felt *felt, struct event *event, const struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    bool main = stake_is_main(felt->book, stake);
    switch ((enum reason)stake->reason) {
    case REASON_BJ:
        event_cite(event, GROUND_BLACKJACK_PAID);
        break;
    case REASON_PUSH:
        cite_push(felt, event, stake);
        break;
    case REASON_BUST:
        event_cite(event, GROUND_BUST);
        cite_extended(felt, event, stake);
        break;
    case REASON_LOSE:
    case REASON_ORIGINAL_ONLY:
        if (main && felt_dealer_blackjack(felt->book, felt->round)) {
            cite_extended(felt, event, stake);
            if (hand_total(felt->book, felt_stake_hand(felt->round, stake)).points < TWENTY_ONE)
                event_cite(event, GROUND_LOSE_LOWER);
        }
        break;
    case REASON_SURRENDER:
        event_cite(event, GROUND_SURRENDER_EACH);
        break;
    case REASON_VOID:
        event_cite(event, GROUND_VOID);
        break;
    case REASON_NONE:
    case REASON_WIN:
    case REASON_EVEN:
    case REASON_PRORATA:
    case REASON_RETURNED:
    case REASON_WITHDRAWN:
    case REASON_COUNT:
        break;
    }
    if (main && (stake->reason == REASON_WIN || stake->reason == REASON_LOSE || stake->reason == REASON_PUSH))
        event_cite(event, GROUND_COMPARE);
    if (stake_result_cents(stake) < 0 && has_bit(felt->state->choice.withdrew, stake->person))
        event_cite(event, GROUND_WITHDRAW); /* [mbs 5.25] what was lost before stays lost */
    if (!main && felt->book->wagers[stake->wager].judge == JUDGE_DEALER_BUST && stake->paid_cents)
        event_cite(event, GROUND_DRAW_FOR_SIDE);
}
