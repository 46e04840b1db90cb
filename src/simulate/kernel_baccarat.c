/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_baccarat.c - one coup after the other from a fresh shoe, many lanes at once: see lane.c for the way.
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "simulate/kernel.h"
#include "simulate/lane.h"

struct coups {
    const struct baccarat_plan *plan;
    const struct kernel_watcher *watcher;
    unsigned left; /* coups that have not begun */
    unsigned busy; /* lanes that play */
    uint64_t cards;
    uint32_t marks[MACHINE_MARKS];
    struct lanes lanes;
};

static unsigned outcome_of(unsigned mark)
{
    return mark & ((1U << MARK_COUNTED_SHIFT) - 1);
}

static int32_t outcome_result(const struct baccarat_plan *plan, unsigned wager, unsigned outcome)
{
    if (plan->outcome_push[wager][outcome])
        return 0;
    return baccarat_plan_payoff(plan, wager, plan->outcome_line[wager][outcome]);
}

static void tell(const struct coups *coups, unsigned lane)
{
    const struct baccarat_plan *plan = coups->plan;
    unsigned mark = machine_mark_of(coups->lanes.at[lane]);
    struct kernel_round round = {.cards = coups->lanes.shoes.cards[lane],
                                 .card_count = coups->lanes.shoes.used[lane]};
    for (unsigned w = 0; w < plan->book.wager_count; w++)
        round.sides[w] = (int)w == plan->counting
                             ? baccarat_plan_payoff(plan, w, plan->counted_line[mark >> MARK_COUNTED_SHIFT])
                             : outcome_result(plan, w, outcome_of(mark));
    coups->watcher->round(coups->watcher->state, &round);
}

static void fold_one(struct score *score, unsigned wager, unsigned line, int64_t result, uint64_t times,
                     int32_t scale)
{
    struct score_wager *counted = &score->wagers[wager];
    counted->lines[line] += times;
    counted->placed += times;
    counted->rounds += times;
    counted->staked += (int64_t)times * scale;
    counted->sum += (int64_t)times * result;
    counted->square += (score_square)times * (uint64_t)(result * result);
}

static void fold(const struct coups *coups, struct score *score)
{
    const struct baccarat_plan *plan = coups->plan;
    for (unsigned mark = 0; mark < MACHINE_MARKS; mark++) {
        unsigned outcome = outcome_of(mark);
        unsigned counted = mark >> MARK_COUNTED_SHIFT;
        for (unsigned w = 0; coups->marks[mark] && w < plan->book.wager_count; w++) {
            if ((int)w == plan->counting) {
                unsigned line = plan->counted_line[counted];
                fold_one(score, w, line, baccarat_plan_payoff(plan, w, line), coups->marks[mark],
                         plan->scale);
            } else {
                unsigned line = plan->outcome_push[w][outcome] ? SCORE_PUSH : plan->outcome_line[w][outcome];
                fold_one(score, w, line, outcome_result(plan, w, outcome), coups->marks[mark], plan->scale);
            }
        }
    }
    score->cards += coups->cards;
}

/* Coups are independent of each other, so a lane takes the next one whenever it is ready. */
static void begin(struct coups *coups, unsigned lane)
{
    struct lanes *lanes = &coups->lanes;
    bool idle = coups->left == 0;
    lanes->shoes.used[lane] = 0;
    lanes->at[lane] =
        idle ? MACHINE_IDLE
             : coups->plan->coup + machine_mark((uint32_t)coups->plan->counted_start << MARK_COUNTED_SHIFT);
    lanes->takes[lane] = !idle;
    coups->left -= !idle;
    coups->busy -= idle;
}

static void finish(struct coups *coups, unsigned lane)
{
    if (coups->watcher)
        tell(coups, lane);
    coups->marks[machine_mark_of(coups->lanes.at[lane])]++;
    coups->cards += coups->lanes.shoes.used[lane];
    begin(coups, lane);
}

void kernel_baccarat(const struct baccarat_plan *plan, struct stream *stream, unsigned rounds,
                     struct score *score, const struct kernel_watcher *watcher)
{
    struct coups coups;
    assert(rounds % LANE_COUNT == 0 && rounds > 0);
    memset(&coups, 0, offsetof(struct coups, lanes));
    coups.plan = plan;
    coups.watcher = watcher;
    coups.left = rounds;
    coups.busy = LANE_COUNT;
    lanes_init(&coups.lanes, plan->shoe, plan->shoe_count, MACHINE_IDLE);
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        begin(&coups, lane);
    while (coups.busy) {
        unsigned stopped = lanes_step(&coups.lanes, &plan->machine, plan->shoe_count, stream);
        for (unsigned i = 0; i < stopped; i++)
            finish(&coups, coups.lanes.stopped[i]);
    }
    fold(&coups, score);
    score->rounds += rounds;
}
