/* SPDX-License-Identifier: Apache-2.0 */
/* overlap_list.h - the terms of both groups: every hand and every two hands, with what they weigh.
 *
 * A key has two halves, and hands differ in few of them: some dozens of high ones, some hundreds of low ones.
 * So the halves are joined, two by two, and numbered first, in the order of the keys that come of it; the
 * terms are then made high half by high half, those of equal cards falling on one place, and no key of a term
 * is ever looked up.
 *
 * Inner part of overlap.c; the arrays lie on the heap and belong to the struct. */
#ifndef CROUPIER_ODDS_OVERLAP_LIST_H
#define CROUPIER_ODDS_OVERLAP_LIST_H

#include "odds/overlap_hands.h"

/* The different halves that terms have, sorted. */
struct list_halves {
    uint32_t count;
    uint32_t *keys;
};

struct overlap_list {
    struct list_halves highs;
    struct list_halves lows;
    uint32_t *start; /* the terms of high half i are start[i] .. start[i+1]-1 */
    uint32_t *low;   /* by term: number of its low half */
    struct overlap_weights *of;
};

/* False where memory is short; to be released in either case. */
bool overlap_list_build(struct overlap_list *list, const struct overlap_hands *hands);
void overlap_list_release(struct overlap_list *list);

#endif
