/* SPDX-License-Identifier: Apache-2.0 */
/* chart_odds.h - charts from the exact odds: the best play there is, and the best printed card. Pure. */
#ifndef CROUPIER_SIMULATE_CHART_ODDS_H
#define CROUPIER_SIMULATE_CHART_ODDS_H

#include "odds/game.h"
#include "simulate/chart.h"

/* Best for the composition of the hand; split hands by the same policy, as the exact value assumes. */
void chart_composition(struct chart *chart, const struct rulebook *book, const struct game_odds *game);

/* Best by totals. */
void chart_printed(struct chart *chart, const struct rulebook *book, const struct game_odds *game);

#endif
