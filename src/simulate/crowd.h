/* SPDX-License-Identifier: Apache-2.0 */
/* crowd.h - many seats of one blackjack rulebook, advanced together, for programs that decide.
 *
 * Each seat plays one box against a Dealer of its own, from a shoe of its own, round after round: it may bet,
 * insure, double, split, surrender. It never calls the round engine: it runs on the tables of plan.h, as the
 * kernels do, and a test holds it against the engine card for card and act for act. Only the main wager and
 * Insurance are played.
 *
 * What a seat is dealt depends on the seed, the seat's number and the seat's own actions, and on nothing
 * else. Pure; on the heap, about 650 KB and 800 bytes for each seat. Not for money: shoes of real tables are
 * in table/fair_shoe.h. */
#ifndef CROUPIER_SIMULATE_CROWD_H
#define CROUPIER_SIMULATE_CROWD_H

#include "base/status.h"
#include "simulate/crowd_sight.h"

/* Arrays that the caller owns, one row for each seat. */
struct crowd_arrays {
    int32_t *sights;  /* CROWD_SIGHTS a row */
    uint8_t *legal;   /* crowd_actions a row: 1 where the action is allowed */
    int64_t *rewards; /* of the step, in 1/crowd_scale of a unit: what the round brought when it ended */
    uint8_t *ended;   /* 1: the round has ended, and the row shows the next one */
};

/* A round that has ended, for whoever checks: the cards in the order in which they left the shoe. */
struct crowd_watcher {
    void (*round)(void *state, unsigned seat, const struct card *cards, unsigned count, int64_t reward);
    void *state;
};

struct crowd;

/* Returns owned in *crowd. STATUS_NO_MEMORY; STATUS_BAD_NUMBER: the wish is out of bounds; STATUS_NOT_FOUND:
 * the book is not of the blackjack family. */
enum status crowd_new(const struct rulebook *book, const struct crowd_wish *wish,
                      struct crowd **crowd) MUST_CHECK;
void crowd_free(struct crowd *crowd);
void crowd_watch(struct crowd *crowd, struct crowd_watcher watcher);

unsigned crowd_actions(const struct crowd *crowd); /* the number of actions */
int64_t crowd_scale(const struct crowd *crowd);

/* Fresh shoes by this seed, and the first round of every seat. */
void crowd_reset(struct crowd *crowd, uint64_t seed, const struct crowd_arrays *arrays);

/* One action of every seat. STATUS_BAD_NUMBER: a seat may not do that, `*seat` is the first such one, and
 * nothing has changed. */
enum status crowd_step(struct crowd *crowd, const uint8_t *actions, const struct crowd_arrays *arrays,
                       unsigned *seat) MUST_CHECK;

#endif
