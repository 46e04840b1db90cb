/* SPDX-License-Identifier: Apache-2.0 */
/* simulate_report.h - what a run brought: as a table, as JSON, as a picture. */
#ifndef CROUPIER_CLI_SIMULATE_REPORT_H
#define CROUPIER_CLI_SIMULATE_REPORT_H

#include "cli/simulate_args.h"
#include "cli/simulate_state.h"

enum { CURVE_POINTS_MAX = 512, PATHS_MAX = 24, PATH_ROUNDS = 1000 };

/* The exact value of each wager's mean where one is known. */
struct exact_means {
    bool known[WAGERS_MAX];
    double mean[WAGERS_MAX];
};

/* How the mean of one wager settled down: points by rounds played. */
struct curve {
    unsigned count;
    double rounds[CURVE_POINTS_MAX];
    double mean[CURVE_POINTS_MAX];
    double error[CURVE_POINTS_MAX];
};

struct paths {
    unsigned count;
    double stakes[PATHS_MAX][PATH_ROUNDS + 1];
};

struct report {
    const struct rulebook *book;
    const struct sim_state *state;
    const struct exact_means *exact;
    const struct curve *curve;
    const struct paths *paths;
    int32_t scale;
    double bankroll; /* 0: not asked */
    uint64_t horizon;
};

/* The wager that stands for the run: the main wager, or the first where there is none. */
unsigned report_wager(const struct rulebook *book);

void report_print(const struct report *report);
json_t *report_json(const struct report *report);
int report_csv(const struct report *report); /* the wagers, one a line */

/* 0, or -1 with errno set. */
int report_svg(const struct report *report, const char *path);

#endif
