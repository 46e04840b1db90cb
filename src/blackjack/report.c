/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/report.h"

#include "blackjack/dealer.h"
#include "blackjack/due.h"
#include "blackjack/end.h"
#include "blackjack/limits.h"
#include "blackjack/misdeal.h"
#include "blackjack/outage.h"
#include "blackjack/remedy.h"
#include "blackjack/side.h"
#include "blackjack/skipped.h"
#include "blackjack/trail.h"
#include "blackjack/void.h"
#include "round/device.h"

static const struct place anywhere = {PLACE_NOWHERE, 0, 0};

/* ---- Early or late. ---- */

static bool misdeal_late(const struct rulebook *book, const struct round *round)
{
    bool played = book->blackjack.misdeal_late != LATE_SETTLED && round->blackjack.played;
    return played || table_settled(round);
}

static bool is_late(const struct rulebook *book, const struct round *round, const struct act *act)
{
    switch ((enum irregularity)act->irregularity) {
    case IRREGULARITY_OVER_MAXIMUM:
    case IRREGULARITY_BELOW_MINIMUM:
        return round->phase != PHASE_BETTING;
    case IRREGULARITY_SKIPPED:
        if (book->blackjack.misdeal_late == LATE_SETTLED)
            break; /* [rws 5.9, 5.10.1] as any dealing error */
        return skipped_is_late(book, round, act->spot.area);
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
    return misdeal_late(book, round);
}

static bool before_first_card(const struct round *round)
{
    return round->phase != PHASE_DEALING ||
           (round->blackjack.trail.count == 0 && round->blackjack.phase == DEAL_INITIAL);
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

static enum remedy remedy_of(const struct rulebook *book, const struct round *round, const struct act *act,
                             bool late)
{
    const struct irregularity_rule *rule = &book->irregularities[act->irregularity];
    enum remedy remedy = (enum remedy)(late ? rule->late : rule->early);
    bool rebuilds = remedy == REMEDY_REBUILD || remedy == REMEDY_MOVE || remedy == REMEDY_BACK ||
                    remedy == REMEDY_BURN || remedy == REMEDY_JUDGE;
    if (act->irregularity == IRREGULARITY_FACEUP_CARD)
        return faceup_remedy(book, round);
    if (rebuilds && (round->blackjack.asked.beyond_repair || !misdeal_can_rebuild(round)))
        return remedy_beyond_repair(book, late);
    if (remedy == REMEDY_UNDISCLOSED && round->blackjack.asked.beyond_repair &&
        book->blackjack.beyond_repair == BEYOND_REPAIR_CONTINUE)
        return REMEDY_STAYS; /* [rws 5.9] whether it can be put right is the House's to say */
    if ((remedy == REMEDY_RIFFLE || remedy == REMEDY_SHUFFLE_AFTER) && round->setting.shuffle_machine)
        return REMEDY_REFER; /* [mbs 5.19, 5.20] where manual shuffling is allowed [AMB-72] */
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

/* What the close has found of a wager outlasts what becomes of it: a bust, a double and a split change what
 * lies there. */
static bool is_marked(const struct round *round, unsigned area, unsigned flags)
{
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].spot.area == area && round->stakes[i].flags & flags)
            return true;
    return false;
}

/* [rws 5.2] the box as a whole, or a side wager by itself. */
static bool is_under(const struct rulebook *book, const struct round *round, unsigned area)
{
    if (round->phase != PHASE_BETTING)
        return is_marked(round, area, STAKE_UNDER);
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].spot.area == area && limits_is_under(book, round, &round->stakes[i]))
            return true;
    return false;
}

static bool is_over(const struct rulebook *book, const struct round *round, unsigned area)
{
    int64_t sum_cents = 0;
    unsigned main = table_wager(book, PLACE_MAIN);
    if (round->phase != PHASE_BETTING)
        return is_marked(round, area, STAKE_OVER | STAKE_EXEMPT);
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        int64_t max_cents = round->setting.limit_max_cents[stake->wager];
        if (stake->spot.area != area)
            continue;
        if (max_cents && stake->placed_cents > max_cents)
            return true;
        if (stake->wager == main)
            sum_cents += stake->placed_cents;
    }
    int64_t max_cents = round->setting.limit_max_cents[main];
    return book->blackjack.limit_scope == LIMIT_PER_AREA && max_cents && sum_cents > max_cents;
}

static bool simultaneous_is_so(const struct rulebook *book, const struct round *round, const struct act *act)
{
    bool by_order = book->irregularities[IRREGULARITY_SIMULTANEOUS].early == REMEDY_PICK_ORDER;
    if (act->card_count < 2 || act->card_count > ACT_CARDS_MAX || round->blackjack.together.count ||
        (device_has_front(round) && !by_order) ||
        (trail_astray(round) && due_place(book, round).kind == PLACE_NOWHERE))
        return false; /* while the table is followed only a hand that has asked tells whose they are */
    int known = device_front_leads(round, act->cards, act->card_count); /* [rws 5.12] of these the order is */
    return known >= 0 && device_may_lie(book, round, act->cards + known, act->card_count - (unsigned)known);
}

static unsigned cards_on(const struct round *round, unsigned area)
{
    return area_exists(round, area) ? round->blackjack.areas[area].hands[0].count : 0;
}

/* [mbs 5.21] no card has left the device before the first of the round, a burned one included. */
static bool burn_was_forgotten(const struct round *round)
{
    return round->memory.burn_due <= 1 && round->memory.out_count <= round->blackjack.trail.count;
}

/* [mbs 5.7] [rws 5.10.2] a card astray on a hand to which the Dealer may not draw. */
static bool dealer_was_done(const struct rulebook *book, const struct round *round)
{
    struct hand hand = trail_dealer_before(round);
    return hand.count < round->blackjack.dealer.count && !dealer_total_draws(book, &hand);
}

/* One that nobody had asked for lies there: by whatever name it is reported, it is thrown away. */
static bool dealer_overdrew(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    for (unsigned i = state->trail.initial; i < state->trail.count; i++)
        if (state->trail.cards[i].lies.kind == PLACE_DEALER &&
            state->trail.cards[i].wanted.kind == PLACE_NOWHERE)
            return dealer_was_done(book, round);
    return false;
}

/* The Dealer has all his cards and nobody waits for one: whatever leaves the device now is over. */
static bool dealer_is_done(const struct rulebook *book, const struct round *round)
{
    const struct blackjack_state *state = &round->blackjack;
    return state->phase == DEAL_PLAY && !state->turn.area && !trail_astray(round) && !state->late.card &&
           state->dealer.count > 1 && !dealer_total_draws(book, &state->dealer);
}

/* The first of them; 0: none. */
static unsigned empty_area_dealt(const struct rulebook *book, const struct round *round)
{
    uint8_t areas = misdeal_empty_areas(book, round);
    unsigned area = 0;
    while (areas && !has_bit(areas, area))
        area++;
    return area;
}

/* [mbs 5.13] who is short of cards when it is too late to deal them has no card [mbs 5.14] or one
 * [mbs 5.16]. */
static enum irregularity short_late(const struct rulebook *book, const struct round *round, unsigned area)
{
    if (book->irregularities[IRREGULARITY_ONE_CARD].late != REMEDY_ONE_CARD)
        return IRREGULARITY_PLAYER_SHORT;
    return cards_on(round, area) ? IRREGULARITY_ONE_CARD : IRREGULARITY_NO_CARDS;
}

/* The first area that the initial deal has left short of cards; 0: none. */
static unsigned short_area(const struct rulebook *book, const struct round *round)
{
    uint8_t staked = table_areas_staked(book, round);
    for (unsigned area = 1; area <= round->setting.areas; area++)
        if (has_bit(staked, area) && cards_on(round, area) < 2 &&
            !area_is_split(&round->blackjack.areas[area]))
            return area;
    return 0;
}

/* [mbs 5.6.2] a wrong order noticed late is put right unless the rules speak of it otherwise: where the
 * Dealer has no card [mbs 5.12], where an area without a wager has some [mbs 5.15] [rws 5.10.3], where one
 * with a wager was left short [mbs 5.14, 5.16], and where nobody had asked for the card [mbs 5.8] [AMB-68].
 */
static enum irregularity wrong_order_late(const struct rulebook *book, const struct round *round)
{
    unsigned area = trail_is_of_initial(round) ? short_area(book, round) : 0;
    enum irregularity lacks = area ? short_late(book, round, area) : IRREGULARITY_PLAYER_SHORT;
    if (!round->blackjack.dealer.count &&
        book->irregularities[IRREGULARITY_DEALER_NO_CARD].late == REMEDY_LATE_CARD)
        return IRREGULARITY_DEALER_NO_CARD;
    if (empty_area_dealt(book, round))
        return IRREGULARITY_CARDS_ON_EMPTY_AREA;
    if (lacks != IRREGULARITY_PLAYER_SHORT)
        return lacks;
    bool offered = book->irregularities[IRREGULARITY_CARD_NOT_WANTED].late == REMEDY_NEXT_CARD &&
                   table_place(round, trail_place_of_surplus(round));
    return offered ? IRREGULARITY_CARD_NOT_WANTED : IRREGULARITY_WRONG_ORDER;
}

/* [AMB-68] a card that lies on an area without a wager and was due to a hand is moved there. */
static bool is_due_elsewhere(const struct rulebook *book, const struct round *round, const struct act *act)
{
    unsigned area = act->spot.area;
    return area_exists(round, area) && !table_was_staked(book, round, area) &&
           trail_astray_at(round, remedy_place(act)) && !has_bit(misdeal_empty_areas(book, round), area);
}

/* [rws 5.10.3] a card asked for that lies on an area without a wager when it cannot be moved any more is
 * thrown away; [mbs 5.6.2] moves it. */
static enum irregularity wrong_hand_late(const struct rulebook *book, const struct round *round)
{
    bool stays = book->irregularities[IRREGULARITY_WRONG_HAND].late == REMEDY_STAYS;
    return stays && empty_area_dealt(book, round) ? IRREGULARITY_CARDS_ON_EMPTY_AREA
                                                  : IRREGULARITY_WRONG_HAND;
}

/* [mbs 5.8] a card nobody wanted on the Dealer's completed hand is a matter of [mbs 5.7], one on an area
 * without a wager of [mbs 5.15], and one after which the initial deal went on of [mbs 5.6]. */
static enum irregularity not_wanted(const struct rulebook *book, const struct round *round,
                                    const struct act *act, bool late)
{
    struct place place = remedy_place(act);
    if (place.kind == PLACE_DEALER && dealer_was_done(book, round))
        return IRREGULARITY_EXTRA_DEALER_CARD;
    if (late && place.kind == PLACE_HAND && !place.hand && place.area == empty_area_dealt(book, round))
        return IRREGULARITY_CARDS_ON_EMPTY_AREA;
    if (trail_went_on(round, place))
        return IRREGULARITY_WRONG_ORDER;
    return IRREGULARITY_CARD_NOT_WANTED;
}

/* The report by the name that the rules have for what lies on the table. */
static struct act as_it_is(const struct rulebook *book, const struct round *round, const struct act *act)
{
    struct act report = *act;
    bool late = misdeal_late(book, round);
    enum irregularity kind = (enum irregularity)act->irregularity;
    bool of_order = kind == IRREGULARITY_WRONG_ORDER || kind == IRREGULARITY_WRONG_HAND;
    bool names_short = kind == IRREGULARITY_PLAYER_SHORT;
    if (of_order && dealer_overdrew(book, round))
        kind = IRREGULARITY_EXTRA_DEALER_CARD;
    else if (kind == IRREGULARITY_PLAYER_SHORT && late)
        kind = short_late(book, round, act->spot.area);
    else if (kind == IRREGULARITY_CARD_NOT_WANTED)
        kind = not_wanted(book, round, act, late);
    else if (kind == IRREGULARITY_WRONG_HAND && late && !trail_was_asked_for(round))
        kind = IRREGULARITY_WRONG_ORDER;
    else if (kind == IRREGULARITY_CARDS_ON_EMPTY_AREA && late && is_due_elsewhere(book, round, act))
        kind = IRREGULARITY_WRONG_HAND;
    if (kind == IRREGULARITY_WRONG_ORDER && late && round->blackjack.trail.count)
        kind = wrong_order_late(book, round);
    else if (kind == IRREGULARITY_WRONG_HAND && late)
        kind = wrong_hand_late(book, round);
    else if (kind == IRREGULARITY_SIMULTANEOUS && dealer_is_done(book, round))
        kind = IRREGULARITY_EXTRA_DEALER_CARD; /* [mbs 5.7] [rws 5.10.2] several at once are over as one is */
    if (kind == act->irregularity)
        return report;
    report.irregularity = (uint8_t)kind;
    if (kind == IRREGULARITY_EXTRA_DEALER_CARD || kind == IRREGULARITY_WRONG_ORDER)
        report.place = anywhere;
    if (kind == IRREGULARITY_WRONG_HAND)
        report.spot = (struct spot){0, 0, 0};
    if (kind == IRREGULARITY_CARD_NOT_WANTED)
        report.place = trail_place_of_surplus(round);
    if (kind == IRREGULARITY_CARDS_ON_EMPTY_AREA)
        report.spot = (struct spot){.area = (uint8_t)empty_area_dealt(book, round)};
    if (!names_short && (kind == IRREGULARITY_ONE_CARD || kind == IRREGULARITY_NO_CARDS))
        report.spot = (struct spot){.area = (uint8_t)short_area(book, round)};
    return report;
}

/* [mbs 5.19] [rws 5.5.3] the cards have sufficed once nothing more is to be dealt. */
static bool is_dealt_out(const struct rulebook *book, const struct round *round)
{
    const struct act end = {.actor = ACTOR_DEALER, .verb = VERB_END};
    return bj_end_verify(book, round, &end).status == STATUS_OK;
}

/* [mbs 5.11, 5.13] [rws 5.9] nobody is short of a card whose turn in the initial deal has yet to come. */
static bool deal_goes_on(const struct round *round)
{
    return round->blackjack.phase == DEAL_INITIAL && !trail_astray_at(round, anywhere);
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
        return trail_astray_at(round, anywhere);
    case IRREGULARITY_CARD_NOT_WANTED:
        return table_place(round, remedy_place(act)) && trail_astray_at(round, remedy_place(act));
    case IRREGULARITY_EXTRA_DEALER_CARD:
        return act->card_count ? dealer_is_done(book, round) && simultaneous_is_so(book, round, act)
                               : dealer_was_done(book, round);
    case IRREGULARITY_DEALER_NO_CARD:
        return state->dealer.count == 0 && state->trail.count > 0 && !deal_goes_on(round);
    case IRREGULARITY_PLAYER_SHORT:
        return staked && cards_on(round, area) < 2 && !area_is_split(&state->areas[area]) &&
               !deal_goes_on(round);
    case IRREGULARITY_NO_CARDS:
        return staked && cards_on(round, area) == 0 && !deal_goes_on(round);
    case IRREGULARITY_ONE_CARD:
        return staked && cards_on(round, area) == 1 && !area_is_split(&state->areas[area]) &&
               !deal_goes_on(round);
    case IRREGULARITY_CARDS_ON_EMPTY_AREA:
        return area_exists(round, area) && !table_was_staked(book, round, area) &&
               trail_astray_at(round, remedy_place(act));
    case IRREGULARITY_SKIPPED:
        return area_exists(round, area) && skipped_has_hand(round, area);
    case IRREGULARITY_SIMULTANEOUS:
        return simultaneous_is_so(book, round, act);
    case IRREGULARITY_FACEUP_CARD:
        return act->card_count == 1 && device_may_hold(book, round, act->cards[0]) &&
               !state->together.count && round->memory.front_count == 0;
    case IRREGULARITY_NO_BURN:
        return book->burn_count > 0 && state->trail.count > 0 && (late || burn_was_forgotten(round));
    case IRREGULARITY_OVER_MAXIMUM:
        return area_exists(round, area) && is_over(book, round, area);
    case IRREGULARITY_BELOW_MINIMUM:
        return area_exists(round, area) && is_under(book, round, area);
    case IRREGULARITY_PAIRS_WITHOUT_BET:
        return area_exists(round, area) && !staked && has_open_side(book, round, area, false);
    case IRREGULARITY_PAIRS_UNSETTLED:
        return state->phase == DEAL_PLAY && has_open_side(book, round, 0, true);
    case IRREGULARITY_SQUEEZE_FACEUP:
        area = remedy_place(act).area;
        return area_exists(round, area) && table_place(round, remedy_place(act)) &&
               has_bit(state->squeeze.given, area) && cards_on(round, area) > 0;
    case IRREGULARITY_CARDS_MIXED:
    case IRREGULARITY_WRONG_TOTAL:
        return state->trail.count > 0;
    case IRREGULARITY_INSUFFICIENT_CARDS:
        return !state->riffle && state->together.count == state->together.discards &&
               !is_dealt_out(book, round);
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

/* Does the remedy take up cards that lie on the table? Then their faces must be known. */
static bool moves_cards(enum remedy remedy)
{
    switch (remedy) {
    case REMEDY_JUDGE:
    case REMEDY_REBUILD:
    case REMEDY_MOVE:
    case REMEDY_BURN:
    case REMEDY_NEXT_CARD:
    case REMEDY_BACK:
    case REMEDY_STAYS:
    case REMEDY_DISCARD:
    case REMEDY_LATE_CARD:
    case REMEDY_RETURN:
    case REMEDY_ONE_CARD:
    case REMEDY_UNDISCLOSED:
    case REMEDY_TOO_LATE:
    case REMEDY_ORDER_OR_VOID:
    case REMEDY_PICK:
    case REMEDY_PICK_ORDER:
    case REMEDY_RIFFLE:
        return true;
    case REMEDY_NONE:
    case REMEDY_TERMINAL:
    case REMEDY_NOTE:
    case REMEDY_REMOVE:
    case REMEDY_VOID:
    case REMEDY_REFER:
    case REMEDY_PLAY:
    case REMEDY_SHUFFLE_AFTER:
    case REMEDY_HAND_BACK:
    case REMEDY_TRIM:
    case REMEDY_RAISE_WITHDRAW:
    case REMEDY_SETTLE_NOW:
    case REMEDY_STANDS:
    case REMEDY_OUTAGE:
    case REMEDY_COUNT:
        break;
    }
    return false;
}

/* Cards must be out, or only bets. */
static bool is_time(const struct rulebook *book, const struct round *round, enum irregularity kind)
{
    bool betting = round->phase == PHASE_BETTING;
    if (kind == IRREGULARITY_PREVIOUS_ROUND_ERROR && book->blackjack.earlier_stand_at_once)
        return true; /* [mbs 5.1.2, 5.28]; [rws 5.6] not before the next round has begun */
    if (kind == IRREGULARITY_OVER_MAXIMUM || kind == IRREGULARITY_BELOW_MINIMUM)
        return betting || round->phase == PHASE_DEALING;
    bool voids = book->irregularities[kind].early == REMEDY_VOID; /* [rws 1.24, 5.5] the round has begun */
    bool any_time = voids || kind == IRREGULARITY_FOREIGN_CARD || kind == IRREGULARITY_EXTRA_CARD ||
                    kind == IRREGULARITY_MISSING_CARD || kind == IRREGULARITY_UNSHUFFLED ||
                    kind == IRREGULARITY_PREVIOUS_ROUND_ERROR || kind == IRREGULARITY_POWER_FAILURE ||
                    kind == IRREGULARITY_CUT_CARD || kind == IRREGULARITY_CUT_CARD_MISSED ||
                    kind == IRREGULARITY_FACEUP_CARD || kind == IRREGULARITY_PAIRS_WITHOUT_BET ||
                    kind == IRREGULARITY_SHOE_ORDER || kind == IRREGULARITY_OTHER;
    return round->phase == PHASE_DEALING || (betting && any_time);
}

bool report_names_area(enum irregularity kind)
{
    return kind == IRREGULARITY_PLAYER_SHORT || kind == IRREGULARITY_NO_CARDS ||
           kind == IRREGULARITY_ONE_CARD || kind == IRREGULARITY_CARDS_ON_EMPTY_AREA ||
           kind == IRREGULARITY_SKIPPED || kind == IRREGULARITY_OVER_MAXIMUM ||
           kind == IRREGULARITY_BELOW_MINIMUM || kind == IRREGULARITY_PAIRS_WITHOUT_BET;
}

struct ruling bj_report_verify(const struct rulebook *book, const struct round *round, const struct act *said)
{
    if (said->irregularity >= IRREGULARITY_COUNT)
        return refuse(STATUS_NOT_APPLICABLE, GROUND_SHIFT_DECIDES);
    const struct act report = as_it_is(book, round, said);
    const struct act *act = &report;
    enum irregularity kind = (enum irregularity)act->irregularity;
    if (act->spot.area > AREAS_MAX || (act->spot.area && !report_names_area(kind)))
        return refuse(STATUS_NO_SUCH_AREA, GROUND_SHIFT_DECIDES);
    bool late = is_late(book, round, act);
    if (remedy_of(book, round, act, late) == REMEDY_NONE)
        return refuse(STATUS_NOT_APPLICABLE, GROUND_SHIFT_DECIDES);
    if (!is_time(book, round, kind))
        return ruling_irregular(refuse(STATUS_NOT_NOW, GROUND_SHIFT_DECIDES), kind, late);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (moves_cards(remedy_of(book, round, act, late)) && table_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    if (!is_so(book, round, act, late))
        return ruling_irregular(refuse(STATUS_NOT_SO, GROUND_SHIFT_DECIDES), kind, late);
    return ruling_irregular((struct ruling){.status = STATUS_OK}, kind, late);
}

void bj_report_do(struct table *table, const struct act *said)
{
    const struct act report = as_it_is(table->book, table->round, said);
    const struct act *act = &report;
    bool late = is_late(table->book, table->round, act);
    enum remedy remedy = remedy_of(table->book, table->round, act, late);
    table->state->reported.kinds |= UINT64_C(1) << act->irregularity;
    if (late)
        table->state->reported.late |= UINT64_C(1) << act->irregularity;
    remedy_apply(table, act, remedy, late);
    table->state->asked.beyond_repair = false;
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
    void_round(table, (enum irregularity)void_kind(table->book, act->note), false,
               outage ? GROUND_OUTAGE_UNDECIDED : GROUND_VOID);
}
