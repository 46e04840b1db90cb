/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/remedy.h"

#include <assert.h>

#include "blackjack/bet.h"
#include "blackjack/control.h"
#include "blackjack/fact.h"
#include "blackjack/kind.h"
#include "blackjack/late.h"
#include "blackjack/limits.h"
#include "blackjack/misdeal.h"
#include "blackjack/options.h"
#include "blackjack/outage.h"
#include "blackjack/pick.h"
#include "blackjack/question.h"
#include "blackjack/side.h"
#include "blackjack/skipped.h"
#include "blackjack/surplus.h"
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

void remedy_tell(struct felt *felt, enum event_kind what, enum irregularity kind, bool late)
{
    assert(kind < IRREGULARITY_COUNT);
    felt_cite_irregularity(events_add(felt->events, what), kind, late);
}

static enum irregularity kind_of(const struct act *act)
{
    return (enum irregularity)act->irregularity;
}

/* Hands back wagers of an area: all that need its cards, or side wagers without a main one. */
static bool return_area(struct felt *felt, const struct act *act, bool late)
{
    bool sides_only = act->irregularity == IRREGULARITY_PAIRS_WITHOUT_BET;
    if (!sides_only) /* that is about no card */
        surplus_rule(felt, kind_of(act), late);
    for (unsigned i = felt->round->stake_count; i-- > 0;) {
        struct stake *stake = &felt->round->stakes[i];
        bool side = wager_place(felt->book, stake->wager) == PLACE_AREA_SIDE;
        if (!stake_is_open(stake) || stake->spot.area != act->spot.area || (sides_only && !side))
            continue;
        stake->irregularity = (uint8_t)(act->irregularity + 1);
        stake->late = late;
        felt_return(felt, stake, REASON_RETURNED, sides_only ? GROUND_SIDE_NEEDS_MAIN : GROUND_BET_FIRST);
        if (felt->round->phase == PHASE_BETTING)
            stake_remove(felt->round, stake); /* [rws 1.24, 5.15] it is as if it had been pulled */
    }
    control_refresh(felt, act->spot.area);
    return true;
}

/* [mbs 3.6] noticed before the close: the wager outside the limits is handed back. */
static bool hand_back(struct felt *felt, const struct act *act, bool late)
{
    bool over = act->irregularity == IRREGULARITY_OVER_MAXIMUM;
    (void)late;
    for (unsigned i = felt->round->stake_count; i-- > 0;) {
        struct stake *stake = &felt->round->stakes[i];
        int64_t max_cents = felt->round->setting.limit_max_cents[stake->wager];
        bool wrong = over ? max_cents && stake->placed_cents > max_cents
                          : stake->placed_cents < felt->round->setting.limit_min_cents[stake->wager];
        if (stake->spot.area != act->spot.area || !wrong)
            continue;
        struct event *event = stake_return(felt->round, felt->events, stake, stake_left_cents(stake));
        event_cite(event, GROUND_LIMITS);
        stake_remove(felt->round, stake);
    }
    bet_return_orphans(felt, REASON_NONE);
    control_refresh(felt, act->spot.area);
    return true;
}

/* [rws 5.2] the bettors of a box below its minimum may raise or withdraw; so may those of a side wager below
 * its own [AMB-10]. */
static bool raise_or_withdraw(struct felt *felt, const struct act *act, bool late)
{
    (void)late;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->spot.area != act->spot.area || !limits_is_under(felt->book, felt->round, stake))
            continue;
        stake->flags |= STAKE_ADVISED;
        felt->state->raise |= UINT32_C(1) << stake->person;
        struct event *event = events_add(felt->events, EVENT_OFFERED);
        event->option = OPTION_RAISE_OR_WITHDRAW;
        event->person = stake->person;
        event->spot = stake->spot;
        event_cite(event, GROUND_RAISE_OR_WITHDRAW);
        felt_cite_irregularity(event, IRREGULARITY_BELOW_MINIMUM, false);
    }
    return true;
}

static bool settle_now(struct felt *felt, const struct act *act, bool late)
{
    (void)act;
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (!stake_is_open(stake) || wager_place(felt->book, stake->wager) != PLACE_AREA_SIDE ||
            !side_is_complete(felt->book, felt->round, stake))
            continue;
        stake->irregularity = IRREGULARITY_PAIRS_UNSETTLED + 1;
        stake->late = late;
        side_settle(felt, stake);
    }
    return true;
}

static bool note(struct felt *felt, const struct act *act, bool late)
{
    remedy_tell(felt, EVENT_NOTED, kind_of(act), late);
    return true;
}

static bool void_it(struct felt *felt, const struct act *act, bool late)
{
    void_round(felt, kind_of(act), late,
               felt->state->asked.beyond_repair ? GROUND_MISDEAL_VOID : GROUND_VOID);
    return false;
}

/* A card that was seen is the next one, whatever is decided [AMB-81]. */
static bool refer(struct felt *felt, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_FACEUP_CARD)
        device_seen(felt->round, act->cards[0], IRREGULARITY_FACEUP_CARD, late);
    question_ask(felt, QUESTION_SHIFT, kind_of(act), late, act->spot);
    return false;
}

static bool judge(struct felt *felt, const struct act *act, bool late)
{
    question_ask(felt, QUESTION_RECONSTRUCTABLE, kind_of(act), late, act->spot);
    return false;
}

static bool rebuild(struct felt *felt, const struct act *act, bool late)
{
    misdeal_put_right(felt, kind_of(act), late, false);
    return true;
}

static bool burn(struct felt *felt, const struct act *act, bool late)
{
    if (act->irregularity != IRREGULARITY_FACEUP_CARD) {
        misdeal_put_right(felt, kind_of(act), late, true);
        return true;
    }
    device_seen(felt->round, act->cards[0], IRREGULARITY_FACEUP_CARD, late);
    felt->round->memory.burn_due++;
    return note(felt, act, late);
}

/* [mbs 5.8] a card nobody asked for is the next card, offered from the hand in play onwards; on the Dealer's
 * completed hand it is thrown away [mbs 5.7]. */
static bool next_card(struct felt *felt, const struct act *act, bool late)
{
    surplus_put_back(felt, fact_place(act), kind_of(act), late);
    felt->state->front_offered = felt->state->phase >= DEAL_INTERIM;
    return true;
}

static bool stays(struct felt *felt, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_SKIPPED)
        skipped_resume(felt, act->spot.area);
    misdeal_leave(felt, kind_of(act), late);
    return true;
}

/* [mbs 5.7] [rws 5.10.2] the outcome of the Dealer's hand stands: every open wager rests on it. */
static void discard_of_dealer(struct felt *felt, const struct act *act, bool late)
{
    if (act->card_count)
        pick_throw_away(felt, act);
    else
        surplus_discard(felt, SURPLUS_DEALER, kind_of(act), late);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake_is_open(stake) && !stake->irregularity) {
            stake->irregularity = (uint8_t)(act->irregularity + 1);
            stake->late = late;
        }
    }
}

/* [mbs 5.15] [rws 5.10.3] on an area without a wager. */
static bool discard(struct felt *felt, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_EXTRA_DEALER_CARD)
        discard_of_dealer(felt, act, late);
    else
        surplus_discard(felt, 1U << act->spot.area | surplus_empty_areas(felt->book, felt->round),
                        kind_of(act), late);
    return true;
}

/* [mbs 5.25] a dissatisfied Player withdraws before any further card, this one included. */
static bool late_card(struct felt *felt, const struct act *act, bool late)
{
    surplus_rule(felt, kind_of(act), late);
    late_card_due(felt);
    return true;
}

static bool one_card(struct felt *felt, const struct act *act, bool late)
{
    surplus_rule(felt, kind_of(act), late);
    options_offer_one_card(felt, act->spot.area);
    return true;
}

static bool undisclosed(struct felt *felt, const struct act *act, bool late)
{
    (void)late;
    skipped_undo(felt, act->spot.area);
    return true;
}

static bool too_late(struct felt *felt, const struct act *act, bool late)
{
    (void)late;
    skipped_too_late(felt, act->spot.area);
    return true;
}

/* Cards in the order in which they were drawn, if it is known. */
static bool order_or_void(struct felt *felt, const struct act *act, bool late)
{
    if (!(act->flags & ACT_ORDER_KNOWN)) {
        void_round(felt, kind_of(act), late, GROUND_VOID);
        return false;
    }
    pick_lay_out(felt, act);
    return true;
}

static bool pick_order(struct felt *felt, const struct act *act, bool late)
{
    pick_lay_out(felt, act);
    felt->state->choice.late = late;
    return true;
}

/* A known order is not what [mbs 5.23], and so [mbs 5.25], is about [AMB-71]. */
static bool pick(struct felt *felt, const struct act *act, bool late)
{
    if (!pick_order_known(felt->round, act))
        return pick_order(felt, act, late);
    pick_lay_out(felt, act);
    remedy_tell(felt, EVENT_PLAY_ON, kind_of(act), late);
    return false;
}

static bool play(struct felt *felt, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_FACEUP_CARD)
        device_seen(felt->round, act->cards[0], IRREGULARITY_FACEUP_CARD, late);
    if (act->irregularity == IRREGULARITY_NO_BURN)
        misdeal_keep_unburned(felt);
    remedy_tell(felt, EVENT_PLAY_ON, kind_of(act), late);
    return true;
}

static bool shuffle_after(struct felt *felt, const struct act *act, bool late)
{
    felt->round->memory.shuffle_due = (uint8_t)(act->irregularity + 1);
    return note(felt, act, late);
}

static bool riffle(struct felt *felt, const struct act *act, bool late)
{
    felt->state->riffle = RIFFLE_SHUFFLE;
    return shuffle_after(felt, act, late);
}

static bool trim(struct felt *felt, const struct act *act, bool late)
{
    felt->state->areas[act->spot.area].over = true;
    return note(felt, act, late);
}

static bool stands(struct felt *felt, const struct act *act, bool late)
{
    remedy_tell(felt, EVENT_EARLIER_STAND, kind_of(act), late);
    return true;
}

static bool outage(struct felt *felt, const struct act *act, bool late)
{
    (void)act;
    outage_do(felt, late);
    return false;
}

/* ---- The rows. ---- */

enum {
    MOVES = 1,   /* takes up cards that lie on the table: their faces must be known */
    REPAIRS = 2, /* only if the cards can be put right */
    REBUILT = 4, /* they are, before anybody chooses */
    DEALS = 8,   /* cards come to hands or leave them: as any next card it ends the option of a power failure
                  * [mbs 5.29.1] */
};

static const struct remedy_row {
    unsigned what;
    /* Does it; true: what Players may choose after it is offered now. */
    bool (*apply)(struct felt *felt, const struct act *act, bool late);
} rows[REMEDY_COUNT] = {
    [REMEDY_NONE] = {0, note},
    [REMEDY_VOID] = {0, void_it},
    [REMEDY_REFER] = {0, refer},
    [REMEDY_JUDGE] = {MOVES | REPAIRS, judge},
    [REMEDY_REBUILD] = {MOVES | DEALS | REPAIRS | REBUILT, rebuild},
    [REMEDY_MOVE] = {MOVES | DEALS | REPAIRS | REBUILT, rebuild},
    [REMEDY_NEXT_CARD] = {MOVES | DEALS, next_card},
    [REMEDY_BACK] = {MOVES | DEALS | REPAIRS | REBUILT,
                     rebuild}, /* [rws 5.9] what nobody asked for goes back */
    [REMEDY_STAYS] = {MOVES | DEALS, stays},
    [REMEDY_DISCARD] = {MOVES | DEALS, discard},
    [REMEDY_LATE_CARD] = {MOVES | DEALS, late_card},
    [REMEDY_RETURN] = {MOVES | DEALS, return_area},
    [REMEDY_ONE_CARD] = {MOVES | DEALS, one_card},
    [REMEDY_UNDISCLOSED] = {MOVES | DEALS | REBUILT, undisclosed},
    [REMEDY_TOO_LATE] = {MOVES | DEALS, too_late},
    [REMEDY_PICK] = {MOVES | DEALS, pick},
    [REMEDY_PICK_ORDER] = {MOVES | DEALS, pick_order},
    [REMEDY_ORDER_OR_VOID] = {MOVES, order_or_void},
    [REMEDY_PLAY] = {0, play},
    [REMEDY_BURN] = {MOVES | DEALS | REPAIRS | REBUILT, burn},
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

/* [rws 5.15] a side wager that needs a main one goes back without a card being touched. */
bool remedy_moves_cards(enum remedy remedy, enum irregularity kind)
{
    assert(remedy < REMEDY_COUNT && rows[remedy].apply);
    return rows[remedy].what & MOVES && (remedy != REMEDY_RETURN || kind_row(kind)->of_cards);
}

bool remedy_rebuilds(enum remedy remedy)
{
    assert(remedy < REMEDY_COUNT && rows[remedy].apply);
    return rows[remedy].what & REPAIRS;
}

void remedy_apply(struct felt *felt, const struct act *act, enum remedy remedy, bool late)
{
    assert(remedy < REMEDY_COUNT && act->irregularity < IRREGULARITY_COUNT);
    bool moves = remedy_moves_cards(remedy, kind_of(act));
    if (moves || kind_of(act) == IRREGULARITY_CARDS_MIXED) /* nobody knows which it is any more */
        felt->state->last = (struct last_card){.number = 0};
    if (moves && rows[remedy].what & DEALS)
        options_end_leave(felt);
    const struct blackjack_state before = *felt->state;
    bool offers = rows[remedy].apply(felt, act, late);
    if (moves)
        misdeal_undo_doubles(felt, before.areas, kind_of(act), late);
    if (!offers)
        return;
    options_offer(felt, kind_of(act), late, rows[remedy].what & REBUILT);
    if (felt->state->choice.persons && felt->state->choice.offer == CHOICE_TAKE_BACK)
        return;
    turn_collect_busts(felt); /* nobody may take a Bet back [rws 5.7.3]: at once [mbs 3.32] */
    if (!trail_astray(felt->round))
        side_settle_all(felt, SIDES_OF_SECOND_CARD); /* [mbs 3.27] on a second card put right */
}
