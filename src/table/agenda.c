/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.c - see agenda.h.
 *
 * Nothing here knows a game: the engine says what it waits for (round_wants), and an act of the staff is due
 * if the engine would accept it from the dealer or, where there is none, from the terminal. */
#include "table/agenda.h"

#include <assert.h>
#include <string.h>

/* ---- Steps. ---- */

static struct step nothing(int64_t wake_ms)
{
    assert(wake_ms >= 0);
    return (struct step){.kind = STEP_NONE, .wake_ms = wake_ms};
}

static struct step step_of(enum step_kind kind)
{
    assert(kind > STEP_NONE && kind <= STEP_WAIT);
    return (struct step){.kind = kind};
}

/* [mbs 5.29] [rws 5.4] [bac 5.9] the engine decides by the game's clause what becomes of a round that was cut
 * off. */
static struct step step_recover(void)
{
    return (struct step){.kind = STEP_RECOVER,
                         .act = {.actor = ACTOR_DEALER,
                                 .verb = VERB_IRREGULARITY,
                                 .irregularity = IRREGULARITY_POWER_FAILURE}};
}

static struct step step_shuffle(void)
{
    return (struct step){.kind = STEP_SHUFFLE,
                         .act = {.actor = ACTOR_DEALER, .verb = VERB_SHUFFLE, .flags = ACT_FULL}};
}

static bool is_virtual(const struct table_state *state)
{
    return state->device == DEVICE_VIRTUAL;
}

/* Nothing has been dealt from this shoe, and nobody has shuffled it. */
static bool is_unshuffled(const struct table_state *state)
{
    assert(state->drawn <= SHOE_CARDS_MAX);
    return !state->drawn && !state->round.memory.shuffled;
}

/* ---- Obligations: a shoe is changed in one order, and a crash between two steps changes nothing about it.
 * ----
 */

/* Promises of players, the house's commitment, then the numbers of players: in this order nobody knows what
 * their own part will do. */
static struct step must_commit(const struct table *table)
{
    const struct table_state *state = &table->state;
    assert(!state->drawn && !state->luck.mixed);
    if (table->luck_awaited && (state->committed || !state->luck.count))
        return step_of(STEP_WAIT);
    if (state->committed)
        return step_of(STEP_MIX);
    return step_of(table->desk.count && !state->luck.count ? STEP_LUCK : STEP_COMMIT);
}

/* A virtual shoe of which nothing has been dealt yet. */
static struct step must_prepare(const struct table *table, enum agenda_wish wish)
{
    const struct table_state *state = &table->state;
    assert(is_virtual(state) && state->open && !state->drawn);
    if (state_luck_stage(state) != LUCK_DONE)
        return must_commit(table);
    return is_unshuffled(state) && wish != WISH_SHUFFLE ? step_shuffle() : nothing(0);
}

/* Somebody asks for new cards. The seed of a virtual shoe becomes public first; at a table with entered cards
 * the Dealer's shuffle begins a shoe, unless the one that was just opened waits for it. */
static struct step must_change(const struct table_state *state, enum agenda_wish wish)
{
    assert(state_between_rounds(state) && state->shoe_number);
    if (wish == WISH_NOTHING || (wish == WISH_SHUFFLE && !state->open))
        return nothing(0);
    if (wish == WISH_SHUFFLE && is_unshuffled(state))
        return nothing(0);
    if (is_virtual(state))
        return state->revealed ? nothing(0) : step_of(STEP_REVEAL);
    return wish == WISH_SHUFFLE ? step_of(STEP_OPEN) : nothing(0);
}

/* The act, as done by whoever of the house the engine takes it from. */
static bool staff_may(const struct table *table, struct act *act)
{
    assert(act->verb && act->verb < VERB_COUNT);
    static const enum actor actors[] = {ACTOR_DEALER, ACTOR_TERMINAL};
    struct table_state state = table->state;
    for (size_t i = 0; i < sizeof actors / sizeof actors[0]; i++) {
        static _Thread_local struct events events;
        act->actor = (uint8_t)actors[i];
        if (state_act(&state, table->plan.book, act, &events).status == STATUS_OK)
            return true;
    }
    return false;
}

static struct step staff_act(const struct table *table, enum verb verb)
{
    struct step due = {.kind = STEP_ACT, .act = {.verb = (uint8_t)verb}};
    /* unreached: what is due is taken from one of them */
    return staff_may(table, &due.act) ? due : nothing(0);
}

/* A round in which nobody has a wager would keep the table from closing for good: it is played to
 * its end. Entered cards are the Dealer's to deal. */
static struct step must_end_empty(const struct table *table)
{
    assert(!state_between_rounds(&table->state));
    const struct round *round = &table->state.round;
    struct wants wants = round_wants(table->plan.book, round);
    /* unreached: only somebody with a wager is asked */
    if (round->stake_count || wants.question || wants.turn.area)
        return nothing(0);
    if (round->phase == PHASE_BETTING)
        return staff_act(table, VERB_CLOSE);
    if (wants.card.kind)
        return is_virtual(&table->state) ? step_of(STEP_CARD) : nothing(0);
    return staff_act(table, wants.may_end ? VERB_END : VERB_PROCEED);
}

struct step agenda_must(const struct table *table, enum agenda_wish wish)
{
    assert(table->plan.book && wish <= WISH_CLOSE);
    const struct table_state *state = &table->state;
    if (!state_between_rounds(state))
        return table->interrupted ? step_recover() : wish == WISH_CLOSE ? must_end_empty(table) : nothing(0);
    if (wish == WISH_CLOSE)
        wish = WISH_NOTHING;
    if (state->shoe_number == 0 && table->plan.starts == TABLE_STARTS_CLOSED)
        return nothing(0);
    if (state->shoe_number == 0 || (state->open && state->revealed))
        return wish == WISH_SHOE ? nothing(0) : step_of(STEP_OPEN);
    if (state->open && is_virtual(state)) {
        /* No further card is dealt from a shoe that was dealt from without a commitment. */
        if (state->drawn && !state->committed)
            return step_of(STEP_REVEAL);
        struct step step = state->drawn ? nothing(0) : must_prepare(table, wish);
        if (step.kind)
            return step;
    }
    return must_change(state, wish);
}

/* ---- Chores of the system, by the clock. ---- */

static bool is_system(const struct table *table, enum chore chore)
{
    assert((unsigned)chore && ((unsigned)chore & ~(unsigned)CHORES_ALL) == 0);
    return (table->plan.system_chores & (unsigned)chore) != 0;
}

/* Starts the clock when the table begins to wait for something new; true when it has run out. Pages show the
 * cards of a step one by one, and nobody loses time to decide by that. */
static bool clock_done(struct table *table, enum clock_kind kind, uint64_t mark, int64_t now_ms,
                       uint32_t length_ms)
{
    assert(kind != CLOCK_NONE);
    struct table_clock *clock = &table->clock;
    int64_t shown_ms = (int64_t)table->plan.pace_ms * table->shown_cards;
    if (clock->kind != kind || clock->mark != mark)
        *clock = (struct table_clock){
            .kind = (uint8_t)kind, .mark = mark, .until_ms = now_ms + shown_ms + length_ms};
    assert(clock->kind == kind && clock->mark == mark);
    return now_ms >= clock->until_ms;
}

static void clock_stop(struct table *table)
{
    table->clock = (struct table_clock){.kind = CLOCK_NONE};
}

static bool shoe_due(const struct table *table)
{
    const struct table_state *state = &table->state;
    assert(state->shoe_number && !state->revealed); /* agenda_must has seen to these */
    if (state->round.memory.shuffle_due)
        return true;
    /* From a fresh shoe a round is dealt first, wherever its cutting card lies: or it would be due again at
     * once, and for ever. */
    if (state->device != DEVICE_VIRTUAL || state->round.phase != PHASE_ENDED)
        return false;
    if (state->round.setting.shuffle_machine)
        return true;
    unsigned left = table->shoe.count - state->drawn;
    return left <= table->plan.cut_cards || left < table_plan_reserve(&table->plan, &state->round.setting);
}

/* A virtual shoe gives by itself where the system deals; elsewhere the dealer is waited for. */
static struct step from_shoe(const struct table *table, enum step_kind kind)
{
    assert(kind == STEP_REVEAL || kind == STEP_CARD);
    bool gives = is_system(table, CHORE_DEAL) && table->state.device == DEVICE_VIRTUAL;
    return (struct step){.kind = gives ? kind : STEP_NONE};
}

static struct step due_between(struct table *table, int64_t now_ms, bool awake)
{
    const struct table_state *state = &table->state;
    assert(state_between_rounds(state) && state->open);
    bool over = state->round.phase == PHASE_ENDED;
    /* People have time to look at a finished round, and to take a seat before the next one. */
    uint64_t mark = (uint64_t)state->round_number << 1 | over;
    bool waits = over || (state->round.setting.areas && awake);
    if (waits && !clock_done(table, CLOCK_RESULT, mark, now_ms, table->plan.result_ms))
        return nothing(table->clock.until_ms);
    if (!waits)
        clock_stop(table);
    if (!awake || !is_system(table, CHORE_OPEN))
        return nothing(0);
    if (shoe_due(table))
        return from_shoe(table, STEP_REVEAL);
    /* Cards to be burnt leave the shoe before bets open. */
    if (round_wants(table->plan.book, &state->round).card.kind && !over)
        return from_shoe(table, STEP_CARD);
    return staff_act(table, VERB_OPEN);
}

/* [rws 3.12] where the system deals, it is the House that permits squeezing. */
static bool may_permit(const struct table *table, struct step *due)
{
    assert(!state_between_rounds(&table->state));
    const struct rulebook *book = table->plan.book;
    if (book->family != FAMILY_BLACKJACK || !book->blackjack.squeeze || !is_system(table, CHORE_DEAL) ||
        table->state.device != DEVICE_VIRTUAL)
        return false;
    *due = (struct step){.kind = STEP_ACT,
                         .act = {.verb = VERB_DECIDE, .decision = DECISION_SQUEEZE, .flags = ACT_YES}};
    return staff_may(table, &due->act);
}

static struct step due_betting(struct table *table, int64_t now_ms)
{
    const struct round *round = &table->state.round;
    assert(round->phase == PHASE_BETTING);
    if (round->stake_count == 0) {
        clock_stop(table);
        return nothing(0);
    }
    bool done = clock_done(table, CLOCK_BETTING, table->state.round_number, now_ms, table->plan.betting_ms);
    if (!done)
        return nothing(table->clock.until_ms);
    return is_system(table, CHORE_CLOSE) ? staff_act(table, VERB_CLOSE) : nothing(0);
}

static uint64_t decision_mark(const struct table *table, const struct wants *wants)
{
    assert(wants->turn.area <= AREAS_MAX);
    uint64_t mark = table->state.round_number;
    mark = mark * 31 + wants->turn.area * 8U + wants->turn.hand;
    mark = mark * 31 + table->state.drawn;
    return mark * 31 + (wants->turn.area ? 0 : 1);
}

/* [mbs 3.12] [rws 3.13] a player who does not decide is treated as absent: their hand is played by rule. */
static struct step due_decision(struct table *table, const struct wants *wants, int64_t now_ms)
{
    assert(wants->turn.area);
    const struct round *round = &table->state.round;
    bool done =
        clock_done(table, CLOCK_DECISION, decision_mark(table, wants), now_ms, table->plan.decision_ms);
    if (!done)
        return nothing(table->clock.until_ms);
    if (!is_system(table, CHORE_ABSENT))
        return nothing(0);
    int person = game_family(table->plan.book)->control(table->plan.book, round, wants->turn.area);
    /* unreached: somebody plays a hand that is asked */
    if (person < 0)
        return nothing(0);
    return (struct step){.kind = STEP_ACT,
                         .act = {.actor = ACTOR_PERSON,
                                 .person = (uint8_t)person,
                                 .verb = VERB_LEAVE,
                                 .spot = {.area = wants->turn.area}}};
}

/* A virtual shoe is dealt by the system, where that is left to it. */
static bool deals(const struct table *table)
{
    return is_system(table, CHORE_DEAL) && table->state.device == DEVICE_VIRTUAL;
}

/* A card, faces or a settlement: what follows where nobody has anything to say any more. */
static struct step chore_of(const struct table *table, const struct wants *wants)
{
    assert(table->state.round.phase == PHASE_DEALING);
    if (wants->card.kind)
        return deals(table) ? step_of(STEP_CARD) : nothing(0);
    /* [rws 3.12] the time to squeeze is over: the Dealer turns the cards up. */
    if (wants->faces.area && deals(table))
        return (struct step){.kind = STEP_ACT,
                             .act = {.actor = ACTOR_DEALER, .verb = VERB_REVEAL, .spot = wants->faces}};
    if (wants->faces.area || !is_system(table, CHORE_SETTLE))
        return nothing(0);
    return staff_act(table, wants->may_end ? VERB_END : VERB_PROCEED);
}

bool agenda_may_owe(const struct act *act)
{
    assert(act->verb && act->verb < VERB_COUNT);
    if (act->verb == VERB_CARD)
        return act->actor == ACTOR_SHOE && act->place.kind == PLACE_NOWHERE;
    bool chore = act->verb == VERB_REVEAL || act->verb == VERB_PROCEED || act->verb == VERB_END ||
                 (act->verb == VERB_DECIDE && act->decision == DECISION_SQUEEZE);
    return chore && (act->actor == ACTOR_DEALER || act->actor == ACTOR_TERMINAL);
}

struct step agenda_owed(const struct table *table)
{
    const struct table_state *state = &table->state;
    struct step due = nothing(0);
    if (!state->open || table->interrupted)
        return nothing(0);
    struct wants wants = round_wants(table->plan.book, &state->round);
    if (state->round.phase == PHASE_IDLE) /* once one card is burnt, so are the others */
        return state->drawn && wants.card.kind && is_system(table, CHORE_OPEN) ? from_shoe(table, STEP_CARD)
                                                                               : nothing(0);
    if (state_between_rounds(state) || may_permit(table, &due))
        return due;
    bool asks = wants.question || wants.turn.area || wants.deciders;
    return state->round.phase == PHASE_DEALING && !asks ? chore_of(table, &wants) : nothing(0);
}

/* Somebody is asked: they have their time. */
static struct step due_dealing(struct table *table, int64_t now_ms)
{
    assert(table->state.round.phase == PHASE_DEALING && !table->interrupted);
    struct wants wants = round_wants(table->plan.book, &table->state.round);
    if (wants.question || (!wants.turn.area && !wants.deciders)) {
        clock_stop(table);
        return nothing(0);
    }
    if (wants.turn.area)
        return due_decision(table, &wants, now_ms);
    /* Options that may be passed over: the next card or chore closes them. */
    if (!clock_done(table, CLOCK_DECISION, decision_mark(table, &wants), now_ms, table->plan.decision_ms))
        return nothing(table->clock.until_ms);
    struct step due = chore_of(table, &wants);
    if (!due.kind)
        clock_stop(table);
    return due;
}

struct step agenda_next(struct table *table, int64_t now_ms, bool awake)
{
    struct step due = agenda_must(table, WISH_NOTHING);
    if (due.kind)
        return due;
    if (!table->state.open) {
        clock_stop(table);
        return nothing(0);
    }
    due = agenda_owed(table);
    if (due.kind)
        return due;
    switch ((enum round_phase)table->state.round.phase) {
    case PHASE_IDLE:
    case PHASE_ENDED:
        return due_between(table, now_ms, awake);
    case PHASE_BETTING:
        return due_betting(table, now_ms);
    case PHASE_DEALING:
        return due_dealing(table, now_ms);
    }
    return nothing(0);
}
