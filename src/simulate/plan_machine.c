/* SPDX-License-Identifier: Apache-2.0 */
/* plan_machine.c - the machine of a blackjack game: chart, rules and Dealer in one table of steps.
 *
 * A card's symbol is its value, told apart further where Insurance asks for it. Rows are made from the end of
 * a round to its beginning; what has been made once is remembered by state, since many orders of cards lead
 * to one hand. */
#include <assert.h>
#include <string.h>

#include "simulate/plan.h"

#define UNMADE UINT32_MAX /* bytes of 0xff */

struct maker {
    struct plan *plan;
    bool alone;   /* one box: the Dealer's cards follow at once */
    bool insures; /* ... with Insurance where it is offered */
    uint8_t value[MACHINE_SYMBOLS_MAX];
    uint8_t line[MACHINE_SYMBOLS_MAX]; /* of Insurance, for the Dealer's second card */
    uint32_t hits[HAND_VALUES][HAND_STATES_MAX];
    uint32_t draws[DEALER_STATES_MAX][PLAN_UNINSURED + 1];
    struct machine_maker rows;
};

static void find_symbols(struct maker *maker)
{
    struct plan *plan = maker->plan;
    struct machine *machine = &plan->machine;
    machine->symbols = 0;
    for (unsigned card = 0; card < deck_card_count(deck_of(plan->book.deck)); card++) {
        unsigned symbol = 0;
        while (symbol < machine->symbols && (maker->value[symbol] != plan->value[card] ||
                                             maker->line[symbol] != plan->insurance_line[card]))
            symbol++;
        assert(symbol < MACHINE_SYMBOLS_MAX);
        if (symbol == machine->symbols)
            machine->symbols++;
        maker->value[symbol] = plan->value[card];
        maker->line[symbol] = plan->insurance_line[card];
        machine->symbol[card] = (uint8_t)symbol;
    }
}

/* ---- The Dealer. ---- */

static uint32_t dealer_mark(struct plan *plan, struct dealer_end end)
{
    unsigned at = 0;
    while (at < plan->end_count && memcmp(&plan->ends[at], &end, sizeof(end)) != 0)
        at++;
    assert(at < DEALER_ENDS_MAX);
    if (at == plan->end_count)
        plan->ends[plan->end_count++] = end;
    return at << MARK_DEALER_SHIFT;
}

static uint32_t dealer_stops(struct plan *plan, unsigned state, unsigned line)
{
    struct dealer_end end = {plan->dealer_ended[state], plan->bust_line[state], (uint8_t)line};
    return machine_stop(dealer_mark(plan, end));
}

/* [3.34] on by the Dealer's rule; `line` is what Insurance came to. */
static uint32_t dealer_draws(struct maker *maker, unsigned state, unsigned line)
{
    struct plan *plan = maker->plan;
    uint32_t words[MACHINE_SYMBOLS_MAX];
    uint32_t *made = &maker->draws[state][line];
    for (unsigned symbol = 0; *made == UNMADE && symbol < plan->machine.symbols; symbol++) {
        unsigned to = plan->dealer_next[state][maker->value[symbol]];
        words[symbol] = plan->dealer_draws[to] ? dealer_draws(maker, to, line) : dealer_stops(plan, to, line);
    }
    if (*made == UNMADE)
        *made = machine_row(&maker->rows, words);
    return *made;
}

/* [3.35] the second card, and on if anything asks for more. */
static uint32_t dealer_begins(struct maker *maker, unsigned first, bool all, bool insured)
{
    struct plan *plan = maker->plan;
    uint32_t words[MACHINE_SYMBOLS_MAX];
    for (unsigned symbol = 0; symbol < plan->machine.symbols; symbol++) {
        unsigned line = insured ? maker->line[symbol] : PLAN_UNINSURED;
        unsigned to = plan->dealer_next[first][maker->value[symbol]];
        words[symbol] =
            all && plan->dealer_draws[to] ? dealer_draws(maker, to, line) : dealer_stops(plan, to, line);
    }
    return machine_row(&maker->rows, words);
}

/* ---- The box. ---- */

static uint32_t hand_over(const struct maker *maker, unsigned first, unsigned ended)
{
    struct plan *plan = maker->plan;
    if (!maker->alone)
        return machine_stop(ended);
    bool insured = maker->insures && plan->insurance_offered[first] && ended != ENDED_EVEN;
    unsigned need = insured ? plan->need[first][ended] : plan->need_bare[first][ended];
    if (need == NEED_NONE)
        return machine_stop(ended | plan->unplayed);
    return machine_mark(ended) | plan->rows.dealer[first][need == NEED_ALL][insured];
}

/* [3.29] card after card while the chart says so. */
static uint32_t hits(struct maker *maker, unsigned first, unsigned state)
{
    const struct plan *plan = maker->plan;
    uint32_t words[MACHINE_SYMBOLS_MAX];
    uint32_t *made = &maker->hits[first][state];
    for (unsigned symbol = 0; *made == UNMADE && symbol < plan->machine.symbols; symbol++) {
        unsigned to = plan->chart.hands.next[state][maker->value[symbol]];
        bool more = plan->chart.action[CHART_FIRST][first][to] == CHART_HIT;
        words[symbol] = more ? hits(maker, first, to) : hand_over(maker, first, plan->ended[to]);
    }
    if (*made == UNMADE)
        *made = machine_row(&maker->rows, words);
    return *made;
}

/* [3.26.4] one card. */
static uint32_t doubles(struct maker *maker, unsigned first, unsigned state)
{
    const struct plan *plan = maker->plan;
    uint32_t words[MACHINE_SYMBOLS_MAX];
    for (unsigned symbol = 0; symbol < plan->machine.symbols; symbol++) {
        unsigned to = plan->chart.hands.next[state][maker->value[symbol]];
        words[symbol] = hand_over(maker, first, plan->ended[to] | ENDED_DOUBLED);
    }
    return machine_row(&maker->rows, words);
}

/* [3.14] the chart decides about the first two cards. */
static uint32_t decides(struct maker *maker, unsigned one, unsigned first, unsigned two)
{
    const struct plan *plan = maker->plan;
    const struct hand_states *hands = &plan->chart.hands;
    unsigned state = hands->next[hands->next[HAND_STATE_NONE][one]][two];
    switch ((enum chart_action)plan->chart.action[CHART_FIRST][first][state]) {
    case CHART_HIT:
        return hits(maker, first, state);
    case CHART_DOUBLE:
        return doubles(maker, first, state);
    case CHART_SPLIT:
        return maker->alone ? machine_stop(ENDED_SPLIT) : machine_mark(ENDED_SPLIT);
    case CHART_SURRENDER:
        return hand_over(maker, first, ENDED_SURRENDER);
    case CHART_EVEN:
        return hand_over(maker, first, ENDED_EVEN);
    case CHART_STAND:
    case CHART_ACTIONS:
        break;
    }
    return hand_over(maker, first, plan->ended[state]);
}

static void forget_hands(struct maker *maker)
{
    memset(maker->hits, 0xff, sizeof(maker->hits));
}

/* [3.18] box, Dealer, box. */
static uint32_t one_box(struct maker *maker)
{
    const unsigned symbols = maker->plan->machine.symbols;
    uint32_t by_one[MACHINE_SYMBOLS_MAX];
    uint32_t by_up[MACHINE_SYMBOLS_MAX];
    uint32_t by_two[MACHINE_SYMBOLS_MAX];
    forget_hands(maker);
    for (unsigned one = 0; one < symbols; one++) {
        for (unsigned up = 0; up < symbols; up++) {
            for (unsigned two = 0; two < symbols; two++)
                by_two[two] = decides(maker, maker->value[one], maker->value[up], maker->value[two]);
            by_up[up] = machine_row(&maker->rows, by_two);
        }
        by_one[one] = machine_row(&maker->rows, by_up);
    }
    return machine_row(&maker->rows, by_one);
}

static void several_boxes(struct maker *maker)
{
    struct plan_rows *rows = &maker->plan->rows;
    forget_hands(maker);
    for (unsigned one = 0; one < HAND_VALUES; one++)
        for (unsigned up = 0; up < HAND_VALUES; up++)
            for (unsigned two = 0; two < HAND_VALUES; two++)
                rows->first[up][one][two] = decides(maker, one, up, two);
}

void plan_make_machine(struct plan *plan)
{
    struct maker maker = {.plan = plan};
    find_symbols(&maker);
    machine_maker_init(&maker.rows, &plan->machine);
    memset(maker.draws, 0xff, sizeof(maker.draws));
    plan->end_count = 0;
    plan->unplayed = dealer_mark(plan, (struct dealer_end){AGAINST_NONE, 0, PLAN_UNINSURED});
    for (unsigned first = 0; first < HAND_VALUES; first++)
        for (unsigned all = 0; all < 2; all++)
            for (unsigned insured = 0; insured < 2; insured++)
                plan->rows.dealer[first][all][insured] =
                    dealer_begins(&maker, first, all, insured && plan->insurance_offered[first]);
    several_boxes(&maker);
    maker.alone = true;
    for (unsigned insures = 0; insures < 2; insures++) {
        maker.insures = insures;
        plan->rows.alone[insures] = one_box(&maker);
    }
    machine_seal(&plan->machine);
}
