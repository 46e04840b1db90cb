/* SPDX-License-Identifier: Apache-2.0 */
/* split_pairs.h - products of the gains of two hands of a split, for the mean square. Pure; inner part of
 * split.c.
 *
 * Two hands and the Dealer are dealt from one shoe, so all pairs of ends are summed. Pairs that drew the same
 * cards in all share the Dealer's probabilities and are merged first. */
#ifndef CROUPIER_ODDS_SPLIT_PAIRS_H
#define CROUPIER_ODDS_SPLIT_PAIRS_H

#include "odds/split_ends.h"

/* The gain of a hand of a split from an outcome: its own result plus one (split.c). */
double split_gain(const struct terms *terms, unsigned total, unsigned wager, enum dealer_outcome outcome);

/* The mean of the product of two gains at a shoe lacking r more cards of the pair: both hands plain, one
 * plain and one any, both any. False where memory is short. */
bool split_pairs_gain(const struct split_ends *ends, double plain[EXTRA_MAX + 2], double mixed[EXTRA_MAX + 2],
                      double any[EXTRA_MAX + 2]);

#endif
