/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/decide.h"

#include <assert.h>

#include "blackjack/kind.h"
#include "blackjack/misdeal.h"
#include "blackjack/remedy.h"
#include "blackjack/skipped.h"
#include "blackjack/squeeze.h"
#include "blackjack/void.h"

/* [mbs 5.2] [rws 5.7.1] what follows from it that the cards cannot be put right. */
static enum ground beyond_repair_ground(const struct rulebook *book)
{
    return book->blackjack.beyond_repair == BEYOND_REPAIR_CONTINUE ? GROUND_ERROR_AS_IT_LIES
                                                                   : GROUND_MISDEAL_VOID;
}

static struct ruling reconstructable_verify(const struct rulebook *book, const struct round *round,
                                            const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    enum ground ground = act->flags & ACT_YES ? GROUND_DEAL : beyond_repair_ground(book);
    if (round->question == QUESTION_RECONSTRUCTABLE)
        return ruling_irregular(allow(ground), (enum irregularity)state->asked.kind, state->asked.late);
    if (round->phase != PHASE_DEALING || act->flags & ACT_YES || state->asked.beyond_repair)
        return refuse(STATUS_NOT_ASKED, beyond_repair_ground(book));
    return allow(ground);
}

struct ruling bj_decide_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_DECIDE);
    const struct blackjack_state *state = &round->blackjack;
    switch ((enum decision)act->decision) {
    case DECISION_SQUEEZE:
        if (!state->squeeze.asked)
            return refuse(STATUS_NOT_ASKED, GROUND_SQUEEZE);
        return allow(GROUND_SQUEEZE);
    case DECISION_RECONSTRUCTABLE:
        return reconstructable_verify(book, round, act);
    case DECISION_FULL_PATRONAGE:
        if (!book->grounds[GROUND_FULL_PATRONAGE][0]) /* [rws 3.7] lets everybody bet anywhere, full or not */
            return refuse(STATUS_NOT_PLAYED, GROUND_SEVERAL_AREAS);
        if (round->phase == PHASE_DEALING)
            return refuse(STATUS_NOT_NOW, GROUND_FULL_PATRONAGE);
        return allow(GROUND_FULL_PATRONAGE);
    case DECISION_WITHDRAW:
        if (state->choice.offer != CHOICE_WITHDRAW || act->person >= PERSONS_MAX ||
            !has_bit(state->choice.persons, act->person))
            return refuse(STATUS_NOT_ASKED, GROUND_WITHDRAW);
        return allow(GROUND_WITHDRAW);
    case DECISION_REOPEN_PREVIOUS:
        /* [rws 5.6] a round stands once the next has begun; what is done before that no rule says. */
        if (!book->blackjack.earlier_stand_at_once && round->phase == PHASE_ENDED)
            return refuse(STATUS_NOT_NOW, GROUND_SHIFT_DECIDES);
        return ruling_irregular(refuse(STATUS_EARLIER_STANDS, GROUND_EARLIER_STAND),
                                IRREGULARITY_PREVIOUS_ROUND_ERROR, false);
    case DECISION_CONTINUE:
    case DECISION_VOID:
        if (round->question != QUESTION_SHIFT)
            return refuse(STATUS_NOT_ASKED, GROUND_SHIFT_DECIDES);
        return ruling_irregular(allow(GROUND_SHIFT_DECIDES), (enum irregularity)state->asked.kind,
                                state->asked.late);
    case DECISION_NONE:
    case DECISION_COUNT:
        break;
    }
    return refuse(STATUS_NOT_ASKED, GROUND_SHIFT_DECIDES);
}

/* The pit has looked at the cards. */
static void judge(struct felt *felt, bool can)
{
    struct blackjack_state *state = felt->state;
    if (felt->round->question != QUESTION_RECONSTRUCTABLE) {
        state->asked.beyond_repair = true;
        return;
    }
    struct act act = {.irregularity = state->asked.kind, .spot = state->asked.spot};
    bool late = state->asked.late;
    enum remedy remedy = can ? REMEDY_REBUILD : remedy_beyond_repair(felt->book, late);
    felt->round->question = QUESTION_NONE;
    state->asked.beyond_repair = !can;
    remedy_apply(felt, &act, remedy, late);
    state->asked.beyond_repair = false;
}

/* The shift manager has decided that the round goes on as the cards lie; a hand passed over acts now
 * [AMB-72]. */
static void go_on(struct felt *felt)
{
    const struct asked *asked = &felt->state->asked;
    const enum irregularity kind = (enum irregularity)asked->kind;
    assert(kind < IRREGULARITY_COUNT);
    if (kind == IRREGULARITY_SKIPPED)
        skipped_resume(felt, asked->spot.area);
    else if (kind_row(kind)->of_cards)
        misdeal_accept(felt);
    remedy_tell(felt, EVENT_PLAY_ON, kind, asked->late);
}

void bj_decide_do(struct felt *felt, const struct act *act)
{
    struct blackjack_state *state = felt->state;
    bool yes = act->flags & ACT_YES;
    switch ((enum decision)act->decision) {
    case DECISION_SQUEEZE:
        squeeze_decide(felt, yes);
        break;
    case DECISION_RECONSTRUCTABLE:
        judge(felt, yes);
        break;
    case DECISION_FULL_PATRONAGE:
        felt->round->setting.full_patronage = yes;
        break;
    case DECISION_WITHDRAW:
        if (!yes)
            state->choice.persons &= ~(UINT32_C(1) << act->person);
        break;
    case DECISION_CONTINUE:
        felt->round->question = QUESTION_NONE;
        go_on(felt);
        break;
    case DECISION_VOID:
        void_round(felt, (enum irregularity)state->asked.kind, state->asked.late, GROUND_SHIFT_DECIDES);
        break;
    case DECISION_REOPEN_PREVIOUS:
    case DECISION_NONE:
    case DECISION_COUNT:
        assert(!"never accepted");
    }
}
