/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/kind.h"

#include <assert.h>

#include "blackjack/fact.h"
#include "blackjack/outage.h"
#include "blackjack/shuffle.h"
#include "blackjack/skipped.h"
#include "blackjack/trail.h"
#include "round/device.h"

/* ---- From when on it is late. ---- */

static bool late_misdeal(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)act;
    return fact_misdeal_late(book, round);
}

static bool late_after_close(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)book, (void)act;
    return round->phase != PHASE_BETTING;
}

/* [mbs 5.18] after the second area; [rws 5.9, 5.10.1] as any dealing error. */
static bool late_skipped(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (book->blackjack.misdeal_late == LATE_SETTLED)
        return fact_misdeal_late(book, round);
    return skipped_is_late(book, round, act->spot.area);
}

static bool late_outage(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)act;
    return outage_is_decided(book, round);
}

/* ---- Is it so? What is said to have happened must be what lies on the table. ---- */

static bool so_always(const struct rulebook *book, const struct round *round, const struct act *act,
                      bool late)
{
    (void)book, (void)round, (void)act, (void)late;
    return true;
}

static bool so_astray(const struct rulebook *book, const struct round *round, const struct act *act,
                      bool late)
{
    (void)book, (void)act, (void)late;
    return trail_astray(round);
}

static bool so_not_wanted(const struct rulebook *book, const struct round *round, const struct act *act,
                          bool late)
{
    (void)book, (void)late;
    assert(felt_place(round, fact_place(act)));
    return trail_astray_at(round, fact_place(act));
}

static bool so_extra_dealer_card(const struct rulebook *book, const struct round *round,
                                 const struct act *act, bool late)
{
    (void)late;
    if (act->card_count)
        return fact_dealer_is_done(book, round) && fact_left_together(book, round, act);
    return fact_dealer_was_done(book, round);
}

static bool so_dealer_no_card(const struct rulebook *book, const struct round *round, const struct act *act,
                              bool late)
{
    const struct blackjack_state *state = &round->blackjack;
    (void)book, (void)act, (void)late;
    return state->dealer.count == 0 && !state->late.card && state->dealt && !fact_deal_goes_on(round);
}

/* An area with a wager, not split, to which the initial deal owes no card any more. */
static bool is_dealt_area(const struct rulebook *book, const struct round *round, unsigned area)
{
    return area_exists(round, area) && has_bit(felt_areas_staked(book, round), area) &&
           !area_is_split(&round->blackjack.areas[area]) && !fact_deal_goes_on(round);
}

static bool so_player_short(const struct rulebook *book, const struct round *round, const struct act *act,
                            bool late)
{
    (void)late;
    return is_dealt_area(book, round, act->spot.area) && fact_cards_on(round, act->spot.area) < 2;
}

static bool so_no_cards(const struct rulebook *book, const struct round *round, const struct act *act,
                        bool late)
{
    (void)late;
    return is_dealt_area(book, round, act->spot.area) && fact_cards_on(round, act->spot.area) == 0;
}

static bool so_one_card(const struct rulebook *book, const struct round *round, const struct act *act,
                        bool late)
{
    (void)late;
    return is_dealt_area(book, round, act->spot.area) && fact_cards_on(round, act->spot.area) == 1;
}

static bool so_empty_area(const struct rulebook *book, const struct round *round, const struct act *act,
                          bool late)
{
    (void)late;
    return area_exists(round, act->spot.area) && !felt_was_staked(book, round, act->spot.area) &&
           trail_astray_at(round, fact_place(act));
}

static bool so_skipped(const struct rulebook *book, const struct round *round, const struct act *act,
                       bool late)
{
    unsigned area = act->spot.area;
    (void)late;
    return area_exists(round, area) && has_bit(felt_areas_staked(book, round), area) &&
           skipped_has_hand(book, round, area);
}

static bool so_simultaneous(const struct rulebook *book, const struct round *round, const struct act *act,
                            bool late)
{
    (void)late;
    return fact_left_together(book, round, act);
}

static bool so_faceup(const struct rulebook *book, const struct round *round, const struct act *act,
                      bool late)
{
    (void)late;
    return act->card_count == 1 && device_may_hold(book, round, act->cards[0]) &&
           !round->blackjack.together.count && round->memory.front_count == 0;
}

static bool so_no_burn(const struct rulebook *book, const struct round *round, const struct act *act,
                       bool late)
{
    (void)act;
    return book->burn_count > 0 && fact_cards_laid(round) > 0 && (late || fact_burn_forgotten(round));
}

static bool so_over_maximum(const struct rulebook *book, const struct round *round, const struct act *act,
                            bool late)
{
    (void)late;
    return area_exists(round, act->spot.area) && fact_over(book, round, act->spot.area);
}

static bool so_below_minimum(const struct rulebook *book, const struct round *round, const struct act *act,
                             bool late)
{
    (void)late;
    return area_exists(round, act->spot.area) && fact_under(book, round, act->spot.area);
}

static bool so_pairs_without_bet(const struct rulebook *book, const struct round *round,
                                 const struct act *act, bool late)
{
    unsigned area = act->spot.area;
    (void)late;
    return area_exists(round, area) && !has_bit(felt_areas_staked(book, round), area) &&
           fact_side_open(book, round, area);
}

static bool so_pairs_unsettled(const struct rulebook *book, const struct round *round, const struct act *act,
                               bool late)
{
    (void)act, (void)late;
    return round->blackjack.phase == DEAL_PLAY && fact_side_unsettled(book, round);
}

static bool so_squeeze_faceup(const struct rulebook *book, const struct round *round, const struct act *act,
                              bool late)
{
    struct place place = fact_place(act);
    (void)book, (void)late;
    return has_bit(round->blackjack.squeeze.given, place.area) && fact_cards_on(round, place.area) > 0;
}

static bool so_dealt(const struct rulebook *book, const struct round *round, const struct act *act, bool late)
{
    (void)book, (void)act, (void)late;
    return felt_is_dealt(round);
}

static bool so_insufficient(const struct rulebook *book, const struct round *round, const struct act *act,
                            bool late)
{
    const struct blackjack_state *state = &round->blackjack;
    (void)act, (void)late;
    return !shuffle_is_pending(book, round) && state->together.count == state->together.discards &&
           !fact_dealt_out(book, round);
}

/* ---- The rows. ---- */

/* clang-format off */
static const struct kind rows[IRREGULARITY_COUNT] = {
    [IRREGULARITY_FOREIGN_CARD]         = {NAMES_NOTHING, TIME_ROUND,   false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_EXTRA_CARD]           = {NAMES_NOTHING, TIME_ROUND,   false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_MISSING_CARD]         = {NAMES_NOTHING, TIME_ROUND,   false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_UNSHUFFLED]           = {NAMES_NOTHING, TIME_ROUND,   false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_INSUFFICIENT_CARDS]   = {NAMES_NOTHING, TIME_DEALING, false, late_misdeal,     so_insufficient,      NULL, NULL},
    [IRREGULARITY_CARDS_MIXED]          = {NAMES_NOTHING, TIME_DEALING, true,  late_misdeal,     so_dealt,             NULL, NULL},
    [IRREGULARITY_SHOE_ORDER]           = {NAMES_NOTHING, TIME_ROUND,   false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_WRONG_ORDER]          = {NAMES_NOTHING, TIME_DEALING, true,  late_misdeal,     so_astray,            alias_wrong_order, find_anywhere},
    [IRREGULARITY_WRONG_HAND]           = {NAMES_NOTHING, TIME_DEALING, true,  late_misdeal,     so_astray,            alias_wrong_hand, find_no_area},
    [IRREGULARITY_CARD_NOT_WANTED]      = {NAMES_HAND,    TIME_DEALING, true,  late_misdeal,     so_not_wanted,        alias_not_wanted, find_surplus},
    [IRREGULARITY_EXTRA_DEALER_CARD]    = {NAMES_NOTHING, TIME_DEALING, true,  late_misdeal,     so_extra_dealer_card, NULL, find_anywhere},
    [IRREGULARITY_DEALER_NO_CARD]       = {NAMES_NOTHING, TIME_DEALING, true,  late_misdeal,     so_dealer_no_card,    NULL, NULL},
    [IRREGULARITY_PLAYER_SHORT]         = {NAMES_AREA,    TIME_DEALING, true,  late_misdeal,     so_player_short,      alias_player_short, NULL},
    [IRREGULARITY_NO_CARDS]             = {NAMES_AREA,    TIME_DEALING, true,  late_misdeal,     so_no_cards,          NULL, find_short_area},
    [IRREGULARITY_ONE_CARD]             = {NAMES_AREA,    TIME_DEALING, true,  late_misdeal,     so_one_card,          NULL, find_short_area},
    [IRREGULARITY_CARDS_ON_EMPTY_AREA]  = {NAMES_AREA,    TIME_DEALING, true,  late_misdeal,     so_empty_area,        alias_empty_area, find_empty_area},
    [IRREGULARITY_SKIPPED]              = {NAMES_AREA,    TIME_DEALING, true,  late_skipped,     so_skipped,           NULL, NULL},
    [IRREGULARITY_SIMULTANEOUS]         = {NAMES_CARDS,   TIME_DEALING, false, late_misdeal,     so_simultaneous,      alias_simultaneous, NULL},
    [IRREGULARITY_FACEUP_CARD]          = {NAMES_FACE,    TIME_ROUND,   false, late_misdeal,     so_faceup,            NULL, NULL},
    [IRREGULARITY_NO_BURN]              = {NAMES_NOTHING, TIME_DEALING, false, late_misdeal,     so_no_burn,           NULL, NULL},
    [IRREGULARITY_CUT_CARD]             = {NAMES_NOTHING, TIME_ROUND,   false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_CUT_CARD_MISSED]      = {NAMES_NOTHING, TIME_ROUND,   false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_OVER_MAXIMUM]         = {NAMES_AREA,    TIME_ROUND,   false, late_after_close, so_over_maximum,      NULL, NULL},
    [IRREGULARITY_BELOW_MINIMUM]        = {NAMES_AREA,    TIME_ROUND,   false, late_after_close, so_below_minimum,     NULL, NULL},
    [IRREGULARITY_PAIRS_WITHOUT_BET]    = {NAMES_AREA,    TIME_ROUND,   false, late_misdeal,     so_pairs_without_bet, NULL, NULL},
    [IRREGULARITY_PAIRS_UNSETTLED]      = {NAMES_NOTHING, TIME_DEALING, false, late_misdeal,     so_pairs_unsettled,   NULL, NULL},
    [IRREGULARITY_PREVIOUS_ROUND_ERROR] = {NAMES_NOTHING, TIME_EVER,    false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_POWER_FAILURE]        = {NAMES_NOTHING, TIME_ROUND,   false, late_outage,      so_always,            NULL, NULL},
    [IRREGULARITY_TERMINAL_FAILURE]     = {NAMES_NOTHING, TIME_DEALING, false, late_misdeal,     so_always,            NULL, NULL},
    [IRREGULARITY_WRONG_TOTAL]          = {NAMES_NOTHING, TIME_DEALING, false, late_misdeal,     so_dealt,             NULL, NULL},
    [IRREGULARITY_SQUEEZE_FACEUP]       = {NAMES_HAND,    TIME_DEALING, false, late_misdeal,     so_squeeze_faceup,    NULL, NULL},
    [IRREGULARITY_OTHER]                = {NAMES_NOTHING, TIME_ROUND,   false, late_misdeal,     so_always,            NULL, NULL},
};
/* clang-format on */

const struct kind *kind_row(enum irregularity kind)
{
    assert(kind < IRREGULARITY_COUNT && rows[kind].holds);
    return &rows[kind];
}

bool kind_is_time(const struct rulebook *book, const struct round *round, enum irregularity kind)
{
    assert(kind < IRREGULARITY_COUNT);
    const struct kind *row = kind_row(kind);
    bool voids = book->irregularities[kind].early == REMEDY_VOID;
    if (row->time == TIME_EVER && book->blackjack.earlier_stand_at_once)
        return true;
    if (round->phase == PHASE_BETTING)
        return row->time != TIME_DEALING || voids;
    return round->phase == PHASE_DEALING;
}
