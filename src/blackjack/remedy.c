/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/remedy.h"

#include <assert.h>

#include "blackjack/bet.h"
#include "blackjack/control.h"
#include "blackjack/fact.h"
#include "blackjack/late.h"
#include "blackjack/limits.h"
#include "blackjack/misdeal.h"
#include "blackjack/options.h"
#include "blackjack/outage.h"
#include "blackjack/pick.h"
#include "blackjack/question.h"
#include "blackjack/side.h"
#include "blackjack/skipped.h"
#include "blackjack/trail.h"
#include "blackjack/turn.h"
#include "blackjack/void.h"
#include "round/device.h"

/* [mbs 5.2] [rws 5.7.1] what the pit finds beyond repair is void, stays as it lies, or is referred. */
enum remedy remedy_beyond_repair(const struct rulebook *book, bool late)
{
    if (book->blackjack.beyond_repair == BEYOND_REPAIR_CONTINUE)
        return REMEDY_STAYS;
    return late ? REMEDY_REFER : REMEDY_VOID;
}

void remedy_tell(struct table *table, enum event_kind what, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    table_cite_irregularity(events_add(table->events, what), kind, late);
}

/* Hands back wagers of an area: all that need its cards, or side wagers without a main one. */
static bool return_area(struct table *table, const struct act *act, bool late)
{
    bool sides_only = act->irregularity == IRREGULARITY_PAIRS_WITHOUT_BET;
    misdeal_accept_ruled(table);
    for (unsigned i = table->round->stake_count; i-- > 0;) {
        struct stake *stake = &table->round->stakes[i];
        bool side = wager_place(table->book, stake->wager) == PLACE_AREA_SIDE;
        if (!stake_is_open(stake) || stake->spot.area != act->spot.area || (sides_only && !side))
            continue;
        stake->irregularity = (uint8_t)(act->irregularity + 1);
        stake->late = late;
        table_return(table, stake, REASON_RETURNED, sides_only ? GROUND_SIDE_NEEDS_MAIN : GROUND_BET_FIRST);
        if (table->round->phase == PHASE_BETTING)
            stake_remove(table->round, stake); /* [rws 1.24, 5.15] it is as if it had been pulled */
    }
    control_refresh(table, act->spot.area);
    return true;
}

/* [mbs 3.6] noticed before the close: the wager outside the limits is handed back. */
static bool hand_back(struct table *table, const struct act *act, bool late)
{
    bool over = act->irregularity == IRREGULARITY_OVER_MAXIMUM;
    (void)late;
    for (unsigned i = table->round->stake_count; i-- > 0;) {
        struct stake *stake = &table->round->stakes[i];
        int64_t max_cents = table->round->setting.limit_max_cents[stake->wager];
        bool wrong = over ? max_cents && stake->placed_cents > max_cents
                          : stake->placed_cents < table->round->setting.limit_min_cents[stake->wager];
        if (stake->spot.area != act->spot.area || !wrong)
            continue;
        struct event *event = stake_return(table->round, table->events, stake, stake_left_cents(stake));
        event_cite(event, GROUND_LIMITS);
        stake_remove(table->round, stake);
    }
    bet_return_orphans(table, REASON_NONE);
    control_refresh(table, act->spot.area);
    return true;
}

/* [rws 5.2] the bettors of a box below its minimum may raise or withdraw; so may those of a side wager below
 * its own [AMB-10]. */
static bool raise_or_withdraw(struct table *table, const struct act *act, bool late)
{
    struct blackjack_state *state = table->state;
    (void)late;
    state->raise.areas |= (uint8_t)(1U << act->spot.area);
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        const struct stake *stake = &table->round->stakes[i];
        if (stake->spot.area != act->spot.area || !limits_is_under(table->book, table->round, stake))
            continue;
        state->raise.persons |= UINT32_C(1) << stake->person;
        struct event *event = events_add(table->events, EVENT_OFFERED);
        event->option = OPTION_RAISE_OR_WITHDRAW;
        event->person = stake->person;
        event->spot = stake->spot;
        event_cite(event, GROUND_RAISE_OR_WITHDRAW);
        table_cite_irregularity(event, IRREGULARITY_BELOW_MINIMUM, false);
    }
    return true;
}

static bool settle_now(struct table *table, const struct act *act, bool late)
{
    (void)act;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        if (!stake_is_open(stake) || wager_place(table->book, stake->wager) != PLACE_AREA_SIDE ||
            !side_is_complete(table->book, table->round, stake))
            continue;
        stake->irregularity = IRREGULARITY_PAIRS_UNSETTLED + 1;
        stake->late = late;
        side_settle(table, stake);
    }
    return true;
}

static enum irregularity kind_of(const struct act *act)
{
    return (enum irregularity)act->irregularity;
}

static bool note(struct table *table, const struct act *act, bool late)
{
    remedy_tell(table, EVENT_NOTED, kind_of(act), late);
    return true;
}

static bool void_it(struct table *table, const struct act *act, bool late)
{
    void_round(table, kind_of(act), late,
               table->state->asked.beyond_repair ? GROUND_MISDEAL_VOID : GROUND_VOID);
    return false;
}

/* A card that was seen is the next one, whatever is decided [AMB-81]. */
static bool refer(struct table *table, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_FACEUP_CARD)
        device_seen(table->round, act->cards[0], IRREGULARITY_FACEUP_CARD, late);
    question_ask(table, QUESTION_SHIFT, kind_of(act), late, act->spot);
    return false;
}

static bool judge(struct table *table, const struct act *act, bool late)
{
    question_ask(table, QUESTION_RECONSTRUCTABLE, kind_of(act), late, act->spot);
    return false;
}

static bool rebuild(struct table *table, const struct act *act, bool late)
{
    misdeal_put_right(table, kind_of(act), late, false);
    return true;
}

static bool burn(struct table *table, const struct act *act, bool late)
{
    if (act->irregularity != IRREGULARITY_FACEUP_CARD) {
        misdeal_put_right(table, kind_of(act), late, true);
        return true;
    }
    device_seen(table->round, act->cards[0], IRREGULARITY_FACEUP_CARD, late);
    table->round->memory.burn_due++;
    return note(table, act, late);
}

/* [mbs 5.8] a card nobody asked for is the next card, offered from the hand in play onwards; on the Dealer's
 * completed hand it is thrown away [mbs 5.7]. */
static bool next_card(struct table *table, const struct act *act, bool late)
{
    misdeal_put_back(table, fact_place(act), kind_of(act), late);
    table->state->front_offered = table->state->phase >= DEAL_INTERIM;
    return true;
}

static bool stays(struct table *table, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_SKIPPED)
        skipped_resume(table, act->spot.area);
    misdeal_leave(table, kind_of(act), late);
    return true;
}

/* [mbs 5.7] [rws 5.10.2] the outcome of the Dealer's hand stands: every open wager rests on it. */
static void discard_of_dealer(struct table *table, const struct act *act, bool late)
{
    if (act->card_count)
        pick_throw_away(table, act);
    else
        misdeal_discard(table, MISDEAL_DEALER, kind_of(act), late);
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        if (stake_is_open(stake) && !stake->irregularity) {
            stake->irregularity = (uint8_t)(act->irregularity + 1);
            stake->late = late;
        }
    }
}

/* [mbs 5.15] [rws 5.10.3] on an area without a wager. */
static bool discard(struct table *table, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_EXTRA_DEALER_CARD)
        discard_of_dealer(table, act, late);
    else
        misdeal_discard(table, 1U << act->spot.area | misdeal_empty_areas(table->book, table->round),
                        kind_of(act), late);
    return true;
}

/* [mbs 5.25] a dissatisfied Player withdraws before any further card, this one included. */
static bool late_card(struct table *table, const struct act *act, bool late)
{
    (void)act, (void)late;
    misdeal_accept_ruled(table);
    late_card_due(table);
    return true;
}

static bool one_card(struct table *table, const struct act *act, bool late)
{
    (void)late;
    misdeal_accept_ruled(table);
    options_offer_one_card(table, act->spot.area);
    return true;
}

static bool undisclosed(struct table *table, const struct act *act, bool late)
{
    (void)late;
    skipped_undo(table, act->spot.area);
    return true;
}

static bool too_late(struct table *table, const struct act *act, bool late)
{
    (void)late;
    skipped_too_late(table, act->spot.area);
    return true;
}

/* Cards in the order in which they were drawn, if it is known. */
static bool order_or_void(struct table *table, const struct act *act, bool late)
{
    if (!(act->flags & ACT_ORDER_KNOWN)) {
        void_round(table, kind_of(act), late, GROUND_VOID);
        return false;
    }
    pick_lay_out(table, act);
    return true;
}

static bool pick_order(struct table *table, const struct act *act, bool late)
{
    pick_lay_out(table, act);
    table->state->choice.late = late;
    return true;
}

/* A known order is not what [mbs 5.23], and so [mbs 5.25], is about [AMB-71]. */
static bool pick(struct table *table, const struct act *act, bool late)
{
    if (!pick_order_known(table->round, act))
        return pick_order(table, act, late);
    pick_lay_out(table, act);
    remedy_tell(table, EVENT_PLAY_ON, kind_of(act), late);
    return false;
}

static bool play(struct table *table, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_FACEUP_CARD)
        device_seen(table->round, act->cards[0], IRREGULARITY_FACEUP_CARD, late);
    if (act->irregularity == IRREGULARITY_NO_BURN)
        misdeal_keep_unburned(table);
    remedy_tell(table, EVENT_PLAY_ON, kind_of(act), late);
    return true;
}

static bool shuffle_after(struct table *table, const struct act *act, bool late)
{
    table->round->memory.shuffle_due = (uint8_t)(act->irregularity + 1);
    return note(table, act, late);
}

static bool riffle(struct table *table, const struct act *act, bool late)
{
    table->state->riffle = RIFFLE_SHUFFLE;
    return shuffle_after(table, act, late);
}

static bool trim(struct table *table, const struct act *act, bool late)
{
    table->state->areas[act->spot.area].over = true;
    return note(table, act, late);
}

static bool stands(struct table *table, const struct act *act, bool late)
{
    remedy_tell(table, EVENT_EARLIER_STAND, kind_of(act), late);
    return true;
}

static bool outage(struct table *table, const struct act *act, bool late)
{
    (void)act;
    outage_do(table, late);
    return false;
}

/* ---- The rows. ---- */

enum {
    MOVES = 1,   /* takes up cards that lie on the table: their faces must be known */
    REPAIRS = 2, /* only if the cards can be put right */
    REBUILT = 4, /* they are, before anybody chooses */
};

static const struct remedy_row {
    unsigned what;
    /* Does it; true: what Players may choose after it is offered now. */
    bool (*apply)(struct table *table, const struct act *act, bool late);
} rows[REMEDY_COUNT] = {
    [REMEDY_NONE] = {0, note},
    [REMEDY_VOID] = {0, void_it},
    [REMEDY_REFER] = {0, refer},
    [REMEDY_JUDGE] = {MOVES | REPAIRS, judge},
    [REMEDY_REBUILD] = {MOVES | REPAIRS | REBUILT, rebuild},
    [REMEDY_MOVE] = {MOVES | REPAIRS | REBUILT, rebuild},
    [REMEDY_NEXT_CARD] = {MOVES, next_card},
    [REMEDY_BACK] = {MOVES | REPAIRS | REBUILT, rebuild}, /* [rws 5.9] what nobody asked for goes back */
    [REMEDY_STAYS] = {MOVES, stays},
    [REMEDY_DISCARD] = {MOVES, discard},
    [REMEDY_LATE_CARD] = {MOVES, late_card},
    [REMEDY_RETURN] = {MOVES, return_area},
    [REMEDY_ONE_CARD] = {MOVES, one_card},
    [REMEDY_UNDISCLOSED] = {MOVES | REBUILT, undisclosed},
    [REMEDY_TOO_LATE] = {MOVES, too_late},
    [REMEDY_PICK] = {MOVES, pick},
    [REMEDY_PICK_ORDER] = {MOVES, pick_order},
    [REMEDY_ORDER_OR_VOID] = {MOVES, order_or_void},
    [REMEDY_PLAY] = {0, play},
    [REMEDY_BURN] = {MOVES | REPAIRS | REBUILT, burn},
    [REMEDY_RIFFLE] = {MOVES, riffle},
    [REMEDY_SHUFFLE_AFTER] = {0, shuffle_after},
    [REMEDY_NOTE] = {0, note},
    [REMEDY_REMOVE] = {0, note},
    [REMEDY_HAND_BACK] = {0, hand_back},
    [REMEDY_TRIM] = {0, trim},
    [REMEDY_RAISE_WITHDRAW] = {0, raise_or_withdraw},
    [REMEDY_SETTLE_NOW] = {0, settle_now},
    [REMEDY_STANDS] = {0, stands},
    [REMEDY_OUTAGE] = {0, outage},
    [REMEDY_TERMINAL] = {0, note},
};

bool remedy_moves_cards(enum remedy remedy)
{
    assert(remedy < REMEDY_COUNT && rows[remedy].apply);
    return rows[remedy].what & MOVES;
}

bool remedy_rebuilds(enum remedy remedy)
{
    assert(remedy < REMEDY_COUNT && rows[remedy].apply);
    return rows[remedy].what & REPAIRS;
}

void remedy_apply(struct table *table, const struct act *act, enum remedy remedy, bool late)
{
    assert(remedy < REMEDY_COUNT && act->irregularity < IRREGULARITY_COUNT);
    if (rows[remedy].what & MOVES)
        table->state->last = (struct last_card){.number = 0};
    if (!rows[remedy].apply(table, act, late))
        return;
    options_offer(table, kind_of(act), late, rows[remedy].what & REBUILT);
    if (table->state->choice.persons)
        return;
    turn_collect_busts(table); /* nobody may choose */
    if (!trail_astray(table->round))
        side_settle_all(table, SIDES_OF_SECOND_CARD); /* [mbs 3.27] on a second card put right */
}
