/* SPDX-License-Identifier: Apache-2.0 */
/* edge_plot.h - a drawing of the house edge of every wager over the number of decks.
 *
 * Pure. The drawing has one small panel for each wager, each with its own scale, since the edges of a game
 * lie far apart; every point carries its number. */
#ifndef CROUPIER_ODDS_EDGE_PLOT_H
#define CROUPIER_ODDS_EDGE_PLOT_H

#include "base/text.h"
#include "odds/edge_table.h"

enum { EDGE_PLOT_MAX = 64 * 1024 };

void edge_svg(const struct edge_table *table, struct text *text);

#endif
