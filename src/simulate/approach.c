/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/approach.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "simulate/chart_odds.h"
#include "simulate/kernel.h"

enum { FIRST_POINT = 4 * KERNEL_STEP, POINTS_PER_TENFOLD = 40 };

/* The shoe; large, hence on the heap. */
struct setup {
    struct chart chart;
    struct plan blackjack;
    struct baccarat_plan baccarat;
    struct stream stream;
    struct score score;
};

static enum status setup_init(struct setup *setup, const struct rulebook *book, unsigned decks)
{
    if (book->family == FAMILY_BACCARAT)
        return baccarat_plan_init(&setup->baccarat, book, decks);
    if (!chart_best(&setup->chart, book, decks))
        return STATUS_NOT_FOUND;
    plan_init(&setup->blackjack, book, decks, 1, &setup->chart);
    return STATUS_OK;
}

static void add_point(struct approach *approach, const struct setup *setup, const struct rulebook *book)
{
    bool baccarat = book->family == FAMILY_BACCARAT;
    int32_t scale = baccarat ? setup->baccarat.scale : setup->blackjack.scale;
    unsigned at = approach->count++;
    approach->rounds[at] = setup->score.rounds;
    for (unsigned i = 0; i < book->wager_count; i++) {
        bool placed = setup->score.wagers[i].placed > 0;
        approach->mean[i][at] = placed ? score_mean(&setup->score, i, scale) : NAN;
        approach->error[i][at] = placed ? score_error(&setup->score, i, scale) : NAN;
    }
}

/* Whole steps, at most a block at a time: a kernel counts its rounds in 32 bits. */
static void play_to(struct setup *setup, bool baccarat, uint64_t rounds)
{
    while (setup->score.rounds < rounds) {
        uint64_t left = rounds - setup->score.rounds;
        unsigned now = left < BLOCK_ROUNDS ? (unsigned)left : BLOCK_ROUNDS;
        if (baccarat)
            kernel_baccarat(&setup->baccarat, &setup->stream, now, &setup->score, NULL);
        else
            kernel_fresh(&setup->blackjack, &setup->stream, now, &setup->score, NULL);
    }
}

enum status approach_play(struct approach *approach, const struct rulebook *book, unsigned decks,
                          uint64_t seed, uint64_t rounds)
{
    assert(decks >= book->decks_min && decks <= book->decks_max);
    struct setup *setup = calloc(1, sizeof(*setup));
    enum status status = setup ? setup_init(setup, book, decks) : STATUS_NO_MEMORY;
    const double further = pow(10, 1.0 / POINTS_PER_TENFOLD);
    approach->count = 0;
    if (status == STATUS_OK)
        stream_init(&setup->stream, seed, 0);
    for (double at = FIRST_POINT; status == STATUS_OK && approach->count < APPROACH_POINTS_MAX;
         at *= further) {
        uint64_t goal = at < (double)rounds ? (uint64_t)at : rounds;
        play_to(setup, book->family == FAMILY_BACCARAT, (goal + KERNEL_STEP - 1) / KERNEL_STEP * KERNEL_STEP);
        if (!approach->count || approach->rounds[approach->count - 1] < setup->score.rounds)
            add_point(approach, setup, book);
        if (goal == rounds)
            break;
    }
    free(setup);
    return status;
}
