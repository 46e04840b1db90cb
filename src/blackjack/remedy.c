/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/remedy.h"

#include <assert.h>

#include "blackjack/bet.h"
#include "blackjack/control.h"
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

struct place remedy_place(const struct act *act)
{
    return act->spot.area ? place_of_hand(act->spot) : act->place;
}

/* [mbs 5.2] [rws 5.7.1] what the pit finds beyond repair is void, stays as it lies, or is referred. */
enum remedy remedy_beyond_repair(const struct rulebook *book, bool late)
{
    if (book->blackjack.beyond_repair == BEYOND_REPAIR_CONTINUE)
        return REMEDY_STAYS;
    return late ? REMEDY_REFER : REMEDY_VOID;
}

void remedy_tell(struct table *table, enum event_kind what, enum irregularity kind, bool late)
{
    table_cite_irregularity(events_add(table->events, what), kind, late);
}

/* Hands back wagers of an area: all that need its cards, or side wagers without a main one. */
static void return_area(struct table *table, const struct act *act, bool late)
{
    bool sides_only = act->irregularity == IRREGULARITY_PAIRS_WITHOUT_BET;
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

/* [rws 5.2] the bettors of a box below its minimum may raise or withdraw; so may those of a side wager below
 * its own [AMB-10]. */
static void raise_or_withdraw(struct table *table, const struct act *act)
{
    struct blackjack_state *state = table->state;
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
    bool of_dealer = kind == IRREGULARITY_EXTRA_DEALER_CARD;
    if (of_dealer && act->card_count)
        pick_throw_away(table, act);
    else if (of_dealer)
        misdeal_discard(table, MISDEAL_DEALER, kind, late);
    else
        misdeal_discard(table, 1U << act->spot.area | misdeal_empty_areas(table->book, table->round), kind,
                        late);
    if (!of_dealer)
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
    struct place place = remedy_place(act);
    misdeal_put_back(table, place, (enum irregularity)act->irregularity, late);
    table->state->front_offered = table->state->phase >= DEAL_INTERIM;
}

static void play_on(struct table *table, const struct act *act, bool late)
{
    enum irregularity kind = (enum irregularity)act->irregularity;
    if (kind == IRREGULARITY_FACEUP_CARD)
        device_seen(table->round, act->cards[0], kind, late);
    if (kind == IRREGULARITY_NO_BURN)
        misdeal_keep_unburned(table);
    remedy_tell(table, EVENT_PLAY_ON, kind, late);
}

static void burn(struct table *table, const struct act *act, bool late)
{
    if (act->irregularity == IRREGULARITY_FACEUP_CARD) {
        device_seen(table->round, act->cards[0], IRREGULARITY_FACEUP_CARD, late);
        table->round->memory.burn_due++;
        remedy_tell(table, EVENT_NOTED, IRREGULARITY_FACEUP_CARD, late);
        return;
    }
    misdeal_put_right(table, (enum irregularity)act->irregularity, late, true);
}

void remedy_apply(struct table *table, const struct act *act, enum remedy remedy, bool late)
{
    enum irregularity kind = (enum irregularity)act->irregularity;
    bool rebuilt = false;
    switch (remedy) {
    case REMEDY_NONE:
    case REMEDY_TERMINAL:
    case REMEDY_NOTE:
    case REMEDY_REMOVE:
        remedy_tell(table, EVENT_NOTED, kind, late);
        break;
    case REMEDY_VOID:
        void_round(table, kind, late, table->state->asked.beyond_repair ? GROUND_MISDEAL_VOID : GROUND_VOID);
        return;
    case REMEDY_REFER:
        question_ask(table, QUESTION_SHIFT, kind, late, act->spot);
        return;
    case REMEDY_JUDGE:
        question_ask(table, QUESTION_RECONSTRUCTABLE, kind, late, act->spot);
        return;
    case REMEDY_REBUILD:
    case REMEDY_MOVE:
    case REMEDY_BACK: /* [rws 5.9] all cards: those nobody asked for go back */
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
    case REMEDY_STAYS:
        if (kind == IRREGULARITY_SKIPPED)
            skipped_resume(table, act->spot.area);
        misdeal_leave(table, kind, late);
        break;
    case REMEDY_DISCARD:
        discard(table, act, late);
        break;
    case REMEDY_LATE_CARD:
        misdeal_accept_ruled(table);
        late_card_due(table);
        return; /* the choice follows the card */
    case REMEDY_RETURN:
        misdeal_accept_ruled(table);
        return_area(table, act, late);
        break;
    case REMEDY_ONE_CARD:
        misdeal_accept_ruled(table);
        options_offer_one_card(table, act->spot.area);
        break;
    case REMEDY_UNDISCLOSED:
        skipped_undo(table, act->spot.area);
        rebuilt = true;
        break;
    case REMEDY_TOO_LATE:
        skipped_too_late(table, act->spot.area);
        break;
    case REMEDY_ORDER_OR_VOID:
        if (!(act->flags & ACT_ORDER_KNOWN)) {
            void_round(table, kind, late, GROUND_VOID);
            return;
        }
        pick_lay_out(table, act);
        break;
    case REMEDY_PICK:
        pick_lay_out(table, act);
        if (act->flags & ACT_ORDER_KNOWN) { /* not what [mbs 5.23], and so [mbs 5.25], is about [AMB-71] */
            remedy_tell(table, EVENT_PLAY_ON, kind, late);
            return;
        }
        table->state->choice.late = late;
        break;
    case REMEDY_PICK_ORDER:
        pick_lay_out(table, act);
        table->state->choice.late = late;
        break;
    case REMEDY_PLAY:
        play_on(table, act, late);
        break;
    case REMEDY_RIFFLE:
        table->state->riffle = RIFFLE_SHUFFLE;
        table->round->memory.shuffle_due = (uint8_t)(kind + 1);
        remedy_tell(table, EVENT_NOTED, kind, late);
        break;
    case REMEDY_SHUFFLE_AFTER:
        table->round->memory.shuffle_due = (uint8_t)(kind + 1);
        remedy_tell(table, EVENT_NOTED, kind, late);
        break;
    case REMEDY_HAND_BACK:
        hand_back(table, act);
        break;
    case REMEDY_TRIM:
        table->state->areas[act->spot.area].over = true;
        remedy_tell(table, EVENT_NOTED, kind, late);
        break;
    case REMEDY_RAISE_WITHDRAW:
        raise_or_withdraw(table, act);
        break;
    case REMEDY_SETTLE_NOW:
        settle_now(table, late);
        break;
    case REMEDY_STANDS:
        remedy_tell(table, EVENT_EARLIER_STAND, kind, late);
        break;
    case REMEDY_OUTAGE:
        outage_do(table, late);
        return;
    case REMEDY_COUNT:
        assert(!"not a remedy");
    }
    options_offer(table, kind, late, rebuilt);
    if (table->state->choice.persons)
        return;
    turn_collect_busts(table); /* nobody may choose */
    if (!trail_astray(table->round))
        side_settle_all(table, SIDES_OF_SECOND_CARD); /* [mbs 3.27] on a second card put right */
}
