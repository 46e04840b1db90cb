/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_box.c - one box, from a fresh shoe every round or from one that lasts: the case the exact odds are
 * about.
 *
 * The machine plays whole rounds (lane.c); here is what happens when one is over. That is a step in a table
 * of marks, which is folded into the score at the end of a block, and the lines of side wagers. Every lane
 * plays the same number of rounds, so which rounds are played does not depend on how long they take. Splits
 * leave the machine for their hands and come back for the Dealer's. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "simulate/kernel.h"
#include "simulate/kernel_split.h"

struct room {
    const struct plan *plan;
    const struct kernel_table *rules;
    struct stream *stream;
    const struct kernel_watcher *watcher;
    struct score *score;
    unsigned left[LANE_COUNT]; /* rounds that are not over */
    unsigned busy;             /* lanes that have any */
    uint32_t marks[MACHINE_MARKS];
    uint32_t sides[PLAN_SIDES_MAX][PAY_LINES_MAX + 1];
    struct kernel_split splits[LANE_COUNT];
    struct lanes lanes;
};

/* ---- Telling. ---- */

static unsigned line_of(const struct plan_side *side, const uint8_t *cards)
{
    return plan_side_line(side, cards[0], cards[2], cards[1]);
}

static void tell(const struct room *room, unsigned lane)
{
    const struct plan *plan = room->plan;
    const struct lane_shoes *shoes = &room->lanes.shoes;
    const uint8_t *cards = &shoes->cards[lane][shoes->start[lane]];
    const struct kernel_split *split = &room->splits[lane];
    unsigned mark = machine_mark_of(room->lanes.at[lane]);
    struct dealer_end end = plan->ends[mark >> MARK_DEALER_SHIFT];
    struct kernel_round round = {.cards = cards,
                                 .card_count = (unsigned)(shoes->used[lane] - shoes->start[lane])};
    round.main = split->count ? kernel_split_payoff(split, plan, end.against)
                              : plan->payoff[mark_ended(mark)][end.against];
    round.insured = end.insurance != PLAN_UNINSURED;
    if (round.insured)
        round.insurance = plan_side_payoff(plan, (unsigned)plan->insurance, end.insurance);
    for (unsigned s = 0; s < plan->side_count; s++)
        round.sides[plan->sides[s].wager] =
            plan_side_payoff(plan, plan->sides[s].wager, line_of(&plan->sides[s], cards));
    if (plan->bust_side >= 0)
        round.sides[plan->bust_side] = plan_side_payoff(plan, (unsigned)plan->bust_side, end.bust_line);
    round.split_sides = split->sides;
    round.split_side = split->side_result;
    room->watcher->round(room->watcher->state, &round);
}

/* ---- Splits. ---- */

/* Plays the hands of a split. True if the Dealer's cards are still to come. */
static bool play_split(struct room *room, unsigned lane)
{
    const struct plan *plan = room->plan;
    const uint8_t *cards = &room->lanes.shoes.cards[lane][room->lanes.shoes.start[lane]];
    struct kernel_split *split = &room->splits[lane];
    struct lane_source from = {&room->lanes.shoes, lane, plan->shoe_count, room->stream};
    unsigned first = plan->value[cards[1]];
    bool insured = room->rules->insures && plan->insurance_offered[first];
    kernel_split_play(split, plan, first, plan->value[cards[0]],
                      (struct split_source){lane_source_draw, &from});
    unsigned ended = kernel_split_neediest(split, plan, first);
    unsigned need = insured ? plan->need[first][ended] : plan->need_bare[first][ended];
    room->lanes.at[lane] = machine_mark(ENDED_SPLIT);
    room->lanes.at[lane] += need == NEED_NONE ? machine_mark(plan->unplayed)
                                              : plan->rows.dealer[first][need == NEED_ALL][insured];
    return need != NEED_NONE;
}

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

/* The main wager of a split is counted here and now; everything else is only a step in a small table. */
static void count_split(struct room *room, unsigned lane)
{
    const struct plan *plan = room->plan;
    struct kernel_split *split = &room->splits[lane];
    unsigned against = plan->ends[machine_mark_of(room->lanes.at[lane]) >> MARK_DEALER_SHIFT].against;
    count_result(room->score, (unsigned)rulebook_wager_at(&plan->book, PLACE_MAIN),
                 kernel_split_payoff(split, plan, against), kernel_split_staked(split, plan), 1);
    kernel_split_count_sides(split, plan, room->score);
    *split = (struct kernel_split){.count = 0};
}

/* ---- Rounds. ---- */

/* [mbs 5.21] the first card of a new shoe is burnt, unseen. */
static void shuffle(struct room *room, unsigned lane)
{
    room->lanes.shoes.used[lane] = 0;
    for (unsigned i = 0; room->rules->cut && i < room->plan->book.burn_count; i++)
        lane_draw_one(&room->lanes.shoes, lane, room->plan->shoe_count, room->stream);
}

static inline void begin(struct room *room, unsigned lane, unsigned cut, uint32_t row)
{
    struct lane_shoes *shoes = &room->lanes.shoes;
    if (!cut)
        shoes->used[lane] = 0;
    else if (__builtin_expect(shoes->used[lane] >= cut, 0))
        shuffle(room, lane);
    shoes->start[lane] = shoes->used[lane];
    room->lanes.at[lane] = row;
}

static void rest(struct room *room, unsigned lane)
{
    room->lanes.at[lane] = MACHINE_IDLE;
    room->lanes.takes[lane] = 0;
    room->busy--;
}

/* A round with a mark of ENDED_SPLIT: its hands are to be played, or its Dealer is done. True if the round is
 * over. */
static __attribute__((noinline)) bool go_on(struct room *room, unsigned lane)
{
    if (!room->splits[lane].count && play_split(room, lane))
        return false;
    if (room->watcher)
        tell(room, lane);
    count_split(room, lane);
    return true;
}

/* The loop keeps what it reads in variables of its own: to the compiler anything that is written might be
 * part of it. */
static void play(struct room *room)
{
    const struct plan *plan = room->plan;
    struct lanes *lanes = &room->lanes;
    struct lane_shoes *shoes = &lanes->shoes;
    const unsigned cut = room->rules->cut;
    const unsigned side_count = plan->side_count;
    const uint32_t row = plan->rows.alone[room->rules->insures];
    uint64_t cards = 0;
    while (room->busy) {
        const unsigned stopped = lanes_step(lanes, &plan->machine, plan->shoe_count, room->stream);
        for (unsigned i = 0; i < stopped; i++) {
            unsigned lane = lanes->stopped[i];
            if (__builtin_expect(mark_ended(machine_mark_of(lanes->at[lane])) == ENDED_SPLIT, 0)) {
                if (!go_on(room, lane))
                    continue;
            } else if (__builtin_expect(room->watcher != NULL, 0)) {
                tell(room, lane);
            }
            room->marks[machine_mark_of(lanes->at[lane])]++;
            cards += (unsigned)(shoes->used[lane] - shoes->start[lane]);
            for (unsigned s = 0; s < side_count; s++)
                room->sides[s][line_of(&plan->sides[s], &shoes->cards[lane][shoes->start[lane]])]++;
            if (__builtin_expect(--room->left[lane] != 0, 1))
                begin(room, lane, cut, row);
            else
                rest(room, lane);
        }
    }
    room->score->cards += cards;
}

/* ---- Counting. ---- */

static void fold_lines(const struct plan *plan, struct score *score, unsigned wager, const uint32_t *lines)
{
    struct score_wager *counted = &score->wagers[wager];
    for (unsigned line = 0; line <= PAY_LINES_MAX; line++) {
        int64_t payoff = lines[line] ? plan_side_payoff(plan, wager, line) : 0;
        counted->lines[line] += lines[line];
        counted->placed += lines[line];
        counted->rounds += lines[line];
        counted->staked += (int64_t)lines[line] * plan->scale;
        counted->sum += (int64_t)lines[line] * payoff;
        counted->square += (score_square)lines[line] * (uint64_t)(payoff * payoff);
    }
}

static void fold(const struct room *room)
{
    const struct plan *plan = room->plan;
    unsigned wager = (unsigned)rulebook_wager_at(&plan->book, PLACE_MAIN);
    uint32_t insurance[PLAN_UNINSURED + 1] = {0};
    uint32_t bust[PAY_LINES_MAX + 1] = {0};
    for (unsigned mark = 0; mark < plan->end_count << MARK_DEALER_SHIFT; mark++) {
        unsigned ended = mark_ended(mark);
        struct dealer_end end = plan->ends[mark >> MARK_DEALER_SHIFT];
        int32_t staked = ended & ENDED_DOUBLED ? 2 * plan->scale : plan->scale;
        if (room->marks[mark] && ended != ENDED_SPLIT)
            count_result(room->score, wager, plan->payoff[ended][end.against], staked, room->marks[mark]);
        insurance[end.insurance] += room->marks[mark];
        bust[end.bust_line] += room->marks[mark];
    }
    for (unsigned s = 0; s < plan->side_count; s++)
        fold_lines(plan, room->score, plan->sides[s].wager, room->sides[s]);
    if (plan->insurance >= 0)
        fold_lines(plan, room->score, (unsigned)plan->insurance, insurance);
    if (plan->bust_side >= 0)
        fold_lines(plan, room->score, (unsigned)plan->bust_side, bust);
}

void kernel_box(const struct plan *plan, const struct kernel_table *table, struct stream *stream,
                unsigned rounds, struct score *score, const struct kernel_watcher *watcher)
{
    struct room room;
    assert(table->boxes == 1 && table->cut < plan->shoe_count && !table->counting);
    assert(rounds % LANE_COUNT == 0 && rounds > 0);
    memset(&room, 0, offsetof(struct room, lanes));
    room.plan = plan;
    room.rules = table;
    room.stream = stream;
    room.watcher = watcher;
    room.score = score;
    room.busy = LANE_COUNT;
    lanes_init(&room.lanes, plan->shoe, plan->shoe_count, 0);
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        room.left[lane] = rounds / LANE_COUNT;
        shuffle(&room, lane);
        begin(&room, lane, table->cut, plan->rows.alone[table->insures]);
    }
    play(&room);
    fold(&room);
    score->rounds += rounds;
}
