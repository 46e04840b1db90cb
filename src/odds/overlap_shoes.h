/* SPDX-License-Identifier: Apache-2.0 */
/* overlap_shoes.h - what the sums of overlap.c need to know of their shoes, as tables. Inner part of it.
 * s_v is the number of cards of value v in a shoe, N that of all cards. In each vector both shoes stand
 * twice. Pure; large, so on the heap. */
#ifndef CROUPIER_ODDS_OVERLAP_SHOES_H
#define CROUPIER_ODDS_OVERLAP_SHOES_H

#include "odds/overlap_key.h"

enum { FACTORS_MAX = 3600 };

struct overlap_shoes {
    unsigned left[VALUE_COUNT + 1];               /* cards in the fuller shoe */
    weights factors[FACTORS_MAX];                 /* see overlap_factors */
    weights sign[VALUE_COUNT + 1][COUNT_MAX + 1]; /* [v][j]: (-1)^j / (j! s_v^(j)) */
    weights aces[2 * COUNT_MAX + 1];              /* [c]: s_1^(c) / N^c */
    weights scale[2 * CARDS_MAX];                 /* [n]: N^n over the falling factorial */
};

void overlap_shoes_set(struct overlap_shoes *shoes, const struct supply supplies[OVERLAP_SHOES]);

/* By count c of cards of the value: c^(j) s_v^(c) / N^c. For j up to the most cards there can be. */
const weights *overlap_factors(const struct overlap_shoes *shoes, unsigned value, unsigned j);

/* The most cards of a value in two hands, each of up to 21 points and a busting card. */
static inline unsigned overlap_count_max(unsigned value)
{
    return 2 * (21 / value + 1);
}

#endif
