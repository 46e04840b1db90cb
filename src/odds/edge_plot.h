/* SPDX-License-Identifier: Apache-2.0 */
/* edge_plot.h - the house edge of every wager over the number of decks: a table of numbers, and a drawing.
 *
 * Pure. The drawing has one small panel for each wager, each with its own scale, since the edges of a game
 * lie far apart; every point carries its number. */
#ifndef CROUPIER_ODDS_EDGE_PLOT_H
#define CROUPIER_ODDS_EDGE_PLOT_H

#include "base/text.h"
#include "rulebook/rulebook.h"

enum { EDGE_ROWS_MAX = WAGERS_MAX + 1, EDGE_PLOT_MAX = 64 * 1024 };

struct edge_row {
    const char *kind;                   /* the wager's name in the rulebook */
    const char *label;                  /* for people */
    double edge[SHOE_DECKS_MAX + 1];    /* by decks */
    char *fraction[SHOE_DECKS_MAX + 1]; /* exactly, owned by whoever filled it in; NULL: not known */
};

struct edge_table {
    const char *title;
    unsigned decks_min;
    unsigned decks_max;
    unsigned row_count;
    struct edge_row rows[EDGE_ROWS_MAX];
};

void edge_svg(const struct edge_table *table, struct text *text);

#endif
