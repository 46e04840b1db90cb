/* SPDX-License-Identifier: Apache-2.0 */
/* chart_page.h - a strategy chart as a self-contained drawing (SVG) or page (HTML).
 *
 * Pure. Nothing is fetched and no script runs; the page prints on one sheet. The foot tells the rules the
 * chart was computed for (from the rulebook's sign), the value of the card and of best play, and the
 * rulebook's hash. `text` is full afterwards if the result did not fit; CHART_PAGE_MAX bytes always suffice.
 */
#ifndef CROUPIER_ODDS_CHART_PAGE_H
#define CROUPIER_ODDS_CHART_PAGE_H

#include "base/text.h"
#include "odds/chart.h"
#include "rulebook/rulebook.h"

enum { CHART_PAGE_MAX = 256 * 1024, CHART_NOTES_MAX = 24, CHART_NOTE_MAX = 512 };

/* Title and foot of a chart, in sentences. */
struct chart_notes {
    char title[CHART_NOTE_MAX];
    char subtitle[CHART_NOTE_MAX];
    unsigned count;
    char foot[CHART_NOTES_MAX][CHART_NOTE_MAX];
};

void chart_notes_make(struct chart_notes *notes, const struct rulebook *book, const struct game_odds *game);

void chart_svg(const struct strategy_chart *chart, const struct chart_notes *notes, struct text *text);
void chart_html(const struct strategy_chart *chart, const struct chart_notes *notes, struct text *text);

#endif
