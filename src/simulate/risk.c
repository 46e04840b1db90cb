/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/risk.h"

#include <math.h>

struct risk risk_of(const struct score *score, unsigned wager, int32_t scale)
{
    const struct score_wager *counted = &score->wagers[wager];
    double rounds = (double)score->rounds;
    if (rounds <= 0)
        return (struct risk){0, 0};
    double mean = (double)counted->sum / scale / rounds;
    double square = (double)counted->square / scale / scale / rounds;
    return (struct risk){mean, sqrt(fmax(square - mean * mean, 0))};
}

double risk_n0(struct risk risk)
{
    return risk.mean != 0 ? pow(risk.deviation / risk.mean, 2) : INFINITY;
}

static double normal(double x)
{
    return 0.5 * erfc(-x / sqrt(2));
}

/* The first passage of a Brownian motion with this drift and variance. */
double risk_ruin(struct risk risk, double bankroll, double rounds)
{
    double wide = risk.deviation * sqrt(rounds);
    if (wide <= 0)
        return risk.mean * rounds <= -bankroll;
    double direct = normal((-bankroll - risk.mean * rounds) / wide);
    double mirrored = exp(-2 * risk.mean * bankroll / (risk.deviation * risk.deviation)) *
                      normal((-bankroll + risk.mean * rounds) / wide);
    return fmin(direct + mirrored, 1);
}
