/* SPDX-License-Identifier: Apache-2.0 */
/* staff.c - decisions of the staff, the shuffle, and the withdrawals a decision can open. */
#include "baccarat/felt.h"

#include <assert.h>
#include <string.h>

#include "round/device.h"

/* [bac 6.2] a higher position may act for a lower one. */
bool bac_staff_may(const struct act *act, enum actor lowest)
{
    assert(lowest >= ACTOR_DEALER);
    return act->actor >= lowest && act->actor <= ACTOR_SHIFT;
}

/* ---- Decisions. ---- */

static struct ruling reconstructable_verify(const struct round *round, const struct act *act)
{
    if (!bac_staff_may(act, ACTOR_PIT))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (round->question == QUESTION_RECONSTRUCTABLE)
        return allow(GROUND_BEYOND_REPAIR);
    bool ahead = !(act->flags & ACT_YES) && round->phase == PHASE_DEALING && !round->question;
    return ahead ? allow(GROUND_BEYOND_REPAIR) : ruling_plain(STATUS_NOT_ASKED);
}

/* [bac 6.1] the shift manager decides what no rule covers, when asked. */
static struct ruling shift_verify(const struct round *round, const struct act *act)
{
    if (!bac_staff_may(act, ACTOR_SHIFT))
        return refuse(STATUS_NOT_ENTITLED, GROUND_SHIFT_DECIDES);
    if (round->question != QUESTION_SHIFT)
        return refuse(STATUS_NOT_ASKED, GROUND_SHIFT_DECIDES);
    return allow(GROUND_SHIFT_DECIDES);
}

struct ruling bac_decide_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_DECIDE);
    (void)book;
    if (!bac_staff_may(act, ACTOR_DEALER))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    switch ((enum decision)act->decision) {
    case DECISION_RECONSTRUCTABLE:
        return reconstructable_verify(round, act);
    case DECISION_CONTINUE:
    case DECISION_VOID:
        return shift_verify(round, act);
    case DECISION_REOPEN_PREVIOUS: /* [bac 5.1.2] */
        return refuse(STATUS_EARLIER_STANDS, GROUND_EARLIER_STAND);
    case DECISION_NONE:
    case DECISION_SQUEEZE:
    case DECISION_FULL_PATRONAGE:
    case DECISION_WITHDRAW:
    case DECISION_COUNT:
        break;
    }
    return ruling_plain(STATUS_NOT_PLAYED);
}

static void decide_reconstructable(struct bac_felt *felt, bool yes)
{
    enum irregularity kind = (enum irregularity)felt->state->asked_kind;
    if (felt->round->question == QUESTION_NONE) {
        felt->state->beyond_repair = true;
        return;
    }
    felt->round->question = QUESTION_NONE;
    if (!yes) {
        bac_felt_void(felt, kind + 1U, GROUND_BEYOND_REPAIR + 1U); /* [bac 5.2] */
        return;
    }
    bac_misdeal_rebuild(felt, kind); /* [bac 5.7] */
    bac_felt_tell(felt, EVENT_PLAY_ON, kind);
}

void bac_decide_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_DECIDE);
    enum irregularity kind = (enum irregularity)felt->state->asked_kind;
    if (act->decision == DECISION_RECONSTRUCTABLE) {
        decide_reconstructable(felt, act->flags & ACT_YES);
        return;
    }
    felt->round->question = QUESTION_NONE;
    if (act->decision == DECISION_VOID)
        bac_felt_void(felt, kind + 1U, GROUND_SHIFT_DECIDES + 1U);
    else
        event_cite(bac_felt_tell(felt, EVENT_PLAY_ON, kind), GROUND_SHIFT_DECIDES);
}

/* ---- Declaring a round void. ---- */

/* [bac 5.9.1] the clause that voids a round in which nothing is decided when it is interrupted. */
static bool voids_outage(const struct rulebook *book, const char *clause)
{
    return book->outage_undecided == OUTAGE_VOID &&
           text_has_word(book->grounds[GROUND_OUTAGE_UNDECIDED], clause);
}

/* The irregularity + 1 that this clause makes void, or 0. */
static unsigned voiding_kind(const struct rulebook *book, const char *clause)
{
    if (voids_outage(book, clause))
        return IRREGULARITY_POWER_FAILURE + 1;
    for (unsigned i = 0; i < IRREGULARITY_COUNT; i++)
        if (bac_report_remedy(book, (enum irregularity)i) == REMEDY_VOID &&
            text_has_word(book->irregularities[i].early_clauses, clause))
            return i + 1;
    return 0;
}

struct ruling bac_void_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_VOID);
    if (!bac_staff_may(act, ACTOR_DEALER))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (round->phase != PHASE_BETTING && round->phase != PHASE_DEALING)
        return refuse(STATUS_NOT_NOW, GROUND_VOID);
    if (!memchr(act->note, '\0', sizeof(act->note)))
        return refuse(STATUS_NOT_VOIDING, GROUND_VOID);
    unsigned kind = voiding_kind(book, act->note);
    if (kind == IRREGULARITY_POWER_FAILURE + 1 && bac_outage_any_decided(book, round))
        return refuse(STATUS_NOT_SO, GROUND_OUTAGE_DECIDED); /* [bac 5.9.2] it is concluded */
    if (kind) { /* what the clause speaks of must have happened, as when it is reported */
        const struct act report = {
            .actor = act->actor, .verb = VERB_IRREGULARITY, .irregularity = (uint8_t)(kind - 1)};
        return bac_report_verify(book, round, &report);
    }
    /* [bac 5.2] it is not the clause alone that voids the round: `decide reconstructable no` does, or
     * [bac 5.8.1] the report that the order of cards drawn together is not known. */
    if (text_has_word(book->grounds[GROUND_BEYOND_REPAIR], act->note))
        return refuse(STATUS_PIT_FINDS_FIRST, GROUND_BEYOND_REPAIR);
    if (text_has_word(book->grounds[GROUND_ORDER_UNKNOWN], act->note))
        return refuse(STATUS_PIT_FINDS_FIRST, GROUND_ORDER_UNKNOWN);
    return refuse(STATUS_NOT_VOIDING, GROUND_VOID);
}

void bac_void_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_VOID);
    bool outage = voids_outage(felt->book, act->note);
    bac_felt_void(felt, voiding_kind(felt->book, act->note), outage ? GROUND_OUTAGE_UNDECIDED + 1U : 0);
}

/* ---- The cards between rounds. ---- */

struct ruling bac_shuffle_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    assert(act->verb == VERB_SHUFFLE);
    (void)book;
    if (!bac_staff_may(act, ACTOR_DEALER))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (!(act->flags & ACT_FULL))
        return ruling_plain(STATUS_NOT_PLAYED);
    if (round->phase != PHASE_IDLE && round->phase != PHASE_ENDED)
        return ruling_plain(STATUS_NOT_NOW);
    return allow(GROUND_BURN);
}

void bac_shuffle_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_SHUFFLE);
    (void)act;
    device_shuffle(felt->book, felt->round);
    events_add(felt->events, EVENT_SHUFFLED);
}

/* ---- Withdrawals, in books that offer them after an interruption. ---- */

struct ruling bac_withdraw_verify(const struct rulebook *book, const struct round *round,
                                  const struct act *act)
{
    assert(act->verb == VERB_WITHDRAW || act->verb == VERB_CONTINUE);
    (void)book;
    if (act->actor != ACTOR_PERSON || act->person >= round->person_count)
        return ruling_plain(STATUS_NO_SUCH_PERSON);
    if (act->spot.area)
        return ruling_plain(STATUS_WRONG_SPOT);
    if (!has_bit(round->baccarat.withdrawers, act->person))
        return refuse(STATUS_NOT_OFFERED, GROUND_LATE_PULL);
    return allow(GROUND_OUTAGE_UNDECIDED);
}

void bac_withdraw_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_WITHDRAW || act->verb == VERB_CONTINUE);
    felt->state->withdrawers &= ~(1U << act->person);
    for (unsigned i = 0; i < felt->round->stake_count; i++) {
        struct stake *stake = &felt->round->stakes[i];
        if (stake->person != act->person || !stake_is_open(stake))
            continue;
        event_cite(stake_return(felt->round, felt->events, stake, stake_left_cents(stake)),
                   GROUND_OUTAGE_UNDECIDED);
        stake_close(stake, REASON_WITHDRAWN);
        struct event *event = stake_event(felt->events, EVENT_RESULT, stake, 0);
        event->reason = REASON_WITHDRAWN;
        event_cite(event, GROUND_OUTAGE_UNDECIDED);
    }
}

struct ruling bac_continue_verify(const struct rulebook *book, const struct round *round,
                                  const struct act *act)
{
    assert(act->verb == VERB_CONTINUE);
    struct act withdrawal = *act;
    withdrawal.spot = (struct spot){0, 0, 0};
    return bac_withdraw_verify(book, round, &withdrawal);
}

void bac_continue_do(struct bac_felt *felt, const struct act *act)
{
    assert(act->verb == VERB_CONTINUE);
    felt->state->withdrawers &= ~(1U << act->person);
    event_cite(events_add(felt->events, EVENT_PLAY_ON), GROUND_OUTAGE_UNDECIDED);
}
