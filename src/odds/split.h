/* SPDX-License-Identifier: Apache-2.0 */
/* split.h - the value of splitting a pair, with resplits, exactly.
 *
 * After the split every hand is played by one fixed policy that looks at that hand and the upcard only: the
 * same the hand would have without a split (zero memory; the literature's CDZ-). Then the hands are
 * exchangeable, the order of dealing does not matter, and the expected total is a sum over patterns (how many
 * of the pair's cards came, how many hands had got another card by then) of values of single hands, each
 * taken at a shoe that lacks r more cards of the pair. See docs/odds-method.md.
 *
 * What couples hands of one person is summed jointly, too: a Dealer's Blackjack that takes one original
 * wager in all, and the products of results that the mean square needs. Where three or four hands of a small
 * pair must all be lost before a Dealer's Blackjack arrives, the count over all hands is too long; it is then
 * closed by pairs (couple.h), and `closed` says so. */
#ifndef CROUPIER_ODDS_SPLIT_H
#define CROUPIER_ODDS_SPLIT_H

#include "odds/column.h"

struct split_value {
    struct moments moments; /* square is 0 where it was not asked for */
    bool closed; /* a term of at most 1e-4 was closed by pairs: the last digits, from the tenth on */
};

/* Cards of value `pair` are split under the policy. `square`: also the mean square (slower). STATUS_OK or
 * STATUS_NO_MEMORY. */
enum status split_evaluate(const struct column *column, const struct policy *policy, unsigned pair,
                           bool square, struct split_value *value) MUST_CHECK;

#endif
