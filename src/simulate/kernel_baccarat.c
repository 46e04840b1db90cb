/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_baccarat.c - one coup after the other from a fresh shoe, many lanes at once: see kernel_fresh.c for
 * the way. */
#include <assert.h>
#include <string.h>

#include "simulate/kernel.h"
#include "simulate/lane.h"

enum { PLAYER = 0, BANKER = 1 };

struct coups {
    struct lane_shoes shoes;
    uint8_t total[2][LANE_COUNT];
    uint8_t player[LANE_COUNT]; /* totals of the initial deal, by which third cards are drawn */
    uint8_t banker[LANE_COUNT];
    uint8_t third[LANE_COUNT];
    uint8_t counted[LANE_COUNT];
};

struct block {
    uint32_t outcomes[OUTCOMES];
    uint32_t counted[COUNTED_MAX];
    uint32_t cards;
};

static inline unsigned digit(unsigned total) /* [bac 3.4.2] of at most 18 */
{
    return total >= BACCARAT_TOTALS ? total - BACCARAT_TOTALS : total;
}

/* [bac 3.6] the initial deal, one position of the deal order after the other. */
static void deal(const struct baccarat_plan *plan, struct stream *stream, struct coups *coups)
{
    const uint32_t count = plan->shoe_count;
    memset(coups->total[PLAYER], plan->start[PLAYER], LANE_COUNT);
    memset(coups->total[BANKER], plan->start[BANKER], LANE_COUNT);
    memset(coups->counted, plan->counted_start, LANE_COUNT);
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        coups->shoes.used[lane] = (uint16_t)plan->initial;
    for (unsigned front = 0; front < plan->initial; front++) {
        uint8_t *total = coups->total[plan->to[front]];
        uint32_t at = stream_want(stream);
        for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
            unsigned card = lane_draw_at(&coups->shoes, lane, front, count, stream, &at);
            total[lane] = (uint8_t)digit(total[lane] + plan->value[card]);
            coups->counted[lane] = (uint8_t)(coups->counted[lane] + plan->counted[card]);
        }
        stream->at = at;
    }
    memcpy(coups->player, coups->total[PLAYER], LANE_COUNT);
    memcpy(coups->banker, coups->total[BANKER], LANE_COUNT);
    memset(coups->third, NO_THIRD, LANE_COUNT);
}

/* Third cards for the lanes of a list; `third` (or NULL) keeps their values. */
static void draw_thirds(const struct baccarat_plan *plan, struct stream *stream, struct coups *coups,
                        const uint8_t *list, unsigned count, unsigned side, uint8_t *third)
{
    uint8_t *total = coups->total[side];
    uint32_t at = stream_want(stream);
    for (unsigned i = 0; i < count; i++) {
        unsigned lane = list[i];
        unsigned card = lane_draw(&coups->shoes, lane, plan->shoe_count, stream, &at);
        total[lane] = (uint8_t)digit(total[lane] + plan->value[card]);
        coups->counted[lane] = (uint8_t)(coups->counted[lane] + plan->counted[card]);
        if (third)
            third[lane] = plan->value[card];
    }
    stream->at = at;
}

/* [bac 3.7] Player by the table, then Banker by the table and Player's third card. */
static void play_thirds(const struct baccarat_plan *plan, struct stream *stream, struct coups *coups)
{
    uint8_t list[LANE_COUNT];
    unsigned count = 0;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        list[count] = (uint8_t)lane;
        count += plan->player_draws[coups->player[lane]][coups->banker[lane]];
    }
    draw_thirds(plan, stream, coups, list, count, PLAYER, coups->third);
    count = 0;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        list[count] = (uint8_t)lane;
        count += plan->banker_draws[coups->player[lane]][coups->banker[lane]][coups->third[lane]];
    }
    draw_thirds(plan, stream, coups, list, count, BANKER, NULL);
}

/* [bac 3.8] (winner - 1) * 10 + the winner's total. */
static inline unsigned outcome_of(const struct coups *coups, unsigned lane)
{
    unsigned player = coups->total[PLAYER][lane];
    unsigned banker = coups->total[BANKER][lane];
    unsigned winner = player == banker ? WINNER_TIE : player > banker ? WINNER_PLAYER : WINNER_BANKER;
    return (winner - 1) * BACCARAT_TOTALS + (player > banker ? player : banker);
}

static void count_coups(const struct coups *coups, struct block *block)
{
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        block->outcomes[outcome_of(coups, lane)]++;
        block->counted[coups->counted[lane]]++;
    }
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        block->cards += coups->shoes.used[lane];
}

static int32_t outcome_result(const struct baccarat_plan *plan, unsigned wager, unsigned outcome)
{
    if (plan->outcome_push[wager][outcome])
        return 0;
    return baccarat_plan_payoff(plan, wager, plan->outcome_line[wager][outcome]);
}

static void tell(const struct baccarat_plan *plan, const struct coups *coups, unsigned lane,
                 const struct kernel_watcher *watcher)
{
    struct kernel_round round = {.cards = coups->shoes.cards[lane], .card_count = coups->shoes.used[lane]};
    for (unsigned w = 0; w < plan->book.wager_count; w++)
        round.sides[w] = (int)w == plan->counting
                             ? baccarat_plan_payoff(plan, w, plan->counted_line[coups->counted[lane]])
                             : outcome_result(plan, w, outcome_of(coups, lane));
    watcher->round(watcher->state, &round);
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

static void fold(const struct baccarat_plan *plan, const struct block *block, struct score *score)
{
    for (unsigned w = 0; w < plan->book.wager_count; w++) {
        if ((int)w == plan->counting) {
            for (unsigned count = 0; count < COUNTED_MAX; count++)
                fold_one(score, w, plan->counted_line[count],
                         baccarat_plan_payoff(plan, w, plan->counted_line[count]), block->counted[count],
                         plan->scale);
            continue;
        }
        for (unsigned outcome = 0; outcome < OUTCOMES; outcome++) {
            unsigned line = plan->outcome_push[w][outcome] ? SCORE_PUSH : plan->outcome_line[w][outcome];
            fold_one(score, w, line, outcome_result(plan, w, outcome), block->outcomes[outcome], plan->scale);
        }
    }
    score->cards += block->cards;
}

void kernel_baccarat(const struct baccarat_plan *plan, struct stream *stream, unsigned rounds,
                     struct score *score, const struct kernel_watcher *watcher)
{
    struct coups coups;
    struct block block;
    assert(rounds % LANE_COUNT == 0 && rounds <= BLOCK_ROUNDS);
    memset(&coups, 0, sizeof(coups));
    memset(&block, 0, sizeof(block));
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        memcpy(coups.shoes.cards[lane], plan->shoe, plan->shoe_count);
    for (unsigned done = 0; done < rounds; done += LANE_COUNT) {
        deal(plan, stream, &coups);
        play_thirds(plan, stream, &coups);
        for (unsigned lane = 0; lane < LANE_COUNT && watcher; lane++)
            tell(plan, &coups, lane, watcher);
        count_coups(&coups, &block);
    }
    fold(plan, &block, score);
    score->rounds += rounds;
}
