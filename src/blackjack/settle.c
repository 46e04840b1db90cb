/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/settle.h"

#include <assert.h>
#include <string.h>

#include "blackjack/bet.h"
#include "blackjack/deal.h"
#include "blackjack/dealer.h"
#include "blackjack/hand.h"
#include "blackjack/limits.h"
#include "blackjack/loss.h"
#include "blackjack/outage.h"
#include "blackjack/report.h"
#include "blackjack/side.h"
#include "blackjack/squeeze.h"
#include "blackjack/together.h"

static const struct hand *hand_of(const struct table *table, const struct stake *stake)
{
    const struct area *area = &table->state->areas[stake->spot.area];
    return &area->hands[stake->spot.hand ? stake->spot.hand - 1 : 0];
}

static bool dealer_has_blackjack(const struct table *table)
{
    return hand_is_blackjack(table->book, &table->state->dealer);
}

/* ---- Grounds. ---- */

static void cite_extended(const struct table *table, struct event *event, const struct stake *stake)
{
    if (hand_of(table, stake)->split)
        event_cite(event, GROUND_ORIGINAL_SPLIT);
    if (stake_is(stake, STAKE_DOUBLED))
        event_cite(event, GROUND_ORIGINAL_DOUBLED);
}

static void cite_push(const struct table *table, struct event *event, const struct stake *stake)
{
    if (stake->why != GROUND_PUSH_BLACKJACK + 1)
        return;
    event_cite(event, GROUND_BLACKJACK_WAITS);
    if (dealer_shows(table->round, table->book->blackjack.insurance_against))
        event_cite(event, GROUND_EVEN_MONEY);
}

void settle_cite(const struct table *table, struct event *event, const struct stake *stake)
{
    bool main = stake_is_main(table->book, stake);
    switch ((enum reason)stake->reason) {
    case REASON_BJ:
        event_cite(event, GROUND_BLACKJACK_PAID);
        break;
    case REASON_PUSH:
        cite_push(table, event, stake);
        break;
    case REASON_BUST:
        event_cite(event, GROUND_BUST);
        cite_extended(table, event, stake);
        break;
    case REASON_LOSE:
    case REASON_ORIGINAL_ONLY:
        if (main && dealer_has_blackjack(table)) {
            cite_extended(table, event, stake);
            if (hand_total(table->book, hand_of(table, stake)).points < TWENTY_ONE)
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
    if (stake_result_cents(stake) < 0 && has_bit(table->state->withdrew, stake->person))
        event_cite(event, GROUND_WITHDRAW); /* [mbs 5.25] what was lost before stays lost */
    if (!main && table->book->wagers[stake->wager].judge == JUDGE_DEALER_BUST && stake->paid_cents)
        event_cite(event, GROUND_DRAW_FOR_SIDE);
}

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
    const struct wager_rule *wager = &table->book->wagers[stake->wager];
    unsigned line = hand_pay_line(wager, hand);
    int64_t profit_cents = table_profit(table->book, stake->effective_cents, wager->lines[line - 1].pays);
    struct event *event = table_pay(table, stake, profit_cents, line, reason, why);
    settle_cite(table, event, stake);
    if (reason == REASON_BJ)
        event_cite(event, GROUND_INTERIM);
}

static void take_hand(struct table *table, struct stake *stake, int64_t amount_cents, enum reason reason,
                      enum ground why)
{
    struct event *event = table_take(table, stake, amount_cents, reason, why);
    settle_cite(table, event, stake);
}

/* A stand-off: neither won nor lost [v6 1.1.14; ar 1.1.15; se 1.1.15]. */
static void push_hand(struct table *table, struct stake *stake, enum ground why)
{
    struct event *event = table_return(table, stake, REASON_PUSH, why);
    settle_cite(table, event, stake);
}

/* [AMB-18] an ordinary 21 loses to a Dealer's Blackjack, unless the reading lets it stand off. */
static void settle_against_blackjack(struct table *table, struct stake *stake, const struct hand *hand)
{
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
    const struct hand *hand = hand_of(table, stake);
    if (limits_hand_back(table, stake))
        return;
    if (!hand->count) {
        stake->irregularity = IRREGULARITY_NO_CARDS + 1; /* [mbs 5.14] */
        stake->late = true;
        table_return(table, stake, REASON_RETURNED, GROUND_BET_FIRST);
    } else if (hand_is_bust(table->book, hand)) {
        take_hand(table, stake, stake->effective_cents, REASON_BUST, GROUND_LOSE_BUST);
    } else if (dealer_has_blackjack(table)) {
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
    struct event *event = stake_event(table->events, EVENT_RESULT, stake, result_cents);
    event->reason = stake->reason;
    event->line = stake->line;
    if (stake->why)
        event_cite(event, (enum ground)(stake->why - 1));
    table_cite_stake(table, event, stake);
    settle_cite(table, event, stake);
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

static void end_round(struct table *table)
{
    table->round->phase = PHASE_ENDED;
    table->round->question = QUESTION_NONE;
    table->state->turn = (struct spot){0, 0, 0};
    table->state->windows = 0;
    table->state->choice = CHOICE_NONE;
    table->state->choosers = 0;
    memset(table->state->one_card, 0, sizeof(table->state->one_card));
    tell_results(table);
    if (table->round->memory.shuffle_due) {
        struct event *event = events_add(table->events, EVENT_SHUFFLE_DUE);
        event->irregularity = table->round->memory.shuffle_due;
    }
    event_cite(events_add(table->events, EVENT_ENDED), GROUND_END);
}

/* ---- End. ---- */

struct ruling bj_end_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    (void)act;
    if (round->phase == PHASE_ENDED && round->voided)
        return allow(GROUND_END); /* a void round has ended; this only confirms it */
    if (round->phase != PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, GROUND_END);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (state->riffle)
        return refuse(STATUS_SHUFFLE_FIRST, GROUND_DEAL);
    if (state->phase == DEAL_INITIAL && table_areas_staked(book, round))
        return refuse(STATUS_CARD_DUE, GROUND_DEAL);
    if (squeeze_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    if (state->turn.area)
        return refuse(STATUS_HAND_WAITS, GROUND_DEAL);
    struct place wanted = deal_wanted(book, round);
    bool hidden =
        state->astray || wanted.kind == PLACE_DISCARD; /* the table is followed, or one goes first */
    if (hidden && dealer_wants_card(book, round))
        return refuse(STATUS_CARD_DUE, GROUND_DEALER_DRAWS);
    if ((wanted.kind != PLACE_NOWHERE && wanted.kind != PLACE_DISCARD) ||
        (state->late_card && !state->astray))
        return refuse(STATUS_CARD_DUE, GROUND_DEALER_DRAWS);
    return allow(GROUND_END);
}

/* [AMB-37] by the other reading of [ar 3.24.3] a Dealer's Blackjack takes the wagers on split Aces too. */
static void lose_split_sides(struct table *table)
{
    if (table->book->blackjack.split_side_on_bj != SPLIT_SIDE_LOSES || !dealer_has_blackjack(table))
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
    enum irregularity kind = IRREGULARITY_PAIRS_WITHOUT_BET;
    if (table_was_staked(table->book, table->round, stake->spot.area))
        kind = hand_of(table, stake)->count ? IRREGULARITY_ONE_CARD : IRREGULARITY_NO_CARDS;
    if (wager_place(table->book, stake->wager) == PLACE_AREA_SIDE && !stake->irregularity) {
        stake->irregularity = (uint8_t)(kind + 1);
        stake->late = true;
    }
    table_return(table, stake, REASON_RETURNED,
                 kind == IRREGULARITY_PAIRS_WITHOUT_BET ? GROUND_SIDE_NEEDS_MAIN : GROUND_BET_FIRST);
}

void bj_end_do(struct table *table, const struct act *act)
{
    (void)act;
    struct round *round = table->round;
    if (round->voided) {
        event_cite(events_add(table->events, EVENT_ENDED), GROUND_END);
        return;
    }
    together_clear(table);
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
    end_round(table);
}

/* ---- Void. ---- */

static void void_stake(struct table *table, struct stake *stake, enum irregularity kind, bool late,
                       enum ground ground)
{
    if (stake->reason == REASON_RETURNED || stake->reason == REASON_WITHDRAWN)
        return;
    stake->irregularity = (uint8_t)(kind + 1);
    stake->late = late;
    stake->line = 0;
    stake->flags &= (uint16_t)~STAKE_AS_ONE;
    struct event *untaken = stake_untake(table->events, stake, stake->taken_cents);
    if (untaken)
        table_cite_irregularity(untaken, kind, late);
    struct event *unpaid = stake_unpay(table->round, table->events, stake);
    if (unpaid)
        table_cite_irregularity(unpaid, kind, late);
    stake->state = STAKE_OPEN;
    event_cite(table_return(table, stake, REASON_VOID, ground), GROUND_VOID);
}

void settle_void(struct table *table, enum irregularity kind, bool late, enum ground ground)
{
    struct event *event = events_add(table->events, EVENT_VOID);
    event_cite(event, GROUND_VOID);
    event_cite(event, ground);
    table_cite_irregularity(event, kind, late);
    table->round->voided = true;
    together_clear(table);
    for (unsigned i = 0; i < table->round->stake_count; i++)
        void_stake(table, &table->round->stakes[i], kind, late, ground);
    event_cite(events_add(table->events, EVENT_EARLIER_STAND), GROUND_EARLIER_STAND);
    end_round(table);
}

/* [rws 5.4.2] the clause that voids a round in which nothing is decided when it is interrupted. */
static bool voids_outage(const struct rulebook *book, const char *clause)
{
    return book->outage_undecided == OUTAGE_VOID &&
           text_has_word(book->grounds[GROUND_OUTAGE_UNDECIDED], clause);
}

/* Which irregularity a clause that voids rounds belongs to; -1: none. */
static int void_kind(const struct rulebook *book, const char *clause)
{
    if (voids_outage(book, clause))
        return IRREGULARITY_POWER_FAILURE;
    for (int kind = 0; kind < IRREGULARITY_COUNT; kind++)
        if (book->irregularities[kind].early == REMEDY_VOID &&
            text_has_word(book->irregularities[kind].early_clauses, clause))
            return kind;
    return -1;
}

struct ruling bj_void_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (round->phase != PHASE_BETTING && round->phase != PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, GROUND_VOID);
    int kind = void_kind(book, act->note);
    /* [mbs 5.2] it is not the clause alone that voids the round: `decide reconstructable no` does. */
    if (kind < 0 && text_has_word(book->grounds[GROUND_MISDEAL_VOID], act->note))
        return refuse(STATUS_PIT_FINDS_FIRST, GROUND_MISDEAL_VOID);
    if (kind < 0)
        return refuse(STATUS_NOT_VOIDING, GROUND_VOID);
    if (kind == IRREGULARITY_POWER_FAILURE && outage_is_decided(book, round))
        return ruling_irregular(refuse(STATUS_NOT_SO, GROUND_OUTAGE_DECIDED), IRREGULARITY_POWER_FAILURE,
                                true); /* [rws 5.4.1] it is concluded */
    /* What the clause speaks of must have happened, as when it is reported. */
    const struct act report = {.actor = act->actor, .verb = VERB_IRREGULARITY, .irregularity = (uint8_t)kind};
    struct ruling ruling = bj_report_verify(book, round, &report);
    if (ruling.status == STATUS_OK)
        ruling_cite(&ruling, GROUND_VOID);
    return ruling;
}

void bj_void_do(struct table *table, const struct act *act)
{
    bool outage = voids_outage(table->book, act->note);
    settle_void(table, (enum irregularity)void_kind(table->book, act->note), false,
                outage ? GROUND_OUTAGE_UNDECIDED : GROUND_VOID);
}
