/* SPDX-License-Identifier: Apache-2.0 */
/* overlap.h - two groups of hands drawn from one shoe, each group having been enumerated on its own.
 *
 * A group is a list of terms: cards drawn in all, perhaps with up to two busting cards still open, and a
 * weight. If x is the left weight of the cards a, and y the right weight of the cards b, the value is the sum
 * over all pairs of
 *
 *     x y  S(a+b) / N^(|a|+|b|),     S(c) = product over values v of s_v^(c_v),
 *
 * with falling factorials, for a shoe of s_v cards of value v and N in all. Pairs are never formed. Think of
 * each group as drawing from a shoe of its own, and take off, by inclusion and exclusion, what they draw that
 * is the same card:
 *
 *     s^(a+b) = s^(a) s^(b)  sum over j of (-1)^j a^(j) b^(j) / (j! s^(j)),
 *
 * so that for each value and each j both lists are summed over that value's count, and shrink. The sum is
 * finite. A branch is left out only where it is provably below OVERLAP_NEGLIGIBLE: all weights are positive
 * and s^(a+b) <= s^(a) s^(b).
 *
 * Two shoes with weights of their own are done in one go, since the work lies in the lists. Pure; the work
 * space lies on the heap. Inner part of couple.c. */
#ifndef CROUPIER_ODDS_OVERLAP_H
#define CROUPIER_ODDS_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "odds/supply.h"

#define OVERLAP_NEGLIGIBLE 1e-21

enum {
    OVERLAP_SHOES = 2,
    OVERLAP_OPEN_MIN = 6 /* no smaller card may be left open */
};

/* Cards by value, the number of cards including those still open, and for each busting card still open the
 * smallest value that does it. */
typedef uint64_t overlap_key;

/* `open`: the smallest value of a card to come that busts the hand; 0: none comes. */
overlap_key overlap_key_of(const uint8_t count[VALUE_COUNT + 1], unsigned open);
overlap_key overlap_key_join(overlap_key a, overlap_key b); /* each of one hand */

/* The weights of a term, by shoe. */
struct overlap_weights {
    double left[OVERLAP_SHOES];
    double right[OVERLAP_SHOES];
};

struct overlap;

/* For these shoes; room for a list of so many terms. NULL where memory is short. */
struct overlap *overlap_new(const struct supply shoes[OVERLAP_SHOES], size_t terms_max);
void overlap_free(struct overlap *overlap);

/* Adds to the list, which is empty at first; terms of equal key are added up. */
void overlap_add(struct overlap *overlap, overlap_key key, const struct overlap_weights *weights);

/* The values for both shoes; the list is empty again afterwards. STATUS_OK or STATUS_NO_MEMORY. */
enum status overlap_values(struct overlap *overlap, double values[OVERLAP_SHOES]) MUST_CHECK;

#endif
