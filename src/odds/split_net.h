/* SPDX-License-Identifier: Apache-2.0 */
/* split_net.h - the joint result of all hands of a split.
 *
 * Hands and Dealer draw from one shoe, so their results are not independent. At each node of shares.h they
 * are: there the hands' results are multiplied as polynomials, against each of the Dealer's results. Pure;
 * inner part of split.c. */
#ifndef CROUPIER_ODDS_SPLIT_NET_H
#define CROUPIER_ODDS_SPLIT_NET_H

#include "odds/net.h"
#include "odds/split_ends.h"

void split_net_sum(const struct split_ends *ends, const struct patterns *patterns, struct net *net);

#endif
