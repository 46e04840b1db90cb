/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_counter.c - one table, one round after the other: several boxes, a shoe that lasts, a counter. */
#include <assert.h>
#include <string.h>

#include "simulate/kernel.h"
#include "simulate/kernel_split.h"

enum { LANE = 0 /* one table, one shoe */ };

struct box {
    uint8_t cards[2]; /* card numbers of the initial deal */
    uint8_t ended;
    bool insured;
    struct kernel_split split;
};

struct seats {
    const struct plan *plan;
    const struct kernel_table *table;
    struct stream *stream;
    struct lane_shoes shoes;
    unsigned counted; /* cards of the shoe that the counter has seen */
    int running;
    int true_count;
    unsigned units;
    uint8_t up; /* card numbers */
    uint8_t second;
    uint16_t dealer;
    struct box boxes[AREAS_MAX];
};

static unsigned draw(struct seats *seats)
{
    return lane_draw_one(&seats->shoes, LANE, seats->plan->shoe_count, seats->stream);
}

static unsigned draw_for_split(void *shoe)
{
    return draw(shoe);
}

static unsigned draw_value(struct seats *seats)
{
    return seats->plan->value[draw(seats)];
}

/* The counter looks at every card that lies there by now. */
static void look(struct seats *seats)
{
    const struct counting *counting = seats->table->counting;
    const struct plan *plan = seats->plan;
    if (!counting)
        return;
    if (seats->counted > seats->shoes.used[LANE]) { /* the discards were riffled: the count starts anew */
        seats->counted = 0;
        seats->running = 0;
    }
    for (; seats->counted < seats->shoes.used[LANE]; seats->counted++)
        seats->running += counting->tag[plan->value[seats->shoes.cards[LANE][seats->counted]]];
    seats->true_count = counting_true(seats->running, (unsigned)(plan->shoe_count - seats->shoes.used[LANE]),
                                      deck_card_count(deck_of(plan->book.deck)));
}

static void shuffle(struct seats *seats)
{
    seats->shoes.used[LANE] = 0;
    seats->running = 0;
    seats->true_count = 0;
    if (seats->table->cut) /* [mbs 5.21] the first card of a new shoe is burnt, unseen */
        for (unsigned i = 0; i < seats->plan->book.burn_count; i++)
            draw(seats);
    seats->counted = seats->shoes.used[LANE];
}

/* [3.18] a card to each box, one to the Dealer, a second to each box. */
static void deal(struct seats *seats)
{
    for (unsigned b = 0; b < seats->table->boxes; b++)
        seats->boxes[b].cards[0] = (uint8_t)draw(seats);
    seats->up = (uint8_t)draw(seats);
    for (unsigned b = 0; b < seats->table->boxes; b++)
        seats->boxes[b].cards[1] = (uint8_t)draw(seats);
    seats->dealer = seats->plan->value[seats->up];
    look(seats);
}

static unsigned action_in(const struct seats *seats, unsigned state)
{
    const struct plan *plan = seats->plan;
    unsigned dealer = plan->value[seats->up];
    unsigned action = plan->chart.action[CHART_FIRST][dealer][state];
    if (!seats->table->counting || state == plan->chart.hands.bust)
        return action;
    unsigned legal = chart_legal(&plan->book, &plan->chart.hands, state, CHART_FIRST, dealer);
    return counting_action(seats->table->counting, &plan->chart.hands, state, dealer, seats->true_count,
                           legal, action);
}

/* Insurance and surrender come before the subsequent deal, so every box decides on the count of that moment
 * [3.27.2]. */
static void insure(struct seats *seats, struct box *box, unsigned action)
{
    const struct counting *counting = seats->table->counting;
    bool wants =
        counting ? counting->insures && seats->true_count >= counting->insures_at : seats->table->insures;
    box->insured =
        wants && seats->plan->insurance_offered[seats->plan->value[seats->up]] && action != CHART_EVEN;
}

static void play_box(struct seats *seats, struct box *box)
{
    const struct plan *plan = seats->plan;
    const struct hand_states *hands = &plan->chart.hands;
    unsigned value = plan->value[box->cards[0]];
    unsigned state = hands->next[hands->next[HAND_STATE_NONE][value]][plan->value[box->cards[1]]];
    unsigned action = action_in(seats, state);
    uint8_t doubled = 0;
    box->split.count = 0;
    box->split.sides = 0;
    if (action == CHART_SURRENDER || action == CHART_EVEN) {
        box->ended = action == CHART_EVEN ? ENDED_EVEN : ENDED_SURRENDER;
        return;
    }
    if (action == CHART_SPLIT) {
        kernel_split_play(&box->split, plan, plan->value[seats->up], value,
                          (struct split_source){draw_for_split, seats});
        box->ended = kernel_split_neediest(&box->split, plan, plan->value[seats->up]);
        return;
    }
    while (action == CHART_HIT) {
        state = hands->next[state][draw_value(seats)];
        look(seats);
        action = action_in(seats, state);
    }
    if (action == CHART_DOUBLE) {
        state = hands->next[state][draw_value(seats)];
        doubled = ENDED_DOUBLED;
    }
    box->ended = plan->ended[state] | doubled;
}

/* [3.34, 3.35] what the neediest wager of the table asks for. */
static void play_dealer(struct seats *seats)
{
    const struct plan *plan = seats->plan;
    uint8_t need = NEED_NONE;
    for (unsigned b = 0; b < seats->table->boxes; b++) {
        const struct box *box = &seats->boxes[b];
        unsigned first = plan->value[seats->up];
        uint8_t asks = box->insured ? plan->need[first][box->ended] : plan->need_bare[first][box->ended];
        need = asks > need ? asks : need;
    }
    if (need == NEED_NONE)
        return;
    seats->second = (uint8_t)draw(seats);
    seats->dealer = plan->dealer_next[seats->dealer][plan->value[seats->second]];
    while (need == NEED_ALL && plan->dealer_draws[seats->dealer])
        seats->dealer = plan->dealer_next[seats->dealer][draw_value(seats)];
}

/* ---- Counting money: stakes of one kind in one round are added up first, since they are not independent.
 * ---- */

struct round_sum {
    uint64_t placed;
    int64_t staked;
    int64_t sum;
};

static void add_round(struct score *score, unsigned wager, const struct round_sum *round)
{
    struct score_wager *counted = &score->wagers[wager];
    if (!round->placed)
        return;
    counted->placed += round->placed;
    counted->rounds++;
    counted->staked += round->staked;
    counted->sum += round->sum;
    counted->square += (score_square)((uint64_t)round->sum * (uint64_t)round->sum);
}

static void settle_main(const struct seats *seats, struct score *score)
{
    const struct plan *plan = seats->plan;
    struct round_sum round = {0};
    unsigned dealer = plan->dealer_ended[seats->dealer];
    for (unsigned b = 0; b < seats->table->boxes; b++) {
        const struct box *box = &seats->boxes[b];
        const struct kernel_split *split = &box->split;
        int32_t alone = box->ended & ENDED_DOUBLED ? 2 * plan->scale : plan->scale;
        int32_t result =
            split->count ? kernel_split_payoff(split, plan, dealer) : plan->payoff[box->ended][dealer];
        score->results[SCORE_RESULTS / 2 + result]++;
        round.placed += seats->units;
        round.staked += (int64_t)seats->units * (split->count ? kernel_split_staked(split, plan) : alone);
        round.sum += (int64_t)seats->units * result;
        kernel_split_count_sides(split, plan, score);
    }
    add_round(score, (unsigned)rulebook_wager_at(&plan->book, PLACE_MAIN), &round);
}

static void add_line(const struct plan *plan, struct score *score, unsigned wager, unsigned line,
                     struct round_sum *round)
{
    score->wagers[wager].lines[line]++;
    round->placed++;
    round->staked += plan->scale;
    round->sum += plan_side_payoff(plan, wager, line);
}

static void settle_sides(const struct seats *seats, struct score *score)
{
    const struct plan *plan = seats->plan;
    for (unsigned s = 0; s < plan->side_count; s++) {
        const struct plan_side *side = &plan->sides[s];
        struct round_sum round = {0};
        for (unsigned b = 0; b < seats->table->boxes; b++)
            add_line(plan, score, side->wager,
                     plan_side_line(side, seats->boxes[b].cards[0], seats->boxes[b].cards[1], seats->up),
                     &round);
        add_round(score, side->wager, &round);
    }
    if (plan->bust_side >= 0) {
        struct round_sum round = {0};
        add_line(plan, score, (unsigned)plan->bust_side, plan->bust_line[seats->dealer], &round);
        add_round(score, (unsigned)plan->bust_side, &round);
    }
}

static void settle_insurance(const struct seats *seats, struct score *score)
{
    const struct plan *plan = seats->plan;
    struct round_sum round = {0};
    for (unsigned b = 0; b < seats->table->boxes; b++)
        if (seats->boxes[b].insured)
            add_line(plan, score, (unsigned)plan->insurance, plan->insurance_line[seats->second], &round);
    if (round.placed)
        add_round(score, (unsigned)plan->insurance, &round);
}

static void play_round(struct seats *seats, struct score *score)
{
    const struct kernel_table *table = seats->table;
    if (!table->cut || seats->shoes.used[LANE] >= table->cut)
        shuffle(seats);
    look(seats);
    seats->shoes.start[LANE] = seats->shoes.used[LANE];
    seats->units = table->counting ? counting_units(table->counting, seats->true_count) : 1;
    deal(seats);
    for (unsigned b = 0; b < table->boxes; b++) {
        struct box *box = &seats->boxes[b];
        const struct hand_states *hands = &seats->plan->chart.hands;
        unsigned one = seats->plan->value[box->cards[0]];
        unsigned two = seats->plan->value[box->cards[1]];
        insure(seats, box, action_in(seats, hands->next[hands->next[HAND_STATE_NONE][one]][two]));
    }
    for (unsigned b = 0; b < table->boxes; b++)
        play_box(seats, &seats->boxes[b]);
    play_dealer(seats);
    settle_main(seats, score);
    settle_sides(seats, score);
    settle_insurance(seats, score);
    score->cards += (uint64_t)(seats->shoes.used[LANE] - seats->shoes.start[LANE]);
}

void kernel_counter(const struct plan *plan, const struct kernel_table *table, struct stream *stream,
                    unsigned rounds, struct score *score)
{
    struct seats seats = {.plan = plan, .table = table, .stream = stream};
    assert(table->boxes >= 1 && table->boxes <= AREAS_MAX && table->cut < plan->shoe_count);
    memcpy(seats.shoes.cards[LANE], plan->shoe, plan->shoe_count);
    shuffle(&seats);
    for (unsigned i = 0; i < rounds; i++)
        play_round(&seats, score);
    score->rounds += rounds;
}
