/* SPDX-License-Identifier: Apache-2.0 */
/* simulate_args.h - what croupier simulate was asked to do, checked. */
#ifndef CROUPIER_CLI_SIMULATE_ARGS_H
#define CROUPIER_CLI_SIMULATE_ARGS_H

#include "cli/book.h"
#include "simulate/chart.h"
#include "simulate/counting.h"

enum { SIMULATE_FILES_MAX = 64 };

struct simulate_args {
    struct book_args book;
    unsigned decks;     /* 0: the book's most */
    uint64_t rounds;    /* 0: none given */
    double seconds;     /* 0: none given */
    double until_error; /* in stakes of the main wager, or of the first; 0: none given */
    unsigned boxes;
    double penetration; /* 0: a fresh shoe every round */
    unsigned threads;   /* 0: as many as there are cores */
    uint64_t seed;
    unsigned piece; /* 1 to pieces */
    unsigned pieces;
    bool no_insurance;
    bool mpi;
    bool csv;
    double bankroll;      /* in units; 0: not asked */
    uint64_t horizon;     /* rounds over which ruin is asked for */
    const char *strategy; /* "composition", "total", "mimic", "never-bust", or a CSV file */
    const char *counting; /* file */
    const char *svg;
    const char *checkpoint;
    unsigned merge_count; /* --merge: files to add up instead of playing */
    const char *merge[SIMULATE_FILES_MAX];
};

extern const struct argp simulate_argp; /* its input is a struct simulate_args with the defaults set */

void simulate_args_init(struct simulate_args *args);

#endif
