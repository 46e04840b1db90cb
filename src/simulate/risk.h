/* SPDX-License-Identifier: Apache-2.0 */
/* risk.h - what a bankroll is exposed to: N0 and the risk of ruin. Pure.
 *
 * Both are about the money of whole rounds, not about stakes: what was won or lost on all boxes together,
 * bets as they were placed, rounds that were sat out included. So a bet spread counts. The formulas, and what
 * they leave out, are in docs/odds-method.md. */
#ifndef CROUPIER_SIMULATE_RISK_H
#define CROUPIER_SIMULATE_RISK_H

#include "simulate/score.h"

/* Of one round, in units. */
struct risk {
    double mean;
    double deviation;
};

struct risk risk_of(const struct score *score, unsigned wager, int32_t scale);

/* The number of rounds after which the expected result is as large as one standard deviation; infinite where
 * nothing is expected. */
double risk_n0(struct risk risk);

/* The probability that `bankroll` units are gone within so many rounds. */
double risk_ruin(struct risk risk, double bankroll, double rounds);

#endif
