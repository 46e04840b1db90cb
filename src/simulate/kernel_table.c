/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_table.c - whole tables side by side: several boxes, a shoe that lasts, nobody who counts.
 *
 * As in kernel_fresh.c, TABLES tables advance together, box after box: every table deals, every table's first
 * box plays, and so on to the Dealer. Each table has a shoe of its own, which is shuffled when its cutting
 * card has come; the order of cards at one table is that of the rules. */
#include <assert.h>
#include <string.h>

#include "simulate/kernel.h"
#include "simulate/kernel_split.h"

enum { TABLES = 32, SPLITS_MAX = TABLES * AREAS_MAX };

static_assert((int)TABLES <= (int)LANE_COUNT && (int)KERNEL_STEP % (int)TABLES == 0, "whole steps");

/* An area whose hand was split, until it is settled. */
struct parted {
    uint8_t table;
    uint8_t box;
    struct kernel_split split;
};

struct hall {
    const struct plan *plan;
    const struct kernel_table *rules;
    struct stream *stream;
    struct lane_shoes shoes; /* a lane is a table */
    uint8_t cards[AREAS_MAX][2][TABLES];
    uint8_t up[TABLES]; /* card numbers */
    uint8_t second[TABLES];
    uint8_t first[TABLES]; /* the Dealer's first card, as value */
    uint8_t need[TABLES];  /* the most that any box asks of the Dealer */
    uint16_t dealer[TABLES];
    uint16_t state[TABLES]; /* of the box that is playing */
    uint8_t ended[AREAS_MAX][TABLES];
    uint8_t insured[AREAS_MAX][TABLES];
    unsigned split_count;
    struct parted splits[SPLITS_MAX];
};

/* The counts of a block before they are folded into a score. */
struct tally {
    uint32_t main[ENDED_COUNT][AGAINST_COUNT];
    int32_t payoff[WAGERS_MAX][PAY_LINES_MAX + 1]; /* of side wagers, by line plus one */
    uint64_t cards;
};

/* A list of tables that take part in a step. */
struct list {
    unsigned count;
    uint8_t tables[TABLES];
};

/* Loops keep the plan, the stream and their counts in variables of their own: to the compiler a card that is
 * written might be part of any of them, and it would read them again for every card. */
static inline unsigned draw(struct hall *hall, unsigned table, const struct plan *plan, struct stream *stream,
                            uint32_t *at)
{
    unsigned count = plan->shoe_count;
    if (__builtin_expect(hall->shoes.used[table] == count, 0))
        lane_riffle(&hall->shoes, table, count);
    return lane_draw(&hall->shoes, table, count, stream, at);
}

/* ---- Cards. ---- */

/* [mbs 5.21] the first card of a new shoe is burnt, unseen. */
static void shuffle(struct hall *hall, unsigned table)
{
    hall->shoes.used[table] = 0;
    for (unsigned i = 0; hall->rules->cut && i < hall->plan->book.burn_count; i++)
        lane_draw_one(&hall->shoes, table, hall->plan->shoe_count, hall->stream);
}

static void begin(struct hall *hall)
{
    for (unsigned table = 0; table < TABLES; table++)
        if (hall->shoes.used[table] >= hall->rules->cut)
            shuffle(hall, table);
    memcpy(hall->shoes.start, hall->shoes.used, TABLES * sizeof(hall->shoes.used[0]));
    memset(hall->need, NEED_NONE, sizeof(hall->need));
    hall->split_count = 0;
}

static void deal_to(struct hall *hall, uint8_t cards[TABLES])
{
    const struct plan *plan = hall->plan;
    struct stream *stream = hall->stream;
    uint32_t at = stream_want(stream);
    for (unsigned table = 0; table < TABLES; table++)
        cards[table] = (uint8_t)draw(hall, table, plan, stream, &at);
    stream->at = at;
}

/* [3.18] a card to each box, one to the Dealer, a second to each box. */
static void deal(struct hall *hall)
{
    for (unsigned box = 0; box < hall->rules->boxes; box++)
        deal_to(hall, hall->cards[box][0]);
    deal_to(hall, hall->up);
    for (unsigned box = 0; box < hall->rules->boxes; box++)
        deal_to(hall, hall->cards[box][1]);
    for (unsigned table = 0; table < TABLES; table++) {
        hall->first[table] = hall->plan->value[hall->up[table]];
        hall->dealer[table] = hall->first[table];
    }
}

/* ---- One box of every table. ---- */

struct lists {
    struct list hits;
    struct list doubles;
    struct list splits;
};

/* [3.14] the chart decides; Insurance lies beside every hand that does not take even money. */
static void decide(struct hall *hall, unsigned box, struct lists *lists)
{
    const struct plan *plan = hall->plan;
    const uint8_t(*cards)[TABLES] = (const uint8_t(*)[TABLES])hall->cards[box];
    const bool insures = hall->rules->insures;
    unsigned hits = 0;
    unsigned doubles = 0;
    unsigned splits = 0;
    for (unsigned table = 0; table < TABLES; table++) {
        unsigned up = hall->first[table];
        uint32_t step = plan->first_step[plan->value[cards[0][table]]][up][plan->value[cards[1][table]]];
        unsigned action = step >> STEP_THEN;
        hall->state[table] = (uint16_t)step_state(step);
        hall->ended[box][table] = (uint8_t)step_ended(step);
        hall->insured[box][table] = insures & plan->insurance_offered[up] & (action != CHART_EVEN);
        lists->hits.tables[hits] = (uint8_t)table;
        hits += action == CHART_HIT;
        lists->doubles.tables[doubles] = (uint8_t)table;
        doubles += action == CHART_DOUBLE;
        lists->splits.tables[splits] = (uint8_t)table;
        splits += action == CHART_SPLIT;
    }
    lists->hits.count = hits;
    lists->doubles.count = doubles;
    lists->splits.count = splits;
}

/* [3.29] card after card while the chart says so. */
static void play_hits(struct hall *hall, unsigned box, struct list *list)
{
    const struct plan *plan = hall->plan;
    struct stream *stream = hall->stream;
    unsigned count = list->count;
    while (count) {
        unsigned left = 0;
        uint32_t at = stream_want(stream);
        for (unsigned i = 0; i < count; i++) {
            unsigned table = list->tables[i];
            unsigned value = plan->value[draw(hall, table, plan, stream, &at)];
            uint32_t step = plan->step[hall->state[table]][value];
            hall->state[table] = (uint16_t)step_state(step);
            hall->ended[box][table] = (uint8_t)step_ended(step);
            list->tables[left] = (uint8_t)table;
            left += step >> (STEP_THEN + hall->first[table]) & 1;
        }
        stream->at = at;
        count = left;
    }
}

/* [3.26.4] one card. */
static void play_doubles(struct hall *hall, unsigned box, const struct list *list)
{
    const struct plan *plan = hall->plan;
    uint32_t at = stream_want(hall->stream);
    for (unsigned i = 0; i < list->count; i++) {
        unsigned table = list->tables[i];
        unsigned value = plan->value[draw(hall, table, plan, hall->stream, &at)];
        unsigned ended = step_ended(plan->step[hall->state[table]][value]);
        hall->ended[box][table] = (uint8_t)(ended | ENDED_DOUBLED);
    }
    hall->stream->at = at;
}

/* The shoe of a table that a split draws from. */
struct table_shoe {
    struct hall *hall;
    unsigned table;
};

static unsigned draw_for_split(void *shoe)
{
    struct table_shoe *from = shoe;
    return lane_draw_one(&from->hall->shoes, from->table, from->hall->plan->shoe_count, from->hall->stream);
}

static void play_splits(struct hall *hall, unsigned box, const struct list *list)
{
    const struct plan *plan = hall->plan;
    for (unsigned i = 0; i < list->count; i++) {
        unsigned table = list->tables[i];
        struct parted *parted = &hall->splits[hall->split_count++];
        struct table_shoe from = {hall, table};
        parted->table = (uint8_t)table;
        parted->box = (uint8_t)box;
        kernel_split_play(&parted->split, plan, hall->first[table], plan->value[hall->cards[box][0][table]],
                          (struct split_source){draw_for_split, &from});
        hall->ended[box][table] = kernel_split_neediest(&parted->split, plan, hall->first[table]);
    }
}

static void play_box(struct hall *hall, unsigned box)
{
    struct lists lists;
    decide(hall, box, &lists);
    play_hits(hall, box, &lists.hits);
    play_doubles(hall, box, &lists.doubles);
    play_splits(hall, box, &lists.splits);
    for (unsigned table = 0; table < TABLES; table++) {
        unsigned first = hall->first[table];
        unsigned ended = hall->ended[box][table];
        uint8_t asks =
            hall->insured[box][table] ? hall->plan->need[first][ended] : hall->plan->need_bare[first][ended];
        hall->need[table] = asks > hall->need[table] ? asks : hall->need[table];
    }
}

/* One card for the Dealers of a list; the list keeps those that draw on. Returns how many. */
static unsigned draw_dealers(struct hall *hall, uint8_t list[TABLES], unsigned count, uint8_t cards[TABLES])
{
    const struct plan *plan = hall->plan;
    struct stream *stream = hall->stream;
    uint32_t at = stream_want(stream);
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned table = list[i];
        unsigned card = draw(hall, table, plan, stream, &at);
        unsigned step = plan->dealer_step[(uint8_t)hall->dealer[table]][plan->value[card]];
        hall->dealer[table] = (uint16_t)step;
        cards[table] = (uint8_t)card;
        list[left] = (uint8_t)table;
        left += step >> DEALER_STEP_DRAWS & (hall->need[table] == NEED_ALL);
    }
    stream->at = at;
    return left;
}

/* [3.34, 3.35] what the neediest wager of each table asks for. */
static void play_dealers(struct hall *hall)
{
    uint8_t list[TABLES];
    uint8_t later[TABLES];
    unsigned count = 0;
    for (unsigned table = 0; table < TABLES; table++) {
        list[count] = (uint8_t)table;
        count += hall->need[table] != NEED_NONE;
    }
    count = draw_dealers(hall, list, count, hall->second);
    while (count)
        count = draw_dealers(hall, list, count, later);
}

/* ---- Counting money: stakes of one kind in one round are added up first, since they are not independent.
 * ---- */

static void add_squares(struct score_wager *counted, const int32_t sums[TABLES])
{
    uint64_t square = 0;
    for (unsigned table = 0; table < TABLES; table++)
        square += (uint64_t)((int64_t)sums[table] * sums[table]);
    counted->square += square;
}

static unsigned dealer_end_of(const struct hall *hall, unsigned table)
{
    return hall->dealer[table] >> DEALER_STEP_ENDED & (AGAINST_COUNT - 1);
}

/* A split is counted here and now; everything else is only a step in a small table. */
static void settle_split(const struct hall *hall, const struct parted *parted, struct tally *tally,
                         struct score *score, int32_t sums[TABLES])
{
    const struct plan *plan = hall->plan;
    unsigned ended = hall->ended[parted->box][parted->table];
    unsigned dealer = dealer_end_of(hall, parted->table);
    int32_t result = kernel_split_payoff(&parted->split, plan, dealer);
    struct score_wager *counted = &score->wagers[rulebook_wager_at(&plan->book, PLACE_MAIN)];
    tally->main[ended][dealer]--;
    sums[parted->table] += result - plan->payoff[ended][dealer];
    score->results[SCORE_RESULTS / 2 + result]++;
    counted->placed++;
    counted->staked += kernel_split_staked(&parted->split, plan);
    counted->sum += result;
    kernel_split_count_sides(&parted->split, plan, score);
}

static void settle_main(const struct hall *hall, struct tally *tally, struct score *score)
{
    const struct plan *plan = hall->plan;
    struct score_wager *counted = &score->wagers[rulebook_wager_at(&plan->book, PLACE_MAIN)];
    int32_t sums[TABLES] = {0};
    for (unsigned box = 0; box < hall->rules->boxes; box++)
        for (unsigned table = 0; table < TABLES; table++) {
            unsigned ended = hall->ended[box][table];
            unsigned dealer = dealer_end_of(hall, table);
            tally->main[ended][dealer]++;
            sums[table] += plan->payoff[ended][dealer];
        }
    for (unsigned i = 0; i < hall->split_count; i++)
        settle_split(hall, &hall->splits[i], tally, score, sums);
    add_squares(counted, sums);
    counted->rounds += TABLES;
}

/* Lines are counted, and make up placed, staked and sum in the end. */
static void settle_sides(const struct hall *hall, const struct tally *tally, struct score *score)
{
    const struct plan *plan = hall->plan;
    for (unsigned s = 0; s < plan->side_count; s++) {
        const struct plan_side *side = &plan->sides[s];
        struct score_wager *counted = &score->wagers[side->wager];
        int32_t sums[TABLES] = {0};
        for (unsigned box = 0; box < hall->rules->boxes; box++)
            for (unsigned table = 0; table < TABLES; table++) {
                unsigned line = plan_side_line(side, hall->cards[box][0][table], hall->cards[box][1][table],
                                               hall->up[table]);
                counted->lines[line]++;
                sums[table] += tally->payoff[side->wager][line];
            }
        add_squares(counted, sums);
        counted->rounds += TABLES;
    }
}

static void settle_bust(const struct hall *hall, const struct tally *tally, struct score *score)
{
    const struct plan *plan = hall->plan;
    struct score_wager *counted = &score->wagers[plan->bust_side];
    int32_t sums[TABLES];
    for (unsigned table = 0; table < TABLES; table++) {
        unsigned line = plan->bust_line[(uint8_t)hall->dealer[table]];
        counted->lines[line]++;
        sums[table] = tally->payoff[plan->bust_side][line];
    }
    add_squares(counted, sums);
    counted->rounds += TABLES;
}

/* Insurances of one table win or lose together. */
static void settle_insurance(const struct hall *hall, const struct tally *tally, struct score *score)
{
    const struct plan *plan = hall->plan;
    struct score_wager *counted = &score->wagers[plan->insurance];
    int32_t sums[TABLES] = {0};
    for (unsigned table = 0; table < TABLES; table++) {
        unsigned placed = 0;
        if (!plan->insurance_offered[hall->first[table]])
            continue;
        for (unsigned box = 0; box < hall->rules->boxes; box++)
            placed += hall->insured[box][table];
        unsigned line = plan->insurance_line[hall->second[table]];
        counted->lines[line] += placed;
        counted->rounds += placed > 0;
        sums[table] = (int32_t)placed * tally->payoff[plan->insurance][line];
    }
    add_squares(counted, sums);
}

static void play_rounds(struct hall *hall, struct tally *tally, struct score *score)
{
    const struct plan *plan = hall->plan;
    begin(hall);
    deal(hall);
    for (unsigned box = 0; box < hall->rules->boxes; box++)
        play_box(hall, box);
    play_dealers(hall);
    settle_main(hall, tally, score);
    settle_sides(hall, tally, score);
    if (plan->bust_side >= 0)
        settle_bust(hall, tally, score);
    if (plan->insurance >= 0 && hall->rules->insures)
        settle_insurance(hall, tally, score);
    for (unsigned table = 0; table < TABLES; table++)
        tally->cards += (uint64_t)(hall->shoes.used[table] - hall->shoes.start[table]);
}

/* ---- A block. ---- */

static void fold_main(const struct plan *plan, const struct tally *tally, struct score *score)
{
    struct score_wager *counted = &score->wagers[rulebook_wager_at(&plan->book, PLACE_MAIN)];
    for (unsigned ended = 0; ended < ENDED_COUNT; ended++) {
        int32_t staked = ended & ENDED_DOUBLED ? 2 * plan->scale : plan->scale;
        for (unsigned dealer = 0; dealer < AGAINST_COUNT; dealer++) {
            int64_t times = tally->main[ended][dealer];
            int32_t result = plan->payoff[ended][dealer];
            score->results[SCORE_RESULTS / 2 + result] += (uint64_t)times;
            counted->placed += (uint64_t)times;
            counted->staked += times * staked;
            counted->sum += times * result;
        }
    }
}

static void fold_lines(const struct plan *plan, const struct tally *tally, unsigned wager,
                       struct score *score)
{
    struct score_wager *counted = &score->wagers[wager];
    for (unsigned line = 0; line <= PAY_LINES_MAX; line++) {
        int64_t times = (int64_t)counted->lines[line];
        counted->placed += (uint64_t)times;
        counted->staked += times * plan->scale;
        counted->sum += times * tally->payoff[wager][line];
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

void kernel_table(const struct plan *plan, const struct kernel_table *table, struct stream *stream,
                  unsigned rounds, struct score *score)
{
    struct hall hall = {.plan = plan, .rules = table, .stream = stream};
    struct tally tally = {.cards = 0};
    struct score block = {.rounds = rounds};
    assert(table->boxes >= 1 && table->boxes <= AREAS_MAX && table->cut < plan->shoe_count);
    assert(!table->counting && rounds % TABLES == 0);
    for (unsigned w = 0; w < plan->book.wager_count; w++)
        for (unsigned line = 0; line <= plan->book.wagers[w].line_count; line++)
            tally.payoff[w][line] = plan_side_payoff(plan, w, line);
    for (unsigned lane = 0; lane < TABLES; lane++) {
        memcpy(hall.shoes.cards[lane], plan->shoe, plan->shoe_count);
        shuffle(&hall, lane);
    }
    for (unsigned done = 0; done < rounds; done += TABLES)
        play_rounds(&hall, &tally, &block);
    fold_main(plan, &tally, &block);
    for (unsigned w = 0; w < plan->book.wager_count; w++)
        if (line_wagers(plan) >> w & 1)
            fold_lines(plan, &tally, w, &block);
    block.cards = tally.cards;
    score_add(score, &block);
}
