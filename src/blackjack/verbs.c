/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/verbs.h"

#include <assert.h>

#include "blackjack/bet.h"
#include "blackjack/card.h"
#include "blackjack/claim.h"
#include "blackjack/control.h"
#include "blackjack/deal.h"
#include "blackjack/decide.h"
#include "blackjack/decline.h"
#include "blackjack/end.h"
#include "blackjack/late.h"
#include "blackjack/options.h"
#include "blackjack/pick.h"
#include "blackjack/report.h"
#include "blackjack/reread.h"
#include "blackjack/shuffle.h"
#include "blackjack/skipped.h"
#include "blackjack/split.h"
#include "blackjack/squeeze.h"
#include "blackjack/turn.h"
#include "blackjack/window.h"

/* How much of a spot an act of this verb names; the rest must be zero. Bit per part: area, hand, owner. */
enum spot_parts { SPOT_NONE = 0, SPOT_AREA = 1, SPOT_HAND = 1 | 2, SPOT_OWNER = 1 | 4 };

/* The phases in which an act of this verb may be accepted: bit per enum round_phase. */
enum verb_phases {
    BETTING = 1 << PHASE_BETTING,
    DEALING = 1 << PHASE_DEALING,
    BETWEEN = 1 << PHASE_IDLE | 1 << PHASE_ENDED,
    PLAYING = BETTING | DEALING,
    EVER = BETWEEN | PLAYING,
};

struct verb_rule {
    uint8_t actor;     /* enum actor: the lowest of the staff, or the only one */
    uint8_t names;     /* enum spot_parts */
    uint8_t phases;    /* enum verb_phases */
    bool person_too;   /* a person's act that staff have as well */
    bool while_absent; /* somebody absent may do it */
    struct ruling (*verify)(const struct rulebook *book, const struct round *round, const struct act *act);
    void (*act)(struct felt *felt, const struct act *act);
};

/* Verbs without a row do not occur in this family. A card is verified with the place where it is due. */
static const struct verb_rule rules[VERB_COUNT] = {
    [VERB_BET] = {ACTOR_PERSON, SPOT_HAND, PLAYING, false, false, bj_bet_verify, bj_bet_do},
    [VERB_RAISE] = {ACTOR_PERSON, SPOT_HAND, BETTING, false, false, bj_raise_verify, bj_raise_do},
    [VERB_PULL] = {ACTOR_PERSON, SPOT_HAND, BETTING, false, false, bj_pull_verify, bj_pull_do},
    [VERB_CLAIM] = {ACTOR_PERSON, SPOT_OWNER, EVER, false, false, bj_claim_verify, bj_claim_do},
    [VERB_AGREE] = {ACTOR_PERSON, SPOT_NONE, EVER, false, false, bj_agree_verify, bj_agree_do},
    [VERB_DISAGREE] = {ACTOR_PERSON, SPOT_NONE, EVER, false, false, bj_agree_verify, bj_agree_do},
    [VERB_OBJECT] = {ACTOR_PERSON, SPOT_NONE, EVER, false, false, bj_object_verify, NULL},
    [VERB_SQUEEZE] = {ACTOR_PERSON, SPOT_AREA, PLAYING, false, false, bj_squeeze_verify, bj_squeeze_do},
    [VERB_REVEAL] = {ACTOR_DEALER, SPOT_HAND, DEALING, true, false, bj_reveal_verify, bj_reveal_do},
    [VERB_SIT] = {ACTOR_PERSON, SPOT_AREA, BETWEEN, false, true, bj_sit_verify, bj_sit_do},
    [VERB_RISE] = {ACTOR_PERSON, SPOT_NONE, BETWEEN, false, true, bj_rise_verify, bj_rise_do},
    [VERB_LEAVE] = {ACTOR_PERSON, SPOT_AREA, PLAYING, false, false, bj_leave_verify, bj_leave_do},
    [VERB_BACK] = {ACTOR_PERSON, SPOT_AREA, EVER, false, true, bj_back_verify, bj_back_do},
    [VERB_SURRENDER] = {ACTOR_PERSON, SPOT_HAND, DEALING, false, false, bj_surrender_verify, bj_surrender_do},
    [VERB_INSURE] = {ACTOR_PERSON, SPOT_OWNER, DEALING, false, false, bj_insure_verify, bj_insure_do},
    [VERB_EVEN] = {ACTOR_PERSON, SPOT_AREA, DEALING, false, false, bj_even_verify, bj_even_do},
    [VERB_HIT] = {ACTOR_PERSON, SPOT_HAND, DEALING, false, false, bj_hit_verify, bj_hit_do},
    [VERB_STAND] = {ACTOR_PERSON, SPOT_HAND, DEALING, false, false, bj_stand_verify, bj_stand_do},
    [VERB_SPLIT] = {ACTOR_PERSON, SPOT_HAND, DEALING, false, false, bj_split_verify, bj_split_do},
    [VERB_DOUBLE] = {ACTOR_PERSON, SPOT_HAND, EVER, false, false, bj_double_verify, bj_double_do},
    [VERB_FOLLOW] = {ACTOR_PERSON, SPOT_HAND, EVER, false, false, bj_follow_verify, bj_follow_do},
    [VERB_DECLINE] = {ACTOR_PERSON, SPOT_HAND, EVER, false, false, bj_decline_verify, bj_decline_do},
    [VERB_PICK] = {ACTOR_PIT, SPOT_NONE, EVER, true, false, bj_pick_verify, bj_pick_do},
    [VERB_ACCEPT] = {ACTOR_PERSON, SPOT_NONE, EVER, false, false, bj_accept_verify, bj_accept_do},
    [VERB_REFUSE] = {ACTOR_PERSON, SPOT_NONE, EVER, false, false, bj_refuse_verify, bj_refuse_do},
    [VERB_CONTINUE] = {ACTOR_PERSON, SPOT_NONE, EVER, false, false, bj_continue_verify, bj_continue_do},
    [VERB_FINISH] = {ACTOR_PERSON, SPOT_HAND, EVER, false, false, bj_finish_verify, bj_finish_do},
    [VERB_WITHDRAW] = {ACTOR_PERSON, SPOT_AREA, EVER, false, false, bj_withdraw_verify, bj_withdraw_do},
    [VERB_TAKEBACK] = {ACTOR_PERSON, SPOT_AREA, EVER, false, false, bj_takeback_verify, bj_takeback_do},
    [VERB_CUT] = {ACTOR_PERSON, SPOT_NONE, EVER, false, false, bj_cut_verify, bj_cut_do},
    [VERB_OPEN] = {ACTOR_DEALER, SPOT_NONE, BETWEEN, false, true, bj_open_verify, bj_open_do},
    [VERB_CLOSE] = {ACTOR_DEALER, SPOT_NONE, BETTING, false, true, bj_close_verify, bj_close_do},
    [VERB_PLACE] = {ACTOR_DEALER, SPOT_HAND, PLAYING, false, true, bj_bet_verify, bj_bet_do},
    [VERB_CALL] = {ACTOR_DEALER, SPOT_AREA, BETTING, false, true, bj_call_verify, bj_call_do},
    [VERB_SETTLE] = {ACTOR_DEALER, SPOT_NONE, EVER, false, true, bj_settle_verify, bj_settle_do},
    [VERB_PROCEED] = {ACTOR_DEALER, SPOT_HAND, EVER, false, true, bj_proceed_verify, bj_proceed_do},
    [VERB_OFFER] = {ACTOR_DEALER, SPOT_NONE, EVER, false, true, bj_offer_verify, bj_offer_do},
    [VERB_SHUT] = {ACTOR_DEALER, SPOT_NONE, EVER, false, true, bj_offer_verify, bj_shut_do},
    [VERB_IRREGULARITY] = {ACTOR_DEALER, SPOT_AREA, EVER, false, true, bj_report_verify, bj_report_do},
    [VERB_SHUFFLE] = {ACTOR_DEALER, SPOT_NONE, EVER, false, true, bj_shuffle_verify, bj_shuffle_do},
    [VERB_DECIDE] = {ACTOR_DEALER, SPOT_NONE, EVER, false, true, bj_decide_verify, bj_decide_do},
    [VERB_VOID] = {ACTOR_DEALER, SPOT_NONE, EVER, false, true, bj_void_verify, bj_void_do},
    [VERB_END] = {ACTOR_DEALER, SPOT_NONE, EVER, false, true, bj_end_verify, bj_end_do},
    [VERB_RESTRICT] = {ACTOR_PIT, SPOT_AREA, EVER, false, true, bj_restrict_verify, bj_restrict_do},
    [VERB_CLEAR] = {ACTOR_PIT, SPOT_NONE, EVER, false, true, bj_clear_verify, bj_clear_do},
    [VERB_REREAD] = {ACTOR_DEALER, SPOT_NONE, EVER, false, true, bj_reread_verify, bj_reread_do},
    [VERB_CARD] = {ACTOR_SHOE, SPOT_NONE, EVER, false, true, NULL, bj_card_do},
};

static enum actor lowest_for(enum decision decision)
{
    switch (decision) {
    case DECISION_NONE:
    case DECISION_SQUEEZE:
        return ACTOR_DEALER;
    case DECISION_RECONSTRUCTABLE:
    case DECISION_FULL_PATRONAGE:
    case DECISION_WITHDRAW:
    case DECISION_REOPEN_PREVIOUS:
        return ACTOR_PIT;
    case DECISION_CONTINUE:
    case DECISION_VOID:
    case DECISION_COUNT:
        break;
    }
    return ACTOR_SHIFT;
}

static enum actor lowest_actor(enum verb verb, enum decision decision)
{
    return verb == VERB_DECIDE ? lowest_for(decision) : (enum actor)rules[verb].actor;
}

static bool is_staff(enum actor actor)
{
    return actor >= ACTOR_DEALER && actor <= ACTOR_SHIFT;
}

bool verb_is_for(enum verb verb, enum actor actor, enum decision decision)
{
    enum actor lowest = lowest_actor(verb, decision);
    if (!rules[verb].verify && verb != VERB_CARD)
        return false;
    if (actor == ACTOR_PERSON && rules[verb].person_too)
        return true;
    return actor == lowest || (is_staff(lowest) && is_staff(actor) && actor > lowest);
}

bool verb_can_come(enum verb verb, const struct round *round)
{
    assert(verb < VERB_COUNT && round->phase <= PHASE_ENDED);
    return rules[verb].phases >> round->phase & 1U;
}

static bool names_what_it_must(const struct act *act)
{
    unsigned named = (act->spot.area ? 1U : 0U) | (act->spot.hand ? 2U : 0U) | (act->spot.owner ? 4U : 0U);
    bool whole = !named || named & SPOT_AREA; /* there is no hand and no owner without an area */
    return whole && !(named & ~(unsigned)rules[act->verb].names);
}

static bool is_away(const struct round *round, const struct act *act)
{
    return act->actor == ACTOR_PERSON && !rules[act->verb].while_absent &&
           (has_bit(round->blackjack.absent, act->person) ||
            (area_exists(round, act->spot.area) &&
             has_bit(round->blackjack.areas[act->spot.area].absent, act->person) && act->verb != VERB_LEAVE));
}

/* Nobody decides anything on cards about which staff are asked; coming and going go on. */
static bool waits_for_staff(const struct round *round, const struct act *act)
{
    if (round->question != QUESTION_SHIFT && round->question != QUESTION_RECONSTRUCTABLE)
        return false;
    return act->actor == ACTOR_PERSON && round->phase == PHASE_DEALING && act->verb != VERB_LEAVE &&
           act->verb != VERB_BACK && act->verb != VERB_SQUEEZE;
}

/* [mbs 5.9, 5.24] a card that is offered is answered before anything is decided for the hand. */
static bool decides_hand(enum verb verb)
{
    return verb == VERB_HIT || verb == VERB_STAND || verb == VERB_SPLIT || verb == VERB_DOUBLE;
}

struct ruling verb_verify(const struct rulebook *book, const struct round *round, const struct act *act,
                          struct place due)
{
    enum verb verb = (enum verb)act->verb;
    enum decision decision = (enum decision)act->decision;
    if (verb >= VERB_COUNT || decision >= DECISION_COUNT || act->option >= OPTION_COUNT ||
        !verb_is_for(verb, (enum actor)act->actor, decision))
        return refuse(STATUS_NOT_ENTITLED, GROUND_HIGHER_POSITION);
    if (act->actor == ACTOR_PERSON && act->person >= round->person_count)
        return refuse(STATUS_NO_SUCH_PERSON, GROUND_BET_FIRST);
    if (!names_what_it_must(act))
        return refuse(STATUS_WRONG_SPOT, GROUND_BET_FIRST);
    if (is_away(round, act))
        return refuse(STATUS_ABSENT, GROUND_ABSENT);
    struct ruling ruling =
        verb == VERB_CARD ? bj_card_verify(book, round, act, due) : rules[verb].verify(book, round, act);
    if (ruling.status == STATUS_OK && waits_for_staff(round, act))
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (ruling.status == STATUS_OK && decides_hand(verb) && pick_card_offered(book, round))
        return refuse(STATUS_CARD_OFFERED, GROUND_REFUSE_STANDS);
    enum actor lowest = lowest_actor(verb, decision);
    if (ruling.status == STATUS_OK && act->actor > lowest)
        ruling_cite(&ruling, GROUND_HIGHER_POSITION);
    assert(ruling.status != STATUS_OK || verb_can_come(verb, round));
    return ruling;
}

void verb_do(struct felt *felt, const struct act *act)
{
    assert(rules[act->verb].act);
    rules[act->verb].act(felt, act);
}
