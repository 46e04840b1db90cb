/* SPDX-License-Identifier: Apache-2.0 */
/* chart.h - the familiar strategy chart: hard totals, soft totals and pairs against the Dealer's card.
 *
 * Pure data made from a printed card (strategy.h) and the terms it was made for; chart_page.h and the command
 * decide how it looks. Every cell has a mark of one or two letters, so that nobody has to tell colours
 * apart. */
#ifndef CROUPIER_ODDS_CHART_H
#define CROUPIER_ODDS_CHART_H

#include "odds/game.h"

enum chart_mark {
    MARK_HIT,
    MARK_STAND,
    MARK_DOUBLE_HIT,
    MARK_DOUBLE_STAND,
    MARK_SPLIT,
    MARK_SURRENDER_HIT,
    MARK_SURRENDER_STAND,
    MARK_SURRENDER_SPLIT,
    MARKS
};

enum { CHART_ROWS_MAX = 40, CHART_SECTIONS = 3, CHART_COLUMNS = VALUE_COUNT };

struct chart_row {
    char label[12];
    uint8_t marks[CHART_COLUMNS]; /* enum chart_mark, in the order of chart_upcard */
};

struct chart_section {
    const char *heading;
    unsigned first;
    unsigned count;
};

struct strategy_chart {
    struct chart_section sections[CHART_SECTIONS];
    unsigned row_count;
    struct chart_row rows[CHART_ROWS_MAX];
    bool used[MARKS];
};

void chart_make(struct strategy_chart *chart, const struct game_odds *game);

unsigned chart_upcard(unsigned column);          /* value: 2 to 9, ten, Ace */
const char *chart_upcard_label(unsigned column); /* "2" ... "10", "A" */

const char *mark_letters(enum chart_mark mark); /* "H", "S", "Dh" ... */
const char *mark_says(enum chart_mark mark);    /* "Double, else hit" */
const char *mark_colour(enum chart_mark mark);  /* "#rrggbb", told apart without red and green; black on it */

#endif
