/* SPDX-License-Identifier: Apache-2.0 */
/* overlap_low.h - the sums over the cards of value 5 to 1, the high cards being summed over already.
 *
 * Some j of the high values are done side by side, since what costs time is to follow the keys. A list has
 * the terms that tell the counts of the values up to its own apart, sorted by key; its own value lies in the
 * lowest bits. Summing over it gives the list of the next smaller value, sorted again. At the Ace only its
 * count and the number of cards are left: for each count on the left, the right side is summed over its own,
 * and then left and right are multiplied term by term.
 *
 * Inner part of overlap.c; the arrays lie on the heap and belong to the struct. */
#ifndef CROUPIER_ODDS_OVERLAP_LOW_H
#define CROUPIER_ODDS_OVERLAP_LOW_H

#include <stddef.h>

#include "odds/overlap_shoes.h"

enum {
    LOW_PAIRS = 2,             /* vectors of two lanes, each of both shoes */
    LOW_LANES = 2 * LOW_PAIRS, /* j of the high values done side by side */
};

struct low_lanes {
    weights of[LOW_PAIRS];
};

struct low_term {
    struct low_lanes left;
    struct low_lanes right;
};

struct low_list {
    size_t count;
    uint32_t *which; /* the terms in use, in order */
    uint32_t *keys;  /* of all terms: low halves, without the digits of greater values */
    struct low_term *of;
};

struct overlap_low {
    struct low_list lists[LOW_VALUES + 1]; /* by value; [0] unused */
    struct low_lanes *right;               /* by Aces on the left, and cards on the right */
};

/* Room for so many terms. False where memory is short; to be released in either case. */
bool overlap_low_init(struct overlap_low *low, size_t terms_max);
void overlap_low_release(struct overlap_low *low);

/* Sets the value, by lane, of the terms in lists[LOW_VALUES], which are used up. `bound` is the weight of
 * each lane times the greatest scale: what cannot matter is left out. */
void overlap_low_values(struct overlap_low *low, const struct overlap_shoes *shoes,
                        const struct low_lanes *bound, struct low_lanes *values);

#endif
