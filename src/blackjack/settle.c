/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/settle.h"

#include <assert.h>

#include "blackjack/cite.h"
#include "blackjack/dealer.h"
#include "blackjack/hand.h"
#include "blackjack/limits.h"
#include "blackjack/loss.h"
#include "blackjack/side.h"

/* ---- One hand against the Dealer's. ---- */

static unsigned hand_pay_line(const struct wager_rule *wager, enum hand_line hand)
{
    unsigned line = 0;
    while (wager->lines[line].match.hand != hand)
        line++;
    assert(line < wager->line_count); /* the rulebook's check sees to both lines */
    return line + 1;
}

static void pay_hand(struct felt *felt, struct stake *stake, enum hand_line hand, enum reason reason,
                     enum ground why)
{
    assert(stake->wager < felt->book->wager_count);
    const struct wager_rule *wager = &felt->book->wagers[stake->wager];
    unsigned line = hand_pay_line(wager, hand);
    int64_t profit_cents = felt_profit(felt->book, stake->effective_cents, wager->lines[line - 1].pays);
    struct event *event = felt_pay(felt, stake, profit_cents, line, reason, why);
    cite_settled(felt, event, stake);
    if (reason == REASON_BJ)
        event_cite(event, GROUND_INTERIM);
}

static void take_hand(struct felt *felt, struct stake *stake, int64_t amount_cents, enum reason reason,
                      enum ground why)
{
    assert(stake->wager < felt->book->wager_count);
    struct event *event = felt_take(felt, stake, amount_cents, reason, why);
    cite_settled(felt, event, stake);
}

/* A stand-off: neither won nor lost [v6 1.1.14; ar 1.1.15; se 1.1.15]. */
static void push_hand(struct felt *felt, struct stake *stake, enum ground why)
{
    assert(stake->wager < felt->book->wager_count);
    struct event *event = felt_return(felt, stake, REASON_PUSH, why);
    cite_settled(felt, event, stake);
}

/* [AMB-18] an ordinary 21 loses to a Dealer's Blackjack, unless the reading lets it stand off. */
static void settle_against_blackjack(struct felt *felt, struct stake *stake, const struct hand *hand)
{
    assert(stake->wager < felt->book->wager_count);
    bool twenty_one = hand_total(felt->book, hand).points == TWENTY_ONE;
    if (hand_is_blackjack(felt->book, hand))
        push_hand(felt, stake, GROUND_PUSH_BLACKJACK);
    else if (twenty_one && felt->book->blackjack.dealer_bj_vs_21 == BJ_VS_21_PUSH)
        push_hand(felt, stake, GROUND_PUSH_EQUAL);
    else
        take_hand(felt, stake, stake->effective_cents, REASON_LOSE, GROUND_LOSE_DEALER_BJ);
}

static void settle_totals(struct felt *felt, struct stake *stake, const struct hand *hand)
{
    assert(stake->wager < felt->book->wager_count);
    unsigned points = hand_total(felt->book, hand).points;
    unsigned dealer = hand_total(felt->book, &felt->state->dealer).points;
    if (dealer > TWENTY_ONE)
        pay_hand(felt, stake, HAND_LINE_REGULAR, REASON_WIN, GROUND_WIN_DEALER_BUST);
    else if (points > dealer)
        pay_hand(felt, stake, HAND_LINE_REGULAR, REASON_WIN, GROUND_WIN_HIGHER);
    else if (points < dealer)
        take_hand(felt, stake, stake->effective_cents, REASON_LOSE, GROUND_LOSE_LOWER);
    else
        push_hand(felt, stake, GROUND_PUSH_EQUAL);
}

void settle_main(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    const struct hand *hand = felt_stake_hand(felt->round, stake);
    if (limits_hand_back(felt, stake))
        return;
    if (!hand->count) {
        stake->irregularity = IRREGULARITY_NO_CARDS + 1; /* [mbs 5.14] */
        stake->late = true;
        felt_return(felt, stake, REASON_RETURNED, GROUND_BET_FIRST);
    } else if (hand_is_bust(felt->book, hand)) {
        take_hand(felt, stake, stake->effective_cents, REASON_BUST, GROUND_LOSE_BUST);
    } else if (felt_dealer_blackjack(felt->book, felt->round)) {
        settle_against_blackjack(felt, stake, hand);
    } else if (hand_is_blackjack(felt->book, hand)) {
        pay_hand(felt, stake, HAND_LINE_BLACKJACK, REASON_BJ, GROUND_WIN_BLACKJACK);
    } else {
        settle_totals(felt, stake, hand);
    }
}

/* ---- Results. ---- */

static struct event *tell_result(struct felt *felt, const struct stake *stake, int64_t result_cents)
{
    assert(stake->wager < felt->book->wager_count);
    struct event *event = stake_event(felt->events, EVENT_RESULT, stake, result_cents);
    event->reason = stake->reason;
    event->line = stake->line;
    assert(stake->why);
    event_cite(event, (enum ground)(stake->why - 1));
    felt_cite_stake(felt, event, stake);
    cite_settled(felt, event, stake);
    return event;
}

/* A loss limited to the original wager belongs to the area when it is shared by several hands. */
static void tell_results(struct felt *felt)
{
    struct round *round = felt->round;
    for (unsigned i = 0; i < round->stake_count; i++) {
        struct stake *stake = &round->stakes[i];
        int64_t result_cents = stake_result_cents(stake);
        bool first = true;
        if (stake_is(stake, STAKE_AS_ONE)) {
            for (unsigned j = 0; j < round->stake_count; j++) {
                const struct stake *other = &round->stakes[j];
                if (j == i || !stake_is(other, STAKE_AS_ONE) || other->person != stake->person ||
                    other->spot.area != stake->spot.area)
                    continue;
                first &= j > i;
                result_cents += stake_result_cents(other);
            }
            if (!first)
                continue;
        }
        struct event *event = tell_result(felt, stake, result_cents);
        if (stake_is(stake, STAKE_AS_ONE))
            event->spot.hand = 0;
    }
}

void settle_end(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    if (felt_is_dealt(felt->round))
        felt->round->memory.burn_due = 0; /* [AMB-73] a burn once forgotten is not made up for later */
    felt->round->phase = PHASE_ENDED;
    felt->round->question = QUESTION_NONE;
    felt->state->turn = (struct spot){0, 0, 0};
    felt->state->windows.open = 0;
    tell_results(felt);
    if (felt->round->memory.shuffle_due) {
        struct event *event = events_add(felt->events, EVENT_SHUFFLE_DUE);
        event->irregularity = felt->round->memory.shuffle_due;
    }
    event_cite(events_add(felt->events, EVENT_ENDED), GROUND_END);
}

/* ---- All of them. ---- */

/* [AMB-37] by the other reading of [ar 3.24.3] a Dealer's Blackjack takes the wagers on split Aces too. */
static void lose_split_sides(struct felt *felt)
{
    if (felt->book->blackjack.split_side_on_bj != SPLIT_SIDE_LOSES ||
        !felt_dealer_blackjack(felt->book, felt->round))
        return;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake_is_open(stake) && wager_place(felt->book, stake->wager) == PLACE_SPLIT_SIDE)
            take_hand(felt, stake, stake->effective_cents, REASON_LOSE, GROUND_ORIGINAL_SPLIT);
    }
}

/* What no card has judged is noticed only now and goes back. On an area it was dealt short, as its main wager
 * was [mbs 5.14, 5.16] [AMB-70], or there was none [rws 5.15]. */
static void return_unjudged(struct felt *felt, struct stake *stake)
{
    assert(stake->wager < felt->book->wager_count);
    enum irregularity kind = IRREGULARITY_PAIRS_WITHOUT_BET;
    if (felt_was_staked(felt->book, felt->round, stake->spot.area))
        kind = felt->state->areas[stake->spot.area].hands[0].count ? IRREGULARITY_ONE_CARD
                                                                   : IRREGULARITY_NO_CARDS;
    if (wager_place(felt->book, stake->wager) == PLACE_AREA_SIDE && !stake->irregularity) {
        stake->irregularity = (uint8_t)(kind + 1);
        stake->late = true;
    }
    felt_return(felt, stake, REASON_RETURNED,
                kind == IRREGULARITY_PAIRS_WITHOUT_BET ? GROUND_SIDE_NEEDS_MAIN : GROUND_BET_FIRST);
}

/* A hand over 21 by a card that nobody has reported is over 21 all the same: it is no hand of which a
 * Dealer's Blackjack takes one original wager [v6 3.24.3] [rws 3.22.3]. */
static void settle_busts(struct felt *felt)
{
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake_is_open(stake) && stake_is_main(felt->book, stake) &&
            hand_is_bust(felt->book, felt_stake_hand(felt->round, stake)))
            settle_main(felt, stake);
    }
}

void settle_all(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct round *round = felt->round;
    lose_split_sides(felt);
    side_settle_all(felt, SIDES_OF_INITIAL_DEAL | SIDES_OF_SPLIT | SIDES_OF_SECOND_CARD | SIDES_OF_DEALER);
    settle_busts(felt);
    loss_give_back(felt);
    for (unsigned i = 0; i < round->stake_count; i++) {
        struct stake *stake = &round->stakes[i];
        if (stake_is_open(stake) && stake_is_main(felt->book, stake) && !loss_take_original(felt, stake))
            settle_main(felt, stake);
    }
    for (unsigned i = 0; i < round->stake_count; i++) {
        struct stake *stake = &round->stakes[i];
        if (stake_is_open(stake))
            return_unjudged(felt, stake);
    }
    limits_remember(felt);
    assert(felt_areas_staked(felt->book, felt->round) == 0); /* nothing is left open */
}
