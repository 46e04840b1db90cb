/* SPDX-License-Identifier: Apache-2.0 */
/* score.h - what a run has counted so far.
 *
 * Whole numbers only, and only sums: scores of any pieces of a run add up to the score of the run, in any
 * order. Money is in 1/scale of a stake. Plain data: copy and zero it freely. */
#ifndef CROUPIER_SIMULATE_SCORE_H
#define CROUPIER_SIMULATE_SCORE_H

#include "rulebook/rulebook.h"

__extension__ typedef unsigned __int128 score_square;

enum {
    SCORE_PUSH = PAY_LINES_MAX + 1,
    SCORE_RESULTS = 2048
}; /* results of one main wager: index SCORE_RESULTS / 2 is 0 */

struct score_wager {
    uint64_t placed;                   /* stakes of this kind */
    uint64_t rounds;                   /* rounds in which there were any: the same number in each of them */
    int64_t staked;                    /* what was risked in all: splits and doubles count */
    int64_t sum;                       /* results */
    score_square square;               /* squares of the results of whole rounds (all boxes together) */
    uint64_t lines[PAY_LINES_MAX + 2]; /* by pay line plus one; 0: lost; SCORE_PUSH. Not for main wagers */
};

struct score {
    uint64_t rounds;
    uint64_t cards;
    struct score_wager wagers[WAGERS_MAX];
    uint64_t results[SCORE_RESULTS]; /* main wagers by result */
};

void score_add(struct score *score, const struct score *more);

/* In stakes: the mean result per stake, and its standard error. Stakes of one round are not independent, so
 * the error is taken over rounds. */
double score_mean(const struct score *score, unsigned wager, int32_t scale);
double score_error(const struct score *score, unsigned wager, int32_t scale);

#endif
