/* SPDX-License-Identifier: Apache-2.0 */
/* overlap_hands.h - the hands whose overlap is summed, and what they weigh. Plain data of overlap.h. */
#ifndef CROUPIER_ODDS_OVERLAP_HANDS_H
#define CROUPIER_ODDS_OVERLAP_HANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "odds/overlap_key.h"

/* The weight of a group as the left one and as the right one, by shoe. */
struct overlap_weights {
    double left[OVERLAP_SHOES];
    double right[OVERLAP_SHOES];
};

/* The hands that groups are made of: each one alone, and if `pairs` each two of them, in either order, a hand
 * with itself included. A hand counts in parts, and `weigh` gives the weight of a whole of each part beside
 * hand `one`; for a hand that is alone the other part is OVERLAP_NO_HAND. The weight of two hands must not
 * depend on which of them is `one`. */
struct overlap_hands {
    unsigned count;
    const overlap_key *keys;              /* [OVERLAP_NO_HAND]: 0 */
    const double (*parts)[OVERLAP_PARTS]; /* by hand */
    bool pairs;
    void (*weigh)(const void *context, unsigned one, struct overlap_weights beside[OVERLAP_PARTS]);
    const void *context;
};

#endif
