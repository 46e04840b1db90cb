/* SPDX-License-Identifier: Apache-2.0 */
/* overlap_shoe.h - what the sums of overlap.c need to know of a shoe, as tables. Inner part of it.
 * s_v is the number of cards of value v, N that of all cards. Pure; large, so on the heap. */
#ifndef CROUPIER_ODDS_OVERLAP_SHOE_H
#define CROUPIER_ODDS_OVERLAP_SHOE_H

#include "odds/overlap_key.h"

enum { FACTORS_MAX = 3600 };

struct overlap_shoe {
    unsigned left[VALUE_COUNT + 1];
    double factors[FACTORS_MAX];                 /* see overlap_factors */
    double sign[VALUE_COUNT + 1][COUNT_MAX + 1]; /* [v][j]: (-1)^j / (j! s_v^(j)) */
    double aces[2 * COUNT_MAX + 1];              /* [c]: s_1^(c) / N^c */
    double scale[2 * CARDS_MAX];                 /* [n]: N^n over the falling factorial */
};

void overlap_shoe_set(struct overlap_shoe *shoe, const struct supply *supply);

/* By count c of cards of the value: c^(j) s_v^(c) / N^c. For j up to the most cards there can be. */
const double *overlap_factors(const struct overlap_shoe *shoe, unsigned value, unsigned j);

/* The most cards of a value in two hands, each of up to 21 points and a busting card. */
static inline unsigned overlap_count_max(unsigned value)
{
    return 2 * (21 / value + 1);
}

#endif
