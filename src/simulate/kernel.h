/* SPDX-License-Identifier: Apache-2.0 */
/* kernel.h - plays rounds as fast as the machine allows.
 *
 * A kernel never calls the round engine: it is the second witness. It plays one block of rounds from the
 * block's own stream and adds what happened to a score. With a watcher it also tells every round, card for
 * card and result for result, which is how the checker compares it with the engine. */
#ifndef CROUPIER_SIMULATE_KERNEL_H
#define CROUPIER_SIMULATE_KERNEL_H

#include "simulate/baccarat_plan.h"
#include "simulate/counting.h"
#include "simulate/plan.h"
#include "simulate/score.h"
#include "simulate/stream.h"

enum { BLOCK_ROUNDS = 65536, KERNEL_STEP = 64, KERNEL_HANDS_MAX = 4 };

/* One round as the kernel played it, one box. `cards` in the order in which they left the shoe. */
struct kernel_round {
    const uint8_t *cards; /* card numbers */
    unsigned card_count;
    int32_t main; /* result in 1/scale */
    bool insured;
    int32_t insurance;         /* result of a whole stake */
    int32_t sides[WAGERS_MAX]; /* by wager index: of the side wagers of the box and of the table */
    unsigned split_sides;      /* how many were placed on split Aces, */
    int32_t split_side;        /* and what they brought together */
};

struct kernel_watcher {
    void (*round)(void *state, const struct kernel_round *round);
    void *state;
};

/* How a table is played. */
struct kernel_table {
    unsigned boxes; /* 1 to AREAS_MAX */
    unsigned cut;   /* cards dealt after which the shoe is shuffled before the next round; 0: fresh */
    bool insures;   /* takes Insurance whenever it is offered */
    const struct counting *counting; /* decides bets, Insurance and departures from the chart; may be NULL */
};

/* One box, from a shoe with a cutting card or a fresh one every round. Many tables play at once and share the
 * rounds evenly, each with a shoe that is shuffled when the block starts. `rounds` is a multiple of
 * KERNEL_STEP; table->counting is not used. `watcher` may be NULL. */
void kernel_box(const struct plan *plan, const struct kernel_table *table, struct stream *stream,
                unsigned rounds, struct score *score, const struct kernel_watcher *watcher);

/* The same with several boxes. */
void kernel_table(const struct plan *plan, const struct kernel_table *table, struct stream *stream,
                  unsigned rounds, struct score *score);

/* The same at one table, one round after the other, and slower; table->counting is used if it is set. A
 * counter's departures from the chart apply to hands that were not split. */
void kernel_counter(const struct plan *plan, const struct kernel_table *table, struct stream *stream,
                    unsigned rounds, struct score *score);

/* A book of the baccarat family, from a fresh shoe every round; kernel_round.sides holds the result of every
 * wager. */
void kernel_baccarat(const struct baccarat_plan *plan, struct stream *stream, unsigned rounds,
                     struct score *score, const struct kernel_watcher *watcher);

#endif
