/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_table.c - tables of several boxes side by side, a shoe that lasts or a fresh one, nobody who counts.
 *
 * As in kernel_box.c every lane is a table, with a shoe of its own, and goes its own way through the machine:
 * the cards of the initial deal, then box after box that draws, then the Dealer. A lane stops between them,
 * and here it is put on its next row; boxes that stand take no step at all. The order of cards at one table
 * is that of the rules. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "simulate/kernel.h"
#include "simulate/kernel_split.h"

static_assert(2 * AREAS_MAX + 1 <= (int)LANE_DEAL_MAX, "an initial deal at once");

/* One table. Its splits lie in the order of the boxes. */
struct seats {
    uint8_t box;   /* whose cards the machine is at; the number of boxes: the Dealer's */
    uint8_t first; /* the Dealer's first card, as value */
    uint8_t split_count;
    uint8_t next;                  /* of the takers */
    uint8_t takers[AREAS_MAX + 1]; /* the boxes that take cards, and behind them the Dealer */
    uint8_t ended[AREAS_MAX];      /* ENDED_SPLIT: see splits */
    uint32_t words[AREAS_MAX];     /* what the chart says to the first two cards */
    unsigned left;                 /* rounds that are not over */
    struct kernel_split splits[AREAS_MAX];
};

struct hall {
    const struct plan *plan;
    const struct kernel_table *rules;
    struct stream *stream;
    struct score *score;
    unsigned wager; /* the main one */
    unsigned busy;  /* tables with rounds left */
    uint32_t main[ENDED_COUNT][AGAINST_COUNT];
    int32_t payoff[WAGERS_MAX][PAY_LINES_MAX + 1]; /* of side wagers, by line plus one */
    struct seats seats[LANE_COUNT];
    struct lanes lanes;
};

/* ---- Money: stakes of one kind in one round are added up first, since they are not independent. ---- */

static void add_round(struct score_wager *counted, int64_t sum)
{
    counted->rounds++;
    counted->square += (uint64_t)(sum * sum);
}

static struct score_wager *main_wager(const struct hall *hall)
{
    return &hall->score->wagers[hall->wager];
}

/* A split is counted here and now; everything else is only a step in a small table. */
static int32_t settle_split(const struct hall *hall, const struct kernel_split *split, unsigned against)
{
    const struct plan *plan = hall->plan;
    int32_t result = kernel_split_payoff(split, plan, against);
    struct score_wager *counted = main_wager(hall);
    hall->score->results[SCORE_RESULTS / 2 + result]++;
    counted->placed++;
    counted->staked += kernel_split_staked(split, plan);
    counted->sum += result;
    kernel_split_count_sides(split, plan, hall->score);
    return result;
}

static void settle_main(struct hall *hall, unsigned boxes, struct seats *seats, unsigned against)
{
    const struct plan *plan = hall->plan;
    unsigned splits = 0;
    int64_t sum = 0;
    for (unsigned box = 0; box < boxes; box++) {
        unsigned ended = seats->ended[box];
        hall->main[ended][against]++;
        sum += ended == ENDED_SPLIT ? settle_split(hall, &seats->splits[splits++], against)
                                    : plan->payoff[ended][against];
    }
    add_round(main_wager(hall), sum);
}

/* Lines are counted, and make up placed, staked and sum in the end. */
static void settle_sides(const struct hall *hall, unsigned boxes, const uint8_t *cards)
{
    const struct plan *plan = hall->plan;
    for (unsigned s = 0; s < plan->side_count; s++) {
        const struct plan_side *side = &plan->sides[s];
        struct score_wager *counted = &hall->score->wagers[side->wager];
        const int32_t *payoff = hall->payoff[side->wager];
        const struct side_lines lines = plan_side_lines(side, cards[boxes]);
        int64_t sum = 0;
        for (unsigned box = 0; box < boxes; box++) {
            unsigned line = side_lines_at(&lines, side, cards[box], cards[boxes + 1 + box]);
            counted->lines[line]++;
            sum += payoff[line];
        }
        add_round(counted, sum);
    }
}

/* Insurances of one table win or lose together. */
static void settle_dealer(const struct hall *hall, unsigned boxes, const struct seats *seats,
                          struct dealer_end end)
{
    const struct plan *plan = hall->plan;
    if (plan->bust_side >= 0) {
        struct score_wager *counted = &hall->score->wagers[plan->bust_side];
        counted->lines[end.bust_line]++;
        add_round(counted, hall->payoff[plan->bust_side][end.bust_line]);
    }
    if (end.insurance != PLAN_UNINSURED) {
        struct score_wager *counted = &hall->score->wagers[plan->insurance];
        unsigned placed = 0;
        for (unsigned box = 0; box < boxes; box++)
            placed += seats->ended[box] != ENDED_EVEN;
        counted->lines[end.insurance] += placed;
        add_round(counted, (int64_t)placed * hall->payoff[plan->insurance][end.insurance]);
    }
}

/* ---- A round. ---- */

/* [mbs 5.21] the first card of a new shoe is burnt, unseen. */
static void shuffle(struct hall *hall, unsigned lane)
{
    hall->lanes.shoes.used[lane] = 0;
    for (unsigned i = 0; hall->rules->cut && i < hall->plan->book.burn_count; i++)
        lane_draw_one(&hall->lanes.shoes, lane, hall->plan->shoe_count, hall->stream);
}

/* [3.14] the chart decides for every box; lists those that take cards. */
static void decide(struct hall *hall, unsigned boxes, unsigned lane)
{
    const struct plan *plan = hall->plan;
    const struct lane_shoes *shoes = &hall->lanes.shoes;
    const uint8_t *cards = &shoes->cards[lane][shoes->start[lane]];
    struct seats *seats = &hall->seats[lane];
    const unsigned first = plan->value[cards[boxes]];
    const uint32_t(*chart)[HAND_VALUES] = plan->rows.first[first];
    unsigned takers = 0;
    for (unsigned box = 0; box < boxes; box++) {
        uint32_t word = chart[plan->value[cards[box]]][plan->value[cards[boxes + 1 + box]]];
        unsigned ended = machine_mark_of(word);
        seats->words[box] = word;
        seats->ended[box] = (uint8_t)ended;
        seats->takers[takers] = (uint8_t)box;
        takers += word >> MACHINE_STOP ^ 1;
    }
    seats->takers[takers] = (uint8_t)boxes;
    seats->first = (uint8_t)first;
    seats->next = 0;
}

/* [3.18] a card to each box, one to the Dealer, a second to each box. */
static void begin(struct hall *hall, unsigned boxes, unsigned lane)
{
    struct lane_shoes *shoes = &hall->lanes.shoes;
    if (shoes->used[lane] >= hall->rules->cut)
        shuffle(hall, lane);
    shoes->start[lane] = shoes->used[lane];
    hall->seats[lane].split_count = 0;
    lane_deal(shoes, lane, 2 * boxes + 1, hall->plan->shoe_count, hall->stream);
    decide(hall, boxes, lane);
}

/* True if there is another round. */
static bool finish(struct hall *hall, unsigned boxes, unsigned lane, unsigned mark)
{
    const struct plan *plan = hall->plan;
    const struct lane_shoes *shoes = &hall->lanes.shoes;
    struct seats *seats = &hall->seats[lane];
    struct dealer_end end = plan->ends[mark >> MARK_DEALER_SHIFT];
    settle_main(hall, boxes, seats, end.against);
    settle_sides(hall, boxes, &shoes->cards[lane][shoes->start[lane]]);
    settle_dealer(hall, boxes, seats, end);
    hall->score->cards += (unsigned)(shoes->used[lane] - shoes->start[lane]);
    if (--seats->left) {
        begin(hall, boxes, lane);
        return true;
    }
    hall->lanes.at[lane] = MACHINE_IDLE;
    hall->lanes.takes[lane] = 0;
    hall->busy--;
    return false;
}

static void play_split(struct hall *hall, unsigned lane, unsigned first, unsigned value)
{
    struct seats *seats = &hall->seats[lane];
    struct lane_source from = {&hall->lanes.shoes, lane, hall->plan->shoe_count, hall->stream};
    kernel_split_play(&seats->splits[seats->split_count++], hall->plan, first, value,
                      (struct split_source){lane_source_draw, &from});
}

/* The boxes' requests, one bit each. */
static unsigned all_needs(const struct hall *hall, unsigned boxes, const struct seats *seats,
                          const uint8_t *needs)
{
    unsigned need = NEED_NONE;
    for (unsigned box = 0; box < boxes; box++)
        need |= needs[seats->ended[box]];
    for (unsigned i = 0; i < seats->split_count; i++)
        need |= needs[kernel_split_neediest(&seats->splits[i], hall->plan, seats->first)];
    return need;
}

/* [3.34, 3.35] what the neediest wager of the table asks for. A box that has taken even money asks for the
 * same with Insurance as without. False if that is nothing. */
static bool play_dealer(struct hall *hall, unsigned boxes, unsigned lane)
{
    const struct plan *plan = hall->plan;
    struct seats *seats = &hall->seats[lane];
    const unsigned first = seats->first;
    bool insured = false;
    if (hall->rules->insures && plan->insurance_offered[first])
        for (unsigned box = 0; box < boxes; box++)
            insured = insured || seats->ended[box] != ENDED_EVEN;
    unsigned need = all_needs(hall, boxes, seats, insured ? plan->need[first] : plan->need_bare[first]);
    seats->box = (uint8_t)boxes;
    hall->lanes.at[lane] = plan->rows.dealer[first][need >= NEED_ALL][insured];
    return need != NEED_NONE;
}

/* The next box that draws, or the Dealer; a split takes its cards here. False if the round is over. */
static bool play_on(struct hall *hall, unsigned boxes, unsigned lane)
{
    struct seats *seats = &hall->seats[lane];
    unsigned box;
    while ((box = seats->takers[seats->next++]) < boxes) {
        if (__builtin_expect(seats->ended[box] != ENDED_SPLIT, 1)) {
            seats->box = (uint8_t)box;
            hall->lanes.at[lane] = seats->words[box];
            return true;
        }
        const struct lane_shoes *shoes = &hall->lanes.shoes;
        unsigned card = shoes->cards[lane][shoes->start[lane] + box];
        play_split(hall, lane, seats->first, hall->plan->value[card]);
    }
    return play_dealer(hall, boxes, lane);
}

/* A lane that the machine has stopped, behind a box or the Dealer: on to where it needs a card. */
static void go_on(struct hall *hall, unsigned boxes, unsigned lane)
{
    struct seats *seats = &hall->seats[lane];
    unsigned mark = machine_mark_of(hall->lanes.at[lane]);
    bool more = true;
    if (seats->box == boxes)
        more = finish(hall, boxes, lane, mark);
    else
        seats->ended[seats->box] = (uint8_t)mark;
    while (more && !play_on(hall, boxes, lane))
        more = finish(hall, boxes, lane, hall->plan->unplayed);
}

/* ---- A block. ---- */

static void fold_main(const struct hall *hall)
{
    const struct plan *plan = hall->plan;
    struct score *score = hall->score;
    struct score_wager *counted = main_wager(hall);
    for (unsigned ended = 0; ended < ENDED_COUNT; ended++) {
        int32_t staked = ended & ENDED_DOUBLED ? 2 * plan->scale : plan->scale;
        for (unsigned dealer = 0; dealer < AGAINST_COUNT && ended != ENDED_SPLIT; dealer++) {
            int64_t times = hall->main[ended][dealer];
            int32_t result = plan->payoff[ended][dealer];
            score->results[SCORE_RESULTS / 2 + result] += (uint64_t)times;
            counted->placed += (uint64_t)times;
            counted->staked += times * staked;
            counted->sum += times * result;
        }
    }
}

static void fold_lines(const struct hall *hall, unsigned wager)
{
    struct score_wager *counted = &hall->score->wagers[wager];
    for (unsigned line = 0; line <= PAY_LINES_MAX; line++) {
        int64_t times = (int64_t)counted->lines[line];
        counted->placed += (uint64_t)times;
        counted->staked += times * hall->plan->scale;
        counted->sum += times * hall->payoff[wager][line];
    }
}

/* The side wagers that settle by lines, as bits. */
static unsigned line_wagers(const struct plan *plan)
{
    unsigned wagers = 0;
    for (unsigned s = 0; s < plan->side_count; s++)
        wagers |= 1U << plan->sides[s].wager;
    if (plan->bust_side >= 0)
        wagers |= 1U << plan->bust_side;
    if (plan->insurance >= 0)
        wagers |= 1U << plan->insurance;
    return wagers;
}

static void begin_block(struct hall *hall, unsigned boxes, unsigned rounds)
{
    const struct plan *plan = hall->plan;
    for (unsigned w = 0; w < plan->book.wager_count; w++)
        for (unsigned line = 0; line <= plan->book.wagers[w].line_count; line++)
            hall->payoff[w][line] = plan_side_payoff(plan, w, line);
    lanes_init(&hall->lanes, plan->shoe, plan->shoe_count, MACHINE_IDLE);
    hall->busy = LANE_COUNT;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        hall->seats[lane].left = rounds / LANE_COUNT;
        shuffle(hall, lane);
        begin(hall, boxes, lane);
        while (!play_on(hall, boxes, lane) && finish(hall, boxes, lane, plan->unplayed))
            ;
    }
}

static void play_block(struct hall *hall, unsigned boxes, unsigned rounds)
{
    begin_block(hall, boxes, rounds);
    while (hall->busy) {
        unsigned stopped =
            lanes_step(&hall->lanes, &hall->plan->machine, hall->plan->shoe_count, hall->stream);
        for (unsigned i = 0; i < stopped; i++)
            go_on(hall, boxes, hall->lanes.stopped[i]);
    }
}

void kernel_table(const struct plan *plan, const struct kernel_table *table, struct stream *stream,
                  unsigned rounds, struct score *score)
{
    struct score block = {.rounds = rounds};
    struct hall hall;
    assert(table->boxes >= 1 && table->boxes <= AREAS_MAX && table->cut < plan->shoe_count);
    assert(!table->counting && rounds % LANE_COUNT == 0 && rounds > 0);
    memset(&hall, 0, offsetof(struct hall, lanes));
    hall.plan = plan;
    hall.rules = table;
    hall.stream = stream;
    hall.score = &block;
    hall.wager = (unsigned)rulebook_wager_at(&plan->book, PLACE_MAIN);
    if (table->boxes == AREAS_MAX)
        play_block(&hall, AREAS_MAX, rounds); /* a full table's loops over boxes have a known length */
    else
        play_block(&hall, table->boxes, rounds);
    fold_main(&hall);
    for (unsigned w = 0; w < plan->book.wager_count; w++)
        if (line_wagers(plan) >> w & 1)
            fold_lines(&hall, w);
    score_add(score, &block);
}
