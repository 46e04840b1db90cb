/* SPDX-License-Identifier: Apache-2.0 */
/* report.c - what goes wrong, as staff report it, and what the rulebook does about it [bac 5.1-5.10.2]. */
#include "baccarat/felt.h"

#include <assert.h>

#include "round/device.h"

enum remedy bac_report_remedy(const struct rulebook *book, enum irregularity kind)
{
    assert(kind < IRREGULARITY_COUNT);
    return (enum remedy)book->irregularities[kind].early;
}

/* ---- Is it so? ---- */

static bool in_round(const struct round *round)
{
    return round->phase == PHASE_BETTING || round->phase == PHASE_DEALING;
}

/* [bac 5.3] cards can be too few only while more are needed than are known to be there. */
static enum status verify_void(const struct rulebook *book, const struct round *round, const struct act *act)
{
    bool ran_out = act->irregularity == IRREGULARITY_INSUFFICIENT_CARDS;
    return ran_out && !bac_misdeal_needs_more(book, round) ? STATUS_NOT_SO : STATUS_OK;
}

/* [bac 5.7] does a card lie on that hand which belongs elsewhere? */
static bool unwanted_on(const struct rulebook *book, const struct round *round, enum place_kind hand)
{
    struct baccarat_state right = round->baccarat;
    unsigned kept = bac_misdeal_lay_out(book, &right);
    for (unsigned i = 0; i < round->baccarat.card_count; i++)
        if (round->baccarat.cards[i].lies == hand && (i >= kept || right.cards[i].lies != hand))
            return true;
    return false;
}

/* [bac 5.7] nothing is put right where nothing is wrong. */
static enum status verify_rebuild(const struct rulebook *book, const struct round *round,
                                  const struct act *act)
{
    if (!round->baccarat.astray)
        return STATUS_NOTHING_ASTRAY;
    if (act->irregularity != IRREGULARITY_CARD_NOT_WANTED)
        return STATUS_OK;
    if (act->place.kind != PLACE_PLAYER_SIDE && act->place.kind != PLACE_BANKER_SIDE)
        return STATUS_NO_SUCH_PLACE;
    return unwanted_on(book, round, (enum place_kind)act->place.kind) ? STATUS_OK : STATUS_NOT_SO;
}

static enum status verify_judge(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)book;
    bool of_dealt = act->irregularity == IRREGULARITY_CARDS_MIXED;
    return of_dealt && round->baccarat.card_count == 0 ? STATUS_NOT_SO : STATUS_OK;
}

/* No card is already known to come next. */
static bool front_unknown(const struct round *round)
{
    return !device_has_front(round) && round->baccarat.lying_count == 0;
}

static enum status verify_together(const struct rulebook *book, const struct round *round,
                                   const struct act *act)
{
    unsigned orders = act->flags & (ACT_ORDER_KNOWN | ACT_ORDER_UNKNOWN);
    if (round->phase != PHASE_DEALING || round->memory.burn_due || round->baccarat.lying_count ||
        round->baccarat.led_count)
        return STATUS_NOT_NOW; /* whether one is due or none: what left together is ruled on [bac 5.8.1] */
    if (act->card_count < 2 || act->card_count > ACT_CARDS_MAX)
        return STATUS_NOT_SO;
    if (orders != ACT_ORDER_KNOWN && orders != ACT_ORDER_UNKNOWN)
        return STATUS_ORDER_UNSAID;
    int known = device_front_leads(round, act->cards, act->card_count);
    if (known < 0)
        return STATUS_CARD_NOT_FRONT;
    return device_may_lie(book, round, act->cards + known, act->card_count - (unsigned)known)
               ? STATUS_OK
               : STATUS_CARD_COPIES;
}

static enum status verify_so(const struct rulebook *book, const struct round *round, const struct act *act)
{
    (void)book, (void)round, (void)act;
    return STATUS_OK;
}

static enum status verify_faceup(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    if (!front_unknown(round))
        return STATUS_NOT_NOW;
    assert(!round->memory.burn_due); /* in a round only a card seen at the front is to be burnt */
    if (act->card_count != 1)
        return STATUS_NOT_SO;
    return device_may_hold(book, round, act->cards[0]) ? STATUS_OK : STATUS_CARD_COPIES;
}

static enum status verify_terminals(const struct rulebook *book, const struct round *round,
                                    const struct act *act)
{
    (void)book;
    uint64_t everybody = (UINT64_C(1) << round->person_count) - 1;
    return act->persons && !(act->persons & ~everybody) ? STATUS_OK : STATUS_NO_SUCH_PERSON;
}

/* [bac 2.2] [AMB-93] a wager outside the limits must be there. */
static enum status verify_limits(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    bool over = act->irregularity == IRREGULARITY_OVER_MAXIMUM;
    (void)book;
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        int64_t max_cents = round->setting.limit_max_cents[stake->wager];
        if (over ? max_cents && stake->placed_cents > max_cents
                 : stake->placed_cents < round->setting.limit_min_cents[stake->wager])
            return STATUS_OK;
    }
    return STATUS_NOT_SO;
}

/* ---- What is done about it. ---- */

static void ask(struct bac_felt *felt, const struct act *act, enum question question)
{
    struct event *event = bac_felt_tell(felt, EVENT_ASKED, (enum irregularity)act->irregularity);
    event->question = (uint8_t)question;
    felt->round->question = (uint8_t)question;
    felt->state->asked_kind = act->irregularity;
    if (question != QUESTION_SHIFT)
        return;
    event_cite(event, GROUND_SHIFT_DECIDES);
    event_cite(event, GROUND_HIGHER_POSITION);
}

static void do_void(struct bac_felt *felt, const struct act *act)
{
    bac_felt_void(felt, act->irregularity + 1U, 0);
    event_cite(events_add(felt->events, EVENT_EARLIER_STAND), GROUND_EARLIER_STAND);
}

/* [bac 5.7], or [bac 5.2] where the pit has said that the order is lost. */
static void do_rebuild(struct bac_felt *felt, const struct act *act)
{
    if (felt->state->beyond_repair)
        bac_felt_void(felt, act->irregularity + 1U, GROUND_BEYOND_REPAIR + 1U);
    else
        bac_misdeal_rebuild(felt, (enum irregularity)act->irregularity);
}

static void tell_order(struct bac_felt *felt, const struct act *act)
{
    for (unsigned i = 0; i < act->card_count; i++) {
        struct event *event = bac_felt_tell(felt, EVENT_NEXT, IRREGULARITY_SIMULTANEOUS);
        event->card = act->cards[i];
        event->number = (uint8_t)(i + 1);
    }
}

/* The round needs no further card [AMB-109]. */
static bool is_complete(const struct bac_felt *felt)
{
    return !felt->state->astray && bac_next_card(felt->book, felt->state).place == PLACE_NOWHERE;
}

/* [bac 5.8] dealt in the order in which they were drawn; [bac 5.8.1] void if nobody knows it. Of a card known
 * to be next and one other the order is known. */
static void do_together(struct bac_felt *felt, const struct act *act)
{
    struct baccarat_state *state = felt->state;
    unsigned known = (unsigned)device_front_leads(felt->round, act->cards, act->card_count);
    bool unordered = act->flags & ACT_ORDER_UNKNOWN && act->card_count > known + 1;
    bool aside =
        unordered && is_complete(felt) && felt->book->baccarat.together_unneeded == TOGETHER_SET_ASIDE;
    bool unknown = unordered && !aside;
    device_lay_aside(felt->round, act->cards + known, act->card_count - known);
    for (unsigned i = known; i < act->card_count; i++)
        state->lying[state->lying_count++] = act->cards[i];
    state->led_count = (uint8_t)known;
    state->behind_count = (uint8_t)(felt->round->memory.front_count - known);
    if (!unknown && !state->beyond_repair) {
        tell_order(felt, act);
        if (aside)
            bac_deal_clear_lying(felt); /* no order of them matters: they are thrown away [AMB-109] */
        return;
    }
    bac_felt_void(felt, act->irregularity + 1U, (unknown ? GROUND_ORDER_UNKNOWN : GROUND_BEYOND_REPAIR) + 1U);
}

/* [bac 5.6] played as if found face down; before the first card the rulebook has its own answer [AMB-81]. */
static void do_faceup(struct bac_felt *felt, const struct act *act)
{
    bool early = felt->state->card_count == 0;
    unsigned answer = early ? felt->book->faceup_early : FACEUP_PLAY;
    device_seen(felt->round, act->cards[0], IRREGULARITY_FACEUP_CARD, false);
    if (answer == FACEUP_REFER) {
        ask(felt, act, QUESTION_SHIFT);
        return;
    }
    if (answer == FACEUP_BURN)
        felt->round->memory.burn_due++;
    bac_felt_tell(felt, EVENT_PLAY_ON, IRREGULARITY_FACEUP_CARD);
}

/* [bac 5.9.2] something is decided: the round is concluded. [bac 5.9.1] nothing is: void. */
static void do_outage(struct bac_felt *felt, const struct act *act)
{
    enum irregularity kind = (enum irregularity)act->irregularity;
    if (bac_outage_any_decided(felt->book, felt->round)) {
        event_cite(bac_felt_tell(felt, EVENT_PLAY_ON, kind), GROUND_OUTAGE_DECIDED);
        return;
    }
    if (felt->book->outage_undecided == OUTAGE_VOID) {
        bac_felt_void(felt, kind + 1U, GROUND_OUTAGE_UNDECIDED + 1U);
        return;
    }
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        unsigned person = felt->round->stakes[i].person;
        if (!stake_is_open(&felt->round->stakes[i]) || has_bit(felt->state->withdrawers, person))
            continue;
        felt->state->withdrawers |= 1U << person;
        struct event *event = bac_felt_tell(felt, EVENT_OFFERED, kind);
        event->option = OPTION_WITHDRAW;
        event->person = (uint8_t)person;
        event_cite(event, GROUND_OUTAGE_UNDECIDED);
    }
}

/* [bac 5.10.1] what the terminal has accepted stays; [bac 5.10.2] the rest took no part [AMB-80]. */
static void fail_terminal(struct bac_felt *felt, unsigned person)
{
    assert(person < PERSONS_MAX);
    struct round *round = felt->round;
    bool in = false;
    for (unsigned i = round->stake_count; i-- > 0;) {
        struct stake *stake = &round->stakes[i];
        if (stake->person != person)
            continue;
        if (!stake_is(stake, STAKE_PENDING)) {
            stake->flags |= STAKE_FAILED;
            in = true;
            continue;
        }
        event_cite(stake_return(round, felt->events, stake, stake_left_cents(stake)), GROUND_TERMINAL_OUT);
        stake_remove(round, stake);
    }
    felt->state->failed |= 1U << person;
    struct event *event = bac_felt_tell(felt, in ? EVENT_IN : EVENT_OUT, IRREGULARITY_TERMINAL_FAILURE);
    event->person = (uint8_t)person;
    event_cite(event, in ? GROUND_TERMINAL_IN : GROUND_TERMINAL_OUT);
}

static void do_terminals(struct bac_felt *felt, const struct act *act)
{
    for (unsigned person = 0; person < felt->round->person_count; person++)
        if (has_bit(act->persons, person))
            fail_terminal(felt, person);
    bac_felt_tell(felt, EVENT_PLAY_ON, IRREGULARITY_TERMINAL_FAILURE);
}

/* [bac 3.9] the cutting card is removed and the round completed; the cards are shuffled after it. */
static void do_shuffle_after(struct bac_felt *felt, const struct act *act)
{
    felt->round->memory.shuffle_due = (uint8_t)(act->irregularity + 1);
    bac_felt_tell(felt, EVENT_SHUFFLE_DUE, (enum irregularity)act->irregularity);
    event_cite(bac_felt_tell(felt, EVENT_PLAY_ON, (enum irregularity)act->irregularity), GROUND_CUT_CARD);
}

static void do_note(struct bac_felt *felt, const struct act *act)
{
    bac_felt_tell(felt, EVENT_NOTED, (enum irregularity)act->irregularity);
    bac_felt_tell(felt, EVENT_PLAY_ON, (enum irregularity)act->irregularity);
}

static void do_stands(struct bac_felt *felt, const struct act *act)
{
    event_cite(bac_felt_tell(felt, EVENT_EARLIER_STAND, (enum irregularity)act->irregularity),
               GROUND_EARLIER_STAND);
}

static void do_judge(struct bac_felt *felt, const struct act *act)
{
    ask(felt, act, QUESTION_RECONSTRUCTABLE);
}

/* The shift manager decides irregularities that this family has no remedy for. */
static void do_refer(struct bac_felt *felt, const struct act *act)
{
    ask(felt, act, QUESTION_SHIFT);
}

/* ---- The rows: one a remedy, and one for each kind that is looked at in its own way. ---- */

struct row {
    enum status (*verify)(const struct rulebook *book, const struct round *round, const struct act *act);
    do_act *act;
};

static const struct row rows[REMEDY_COUNT] = {
    [REMEDY_VOID] = {verify_void, do_void},
    [REMEDY_REBUILD] = {verify_rebuild, do_rebuild},
    [REMEDY_BACK] = {verify_rebuild, do_rebuild},
    [REMEDY_JUDGE] = {verify_judge, do_judge},
    [REMEDY_ORDER_OR_VOID] = {verify_together, do_together},
    [REMEDY_OUTAGE] = {verify_so, do_outage},
    [REMEDY_TERMINAL] = {verify_terminals, do_terminals},
    [REMEDY_REMOVE] = {verify_so, do_shuffle_after},
    [REMEDY_SHUFFLE_AFTER] = {verify_so, do_shuffle_after},
    [REMEDY_NOTE] = {verify_so, do_note},
    [REMEDY_PLAY] = {verify_so, do_note},
    [REMEDY_STANDS] = {verify_so, do_stands},
};

static struct row row_of(const struct rulebook *book, const struct act *act)
{
    enum remedy remedy = bac_report_remedy(book, (enum irregularity)act->irregularity);
    assert(remedy < REMEDY_COUNT);
    struct row row = rows[remedy].act ? rows[remedy] : (struct row){verify_so, do_refer};
    if (act->irregularity == IRREGULARITY_FACEUP_CARD && remedy == REMEDY_PLAY)
        row = (struct row){verify_faceup, do_faceup};
    if (act->irregularity == IRREGULARITY_OVER_MAXIMUM || act->irregularity == IRREGULARITY_BELOW_MINIMUM)
        row.verify = verify_limits;
    return row;
}

struct ruling bac_report_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_IRREGULARITY);
    if (!bac_staff_may(act, ACTOR_DEALER))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (act->irregularity >= IRREGULARITY_COUNT)
        return ruling_plain(STATUS_NOT_APPLICABLE);
    enum irregularity kind = (enum irregularity)act->irregularity;
    enum remedy remedy = bac_report_remedy(book, kind);
    if (remedy == REMEDY_NONE)
        return ruling_plain(STATUS_NOT_APPLICABLE);
    if (!in_round(round) && remedy != REMEDY_STANDS)
        return ruling_irregular(STATUS_NOT_NOW, kind);
    return ruling_irregular(row_of(book, act).verify(book, round, act), kind);
}

void bac_report_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->irregularity < IRREGULARITY_COUNT);
    felt->state->reported |= UINT64_C(1) << act->irregularity;
    row_of(felt->book, act).act(felt, act);
}
