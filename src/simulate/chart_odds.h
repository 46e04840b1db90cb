/* SPDX-License-Identifier: Apache-2.0 */
/* chart_odds.h - charts from the exact odds: the best play there is, and the best printed card. Pure. */
#ifndef CROUPIER_SIMULATE_CHART_ODDS_H
#define CROUPIER_SIMULATE_CHART_ODDS_H

#include "simulate/chart.h"

struct game_odds; /* odds/game.h */

/* Best for the composition of the hand; split hands by the same policy, as the exact value assumes. */
void chart_composition(struct chart *chart, const struct rulebook *book, const struct game_odds *game);

/* Best by totals. */
void chart_printed(struct chart *chart, const struct rulebook *book, const struct game_odds *game);

/* The first of these, computing the odds as well; false if the book or the decks have none. */
bool chart_best(struct chart *chart, const struct rulebook *book, unsigned decks);

#endif
