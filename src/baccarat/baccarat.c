/* SPDX-License-Identifier: Apache-2.0 */
#include "baccarat/baccarat.h"

#include <assert.h>
#include <string.h>

#include "baccarat/felt.h"
#include "baccarat/verify.h"
#include "round/device.h"

/* ---- What the doing functions share. ---- */

struct event *bac_felt_tell(struct bac_felt *felt, enum event_kind kind, enum irregularity why)
{
    assert(why < IRREGULARITY_COUNT);
    struct event *event = events_add(felt->events, kind);
    event->irregularity = (uint8_t)(why + 1);
    return event;
}

static void cite_void(struct event *event, unsigned why, unsigned ground)
{
    event->irregularity = (uint8_t)why;
    if (ground)
        event_cite(event, (enum ground)(ground - 1));
}

/* A wager the terminal never accepted has no result; the others end with nothing won and nothing lost. */
static void void_stake(struct bac_felt *felt, struct stake *stake, unsigned why, unsigned ground)
{
    assert(stake->wager < felt->book->wager_count);
    struct round *round = felt->round;
    cite_void(stake_return(round, felt->events, stake, stake_left_cents(stake)), why, ground);
    if (stake_is(stake, STAKE_PENDING)) {
        stake_remove(round, stake);
        return;
    }
    stake_close(stake, REASON_VOID);
    struct event *result = stake_event(felt->events, EVENT_RESULT, stake, 0);
    result->reason = REASON_VOID;
    cite_void(result, why, ground);
}

void bac_felt_void(struct bac_felt *felt, unsigned why, unsigned ground)
{
    assert(felt->state == &felt->round->baccarat);
    struct round *round = felt->round;
    cite_void(events_add(felt->events, EVENT_VOID), why, ground);
    for (unsigned i = 0; i < round->stake_count;) {
        unsigned before = round->stake_count;
        if (stake_is_open(&round->stakes[i]))
            void_stake(felt, &round->stakes[i], why, ground);
        i += round->stake_count == before;
    }
    bac_deal_clear_lying(felt);
    felt->state->withdrawers = 0;
    round->question = QUESTION_NONE;
    round->phase = PHASE_ENDED;
    round->voided = true;
}

/* ---- The acts of the family. ---- */

static const struct {
    verify_act *verify;
    do_act *act;
} acts[VERB_COUNT] = {
    [VERB_OPEN] = {bac_open_verify, bac_open_do},
    [VERB_CLOSE] = {bac_close_verify, bac_close_do},
    [VERB_BET] = {bac_bet_verify, bac_bet_do},
    [VERB_PLACE] = {bac_bet_verify, bac_bet_do},
    [VERB_RAISE] = {bac_raise_verify, bac_raise_do},
    [VERB_PULL] = {bac_pull_verify, bac_pull_do},
    [VERB_ACCEPT] = {bac_accept_verify, bac_accept_do},
    [VERB_CARD] = {bac_card_verify, bac_card_do},
    [VERB_END] = {bac_end_verify, bac_end_do},
    [VERB_IRREGULARITY] = {bac_report_verify, bac_report_do},
    [VERB_DECIDE] = {bac_decide_verify, bac_decide_do},
    [VERB_VOID] = {bac_void_verify, bac_void_do},
    [VERB_SHUFFLE] = {bac_shuffle_verify, bac_shuffle_do},
    [VERB_REREAD] = {bac_reread_verify, bac_reread_do},
    [VERB_WITHDRAW] = {bac_withdraw_verify, bac_withdraw_do},
    [VERB_CONTINUE] = {bac_continue_verify, bac_continue_do},
};

struct ruling baccarat_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    if (act->verb >= VERB_COUNT || !acts[act->verb].verify)
        return ruling_plain(STATUS_NOT_PLAYED);
    /* While staff are asked, nothing else happens. */
    if (round->question && act->verb != VERB_DECIDE)
        return refuse(STATUS_QUESTION_OPEN, GROUND_SHIFT_DECIDES);
    return acts[act->verb].verify(book, round, act);
}

static struct ruling apply(const struct rulebook *book, struct round *round, const struct act *act,
                           struct events *events)
{
    struct bac_felt felt = {book, round, &round->baccarat, events};
    struct ruling ruling = baccarat_verify(book, round, act);
    events->count = 0;
    if (ruling.status != STATUS_OK)
        return ruling;
    acts[act->verb].act(&felt, act);
    /* The pit's word on the cards holds for the report that follows, and for no later one. */
    if (act->verb != VERB_DECIDE)
        round->baccarat.beyond_repair = false;
    return ruling;
}

/* ---- What can be asked of a round. ---- */

static void next(const struct rulebook *book, struct round *round)
{
    struct setting setting = round->setting;
    struct memory memory = round->memory;
    uint8_t person_count = round->person_count;
    memset(round, 0, sizeof(*round));
    round->setting = setting;
    round->memory = memory;
    round->person_count = person_count;
    device_next_round(book, round);
}

static struct wants wants(const struct rulebook *book, const struct round *round)
{
    struct act end = {.actor = ACTOR_DEALER, .verb = VERB_END};
    return (struct wants){
        .card = place_of(bac_deal_next(book, round).place),
        .any_place = round->baccarat.astray,
        .deciders = round->baccarat.withdrawers,
        .question = round->question,
        .may_end = baccarat_verify(book, round, &end).status == STATUS_OK,
    };
}

static int64_t amount_max(const struct rulebook *book, const struct round *round, const struct act *act)
{
    bool sized = act->verb == VERB_BET || act->verb == VERB_PLACE || act->verb == VERB_RAISE;
    return sized ? bac_bet_amount_max(book, round, act) : 0;
}

static struct hand_value value(const struct rulebook *book, const struct round *round, struct place place)
{
    assert(place.kind <= PLACE_DISCARD);
    struct hand_side side;
    if (place.kind != PLACE_PLAYER_SIDE && place.kind != PLACE_BANKER_SIDE)
        return (struct hand_value){VALUE_NONE, 0};
    bac_hand_side_of(book, &round->baccarat, (enum place_kind)place.kind, &side);
    if (side.count == 0)
        return (struct hand_value){VALUE_NONE, 0};
    return (struct hand_value){VALUE_POINTS, (uint8_t)side.total};
}

static unsigned cards(const struct round *round, struct place place, struct card *list)
{
    assert(place.kind <= PLACE_DISCARD);
    unsigned count = 0;
    for (unsigned i = 0; i < round->baccarat.card_count; i++)
        if (round->baccarat.cards[i].lies == place.kind)
            list[count++] = round->baccarat.cards[i].card;
    return count;
}

static uint32_t offered(const struct rulebook *book, const struct round *round, enum option_kind option)
{
    (void)book;
    return option == OPTION_WITHDRAW ? round->baccarat.withdrawers : 0;
}

/* Nobody decides for a hand, and nobody claims a spot. */
static int nobody(const struct rulebook *book, const struct round *round, unsigned area)
{
    assert(area <= AREAS_MAX);
    (void)book, (void)round, (void)area;
    return -1;
}

static void no_rank(const struct rulebook *book, const struct round *round, struct spot spot, unsigned wager,
                    struct claim_rank *rank)
{
    assert(spot.area <= AREAS_MAX && spot.hand <= HANDS_PER_AREA_MAX);
    (void)book, (void)round, (void)spot, (void)wager;
    *rank = (struct claim_rank){0};
}

static bool decided(const struct rulebook *book, const struct round *round, const struct stake *stake)
{
    assert(stake->wager < book->wager_count);
    return !stake_is_open(stake) || bac_outage_decided(book, round, stake->wager);
}

const struct family baccarat_family = {
    .next = next,
    .apply = apply,
    .wants = wants,
    .legal = baccarat_legal,
    .amount_max = amount_max,
    .view = baccarat_view,
    .value = value,
    .cards = cards,
    .offered = offered,
    .control = nobody,
    .priority = nobody,
    .rank = no_rank,
    .decided = decided,
};
