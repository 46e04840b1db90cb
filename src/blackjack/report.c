/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/report.h"

#include <assert.h>

#include "blackjack/bet.h"
#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/dealer.h"
#include "blackjack/limits.h"
#include "blackjack/misdeal.h"
#include "blackjack/options.h"
#include "blackjack/outage.h"
#include "blackjack/settle.h"
#include "blackjack/side.h"
#include "blackjack/skipped.h"
#include "blackjack/together.h"
#include "round/device.h"

static const struct place anywhere = {PLACE_NOWHERE, 0, 0};

static struct place place_of_act(const struct act *act)
{
    if (act->place.kind != PLACE_NOWHERE)
        return act->place;
    return act->spot.area ? place_of_hand(act->spot) : anywhere;
}

/* ---- Early or late. ---- */

static bool misdeal_late(const struct rulebook *book, const struct blackjack_state *state)
{
    if (book->blackjack.misdeal_late == LATE_SETTLED)
        return state->settled;
    return state->settled || state->played;
}

static bool is_late(const struct rulebook *book, const struct round *round, const struct act *act)
{
    switch ((enum irregularity)act->irregularity) {
    case IRREGULARITY_OVER_MAXIMUM:
    case IRREGULARITY_BELOW_MINIMUM:
        return round->phase != PHASE_BETTING;
    case IRREGULARITY_SKIPPED:
        return skipped_is_late(round, act->spot.area);
    case IRREGULARITY_POWER_FAILURE:
        return outage_is_decided(book, round);
    case IRREGULARITY_FOREIGN_CARD:
    case IRREGULARITY_EXTRA_CARD:
    case IRREGULARITY_MISSING_CARD:
    case IRREGULARITY_UNSHUFFLED:
    case IRREGULARITY_INSUFFICIENT_CARDS:
    case IRREGULARITY_CARDS_MIXED:
    case IRREGULARITY_SHOE_ORDER:
    case IRREGULARITY_WRONG_ORDER:
    case IRREGULARITY_WRONG_HAND:
    case IRREGULARITY_CARD_NOT_WANTED:
    case IRREGULARITY_EXTRA_DEALER_CARD:
    case IRREGULARITY_DEALER_NO_CARD:
    case IRREGULARITY_PLAYER_SHORT:
    case IRREGULARITY_NO_CARDS:
    case IRREGULARITY_ONE_CARD:
    case IRREGULARITY_CARDS_ON_EMPTY_AREA:
    case IRREGULARITY_SIMULTANEOUS:
    case IRREGULARITY_FACEUP_CARD:
    case IRREGULARITY_NO_BURN:
    case IRREGULARITY_CUT_CARD:
    case IRREGULARITY_CUT_CARD_MISSED:
    case IRREGULARITY_PAIRS_WITHOUT_BET:
    case IRREGULARITY_PAIRS_UNSETTLED:
    case IRREGULARITY_PREVIOUS_ROUND_ERROR:
    case IRREGULARITY_TERMINAL_FAILURE:
    case IRREGULARITY_WRONG_TOTAL:
    case IRREGULARITY_SQUEEZE_FACEUP:
    case IRREGULARITY_OTHER:
    case IRREGULARITY_COUNT:
        break;
    }
    return misdeal_late(book, &round->blackjack);
}

static bool before_first_card(const struct round *round)
{
    return round->phase != PHASE_DEALING ||
           (round->blackjack.trail_count == 0 && round->blackjack.phase == DEAL_INITIAL);
}

/* [AMB-81] a face-up card before the first card of the round has a rule of its own. */
static enum remedy faceup_remedy(const struct rulebook *book, const struct round *round)
{
    const struct irregularity_rule *rule = &book->irregularities[IRREGULARITY_FACEUP_CARD];
    if (!before_first_card(round) || rule->early == REMEDY_NONE)
        return (enum remedy)rule->early;
    if (book->faceup_early == FACEUP_REFER)
        return REMEDY_REFER;
    return book->faceup_early == FACEUP_BURN ? REMEDY_BURN : REMEDY_PLAY;
}

/* [mbs 5.2] [rws 5.7.1] what the pit finds beyond repair is void, stays as it lies, or is referred. */
static enum remedy beyond_repair(const struct rulebook *book, bool late)
{
    if (book->blackjack.beyond_repair == BEYOND_REPAIR_CONTINUE)
        return REMEDY_STAYS;
    return late ? REMEDY_REFER : REMEDY_VOID;
}

static enum remedy remedy_of(const struct rulebook *book, const struct round *round, const struct act *act,
                             bool late)
{
    const struct irregularity_rule *rule = &book->irregularities[act->irregularity];
    enum remedy remedy = (enum remedy)(late ? rule->late : rule->early);
    bool rebuilds = remedy == REMEDY_REBUILD || remedy == REMEDY_MOVE || remedy == REMEDY_BURN;
    if (act->irregularity == IRREGULARITY_FACEUP_CARD)
        return faceup_remedy(book, round);
    if (rebuilds && round->blackjack.beyond_repair)
        return beyond_repair(book, late);
    if (rebuilds && !misdeal_can_rebuild(book, round))
        return REMEDY_REFER;
    if (remedy == REMEDY_RIFFLE && round->setting.shuffle_machine)
        return REMEDY_REFER; /* [AMB-72] */
    return remedy;
}

/* ---- Is it so? ---- */

static bool has_open_side(const struct rulebook *book, const struct round *round, unsigned area,
                          bool complete)
{
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (!stake_is_open(stake) || wager_place(book, stake->wager) != PLACE_AREA_SIDE)
            continue;
        if (complete ? side_is_complete(book, round, stake) : stake->spot.area == area)
            return true;
    }
    return false;
}

static bool over_or_under(const struct rulebook *book, const struct round *round, unsigned area, bool over)
{
    int64_t sum_cents = 0;
    unsigned main = table_wager(book, PLACE_MAIN);
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        int64_t max_cents = round->setting.limit_max_cents[stake->wager];
        if (stake->spot.area != area)
            continue;
        if (over ? max_cents && stake->placed_cents > max_cents
                 : stake->placed_cents < round->setting.limit_min_cents[stake->wager])
            return true;
        if (stake->wager == main)
            sum_cents += stake->placed_cents;
    }
    int64_t max_cents = round->setting.limit_max_cents[main];
    return over && book->blackjack.limit_scope == LIMIT_PER_AREA && max_cents && sum_cents > max_cents;
}

static bool simultaneous_is_so(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (act->card_count < 2 || act->card_count > ACT_CARDS_MAX || round->blackjack.together.count ||
        device_has_front(round) || round->blackjack.astray)
        return false;
    for (unsigned i = 0; i < act->card_count; i++)
        if (!card_is_none(act->cards[i]) && !device_may_hold(book, round, act->cards[i]))
            return false;
    return true;
}

static unsigned cards_on(const struct round *round, unsigned area)
{
    return area_exists(round, area) ? round->blackjack.areas[area].hands[0].count : 0;
}

/* What is said to have happened must be what lies on the table. */
static bool is_so(const struct rulebook *book, const struct round *round, const struct act *act, bool late)
{
    const struct blackjack_state *state = &round->blackjack;
    unsigned area = act->spot.area;
    bool staked = area_exists(round, area) && has_bit(table_areas_staked(book, round), area);
    switch ((enum irregularity)act->irregularity) {
    case IRREGULARITY_WRONG_ORDER:
    case IRREGULARITY_WRONG_HAND:
        return misdeal_is_astray(round, anywhere);
    case IRREGULARITY_CARD_NOT_WANTED:
        return place_of_act(act).kind != PLACE_NOWHERE && misdeal_is_astray(round, place_of_act(act));
    case IRREGULARITY_EXTRA_DEALER_CARD:
        return misdeal_is_astray(round, (struct place){.kind = PLACE_DEALER});
    case IRREGULARITY_DEALER_NO_CARD:
        return state->dealer.count == 0 && state->trail_count > 0;
    case IRREGULARITY_PLAYER_SHORT:
        return staked && cards_on(round, area) < 2;
    case IRREGULARITY_NO_CARDS:
        return staked && cards_on(round, area) == 0;
    case IRREGULARITY_ONE_CARD:
        return staked && cards_on(round, area) == 1 && !area_is_split(&state->areas[area]);
    case IRREGULARITY_CARDS_ON_EMPTY_AREA:
        return area_exists(round, area) && !staked && misdeal_is_astray(round, place_of_act(act));
    case IRREGULARITY_SKIPPED:
        return area_exists(round, area) && skipped_has_hand(round, area);
    case IRREGULARITY_SIMULTANEOUS:
        return simultaneous_is_so(book, round, act);
    case IRREGULARITY_FACEUP_CARD:
        return act->card_count == 1 && device_may_hold(book, round, act->cards[0]) &&
               !state->together.count && round->memory.front_count == 0;
    case IRREGULARITY_NO_BURN:
        return book->burn_count > 0 && state->trail_count > 0 && (late || round->memory.burn_due <= 1);
    case IRREGULARITY_OVER_MAXIMUM:
        return area_exists(round, area) && over_or_under(book, round, area, true);
    case IRREGULARITY_BELOW_MINIMUM:
        return area_exists(round, area) && over_or_under(book, round, area, false);
    case IRREGULARITY_PAIRS_WITHOUT_BET:
        return area_exists(round, area) && !staked && has_open_side(book, round, area, false);
    case IRREGULARITY_PAIRS_UNSETTLED:
        return state->phase == DEAL_PLAY && has_open_side(book, round, 0, true);
    case IRREGULARITY_SQUEEZE_FACEUP:
        area = place_of_act(act).area;
        return area_exists(round, area) && has_bit(state->squeeze_given, area) && cards_on(round, area) > 0;
    case IRREGULARITY_CARDS_MIXED:
        return state->trail_count > 0;
    case IRREGULARITY_WRONG_TOTAL:
        return state->trail_count > 0;
    case IRREGULARITY_INSUFFICIENT_CARDS:
        return !state->riffle && !state->together.count;
    case IRREGULARITY_FOREIGN_CARD:
    case IRREGULARITY_EXTRA_CARD:
    case IRREGULARITY_MISSING_CARD:
    case IRREGULARITY_UNSHUFFLED:
    case IRREGULARITY_SHOE_ORDER:
    case IRREGULARITY_CUT_CARD:
    case IRREGULARITY_CUT_CARD_MISSED:
    case IRREGULARITY_PREVIOUS_ROUND_ERROR:
    case IRREGULARITY_POWER_FAILURE:
    case IRREGULARITY_TERMINAL_FAILURE:
    case IRREGULARITY_OTHER:
    case IRREGULARITY_COUNT:
        break;
    }
    return true;
}

/* Cards must be out, or only bets. */
static bool is_time(const struct round *round, enum irregularity kind)
{
    bool betting = round->phase == PHASE_BETTING;
    if (kind == IRREGULARITY_OVER_MAXIMUM || kind == IRREGULARITY_BELOW_MINIMUM)
        return betting || round->phase == PHASE_DEALING;
    bool any_time = kind == IRREGULARITY_FOREIGN_CARD || kind == IRREGULARITY_EXTRA_CARD ||
                    kind == IRREGULARITY_MISSING_CARD || kind == IRREGULARITY_UNSHUFFLED ||
                    kind == IRREGULARITY_PREVIOUS_ROUND_ERROR || kind == IRREGULARITY_POWER_FAILURE ||
                    kind == IRREGULARITY_CUT_CARD || kind == IRREGULARITY_CUT_CARD_MISSED ||
                    kind == IRREGULARITY_FACEUP_CARD || kind == IRREGULARITY_OTHER;
    return round->phase == PHASE_DEALING || (betting && any_time);
}

struct ruling bj_report_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (act->irregularity >= IRREGULARITY_COUNT)
        return refuse(STATUS_NOT_APPLICABLE, GROUND_SHIFT_DECIDES);
    enum irregularity kind = (enum irregularity)act->irregularity;
    if (act->spot.area > AREAS_MAX)
        return refuse(STATUS_NO_SUCH_AREA, GROUND_SHIFT_DECIDES);
    bool late = is_late(book, round, act);
    if (remedy_of(book, round, act, late) == REMEDY_NONE)
        return refuse(STATUS_NOT_APPLICABLE, GROUND_SHIFT_DECIDES);
    if (!is_time(round, kind))
        return ruling_irregular(refuse(STATUS_NOT_NOW, GROUND_SHIFT_DECIDES), kind, late);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (!is_so(book, round, act, late))
        return ruling_irregular(refuse(STATUS_NOT_SO, GROUND_SHIFT_DECIDES), kind, late);
    return ruling_irregular((struct ruling){.status = STATUS_OK}, kind, late);
}

/* ---- Remedies. ---- */

static void tell(struct table *table, enum event_kind what, enum irregularity kind, bool late)
{
    table_cite_irregularity(events_add(table->events, what), kind, late);
}

static void ask(struct table *table, const struct act *act, enum question question, bool late)
{
    struct blackjack_state *state = table->state;
    table->round->question = (uint8_t)question;
    state->asked_kind = act->irregularity;
    state->asked_late = late;
    state->asked_spot = act->spot;
    struct event *event = events_add(table->events, EVENT_ASKED);
    event->question = (uint8_t)question;
    table_cite_irregularity(event, (enum irregularity)act->irregularity, late);
    if (question == QUESTION_SHIFT)
        event_cite(event, GROUND_SHIFT_DECIDES);
}

/* Hands back wagers of an area: all that need its cards, or side wagers without a main one. */
static void return_area(struct table *table, const struct act *act, bool late)
{
    bool sides_only = act->irregularity == IRREGULARITY_PAIRS_WITHOUT_BET;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        bool side = wager_place(table->book, stake->wager) == PLACE_AREA_SIDE;
        if (!stake_is_open(stake) || stake->spot.area != act->spot.area || (sides_only && !side))
            continue;
        stake->irregularity = (uint8_t)(act->irregularity + 1);
        stake->late = late;
        table_return(table, stake, REASON_RETURNED, sides_only ? GROUND_SIDE_NEEDS_MAIN : GROUND_BET_FIRST);
    }
    control_refresh(table, act->spot.area);
}

/* [mbs 3.6] noticed before the close: the wager outside the limits is handed back. */
static void hand_back(struct table *table, const struct act *act)
{
    bool over = act->irregularity == IRREGULARITY_OVER_MAXIMUM;
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
}

/* [rws 5.2] the bettors of a box below its minimum may raise or withdraw. */
static void raise_or_withdraw(struct table *table, const struct act *act)
{
    struct blackjack_state *state = table->state;
    state->raise_area = act->spot.area;
    state->raise_or_out = 0;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        const struct stake *stake = &table->round->stakes[i];
        if (!stake_is_main(table->book, stake) || stake->spot.area != act->spot.area)
            continue;
        state->raise_or_out |= UINT32_C(1) << stake->person;
        struct event *event = events_add(table->events, EVENT_OFFERED);
        event->option = OPTION_RAISE_OR_WITHDRAW;
        event->person = stake->person;
        event->spot = stake->spot;
        event_cite(event, GROUND_RAISE_OR_WITHDRAW);
        table_cite_irregularity(event, IRREGULARITY_BELOW_MINIMUM, false);
    }
}

static void settle_now(struct table *table, bool late)
{
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        if (!stake_is_open(stake) || wager_place(table->book, stake->wager) != PLACE_AREA_SIDE ||
            !side_is_complete(table->book, table->round, stake))
            continue;
        stake->irregularity = IRREGULARITY_PAIRS_UNSETTLED + 1;
        stake->late = late;
        side_settle(table, stake);
    }
}

/* [mbs 5.7] [rws 5.10.2] on the Dealer's completed hand; [mbs 5.15] [rws 5.10.3] on an area without a wager.
 */
static void discard(struct table *table, const struct act *act, bool late)
{
    enum irregularity kind = (enum irregularity)act->irregularity;
    struct place place =
        kind == IRREGULARITY_EXTRA_DEALER_CARD ? (struct place){.kind = PLACE_DEALER} : place_of_act(act);
    misdeal_discard(table, place, kind, late);
    if (place.kind != PLACE_DEALER)
        return;
    for (unsigned i = 0; i < table->round->stake_count; i++) {
        struct stake *stake = &table->round->stakes[i];
        if (stake_is_open(stake) && !stake->irregularity) {
            stake->irregularity = (uint8_t)(kind + 1);
            stake->late = late;
        }
    }
}

/* [mbs 5.8] a card nobody asked for is the next card, offered from the hand in play onwards; on the Dealer's
 * completed hand it is thrown away [mbs 5.7]. */
static void next_card(struct table *table, const struct act *act, bool late)
{
    struct place place = place_of_act(act);
    misdeal_put_back(table, place, (enum irregularity)act->irregularity, late);
    table->state->stray = table->state->phase >= DEAL_INTERIM;
}

static void late_card(struct table *table)
{
    struct blackjack_state *state = table->state;
    misdeal_accept(table);
    state->late_card = LATE_CARD_DUE;
    state->late_hand = state->played ? state->turn : (struct spot){0, 0, 0};
}

static void seen_card(struct table *table, const struct act *act, bool late)
{
    enum irregularity kind = (enum irregularity)act->irregularity;
    if (kind == IRREGULARITY_FACEUP_CARD)
        device_seen(table->round, act->cards[0], kind, late);
    tell(table, EVENT_PLAY_ON, kind, late);
}

static void burn(struct table *table, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_FACEUP_CARD) {
        device_seen(table->round, act->cards[0], IRREGULARITY_FACEUP_CARD, late);
        table->round->memory.burn_due++;
        tell(table, EVENT_NOTED, IRREGULARITY_FACEUP_CARD, late);
        return;
    }
    misdeal_put_right(table, (enum irregularity)act->irregularity, late, true);
}

static void apply_remedy(struct table *table, const struct act *act, enum remedy remedy, bool late)
{
    enum irregularity kind = (enum irregularity)act->irregularity;
    bool rebuilt = false;
    switch (remedy) {
    case REMEDY_NONE:
    case REMEDY_TERMINAL:
    case REMEDY_NOTE:
    case REMEDY_REMOVE:
        tell(table, EVENT_NOTED, kind, late);
        break;
    case REMEDY_VOID:
        settle_void(table, kind, late, table->state->beyond_repair ? GROUND_MISDEAL_VOID : GROUND_VOID);
        return;
    case REMEDY_REFER:
        ask(table, act, QUESTION_SHIFT, late);
        return;
    case REMEDY_JUDGE:
        ask(table, act, QUESTION_RECONSTRUCTABLE, late);
        return;
    case REMEDY_REBUILD:
    case REMEDY_MOVE:
        misdeal_put_right(table, kind, late, false);
        rebuilt = true;
        break;
    case REMEDY_BURN:
        burn(table, act, late);
        rebuilt = true;
        break;
    case REMEDY_NEXT_CARD:
        next_card(table, act, late);
        break;
    case REMEDY_BACK:
        misdeal_put_back(table, place_of_act(act), kind, late);
        rebuilt = true;
        break;
    case REMEDY_STAYS:
        if (kind == IRREGULARITY_SKIPPED)
            skipped_resume(table, act->spot.area);
        misdeal_leave(table, kind, late);
        break;
    case REMEDY_DISCARD:
        discard(table, act, late);
        break;
    case REMEDY_LATE_CARD:
        late_card(table);
        return; /* the choice follows the card */
    case REMEDY_RETURN:
        misdeal_accept(table);
        return_area(table, act, late);
        break;
    case REMEDY_ONE_CARD:
        misdeal_accept(table);
        options_offer_one_card(table, act->spot.area);
        break;
    case REMEDY_UNDISCLOSED:
        skipped_undo(table, act->spot.area);
        break;
    case REMEDY_TOO_LATE:
        skipped_too_late(table, act->spot.area);
        break;
    case REMEDY_ORDER_OR_VOID:
        if (!(act->flags & ACT_ORDER_KNOWN)) {
            settle_void(table, kind, late, GROUND_VOID);
            return;
        }
        together_lay_out(table, act);
        break;
    case REMEDY_PICK:
    case REMEDY_PICK_ORDER:
        together_lay_out(table, act);
        table->state->choice_late = late;
        break;
    case REMEDY_PLAY:
        seen_card(table, act, late);
        break;
    case REMEDY_RIFFLE:
        table->state->riffle = RIFFLE_SHUFFLE;
        table->round->memory.shuffle_due = (uint8_t)(kind + 1);
        tell(table, EVENT_NOTED, kind, late);
        break;
    case REMEDY_SHUFFLE_AFTER:
        table->round->memory.shuffle_due = (uint8_t)(kind + 1);
        tell(table, EVENT_NOTED, kind, late);
        break;
    case REMEDY_HAND_BACK:
        hand_back(table, act);
        break;
    case REMEDY_TRIM:
        table->state->areas[act->spot.area].over = true;
        tell(table, EVENT_NOTED, kind, late);
        break;
    case REMEDY_RAISE_WITHDRAW:
        raise_or_withdraw(table, act);
        break;
    case REMEDY_SETTLE_NOW:
        settle_now(table, late);
        break;
    case REMEDY_STANDS:
        tell(table, EVENT_EARLIER_STAND, kind, late);
        break;
    case REMEDY_OUTAGE:
        outage_do(table, late);
        return;
    case REMEDY_COUNT:
        assert(!"not a remedy");
    }
    options_offer(table, kind, late, rebuilt);
}

void bj_report_do(struct table *table, const struct act *act)
{
    bool late = is_late(table->book, table->round, act);
    enum remedy remedy = remedy_of(table->book, table->round, act, late);
    table->state->reported |= UINT64_C(1) << act->irregularity;
    if (late)
        table->state->reported_late |= UINT64_C(1) << act->irregularity;
    apply_remedy(table, act, remedy, late);
    table->state->beyond_repair = false;
}

/* ---- Decisions of staff. ---- */

static struct ruling reconstructable_verify(const struct round *round, const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    enum ground ground = act->flags & ACT_YES ? GROUND_DEAL : GROUND_MISDEAL_VOID;
    if (round->question == QUESTION_RECONSTRUCTABLE)
        return ruling_irregular(accept(ground), (enum irregularity)state->asked_kind, state->asked_late);
    if (round->phase != PHASE_DEALING || act->flags & ACT_YES || state->beyond_repair)
        return refuse(STATUS_NOT_ASKED, GROUND_MISDEAL_VOID);
    return accept(ground);
}

struct ruling bj_decide_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    switch ((enum decision)act->decision) {
    case DECISION_SQUEEZE:
        if (!state->squeeze_asked || !book->blackjack.squeeze)
            return refuse(STATUS_NOT_ASKED, GROUND_SQUEEZE);
        return accept(GROUND_SQUEEZE);
    case DECISION_RECONSTRUCTABLE:
        return reconstructable_verify(round, act);
    case DECISION_FULL_PATRONAGE:
        if (round->phase == PHASE_DEALING)
            return refuse(STATUS_NOT_NOW, GROUND_FULL_PATRONAGE);
        return accept(GROUND_FULL_PATRONAGE);
    case DECISION_WITHDRAW:
        if (state->choice != CHOICE_WITHDRAW || act->person >= PERSONS_MAX ||
            !has_bit(state->choosers, act->person))
            return refuse(STATUS_NOT_ASKED, GROUND_WITHDRAW);
        return accept(GROUND_WITHDRAW);
    case DECISION_REOPEN_PREVIOUS:
        return ruling_irregular(refuse(STATUS_EARLIER_STANDS, GROUND_EARLIER_STAND),
                                IRREGULARITY_PREVIOUS_ROUND_ERROR, false);
    case DECISION_CONTINUE:
    case DECISION_VOID:
        if (round->question != QUESTION_SHIFT)
            return refuse(STATUS_NOT_ASKED, GROUND_SHIFT_DECIDES);
        return ruling_irregular(accept(GROUND_SHIFT_DECIDES), (enum irregularity)state->asked_kind,
                                state->asked_late);
    case DECISION_NONE:
    case DECISION_COUNT:
        break;
    }
    return refuse(STATUS_NOT_ASKED, GROUND_SHIFT_DECIDES);
}

/* The pit has looked at the cards. */
static void judge(struct table *table, bool can)
{
    struct blackjack_state *state = table->state;
    if (table->round->question != QUESTION_RECONSTRUCTABLE) {
        state->beyond_repair = true;
        return;
    }
    struct act act = {.irregularity = state->asked_kind, .spot = state->asked_spot};
    bool late = state->asked_late;
    enum remedy remedy = can ? REMEDY_REBUILD : beyond_repair(table->book, late);
    table->round->question = QUESTION_NONE;
    state->beyond_repair = !can;
    apply_remedy(table, &act, remedy, late);
    state->beyond_repair = false;
}

void bj_decide_do(struct table *table, const struct act *act)
{
    struct blackjack_state *state = table->state;
    bool yes = act->flags & ACT_YES;
    switch ((enum decision)act->decision) {
    case DECISION_SQUEEZE:
        if (yes)
            state->squeeze_given |= state->squeeze_asked;
        state->squeeze_asked = 0;
        break;
    case DECISION_RECONSTRUCTABLE:
        judge(table, yes);
        break;
    case DECISION_FULL_PATRONAGE:
        table->round->setting.full_patronage = yes;
        break;
    case DECISION_WITHDRAW:
        if (!yes)
            state->choosers &= ~(UINT32_C(1) << act->person);
        break;
    case DECISION_CONTINUE:
        table->round->question = QUESTION_NONE;
        misdeal_accept(table);
        tell(table, EVENT_PLAY_ON, (enum irregularity)state->asked_kind, state->asked_late);
        break;
    case DECISION_VOID:
        settle_void(table, (enum irregularity)state->asked_kind, state->asked_late, GROUND_SHIFT_DECIDES);
        break;
    case DECISION_REOPEN_PREVIOUS:
    case DECISION_NONE:
    case DECISION_COUNT:
        assert(!"never accepted");
    }
}

/* ---- Shuffling and cutting. ---- */

/* [mbs 5.19] the discards are riffled within the round; [mbs 5.19.1, 5.20] a full shuffle between rounds. */
struct ruling bj_shuffle_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)book;
    if (!(act->flags & ACT_FULL)) {
        if (round->blackjack.riffle != RIFFLE_SHUFFLE)
            return ruling_irregular(refuse(STATUS_NOT_NOW, GROUND_BURN), IRREGULARITY_INSUFFICIENT_CARDS,
                                    false);
        return ruling_irregular((struct ruling){.status = STATUS_OK}, IRREGULARITY_INSUFFICIENT_CARDS, false);
    }
    if (round->phase != PHASE_IDLE && round->phase != PHASE_ENDED)
        return refuse(STATUS_NOT_NOW, GROUND_BURN);
    struct ruling ruling = accept(GROUND_BURN);
    ruling.irregularity = round->memory.shuffle_due;
    return ruling;
}

static void count_lying(uint8_t lying[CARD_CODE_COUNT], const struct hand *hand)
{
    for (unsigned i = 0; i < hand->count; i++)
        lying[hand->cards[i].code]++;
}

static bool lies_collected(const struct hand *hand)
{
    return hand->end == HAND_BUST; /* [3.32] its cards are in the discard holder */
}

/* [AMB-72] who cuts: the Player whose hand is next; nobody there, nobody cuts. */
static int cutter(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    if (state->turn.area && control_of(book, round, state->turn).person >= 0)
        return control_of(book, round, state->turn).person;
    for (unsigned area = 1; area <= round->setting.areas; area++)
        if (control_of_area(book, round, area).person >= 0)
            return control_of_area(book, round, area).person;
    return -1;
}

void bj_shuffle_do(struct table *table, const struct act *act)
{
    struct blackjack_state *state = table->state;
    uint8_t lying[CARD_CODE_COUNT] = {0};
    events_add(table->events, EVENT_SHUFFLED);
    if (act->flags & ACT_FULL) {
        device_shuffle(table->book, table->round);
        return;
    }
    count_lying(lying, &state->dealer);
    for (unsigned area = 1; area <= table->round->setting.areas; area++)
        for (unsigned index = 0; index < state->areas[area].hand_count; index++)
            if (!lies_collected(&state->areas[area].hands[index]))
                count_lying(lying, &state->areas[area].hands[index]);
    device_riffle(table->round, lying);
    state->riffle = cutter(table->book, table->round) >= 0 ? RIFFLE_CUT : RIFFLE_NONE;
}

struct ruling bj_cut_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (round->blackjack.riffle != RIFFLE_CUT) {
        if (round->memory.shuffled && (round->phase == PHASE_IDLE || round->phase == PHASE_ENDED))
            return accept(GROUND_BURN);
        return refuse(STATUS_NOT_ASKED, GROUND_BURN);
    }
    if (cutter(book, round) != act->person)
        return ruling_irregular(refuse(STATUS_NOT_ASKED, GROUND_BURN), IRREGULARITY_INSUFFICIENT_CARDS,
                                false);
    return ruling_irregular((struct ruling){.status = STATUS_OK}, IRREGULARITY_INSUFFICIENT_CARDS, false);
}

void bj_cut_do(struct table *table, const struct act *act)
{
    (void)act;
    table->state->riffle = RIFFLE_NONE;
}

/* ---- Squeezing, and finishing a hand. ---- */

/* [rws 3.12] asked for before the cards are dealt; the House may permit it. */
struct ruling bj_squeeze_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    struct spot spot = {.area = act->spot.area};
    if (!book->blackjack.squeeze)
        return refuse(STATUS_NO_SQUEEZE, GROUND_SQUEEZE);
    if (round->phase != PHASE_BETTING && round->phase != PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, GROUND_SQUEEZE);
    if (!area_exists(round, spot.area) || table_main_stake(book, round, act->person, spot) < 0)
        return refuse(STATUS_NO_WAGER, GROUND_SQUEEZE);
    return accept(GROUND_SQUEEZE);
}

void bj_squeeze_do(struct table *table, const struct act *act)
{
    table->state->squeeze_asked |= (uint8_t)(1U << act->spot.area);
}

/* [mbs 5.12.1] the hand in play is completed before the Dealer's late card. */
struct ruling bj_finish_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    if (state->late_card != LATE_CARD_DUE || !state->late_hand.area ||
        !spot_equal(act->spot, state->late_hand) || !spot_equal(state->turn, state->late_hand))
        return refuse(STATUS_NOT_ASKED, GROUND_FINISH_FIRST);
    struct ruling ruling = control_verify(book, round, act);
    if (ruling.status == STATUS_OK)
        ruling_cite(&ruling, GROUND_FINISH_FIRST);
    return ruling;
}

void bj_finish_do(struct table *table, const struct act *act)
{
    (void)act;
    table->state->late_card = LATE_CARD_AFTER_HAND;
}
