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

#include "odds/overlap_list.h"
#include "odds/overlap_shoe.h"

enum {
    LOW_WIDTH = 4, /* numbers in a vector */
    LOW_VECTORS = 2,
    LOW_LANES = LOW_VECTORS * LOW_WIDTH, /* j of the high values done side by side */
};

/* The compiler makes vector instructions of it. */
typedef double low_vector
    __attribute__((vector_size(LOW_WIDTH * sizeof(double)), aligned(sizeof(double)), may_alias));

/* A number for each lane. */
struct low_lanes {
    low_vector of[LOW_VECTORS];
};

struct low_term {
    struct low_lanes left;
    struct low_lanes right;
};

/* By vectors: the compiler would take far longer over a memset of this size. */
static inline void low_term_clear(struct low_term *term)
{
    for (unsigned v = 0; v < LOW_VECTORS; v++)
        term->left.of[v] = term->right.of[v] = (low_vector){0};
}

struct low_list {
    size_t count;
    uint32_t *which; /* the terms in use, in order */
    uint32_t *keys;  /* of all terms: low halves, without the digits of greater values */
    struct low_term *of;
    struct low_term total; /* of all in use; not kept for the first list */
};

struct overlap_low {
    struct low_list lists[LOW_VALUES + 1]; /* by value; [0] unused */
    struct low_lanes *right;               /* by Aces on the left, and cards on the right */
};

/* For terms with these low halves. False where memory is short; to be released in either
 * case. */
bool overlap_low_init(struct overlap_low *low, const struct list_halves *halves);
void overlap_low_release(struct overlap_low *low);

/* Sets the value, by lane, of the terms in lists[LOW_VALUES], which are used up. `bound` is the weight of
 * each lane times the greatest scale: what cannot matter is left out. */
void overlap_low_values(struct overlap_low *low, const struct overlap_shoe *shoe,
                        const struct low_lanes *bound, struct low_lanes *values);

#endif
