/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/approach.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "simulate/setup.h"

enum { FIRST_POINT = 4 * KERNEL_STEP, POINTS_PER_TENFOLD = 40 };

/* Large, hence on the heap. */
struct walk {
    struct setup setup;
    struct stream stream;
    struct score score;
};

static void add_point(struct approach *approach, const struct walk *walk, const struct rulebook *book)
{
    int32_t scale = setup_scale(&walk->setup);
    unsigned at = approach->count++;
    approach->rounds[at] = walk->score.rounds;
    for (unsigned i = 0; i < book->wager_count; i++) {
        bool placed = walk->score.wagers[i].placed > 0;
        approach->mean[i][at] = placed ? score_mean(&walk->score, i, scale) : NAN;
        approach->error[i][at] = placed ? score_error(&walk->score, i, scale) : NAN;
    }
}

/* Whole steps, at most a block at a time: a kernel counts its rounds in 32 bits. */
static void play_to(struct walk *walk, uint64_t rounds)
{
    const struct run_game game = setup_game(&walk->setup);
    while (walk->score.rounds < rounds) {
        uint64_t left = rounds - walk->score.rounds;
        unsigned now = left < BLOCK_ROUNDS ? (unsigned)left : BLOCK_ROUNDS;
        run_kernel(&game, &walk->stream, now, &walk->score, NULL);
    }
}

enum status approach_play(struct approach *approach, const struct rulebook *book, unsigned decks,
                          uint64_t seed, uint64_t rounds)
{
    assert(decks >= book->decks_min && decks <= book->decks_max);
    struct walk *walk = calloc(1, sizeof(*walk));
    enum status status = walk ? setup_best(&walk->setup, book, decks) : STATUS_NO_MEMORY;
    const double further = pow(10, 1.0 / POINTS_PER_TENFOLD);
    approach->count = 0;
    if (status == STATUS_OK)
        stream_init(&walk->stream, seed, 0);
    for (double at = FIRST_POINT; status == STATUS_OK && approach->count < APPROACH_POINTS_MAX;
         at *= further) {
        uint64_t goal = at < (double)rounds ? (uint64_t)at : rounds;
        play_to(walk, (goal + KERNEL_STEP - 1) / KERNEL_STEP * KERNEL_STEP);
        if (!approach->count || approach->rounds[approach->count - 1] < walk->score.rounds)
            add_point(approach, walk, book);
        if (goal == rounds)
            break;
    }
    free(walk);
    return status;
}
