/* SPDX-License-Identifier: Apache-2.0 */
/* split.h - the value of splitting a pair, with resplits, exactly.
 *
 * After the split every hand is played by one fixed policy that looks at that hand and the upcard only: the
 * same the hand would have without a split (zero memory; the literature's CDZ-). Then the hands are
 * exchangeable, the order of dealing does not matter, and the expected total is a sum over patterns (how many
 * of the pair's cards came, how many hands had got another card by then) of values of single hands, each
 * taken at a shoe that lacks r more cards of the pair. See docs/odds-method.md.
 *
 * Effects that join the hands of one person are also summed jointly: a Dealer's Blackjack that takes one
 * original wager in all (spared.h), and the products of results that the mean square needs. */
#ifndef CROUPIER_ODDS_SPLIT_H
#define CROUPIER_ODDS_SPLIT_H

#include "odds/column.h"
#include "odds/net.h"

/* What to compute of a split. The value is exact unless it is below `least`: then it may be a lower bound,
 * which saves counting how all hands bust. */
struct split_wish {
    double least; /* -INFINITY: exact in any case */
    /* Not NULL: also the mean square, in `paid` the mean share of the hands that is paid, and in `net` what
     * all hands come to together. NULL: square and paid are 0. */
    struct net *net;
};

/* Cards of value `pair` are split under the policy. STATUS_OK or STATUS_NO_MEMORY. */
enum status split_evaluate(const struct column *column, const struct policy *policy, unsigned pair,
                           struct split_wish wish, struct moments *moments) MUST_CHECK;

#endif
