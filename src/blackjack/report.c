/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/report.h"

#include <assert.h>

#include "blackjack/fact.h"
#include "blackjack/kind.h"
#include "blackjack/misdeal.h"
#include "blackjack/outage.h"
#include "blackjack/remedy.h"
#include "blackjack/shuffle.h"
#include "blackjack/skipped.h"
#include "blackjack/trail.h"
#include "blackjack/void.h"

static bool before_first_card(const struct round *round)
{
    return round->phase != PHASE_DEALING || !round->blackjack.dealt;
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
    if (act->irregularity == IRREGULARITY_FACEUP_CARD)
        return faceup_remedy(book, round);
    if (remedy == REMEDY_NEXT_CARD && trail_split_astray(round))
        return remedy_beyond_repair(book, late); /* a hand would be left without a card */
    if (remedy_rebuilds(remedy) && (round->blackjack.asked.beyond_repair ||
                                    !misdeal_can_rebuild(round, (enum irregularity)act->irregularity)))
        return remedy_beyond_repair(book, late);
    if (remedy == REMEDY_UNDISCLOSED && round->blackjack.asked.beyond_repair &&
        book->blackjack.beyond_repair == BEYOND_REPAIR_CONTINUE)
        return REMEDY_STAYS; /* [rws 5.9] whether it can be put right is the House's to say */
    if (remedy == REMEDY_UNDISCLOSED && skipped_cannot_go_back(book, round, act->spot.area))
        return remedy_beyond_repair(book, true); /* [mbs 6.1] the subsequent deal has commenced [AMB-111] */
    if ((remedy == REMEDY_RIFFLE || remedy == REMEDY_SHUFFLE_AFTER) && round->setting.shuffle_machine)
        return REMEDY_REFER; /* [mbs 5.19, 5.20] where manual shuffling is allowed [AMB-72] */
    if (remedy == REMEDY_RIFFLE && !shuffle_has_discards(round))
        return REMEDY_REFER;
    return remedy;
}

/* The report by the name that the rules have for what lies on the table; a second name may lead to a third.
 */
static struct act under_its_name(const struct rulebook *book, const struct round *round,
                                 const struct act *act)
{
    struct act report = *act;
    bool late = fact_misdeal_late(book, round);
    for (unsigned i = 0; i < 2; i++) {
        alias_of *really = kind_row((enum irregularity)report.irregularity)->really;
        if (really)
            report.irregularity = (uint8_t)really(book, round, act, late);
    }
    const struct kind *said = kind_row((enum irregularity)act->irregularity);
    const struct kind *found = kind_row((enum irregularity)report.irregularity);
    bool area_said = said->names == NAMES_AREA && found->names == NAMES_AREA;
    if (found != said && found->find && !area_said)
        found->find(book, round, &report);
    return report;
}

/* There is nothing for the shift manager to decide. */
static struct ruling not_so(enum irregularity kind, bool late)
{
    return ruling_irregular((struct ruling){.status = STATUS_NOT_SO}, kind, late);
}

struct ruling bj_report_verify(const struct rulebook *book, const struct round *round, const struct act *said)
{
    if (said->irregularity >= IRREGULARITY_COUNT)
        return refuse(STATUS_NOT_APPLICABLE, GROUND_SHIFT_DECIDES);
    if (kind_row((enum irregularity)said->irregularity)->names == NAMES_HAND &&
        !felt_place(round, fact_place(said)))
        return not_so((enum irregularity)said->irregularity, false);
    const struct act report = under_its_name(book, round, said);
    const struct act *act = &report;
    enum irregularity kind = (enum irregularity)act->irregularity;
    const struct kind *row = kind_row(kind);
    if (act->spot.area > AREAS_MAX || (act->spot.area && row->names != NAMES_AREA))
        return refuse(STATUS_NO_SUCH_AREA, GROUND_SHIFT_DECIDES);
    bool late = row->is_late(book, round, act);
    enum remedy remedy = remedy_of(book, round, act, late);
    if (remedy == REMEDY_NONE)
        return refuse(STATUS_NOT_APPLICABLE, GROUND_SHIFT_DECIDES);
    if (!kind_is_time(book, round, kind))
        return ruling_irregular(refuse(STATUS_NOT_NOW, GROUND_SHIFT_DECIDES), kind, late);
    if (round->question == QUESTION_SHIFT || round->question == QUESTION_RECONSTRUCTABLE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    if (remedy_moves_cards(remedy, kind) && felt_first_down(round).area)
        return refuse(STATUS_FACE_DOWN, GROUND_SQUEEZE);
    if (!row->holds(book, round, act, late))
        return not_so(kind, late);
    return ruling_irregular((struct ruling){.status = STATUS_OK}, kind, late);
}

void bj_report_do(struct felt *felt, const struct act *said)
{
    assert(felt->state == &felt->round->blackjack);
    const struct act report = under_its_name(felt->book, felt->round, said);
    const struct act *act = &report;
    bool late = kind_row((enum irregularity)act->irregularity)->is_late(felt->book, felt->round, act);
    enum remedy remedy = remedy_of(felt->book, felt->round, act, late);
    felt->state->reported.kinds |= UINT64_C(1) << act->irregularity;
    if (late)
        felt->state->reported.late |= UINT64_C(1) << act->irregularity;
    remedy_apply(felt, act, remedy, late);
    assert(trail_is_sound(felt->round)); /* only a report moves cards on the trail or what they were for */
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
    assert(act->verb == VERB_VOID);
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

void bj_void_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_VOID);
    bool outage = voids_outage(felt->book, act->note);
    void_round(felt, (enum irregularity)void_kind(felt->book, act->note), false,
               outage ? GROUND_OUTAGE_UNDECIDED : GROUND_VOID);
}
