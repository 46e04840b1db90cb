/* SPDX-License-Identifier: Apache-2.0 */
/* shares.h - drawing cards and keeping them, as a mean over drawing cards and putting them back.
 *
 * A composition that takes c_v cards of each value v from a shoe of s_v, and N in all, has the probability
 *
 *     product of s_v^(c_v) / N^(n),  n = sum of c_v, with falling factorials,
 *
 * for each order of drawing. Were each card put back, it would be the product of t_v^c_v, t_v = s_v / N. The
 * first is the mean of the second if the shares t are taken as from a Dirichlet distribution with the
 * negative parameters -s_v. There is no such distribution, but it has all its moments, and no more is needed:
 * its shares are t_1 = b_1, t_2 = (1 - b_1) b_2, ..., where b_i has the moments of a Beta distribution, and
 * Gauss's rule for Jacobi polynomials gives the mean of any polynomial in b_i from a few values of it. Its
 * nodes are complex, since the variance is negative: less is left to chance when cards are kept.
 *
 * What joins many hands, and cannot be summed over all their compositions, is thus a mean over shares of a
 * product of sums over the compositions of single hands. Of the rules' product only the grids are taken in
 * which few b_i leave their mean (Smolyak): with six decks an error falls by a factor of about seventy with
 * each level. All shares add up to one at each node, so probabilities do, too. Pure. */
#ifndef CROUPIER_ODDS_SHARES_H
#define CROUPIER_ODDS_SHARES_H

#include "odds/supply.h"

enum { SHARES_LEVEL_MAX = 4 };

struct number { /* a complex one */
    double re;
    double im;
};

struct share {
    struct number of[VALUE_COUNT + 1]; /* by value */
    struct number weight; /* only real parts count: of two nodes that are conjugate one is left out */
    unsigned step;        /* how far from the mean its grid goes: 0 to the level */
};

typedef void share_visitor(void *context, const struct share *share);

/* Every node of the grids up to a level. */
void shares_each(const struct supply *shoe, unsigned level, share_visitor *visit, void *context);

/* The mean is the sum over steps of this times the sum over that step's nodes; also for each lower level. */
double shares_factor(const struct supply *shoe, unsigned level, unsigned step);

#endif
