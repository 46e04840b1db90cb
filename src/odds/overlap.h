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
 * Two shoes with weights of their own share the lists. Pure; the work space lies on the heap. Inner part of
 * couple.c. */
#ifndef CROUPIER_ODDS_OVERLAP_H
#define CROUPIER_ODDS_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "odds/supply.h"

#define OVERLAP_NEGLIGIBLE 1e-21

enum {
    OVERLAP_SHOES = 2,
    OVERLAP_OPEN_MIN = 6, /* no smaller card may be left open */
    OVERLAP_NO_HAND = 0,  /* number of a hand that is not there */
    OVERLAP_PARTS = 5
};

/* Cards of a hand by value, the number of cards including one still open, and the smallest value that this
 * one can have. */
typedef uint64_t overlap_key;

/* `open`: the smallest value of a card to come that busts the hand; 0: none comes. */
overlap_key overlap_key_of(const uint8_t count[VALUE_COUNT + 1], unsigned open);

/* What a group weighs when it is the left one and when it is the right one, by shoe. */
struct overlap_weights {
    double left[OVERLAP_SHOES];
    double right[OVERLAP_SHOES];
};

/* The hands that groups are made of: each one alone, and if `pairs` each two of them, in either order, a hand
 * with itself included. A hand counts in parts, and `weigh` says what a whole of each part weighs beside hand
 * `one`; no hand is a part, too, for those that are alone. What two hands weigh must not depend on which of
 * them is called `one`. */
struct overlap_hands {
    unsigned count;
    const overlap_key *keys;              /* [OVERLAP_NO_HAND]: 0 */
    const double (*parts)[OVERLAP_PARTS]; /* by hand */
    bool pairs;
    void (*weigh)(const void *context, unsigned one, struct overlap_weights beside[OVERLAP_PARTS]);
    const void *context;
};

/* The values for both shoes. STATUS_OK or STATUS_NO_MEMORY. */
enum status overlap_values(const struct supply shoes[OVERLAP_SHOES], const struct overlap_hands *hands,
                           double values[OVERLAP_SHOES]) MUST_CHECK;

#endif
