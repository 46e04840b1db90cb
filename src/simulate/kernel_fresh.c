/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_fresh.c - one box, a fresh shoe every round: the case the exact odds are about.
 *
 * LANE_COUNT rounds are in flight at once, each with its own shoe, and advance together: all deal, all that
 * draw draw, all Dealers that draw draw. Which lanes take part in a step is a list that is rewritten without
 * branching, so the processor hardly ever guesses wrong. What a card leads to is one word (plan.h). A drawn
 * card changes places with the front of what is left (half a Fisher-Yates shuffle); the shoe stays a
 * permutation, and after the round its front shows the cards in their order. Splits are rare and are played
 * one lane at a time. */
#include "simulate/kernel.h"
#include "simulate/kernel_split.h"

#include <assert.h>
#include <string.h>

struct lanes {
    struct lane_shoes shoes;
    uint8_t first[LANE_COUNT];  /* the Dealer's first card, as value */
    uint8_t action[LANE_COUNT]; /* of the first two cards */
    uint8_t ended[LANE_COUNT];
    uint16_t second_at[LANE_COUNT]; /* where the Dealer's second card lies in the deal, if there is one */
    uint16_t state[LANE_COUNT];
    uint16_t dealer[LANE_COUNT]; /* the last step: plan.h */
    struct kernel_split split[LANE_COUNT];
};

/* The counts of a block before they are folded into a score. */
struct block {
    uint32_t main[ENDED_COUNT][AGAINST_COUNT];
    uint32_t sides[PLAN_SIDES_MAX][PAY_LINES_MAX + 1];
    uint32_t insurance[PAY_LINES_MAX + 1];
    uint32_t bust[PAY_LINES_MAX + 1];
    uint32_t cards;
};

/* A list of lanes that take part in a step. */
struct list {
    unsigned count;
    uint8_t lanes[LANE_COUNT];
};

/* Where first decisions lead. */
struct lists {
    struct list hits;
    struct list doubles;
    struct list splits;
};

static_assert(CHART_DOUBLE == 2 && CHART_SPLIT == 3 && CHART_ACTIONS == 6, "both have bit 1, no other has");

/* One lane in eight is doubled or split. */
static void part(const struct lanes *lanes, const struct list *rare, struct lists *lists)
{
    unsigned doubles = 0;
    unsigned splits = 0;
    for (unsigned i = 0; i < rare->count; i++) {
        unsigned lane = rare->lanes[i];
        lists->doubles.lanes[doubles] = (uint8_t)lane;
        doubles += lanes->action[lane] == CHART_DOUBLE;
        lists->splits.lanes[splits] = (uint8_t)lane;
        splits += lanes->action[lane] == CHART_SPLIT;
    }
    lists->doubles.count = doubles;
    lists->splits.count = splits;
}

/* [3.18] box, Dealer, box; [3.14] then the chart decides. */
static void deal(const struct plan *plan, struct stream *stream, struct lanes *lanes, struct lists *lists)
{
    const uint32_t count = plan->shoe_count;
    struct list rare;
    unsigned hits = 0;
    unsigned rares = 0;
    uint32_t at = stream_want(stream);
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        unsigned one = plan->value[lane_draw_at(&lanes->shoes, lane, 0, count, stream, &at)];
        unsigned up = plan->value[lane_draw_at(&lanes->shoes, lane, 1, count, stream, &at)];
        unsigned two = plan->value[lane_draw_at(&lanes->shoes, lane, 2, count, stream, &at)];
        uint32_t step = plan->first_step[one][up][two];
        unsigned action = step >> STEP_THEN;
        lanes->shoes.used[lane] = 3;
        lanes->state[lane] = (uint16_t)step_state(step);
        lanes->first[lane] = (uint8_t)up;
        lanes->dealer[lane] = (uint16_t)up;
        lanes->ended[lane] = (uint8_t)step_ended(step);
        lists->hits.lanes[hits] = (uint8_t)lane;
        hits += action == CHART_HIT;
        lanes->action[lane] = (uint8_t)action;
        rare.lanes[rares] = (uint8_t)lane;
        rares += action >> 1 & 1;
    }
    stream->at = at;
    lists->hits.count = hits;
    rare.count = rares;
    part(lanes, &rare, lists);
}

/* [3.29] card after card while the chart says so. */
static void play_hits(const struct plan *plan, struct stream *stream, struct lanes *lanes, struct list *list)
{
    unsigned count = list->count;
    while (count) {
        unsigned left = 0;
        uint32_t at = stream_want(stream);
        for (unsigned i = 0; i < count; i++) {
            unsigned lane = list->lanes[i];
            unsigned value = plan->value[lane_draw(&lanes->shoes, lane, plan->shoe_count, stream, &at)];
            uint32_t step = plan->step[lanes->state[lane]][value];
            lanes->state[lane] = (uint16_t)step_state(step);
            lanes->ended[lane] = (uint8_t)step_ended(step);
            list->lanes[left] = (uint8_t)lane;
            left += step >> (STEP_THEN + lanes->first[lane]) & 1;
        }
        stream->at = at;
        count = left;
    }
}

/* [3.26.4] one card. */
static void play_doubles(const struct plan *plan, struct stream *stream, struct lanes *lanes,
                         const struct list *list)
{
    uint32_t at = stream_want(stream);
    for (unsigned i = 0; i < list->count; i++) {
        unsigned lane = list->lanes[i];
        unsigned value = plan->value[lane_draw(&lanes->shoes, lane, plan->shoe_count, stream, &at)];
        lanes->ended[lane] = (uint8_t)(step_ended(plan->step[lanes->state[lane]][value]) | ENDED_DOUBLED);
    }
    stream->at = at;
}

/* A lane that a split draws from. */
struct split_lane {
    const struct plan *plan;
    struct stream *stream;
    struct lane_shoes *shoes;
    unsigned lane;
};

static unsigned draw_for_split(void *shoe)
{
    struct split_lane *from = shoe;
    return lane_draw_one(from->shoes, from->lane, from->plan->shoe_count, from->stream);
}

static void play_splits(const struct plan *plan, struct stream *stream, struct lanes *lanes,
                        const struct list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        unsigned lane = list->lanes[i];
        unsigned first = lanes->first[lane];
        struct split_lane from = {plan, stream, &lanes->shoes, lane};
        kernel_split_play(&lanes->split[lane], plan, first, plan->value[lanes->shoes.cards[lane][0]],
                          (struct split_source){draw_for_split, &from});
        lanes->ended[lane] = kernel_split_neediest(&lanes->split[lane], plan, first);
    }
}

/* [3.34, 3.35] the second card where anything asks for it, then on by the Dealer's rule where a hand does. */
static void play_dealers(const struct plan *plan, struct stream *stream, struct lanes *lanes)
{
    uint8_t list[LANE_COUNT];
    uint8_t more[LANE_COUNT];
    unsigned count = 0;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        unsigned need = plan->need[lanes->first[lane]][lanes->ended[lane]];
        list[count] = (uint8_t)lane;
        more[lane] = need == NEED_ALL;
        count += need != NEED_NONE;
    }
    memcpy(lanes->second_at, lanes->shoes.used, sizeof(lanes->second_at));
    while (count) {
        unsigned left = 0;
        uint32_t at = stream_want(stream);
        for (unsigned i = 0; i < count; i++) {
            unsigned lane = list[i];
            unsigned value = plan->value[lane_draw(&lanes->shoes, lane, plan->shoe_count, stream, &at)];
            unsigned step = plan->dealer_step[(uint8_t)lanes->dealer[lane]][value];
            lanes->dealer[lane] = (uint16_t)step;
            list[left] = (uint8_t)lane;
            left += step >> DEALER_STEP_DRAWS & more[lane];
        }
        stream->at = at;
        count = left;
    }
}

static void count_sides(const struct plan *plan, const struct lanes *lanes, struct block *block)
{
    for (unsigned s = 0; s < plan->side_count; s++) {
        const struct plan_side *side = &plan->sides[s];
        for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
            const uint8_t *cards = lanes->shoes.cards[lane];
            block->sides[s][plan_side_line(side, cards[0], cards[2], cards[1])]++;
        }
    }
}

/* One Dealer in thirteen shows a card against which it is offered. */
static void count_insurance(const struct plan *plan, const struct lanes *lanes, struct block *block)
{
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        if (!plan->insurance_offered[lanes->first[lane]] || lanes->ended[lane] == ENDED_EVEN)
            continue;
        block->insurance[plan->insurance_line[lanes->shoes.cards[lane][lanes->second_at[lane]]]]++;
    }
}

static unsigned dealer_end_of(const struct lanes *lanes, unsigned lane)
{
    return lanes->dealer[lane] >> DEALER_STEP_ENDED & (AGAINST_COUNT - 1);
}

static void tell(const struct plan *plan, const struct lanes *lanes, unsigned lane,
                 const struct kernel_watcher *watcher)
{
    const uint8_t *cards = lanes->shoes.cards[lane];
    const struct kernel_split *split = &lanes->split[lane];
    unsigned dealer = dealer_end_of(lanes, lane);
    struct kernel_round round = {.cards = cards, .card_count = lanes->shoes.used[lane]};
    round.main =
        split->count ? kernel_split_payoff(split, plan, dealer) : plan->payoff[lanes->ended[lane]][dealer];
    round.insured = plan->insurance_offered[lanes->first[lane]] && lanes->ended[lane] != ENDED_EVEN;
    if (round.insured)
        round.insurance = plan_side_payoff(plan, (unsigned)plan->insurance,
                                           plan->insurance_line[cards[lanes->second_at[lane]]]);
    for (unsigned s = 0; s < plan->side_count; s++)
        round.sides[plan->sides[s].wager] = plan_side_payoff(
            plan, plan->sides[s].wager, plan_side_line(&plan->sides[s], cards[0], cards[2], cards[1]));
    if (plan->bust_side >= 0)
        round.sides[plan->bust_side] =
            plan_side_payoff(plan, (unsigned)plan->bust_side, plan->bust_line[(uint8_t)lanes->dealer[lane]]);
    round.split_sides = split->sides;
    round.split_side = split->side_result;
    watcher->round(watcher->state, &round);
}

/* ---- Counting. ---- */

static void count_result(struct score *score, unsigned wager, int32_t result, int32_t staked, uint64_t times)
{
    struct score_wager *counted = &score->wagers[wager];
    assert(result >= -SCORE_RESULTS / 2 && result < SCORE_RESULTS / 2);
    score->results[SCORE_RESULTS / 2 + result] += times;
    counted->placed += times;
    counted->rounds += times;
    counted->staked += (int64_t)times * staked;
    counted->sum += (int64_t)times * result;
    counted->square += (score_square)times * (uint64_t)((int64_t)result * result);
}

/* Splits are counted here and now; everything else is only a step in a small table. */
static void count_splits(const struct plan *plan, struct lanes *lanes, const struct list *list,
                         struct block *block, struct score *score)
{
    unsigned wager = (unsigned)rulebook_wager_at(&plan->book, PLACE_MAIN);
    for (unsigned i = 0; i < list->count; i++) {
        unsigned lane = list->lanes[i];
        struct kernel_split *split = &lanes->split[lane];
        unsigned dealer = dealer_end_of(lanes, lane);
        block->main[lanes->ended[lane]][dealer]--;
        count_result(score, wager, kernel_split_payoff(split, plan, dealer), kernel_split_staked(split, plan),
                     1);
        kernel_split_count_sides(split, plan, score);
        split->count = 0;
        split->sides = 0;
        split->side_result = 0;
    }
}

static void count_lanes(const struct plan *plan, const struct lanes *lanes, struct block *block)
{
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        block->main[lanes->ended[lane]][dealer_end_of(lanes, lane)]++;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        block->cards += lanes->shoes.used[lane];
    for (unsigned lane = 0; lane < LANE_COUNT && plan->bust_side >= 0; lane++)
        block->bust[plan->bust_line[(uint8_t)lanes->dealer[lane]]]++;
    count_sides(plan, lanes, block);
    if (plan->insurance >= 0)
        count_insurance(plan, lanes, block);
}

static void fold_lines(const struct plan *plan, struct score *score, unsigned wager, const uint32_t *lines)
{
    struct score_wager *counted = &score->wagers[wager];
    for (unsigned line = 0; line <= PAY_LINES_MAX; line++) {
        if (!lines[line])
            continue;
        int64_t payoff = plan_side_payoff(plan, wager, line);
        counted->lines[line] += lines[line];
        counted->placed += lines[line];
        counted->rounds += lines[line];
        counted->staked += (int64_t)lines[line] * plan->scale;
        counted->sum += (int64_t)lines[line] * payoff;
        counted->square += (score_square)lines[line] * (uint64_t)(payoff * payoff);
    }
}

static void fold(const struct plan *plan, const struct block *block, struct score *score)
{
    unsigned wager = (unsigned)rulebook_wager_at(&plan->book, PLACE_MAIN);
    for (unsigned ended = 0; ended < ENDED_COUNT; ended++) {
        int32_t staked = ended & ENDED_DOUBLED ? 2 * plan->scale : plan->scale;
        for (unsigned dealer = 0; dealer < AGAINST_COUNT; dealer++)
            if (block->main[ended][dealer])
                count_result(score, wager, plan->payoff[ended][dealer], staked, block->main[ended][dealer]);
    }
    for (unsigned s = 0; s < plan->side_count; s++)
        fold_lines(plan, score, plan->sides[s].wager, block->sides[s]);
    if (plan->insurance >= 0)
        fold_lines(plan, score, (unsigned)plan->insurance, block->insurance);
    if (plan->bust_side >= 0)
        fold_lines(plan, score, (unsigned)plan->bust_side, block->bust);
    score->cards += block->cards;
}

static void play_batch(const struct plan *plan, struct stream *stream, struct lanes *lanes,
                       struct block *block, struct score *score, const struct kernel_watcher *watcher)
{
    struct lists lists;
    deal(plan, stream, lanes, &lists);
    play_hits(plan, stream, lanes, &lists.hits);
    play_doubles(plan, stream, lanes, &lists.doubles);
    play_splits(plan, stream, lanes, &lists.splits);
    play_dealers(plan, stream, lanes);
    if (watcher)
        for (unsigned lane = 0; lane < LANE_COUNT; lane++)
            tell(plan, lanes, lane, watcher);
    count_lanes(plan, lanes, block);
    count_splits(plan, lanes, &lists.splits, block, score);
}

void kernel_fresh(const struct plan *plan, struct stream *stream, unsigned rounds, struct score *score,
                  const struct kernel_watcher *watcher)
{
    struct lanes lanes;
    struct block block;
    assert(rounds % LANE_COUNT == 0 && rounds <= BLOCK_ROUNDS);
    memset(&lanes, 0, sizeof(lanes));
    memset(&block, 0, sizeof(block));
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        memcpy(lanes.shoes.cards[lane], plan->shoe, plan->shoe_count);
    for (unsigned done = 0; done < rounds; done += LANE_COUNT)
        play_batch(plan, stream, &lanes, &block, score, watcher);
    fold(plan, &block, score);
    score->rounds += rounds;
}
