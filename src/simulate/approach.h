/* SPDX-License-Identifier: Apache-2.0 */
/* approach.h - how the means of a game's wagers converge as rounds are played.
 *
 * One box and a fresh shoe every round, best play by composition, every wager of the game placed in every
 * round that allows it; means are looked at after more and more rounds, each time a little further apart. The
 * same book, decks and seed give the same approach. On one thread; the heap is used for the plan alone. */
#ifndef CROUPIER_SIMULATE_APPROACH_H
#define CROUPIER_SIMULATE_APPROACH_H

#include <stdint.h>

#include "base/status.h"
#include "rulebook/rulebook.h"

enum { APPROACH_POINTS_MAX = 256 };

struct approach {
    unsigned count;
    uint64_t rounds[APPROACH_POINTS_MAX]; /* played so far */
    /* Result per stake and its standard error, by wager of the book; not a number while none was placed. */
    double mean[WAGERS_MAX][APPROACH_POINTS_MAX];
    double error[WAGERS_MAX][APPROACH_POINTS_MAX];
};

/* STATUS_NOT_FOUND if the simulator cannot judge a wager of the book. `decks` must be within the book's
 * range. */
enum status approach_play(struct approach *approach, const struct rulebook *book, unsigned decks,
                          uint64_t seed, uint64_t rounds) MUST_CHECK;

#endif
