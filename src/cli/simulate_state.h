/* SPDX-License-Identifier: Apache-2.0 */
/* simulate_state.h - a run and its totals as JSON: what --json prints, --checkpoint keeps and --merge adds
 * up.
 *
 * One form for all three. `run` says what was played, so that only pieces of the same run are ever added up;
 * `blocks` says which of its blocks are in the totals, so that none is counted twice. */
#ifndef CROUPIER_CLI_SIMULATE_STATE_H
#define CROUPIER_CLI_SIMULATE_STATE_H

#include <jansson.h>

#include "simulate/score.h"

enum { SIM_TEXT_MAX = 200, SIM_SPANS_MAX = 256 };

struct sim_span {
    uint64_t from;
    uint64_t to;
};

struct sim_state {
    char game[RULEBOOK_ID_MAX];
    char hash[HASH_TEXT_MAX];
    char strategy[SIM_TEXT_MAX]; /* name, or name and hash of a file */
    char counting[SIM_TEXT_MAX]; /* "" for none */
    unsigned decks;
    unsigned boxes;
    unsigned cut; /* cards; 0: fresh shoe */
    bool insurance;
    uint64_t seed;
    uint64_t rounds; /* of the whole run; 0: open end */
    double seconds;
    unsigned threads;
    unsigned span_count;
    struct sim_span spans[SIM_SPANS_MAX]; /* ascending, apart */
    struct score score;
};

/* NULL, or why the two are not pieces of one run. */
const char *sim_state_differs(const struct sim_state *a, const struct sim_state *b);

/* Adds a span of blocks; false if one of them is there already, or there are too many gaps. */
bool sim_state_add_span(struct sim_state *state, struct sim_span span);

/* Adds totals and spans of another piece. NULL, or why that cannot be. */
const char *sim_state_merge(struct sim_state *state, const struct sim_state *piece);

/* The members `run`, `blocks` and `totals` of the JSON result, set in `object`. */
void sim_state_write(const struct sim_state *state, const struct rulebook *book, json_t *object);

/* NULL, or what is wrong with it. The book is the one the run names. */
const char *sim_state_read(struct sim_state *state, const struct rulebook *book, const json_t *object);

#endif
