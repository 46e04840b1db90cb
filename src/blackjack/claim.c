/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/claim.h"

#include <assert.h>

#include "blackjack/control.h"

enum { ANSWER_NONE = 0, ANSWER_DISAGREE = 1, ANSWER_AGREE = 2 };

/* Where one claimant stands on the ladder. */
struct standing {
    int64_t total_cents;
    uint16_t position; /* of their wager there, front to back; or of their claim, for outsiders */
    uint8_t person;
    uint8_t rung;     /* RUNG_OWN, RUNG_AREA, RUNG_NEAR or RUNG_OTHERS */
    uint8_t distance; /* of their nearest area */
    uint8_t area;     /* their nearest area */
    bool agreed_to;   /* the others of a tie let them go first */
};

static bool is_insurance(const struct rulebook *book, unsigned wager)
{
    assert(wager < book->wager_count);
    return wager_place(book, wager) == PLACE_INSURANCE;
}

/* [mbs 3.17.2.3] [AMB-57] all side wagers of all kinds; [mbs 3.27.4.3] Insurance, but not on areas they
 * control. */
static int64_t total_of(const struct rulebook *book, const struct round *round, unsigned person,
                        bool insurance)
{
    assert(person < PERSONS_MAX);
    int64_t total_cents = 0;
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->person != person || !stake_is_open(stake))
            continue;
        if (insurance && is_insurance(book, stake->wager)) {
            if (control_of_area(book, round, stake->spot.area).person != (int)person)
                total_cents += stake->placed_cents;
        } else if (!insurance && wager_place(book, stake->wager) == PLACE_AREA_SIDE) {
            total_cents += stake->placed_cents;
        }
    }
    return total_cents;
}

static unsigned distance_between(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static struct standing standing_of(const struct rulebook *book, const struct round *round, unsigned person,
                                   struct spot spot, unsigned wager, unsigned spoke)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    bool insurance = is_insurance(book, wager);
    struct standing standing = {.person = (uint8_t)person,
                                .rung = RUNG_OTHERS,
                                .distance = UINT8_MAX,
                                .position = (uint16_t)spoke,
                                .total_cents = total_of(book, round, person, insurance)};
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        unsigned distance = distance_between(stake->spot.area, spot.area);
        if (stake->person != person || !stake_is_open(stake) || !stake_is_main(book, stake) ||
            distance >= standing.distance)
            continue;
        standing.rung = distance ? RUNG_NEAR : RUNG_AREA;
        standing.distance = (uint8_t)distance;
        standing.area = stake->spot.area;
        standing.position = (uint16_t)i;
    }
    if (standing.rung == RUNG_AREA && !insurance &&
        control_of_area(book, round, spot.area).person == (int)person)
        standing.rung = RUNG_OWN;
    return standing;
}

/* Along the ladder as far as places on the layout tell: negative if a goes first, never 0. */
static int compare_places(const struct standing *a, const struct standing *b)
{
    if (a->rung != b->rung)
        return a->rung < b->rung ? -1 : 1;
    if (a->rung == RUNG_NEAR && a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    if (a->rung == RUNG_NEAR && a->area != b->area)
        return a->area < b->area ? -1 : 1;
    return a->position < b->position ? -1 : 1;
}

/* Two at equal distance, left and right: negative if a goes first; 0: equal claims. */
static int compare_totals(const struct standing *a, const struct standing *b)
{
    if (a->total_cents != b->total_cents)
        return a->total_cents < b->total_cents ? -1 : 1;
    if (a->agreed_to != b->agreed_to)
        return a->agreed_to ? -1 : 1;
    return 0;
}

static bool claims_it(const struct claim *claim, struct spot spot, unsigned wager)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    return claim->wager == wager && spot_equal(claim->spot, spot);
}

/* Everybody else in the claims to this spot who answered says yes to them, and at least one does. */
static bool agreed_to(const struct round *round, unsigned person, struct spot spot, unsigned wager)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    bool any = false;
    for (unsigned i = 0; i < round->blackjack.claims.count; i++) {
        const struct claim *claim = &round->blackjack.claims.list[i];
        if (!claims_it(claim, spot, wager) || claim->person == person || claim->answer == ANSWER_NONE)
            continue;
        if (claim->answer != ANSWER_AGREE + person)
            return false;
        any = true;
    }
    return any;
}

/* The claims in order; those of one group are equal. */
struct ladder {
    struct standing list[CLAIMS_MAX + 1]; /* and somebody who has not spoken */
    uint8_t group[CLAIMS_MAX + 1];
    unsigned count;
    unsigned used; /* bit per rung that told them apart */
};

static void ladder_add(struct ladder *ladder, struct standing standing)
{
    assert(ladder->count <= CLAIMS_MAX + 1);
    unsigned at = ladder->count++;
    ladder->used |= 1U << standing.rung;
    for (; at > 0 && compare_places(&standing, &ladder->list[at - 1]) < 0; at--)
        ladder->list[at] = ladder->list[at - 1];
    ladder->list[at] = standing;
}

/* Brings the claims from left and right into one order: on each side front to back, and of the two foremost
 * the one with the smaller total [mbs 3.17.2.3, 3.27.4.3]. Returns where the equally distant end. */
static unsigned ladder_merge(struct ladder *ladder, unsigned from, unsigned *group)
{
    assert(ladder->count <= CLAIMS_MAX + 1);
    struct standing side[CLAIMS_MAX + 1];
    unsigned middle = from;
    unsigned end = from;
    for (; end < ladder->count && ladder->list[end].distance == ladder->list[from].distance; end++) {
        side[end] = ladder->list[end];
        middle += ladder->list[end].area == ladder->list[from].area;
    }
    for (unsigned left = from, right = middle, at = from; at < end;) {
        int first = left == middle ? 1 : right == end ? -1 : compare_totals(&side[left], &side[right]);
        if (left < middle && right < end)
            ladder->used |= 1U << RUNG_LEAST | (first ? 0 : 1U << RUNG_TIE);
        if (first <= 0) {
            ladder->group[at] = (uint8_t)*group;
            ladder->list[at++] = side[left++];
        }
        if (first >= 0) {
            ladder->group[at] = (uint8_t)*group;
            ladder->list[at++] = side[right++];
        }
        ++*group;
    }
    return end;
}

static void ladder_sort(struct ladder *ladder)
{
    assert(ladder->count <= CLAIMS_MAX + 1);
    unsigned group = 0;
    for (unsigned i = 0; i < ladder->count;) {
        if (ladder->list[i].rung == RUNG_NEAR)
            i = ladder_merge(ladder, i, &group);
        else
            ladder->group[i++] = (uint8_t)group++;
    }
}

/* `also`: a person who has perhaps not claimed, or -1. */
static void ladder_make(const struct rulebook *book, const struct round *round, struct spot spot,
                        unsigned wager, int also, struct ladder *ladder)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    unsigned spoken = round->blackjack.claims.count;
    ladder->count = 0;
    ladder->used = 0;
    for (unsigned i = 0; i <= spoken; i++) {
        const struct claim *claim = &round->blackjack.claims.list[i];
        if (i == spoken ? also < 0 : !claims_it(claim, spot, wager))
            continue;
        unsigned person = i == spoken ? (unsigned)also : claim->person;
        struct standing standing = standing_of(book, round, person, spot, wager, i);
        standing.agreed_to = agreed_to(round, person, spot, wager);
        ladder_add(ladder, standing);
        if ((int)person == also)
            also = -1;
    }
    ladder_sort(ladder);
}

void claim_rank(const struct rulebook *book, const struct round *round, struct spot spot, unsigned wager,
                struct claim_rank *rank, unsigned *used)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct ladder ladder;
    ladder_make(book, round, spot, wager, -1, &ladder);
    *rank = (struct claim_rank){.count = (uint8_t)ladder.count};
    *used = ladder.used;
    for (unsigned i = 0; i < ladder.count; i++) {
        rank->person[i] = ladder.list[i].person;
        rank->group[i] = ladder.group[i];
    }
}

/* ---- Ties. ---- */

struct tie {
    bool deadlock;
    uint32_t persons; /* the equal ones */
    uint32_t silent;  /* ... of whom these have not answered */
};

static struct tie tie_of(const struct rulebook *book, const struct round *round, struct spot spot,
                         unsigned wager)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    struct claim_rank rank;
    struct tie tie = {false, 0, 0};
    unsigned used;
    claim_rank(book, round, spot, wager, &rank, &used);
    for (unsigned i = 1; i < rank.count; i++)
        if (rank.group[i] == rank.group[i - 1])
            tie.persons |= UINT32_C(1) << rank.person[i] | UINT32_C(1) << rank.person[i - 1];
    for (unsigned i = 0; i < round->blackjack.claims.count; i++) {
        const struct claim *claim = &round->blackjack.claims.list[i];
        if (!claims_it(claim, spot, wager) || !has_bit(tie.persons, claim->person))
            continue;
        if (claim->answer == ANSWER_NONE)
            tie.silent |= UINT32_C(1) << claim->person;
        tie.deadlock |= claim->answer == ANSWER_DISAGREE;
    }
    tie.deadlock |= tie.persons && !tie.silent;
    return tie;
}

/* The first claimed spot whose tie is still to be answered; NULL for none. */
static const struct claim *open_tie(const struct rulebook *book, const struct round *round, struct tie *tie)
{
    for (unsigned i = 0; i < round->blackjack.claims.count; i++) {
        const struct claim *claim = &round->blackjack.claims.list[i];
        *tie = tie_of(book, round, claim->spot, claim->wager);
        if (tie->silent)
            return claim;
    }
    *tie = (struct tie){false, 0, 0};
    return NULL;
}

uint32_t claim_deciders(const struct rulebook *book, const struct round *round)
{
    struct tie tie;
    open_tie(book, round, &tie);
    return tie.silent;
}

/* ---- What claims mean for a wager. ---- */

/* By rung: for a side spot, for Insurance. */
static const uint8_t rung_grounds[][2] = {
    [RUNG_OWN] = {GROUND_SIDE_PRIORITY, GROUND_SIDE_PRIORITY},
    [RUNG_AREA] = {GROUND_CLAIM_SIDE_AREA, GROUND_CLAIM_INS_AREA},
    [RUNG_NEAR] = {GROUND_CLAIM_SIDE_NEAR, GROUND_CLAIM_INS_NEAR},
    [RUNG_LEAST] = {GROUND_CLAIM_SIDE_LEAST, GROUND_CLAIM_INS_LEAST},
    [RUNG_TIE] = {GROUND_CLAIM_SIDE_TIE, GROUND_CLAIM_INS_TIE},
    [RUNG_OTHERS] = {GROUND_CLAIM_SIDE_OTHERS, GROUND_CLAIM_INS_OTHERS},
};

struct ruling claim_cite(const struct rulebook *book, const struct round *round, const struct act *act,
                         struct ruling ruling)
{
    struct ladder ladder;
    unsigned own = 0;
    assert(is_insurance(book, act->wager));
    ladder_make(book, round, act->spot, act->wager, act->person, &ladder);
    while (ladder.list[own].person != act->person)
        own++;
    unsigned rung = ladder.list[own].rung;
    if (ladder.count == 1 && rung != RUNG_OTHERS)
        return ruling;
    ruling_cite(&ruling, GROUND_CLAIM_INS);
    ruling_cite(&ruling, (enum ground)rung_grounds[rung][true]);
    return ruling;
}

static struct ruling refuse_rung(enum status status, bool insurance, const struct standing *standing)
{
    struct ruling ruling = insurance ? refuse(status, GROUND_CLAIM_INS) : refuse(status, GROUND_CLAIM_SIDE);
    if (status == STATUS_CLAIM_TIE)
        ruling_cite(&ruling, insurance ? GROUND_CLAIM_INS_TIE : GROUND_CLAIM_SIDE_TIE);
    if (standing->rung == RUNG_OTHERS)
        ruling_cite(&ruling, insurance ? GROUND_CLAIM_INS_OTHERS : GROUND_CLAIM_SIDE_OTHERS);
    return ruling;
}

static unsigned taken_on(const struct round *round, struct spot spot, unsigned wager)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    unsigned count = 0;
    for (unsigned i = 0; i < round->stake_count; i++)
        count += round->stakes[i].wager == wager && spot_equal(round->stakes[i].spot, spot);
    return count;
}

struct ruling claim_permits(const struct rulebook *book, const struct round *round, const struct act *act,
                            unsigned max)
{
    struct ladder ladder;
    bool insurance = is_insurance(book, act->wager);
    if (!round->blackjack.claims.count && !insurance)
        return allow(GROUND_CLAIM_SIDE);
    struct tie tie = tie_of(book, round, act->spot, act->wager);
    ladder_make(book, round, act->spot, act->wager, act->person, &ladder);
    unsigned own = 0;
    while (ladder.list[own].person != act->person)
        own++;
    unsigned before = 0;
    bool tied = tie.deadlock;
    for (unsigned i = 0; i < ladder.count; i++) {
        before += ladder.group[i] < ladder.group[own];
        tied |= ladder.group[i] <= ladder.group[own] && has_bit(tie.persons, ladder.list[i].person);
    }
    if (tied)
        return refuse_rung(STATUS_CLAIM_TIE, insurance, &ladder.list[own]);
    if (max && before && taken_on(round, act->spot, act->wager) + before >= max)
        return refuse_rung(STATUS_BETTER_CLAIM, insurance, &ladder.list[own]);
    return insurance ? claim_cite(book, round, act, allow(GROUND_INSURANCE_OTHERS))
                     : allow(GROUND_CLAIM_SIDE);
}

void claim_served(struct felt *felt, const struct act *act)
{
    assert(felt->state == &felt->round->blackjack);
    struct blackjack_state *state = felt->state;
    unsigned kept = 0;
    for (unsigned i = 0; i < state->claims.count; i++)
        if (state->claims.list[i].person != act->person ||
            !claims_it(&state->claims.list[i], act->spot, act->wager))
            state->claims.list[kept++] = state->claims.list[i];
    state->claims.count = (uint8_t)kept;
}

void claim_lapse(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    felt->state->claims.count = 0;
    if (felt->round->question == QUESTION_AGREEMENT)
        felt->round->question = QUESTION_NONE;
}

/* ---- Acts. ---- */

bool claim_is_declined(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    return stake_is(stake, STAKE_NO_INSURANCE) ||
           (book->blackjack.insurance_absent == ABSENT_DECLINES_INSURANCE &&
            !felt_present(round, stake->person, stake->spot.area));
}

static struct ruling claim_time(const struct rulebook *book, const struct round *round, const struct act *act)
{
    const struct blackjack_state *state = &round->blackjack;
    if (!is_insurance(book, act->wager)) {
        if (!book->blackjack.side_claims || wager_place(book, act->wager) != PLACE_AREA_SIDE)
            return refuse(STATUS_NOTHING_TO_CLAIM, GROUND_CLAIM_SIDE);
        if (round->phase != PHASE_BETTING)
            return refuse(STATUS_NOT_NOW, GROUND_CLAIM_SIDE, GROUND_LATE_WAGER);
        if (act->spot.owner || !has_bit(felt_areas_staked(book, round), act->spot.area))
            return refuse(STATUS_NEEDS_MAIN, GROUND_SIDE_NEEDS_MAIN);
        return allow(GROUND_CLAIM_SIDE);
    }
    if (!book->blackjack.insurance_by_others)
        return refuse(STATUS_NOTHING_TO_CLAIM, GROUND_INSURANCE);
    if (!has_bit(state->windows.open, OPTION_INSURANCE))
        return refuse(STATUS_WINDOW_CLOSED, GROUND_INSURANCE_WINDOW);
    int index = act->spot.owner ? felt_main_stake(book, round, act->spot.owner - 1U, act->spot) : -1;
    if (index < 0 || round->stakes[index].person == act->person || /* [3.27.3] another Player's */
        !claim_is_declined(book, round, &round->stakes[index]) || taken_on(round, act->spot, act->wager))
        return refuse(STATUS_NOTHING_TO_CLAIM, GROUND_INSURANCE_OTHERS);
    return allow(GROUND_CLAIM_INS);
}

struct ruling bj_claim_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_CLAIM);
    if (act->wager >= book->wager_count || !area_exists(round, act->spot.area))
        return refuse(STATUS_WRONG_SPOT, GROUND_CLAIM_SIDE);
    struct ruling ruling = claim_time(book, round, act);
    if (ruling.status != STATUS_OK)
        return ruling;
    for (unsigned i = 0; i < round->blackjack.claims.count; i++)
        if (round->blackjack.claims.list[i].person == act->person &&
            claims_it(&round->blackjack.claims.list[i], act->spot, act->wager))
            return refuse(STATUS_CLAIMED_ALREADY, GROUND_CLAIM_SIDE);
    if (stake_find(round, act->person, act->wager, act->spot) >= 0)
        return refuse(STATUS_ONE_STACK, GROUND_ONE_STACK);
    if (round->blackjack.claims.count == CLAIMS_MAX)
        return refuse(STATUS_LAYOUT_FULL, GROUND_CLAIM_SIDE);
    return ruling;
}

static void cite_rungs(struct event *event, unsigned used, bool insurance)
{
    for (unsigned rung = RUNG_OWN; rung <= RUNG_OTHERS; rung++)
        if (used >> rung & 1U)
            event_cite(event, (enum ground)rung_grounds[rung][insurance]);
}

void claim_advance(struct felt *felt)
{
    assert(felt->state == &felt->round->blackjack);
    struct tie tie;
    const struct claim *claim = open_tie(felt->book, felt->round, &tie);
    if (!claim && felt->round->question == QUESTION_AGREEMENT)
        felt->round->question = QUESTION_NONE;
    if (!claim || felt->round->question != QUESTION_NONE)
        return;
    bool insurance = is_insurance(felt->book, claim->wager);
    felt->round->question = QUESTION_AGREEMENT;
    struct event *event = events_add(felt->events, EVENT_ASKED);
    event->question = QUESTION_AGREEMENT;
    event_cite(event, insurance ? GROUND_CLAIM_INS_TIE : GROUND_CLAIM_SIDE_TIE);
}

void bj_claim_do(struct felt *felt, const struct act *act)
{
    struct blackjack_state *state = felt->state;
    struct claim_rank rank;
    unsigned used;
    bool insurance = is_insurance(felt->book, act->wager);
    assert(state->claims.count < CLAIMS_MAX);
    state->claims.list[state->claims.count++] =
        (struct claim){.person = act->person, .wager = act->wager, .spot = act->spot};
    claim_rank(felt->book, felt->round, act->spot, act->wager, &rank, &used);
    struct event *event = events_add(felt->events, EVENT_CLAIMED);
    event->person = act->person;
    event->wager = act->wager;
    event->spot = act->spot;
    event_cite(event, insurance ? GROUND_CLAIM_INS : GROUND_CLAIM_SIDE);
    cite_rungs(event, used, insurance);
}

/* agree B, and disagree: only those of an open tie are asked. */
struct ruling bj_agree_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_AGREE || act->verb == VERB_DISAGREE);
    struct tie tie;
    const struct claim *claim = open_tie(book, round, &tie);
    if (!has_bit(tie.silent, act->person))
        return refuse(STATUS_NOT_ASKED,
                      round->phase == PHASE_DEALING ? GROUND_CLAIM_INS_TIE : GROUND_CLAIM_SIDE_TIE);
    if (act->verb == VERB_AGREE && (act->other >= PERSONS_MAX || !has_bit(tie.persons, act->other)))
        return refuse(STATUS_NOT_A_CLAIMANT, GROUND_CLAIM_SIDE_TIE);
    assert(claim);
    return is_insurance(book, claim->wager) ? allow(GROUND_CLAIM_INS_TIE) : allow(GROUND_CLAIM_SIDE_TIE);
}

void bj_agree_do(struct felt *felt, const struct act *act)
{
    struct tie tie;
    const struct claim *tied = open_tie(felt->book, felt->round, &tie);
    assert(tied);
    struct spot spot = tied->spot;
    unsigned wager = tied->wager;
    for (unsigned i = 0; i < felt->state->claims.count; i++) {
        struct claim *claim = &felt->state->claims.list[i];
        if (claims_it(claim, spot, wager) && claim->person == act->person)
            claim->answer = act->verb == VERB_AGREE ? (uint8_t)(ANSWER_AGREE + act->other) : ANSWER_DISAGREE;
    }
}
