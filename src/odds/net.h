/* SPDX-License-Identifier: Apache-2.0 */
/* net.h - what all hands of a split come to together, by units paid and units lost. Pure. */
#ifndef CROUPIER_ODDS_NET_H
#define CROUPIER_ODDS_NET_H

#include "odds/terms.h"

enum { NET_UNITS = 2 * SPLIT_HANDS_MAX, NET_RESULTS_MAX = (NET_UNITS + 1) * (NET_UNITS + 2) / 2 };

struct net {
    double at[NET_UNITS + 1][NET_UNITS + 1]; /* probability of so many units paid, so many lost */
    double off; /* what the last refinement changed of any of these: more than is still wrong */
};

struct net_result {
    double result; /* in units staked */
    double probability;
};

/* Adds another net, which comes about with this chance. */
void net_add(struct net *sum, const struct net *net, double chance);

/* The results in falling order, where a unit is paid at these odds; returns how many there are. Those that
 * cannot be told from 0 are left out. */
unsigned net_results(const struct net *net, struct ratio pays, struct net_result results[NET_RESULTS_MAX]);

#endif
