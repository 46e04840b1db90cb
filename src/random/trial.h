/* SPDX-License-Identifier: Apache-2.0 */
/* trial.h - tests whether a source of draws is good enough: statistics over the raw bits, the bounded draw
 * and the shuffler, as a laboratory asks for them.
 *
 * Pure. Each trial counts something that is equally likely in all its cells and compares the counts with
 * what is expected: chi-square, and p, the chance that a perfect source strays at least as far. Of a hundred
 * trials of a perfect source, one has a p below 0.01; so the smallest p of all is held against 0.01 divided
 * by the number of trials. The other end is judged in the same way: counts that are too close to what is
 * expected were not drawn by chance. */
#ifndef CROUPIER_RANDOM_TRIAL_H
#define CROUPIER_RANDOM_TRIAL_H

#include "base/status.h"
#include "cards/shoe.h"

enum { TRIALS_MAX = 24, TRIAL_NAME_MAX = 48 };

#define TRIAL_LEVEL 0.01

struct trial {
    char name[TRIAL_NAME_MAX];
    uint64_t draws; /* numbers, bytes or shuffles, as the name says */
    double statistic;
    double freedom; /* degrees of */
    double p;
};

struct trials {
    unsigned count;
    struct trial items[TRIALS_MAX];
};

/* Called after each trial; false: stop. */
struct trial_watch {
    bool (*part)(void *context, unsigned done, unsigned all);
    void *context;
};

/* Runs every trial with about `draws_total` draws of 64 bits in all, at least 1,000,000. STATUS_CANCELLED if
 * `watch` stopped it. */
enum status trials_run(struct trials *trials, const struct draws *draws, uint64_t draws_total,
                       const struct trial_watch *watch) MUST_CHECK;

/* `of` is the number of trials that were run together. */
bool trial_is_good(const struct trial *trial, unsigned of);
bool trials_are_good(const struct trials *trials);

/* The chance of a chi-square of at least `statistic`. */
double chi_square_tail(double statistic, double freedom);

#endif
