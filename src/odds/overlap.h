/* SPDX-License-Identifier: Apache-2.0 */
/* overlap.h - combines two groups of hands drawn from one shoe, each of which was enumerated on its own.
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
 * Two shoes with weights of their own share the lists. Pure; the work space is on the heap. Inner part of
 * spared.c. */
#ifndef CROUPIER_ODDS_OVERLAP_H
#define CROUPIER_ODDS_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "odds/overlap_hands.h"

/* `open`: the smallest value that busts the hand if a busting card is still to come; 0: none is. */
overlap_key overlap_key_of(const uint8_t count[VALUE_COUNT + 1], unsigned open);

/* The values for both shoes. STATUS_OK or STATUS_NO_MEMORY. */
enum status overlap_values(const struct supply shoes[OVERLAP_SHOES], const struct overlap_hands *hands,
                           double values[OVERLAP_SHOES]) MUST_CHECK;

#endif
