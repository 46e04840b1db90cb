/* SPDX-License-Identifier: Apache-2.0 */
/* counting.h - a card-counting system, so that a floor can measure its exposure to it.
 *
 * Read from a file of lines (see counting_parse); plain data afterwards. The running count adds the tag of
 * every card seen; the true count is the running count divided by the decks left, rounded down. */
#ifndef CROUPIER_SIMULATE_COUNTING_H
#define CROUPIER_SIMULATE_COUNTING_H

#include <stdbool.h>
#include <stddef.h>

#include "rulebook/fault.h"
#include "simulate/chart.h"

enum { COUNT_TRUE_MAX = 20, COUNT_PLAYS_MAX = 64, COUNT_UNITS_MAX = 1000 };

/* A departure from the chart: do `action` when the true count is at least (or at most) `at`. */
struct count_play {
    uint8_t total; /* the hand's best total */
    bool soft;
    uint8_t pair;   /* value 1 to 10 of a pair, or 0 */
    uint8_t dealer; /* value 0 to 9 */
    uint8_t action; /* enum chart_action */
    bool at_most;
    int8_t at;
};

struct counting {
    int8_t tag[HAND_VALUES];
    uint16_t
        units[2 * COUNT_TRUE_MAX + 1]; /* bet by true count, from -COUNT_TRUE_MAX; 0: sits the round out */
    bool insures;
    int8_t insures_at; /* takes Insurance from this true count on */
    unsigned play_count;
    struct count_play plays[COUNT_PLAYS_MAX];
};

/* Lines, blank-separated, `#` starts a comment:
 *   tags A 2 3 4 5 6 7 8 9 T      ten whole numbers, in this order
 *   bet TRUE UNITS                from this true count up to the next such line; needs one line at least
 *   insure TRUE
 *   play HAND DEALER ACTION at least|at most TRUE    HAND: 16, s18 or 8,8; DEALER: A 2-9 T
 * Faults are added with their line; false if there are any. */
bool counting_parse(struct counting *counting, const char *bytes, size_t size, struct faults *faults);

/* The true count for `seen` tags and `left` cards of decks of `per_deck`. */
int counting_true(int running, unsigned left, unsigned per_deck);

unsigned counting_units(const struct counting *counting, int true_count);

/* The action to take instead of `action` in this state: the first play that applies and is legal, or `action`
 * itself.
 */
unsigned counting_action(const struct counting *counting, const struct hand_states *hands, unsigned state,
                         unsigned dealer, int true_count, unsigned legal, unsigned action);

#endif
