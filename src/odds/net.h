/* SPDX-License-Identifier: Apache-2.0 */
/* net.h - what all hands of a split come to together, by units paid and units lost. Pure. */
#ifndef CROUPIER_ODDS_NET_H
#define CROUPIER_ODDS_NET_H

#include "odds/terms.h"

enum { NET_UNITS = 2 * SPLIT_HANDS_MAX, NET_RESULTS_MAX = (NET_UNITS + 1) * (NET_UNITS + 2) / 2 };

struct net {
    double at[NET_UNITS + 1][NET_UNITS + 1]; /* probability, by units paid and units lost */
    double off; /* the most that the last refinement changed in any of these: more than the error left */
};

struct net_result {
    double result; /* in units staked */
    double probability;
};

/* Adds another net, weighted with its chance. */
void net_add(struct net *sum, const struct net *net, double chance);

/* The results in falling order, if a paid unit wins `pays`; returns how many there are. Those whose
 * probability cannot be told from 0 are left out. */
unsigned net_results(const struct net *net, struct ratio pays, struct net_result results[NET_RESULTS_MAX]);

#endif
