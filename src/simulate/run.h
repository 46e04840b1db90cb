/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - playing many blocks on many threads, with the same totals as on one.
 *
 * Blocks are handed out in order; a block once begun is finished, so whatever stops a run, what was played is
 * an unbroken span of blocks and can be taken up again behind it. Uses threads and the clock; everything
 * below it is pure. */
#ifndef CROUPIER_SIMULATE_RUN_H
#define CROUPIER_SIMULATE_RUN_H

#include "base/status.h"
#include "simulate/kernel.h"

enum { RUN_THREADS_MAX = 256 };

/* The game to play: one of the two plans; `table` only with the blackjack one, NULL for one box and a fresh
 * shoe, Insurance taken. */
struct run_game {
    const struct plan *blackjack;
    const struct baccarat_plan *baccarat;
    const struct kernel_table *table;
};

struct run {
    struct run_game game;
    uint64_t seed;
    unsigned threads;
    uint64_t rounds;     /* of the whole run, all pieces together; the last block may be short */
    uint64_t from_block; /* this piece: blocks from_block to to_block - 1 */
    uint64_t to_block;
};

/* Called about ten times a second with what is counted so far; false ends the run after the blocks begun. */
typedef bool run_watch(void *context, const struct score *score, double seconds);

/* How many blocks a run of that many rounds has. Rounds are played in steps of KERNEL_STEP: see run_rounds.
 */
uint64_t run_blocks(uint64_t rounds);

/* The number of rounds that will really be played: rounded up to whole steps. */
uint64_t run_rounds(uint64_t rounds);

/* Plays the piece and adds to `score`; `*done_to` is the block behind the last one played. `watch` may be
 * NULL. */
enum status run_play(const struct run *run, run_watch *watch, void *context, struct score *score,
                     uint64_t *done_to) MUST_CHECK;

/* Plays so many rounds, a multiple of KERNEL_STEP and at most BLOCK_ROUNDS, by the kernel made for the game.
 * A watcher (or NULL) is told about rounds of one box where nobody counts, and of baccarat. */
void run_kernel(const struct run_game *game, struct stream *stream, unsigned rounds, struct score *score,
                const struct kernel_watcher *watcher);

/* Plays one block on the calling thread: what a thread of run_play does, and what the checker watches. */
void run_block(const struct run *run, uint64_t block, struct score *score,
               const struct kernel_watcher *watcher);

#endif
