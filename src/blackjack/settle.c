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
    for (unsigned i = 0; i < wager->line_count; i++)
        if (wager->lines[i].match.hand == hand)
            return i + 1;
    assert(!"the rulebook's check sees to both lines");
    return 1;
}

static void pay_hand(struct table *table, struct stake *stake, enum hand_line hand, enum reason reason,
                     enum ground why)
{
    assert(stake->wager < table->book->wager_count);
    const struct wager_rule *wager = &table->book->wagers[stake->wager];
    unsigned line = hand_pay_line(wager, hand);
    int64_t profit_cents = table_profit(table->book, stake->effective_cents, wager->lines[line - 1].pays);
    struct event *event = table_pay(table, stake, profit_cents, line, reason, why);
    cite_settled(table, event, stake);
    if (reason == REASON_BJ)
        event_cite(event, GROUND_INTERIM);
}

static void take_hand(struct table *table, struct stake *stake, int64_t amount_cents, enum reason reason,
                      enum ground why)
{
    assert(stake->wager < table->book->wager_count);
    struct event *event = table_take(table, stake, amount_cents, reason, why);
    cite_settled(table, event, stake);
}

/* A stand-off: neither won nor lost [v6 1.1.14; ar 1.1.15; se 1.1.15]. */
static void push_hand(struct table *table, struct stake *stake, enum ground why)
{
    assert(stake->wager < table->book->wager_count);
    struct event *event = table_return(table, stake, REASON_PUSH, why);
    cite_settled(table, event, stake);
}

/* [AMB-18] an ordinary 21 loses to a Dealer's Blackjack, unless the reading lets it stand off. */
static void settle_against_blackjack(struct table *table, struct stake *stake, const struct hand *hand)
{
    assert(stake->wager < table->book->wager_count);
    bool twenty_one = hand_total(table->book, hand).points == TWENTY_ONE;
    if (hand_is_blackjack(table->book, hand))
        push_hand(table, stake, GROUND_PUSH_BLACKJACK);
    else if (twenty_one && table->book->blackjack.dealer_bj_vs_21 == BJ_VS_21_PUSH)
        push_hand(table, stake, GROUND_PUSH_EQUAL);
    else
        take_hand(table, stake, stake->effective_cents, REASON_LOSE, GROUND_LOSE_DEALER_BJ);
}

static void settle_totals(struct table *table, struct stake *stake, const struct hand *hand)
{
    assert(stake->wager < table->book->wager_count);
    unsigned points = hand_total(table->book, hand).points;
    unsigned dealer = hand_total(table->book, &table->state->dealer).points;
    if (dealer > TWENTY_ONE)
        pay_hand(table, stake, HAND_LINE_REGULAR, REASON_WIN, GROUND_WIN_DEALER_BUST);
    else if (points > dealer)
        pay_hand(table, stake, HAND_LINE_REGULAR, REASON_WIN, GROUND_WIN_HIGHER);
    else if (points < dealer)
        take_hand(table, stake, stake->effective_cents, REASON_LOSE, GROUND_LOSE_LOWER);
    else
        push_hand(table, stake, GROUND_PUSH_EQUAL);
}

void settle_main(struct table *table, struct stake *stake)
{
    assert(stake->wager < table->book->wager_count);
    const struct hand *hand = table_stake_hand(table->round, stake);
    if (limits_hand_back(table, stake))
        return;
    if (!hand->count) {
        stake->irregularity = IRREGULARITY_NO_CARDS + 1; /* [mbs 5.14] */
        stake->late = true;
        table_return(table, stake, REASON_RETURNED, GROUND_BET_FIRST);
    } else if (hand_is_bust(table->book, hand)) {
        take_hand(table, stake, stake->effective_cents, REASON_BUST, GROUND_LOSE_BUST);
    } else if (table_dealer_blackjack(table->book, table->round)) {
        settle_against_blackjack(table, stake, hand);
    } else if (hand_is_blackjack(table->book, hand)) {
        pay_hand(table, stake, HAND_LINE_BLACKJACK, REASON_BJ, GROUND_WIN_BLACKJACK);
    } else {
        settle_totals(table, stake, hand);
    }
}

/* ---- Results. ---- */

static struct event *tell_result(struct table *table, const struct stake *stake, int64_t result_cents)
{
    assert(stake->wager < table->book->wager_count);
    struct event *event = stake_event(table->events, EVENT_RESULT, stake, result_cents);
    event->reason = stake->reason;
    event->line = stake->line;
    if (stake->why)
        event_cite(event, (enum ground)(stake->why - 1));
    table_cite_stake(table, event, stake);
    cite_settled(table, event, stake);
    return event;
}

/* A loss limited to the original wager belongs to the area when it is shared by several hands. */
static void tell_results(struct table *table)
{
    struct round *round = table->round;
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
        struct event *event = tell_result(table, stake, result_cents);
        if (stake_is(stake, STAKE_AS_ONE))
            event->spot.hand = 0;
    }
}

void settle_end(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    if (table->state->trail.count)
        table->round->memory.burn_due = 0; /* [AMB-73] a burn once forgotten is not made up for later */
    table->round->phase = PHASE_ENDED;
    table->round->question = QUESTION_NONE;
    table->state->turn = (struct spot){0, 0, 0};
    table->state->windows.open = 0;
    tell_results(table);
    if (table->round->memory.shuffle_due) {
        struct event *event = events_add(table->events, EVENT_SHUFFLE_DUE);
        event->irregularity = table->round->memory.shuffle_due;
    }
    event_cite(events_add(table->events, EVENT_ENDED), GROUND_END);
}

/* ---- All of them. ---- */

/* [AMB-37] by the other reading of [ar 3.24.3] a Dealer's Blackjack takes the wagers on split Aces too. */
static void lose_split_sides(struct table *table)
{
    if (table->book->blackjack.split_side_on_bj != SPLIT_SIDE_LOSES ||
        !table_dealer_blackjack(table->book, table->round))
        return;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        if (stake_is_open(stake) && wager_place(table->book, stake->wager) == PLACE_SPLIT_SIDE)
            take_hand(table, stake, stake->effective_cents, REASON_LOSE, GROUND_ORIGINAL_SPLIT);
    }
}

/* What no card has judged is noticed only now and goes back. On an area it was dealt short, as its main wager
 * was [mbs 5.14, 5.16] [AMB-70], or there was none [rws 5.15]. */
static void return_unjudged(struct table *table, struct stake *stake)
{
    assert(stake->wager < table->book->wager_count);
    enum irregularity kind = IRREGULARITY_PAIRS_WITHOUT_BET;
    if (table_was_staked(table->book, table->round, stake->spot.area))
        kind = table_stake_hand(table->round, stake)->count ? IRREGULARITY_ONE_CARD : IRREGULARITY_NO_CARDS;
    if (wager_place(table->book, stake->wager) == PLACE_AREA_SIDE && !stake->irregularity) {
        stake->irregularity = (uint8_t)(kind + 1);
        stake->late = true;
    }
    table_return(table, stake, REASON_RETURNED,
                 kind == IRREGULARITY_PAIRS_WITHOUT_BET ? GROUND_SIDE_NEEDS_MAIN : GROUND_BET_FIRST);
}

void settle_all(struct table *table)
{
    assert(table->state == &table->round->blackjack);
    struct round *round = table->round;
    lose_split_sides(table);
    side_settle_all(table, SIDES_OF_INITIAL_DEAL | SIDES_OF_SPLIT | SIDES_OF_SECOND_CARD | SIDES_OF_DEALER);
    loss_give_back(table);
    for (unsigned i = 0; i < round->stake_count; i++) {
        struct stake *stake = &round->stakes[i];
        if (stake_is_open(stake) && stake_is_main(table->book, stake) && !loss_take_original(table, stake))
            settle_main(table, stake);
    }
    for (unsigned i = 0; i < round->stake_count; i++) {
        struct stake *stake = &round->stakes[i];
        if (stake_is_open(stake))
            return_unjudged(table, stake);
    }
    limits_remember(table);
    assert(table_areas_staked(table->book, table->round) == 0); /* nothing is left open */
}
