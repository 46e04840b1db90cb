/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/edge_plot.h"

enum {
    ACROSS = 2,
    PANEL_WIDTH = 400,
    PANEL_HEIGHT = 190,
    HEAD = 60,
    LEFT = 30,
    RIGHT = 30,
    TOP = 56,
    BOTTOM = 34
};

struct scale {
    double low;
    double high;
};

/* A little room above and below; a flat line lies in the middle. */
static struct scale scale_of(const struct edge_table *table, const struct edge_row *row)
{
    struct scale scale = {row->edge[table->decks_min], row->edge[table->decks_min]};
    for (unsigned decks = table->decks_min; decks <= table->decks_max; decks++) {
        scale.low = row->edge[decks] < scale.low ? row->edge[decks] : scale.low;
        scale.high = row->edge[decks] > scale.high ? row->edge[decks] : scale.high;
    }
    double room = scale.high > scale.low ? (scale.high - scale.low) / 8 : 0.001;
    scale.low -= room;
    scale.high += room;
    return scale;
}

static int x_of(const struct edge_table *table, unsigned decks)
{
    unsigned steps = table->decks_max > table->decks_min ? table->decks_max - table->decks_min : 1;
    return LEFT + (int)((decks - table->decks_min) * (PANEL_WIDTH - LEFT - RIGHT) / steps);
}

static int y_of(const struct scale *scale, double edge)
{
    double share = (edge - scale->low) / (scale->high - scale->low);
    return PANEL_HEIGHT - BOTTOM - (int)(share * (PANEL_HEIGHT - TOP - BOTTOM));
}

static void put_line(struct text *text, const struct edge_table *table, const struct edge_row *row,
                     const struct scale *scale)
{
    text_put(text, "<polyline class=\"l\" points=\"");
    for (unsigned decks = table->decks_min; decks <= table->decks_max; decks++)
        text_format(text, "%d,%d ", x_of(table, decks), y_of(scale, row->edge[decks]));
    text_put(text, "\"/>\n");
}

static void put_panel(struct text *text, const struct edge_table *table, const struct edge_row *row, int x,
                      int y)
{
    struct scale scale = scale_of(table, row);
    text_format(text, "<g transform=\"translate(%d %d)\"><text x=\"%d\" y=\"22\" class=\"h\">", x, y, LEFT);
    text_put_escaped(text, row->label);
    text_put(text, "</text>\n");
    text_format(text, "<path class=\"a\" d=\"M%d %dH%d\"/>\n", LEFT, PANEL_HEIGHT - BOTTOM,
                PANEL_WIDTH - RIGHT);
    put_line(text, table, row, &scale);
    for (unsigned decks = table->decks_min; decks <= table->decks_max; decks++) {
        int at_x = x_of(table, decks);
        int at_y = y_of(&scale, row->edge[decks]);
        text_format(text,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"3.5\"/><text x=\"%d\" y=\"%d\" class=\"n\">%.3f</text>",
                    at_x, at_y, at_x, at_y - 8, 100 * row->edge[decks]);
        text_format(text, "<text x=\"%d\" y=\"%d\" class=\"d\">%u</text>\n", at_x, PANEL_HEIGHT - BOTTOM + 16,
                    decks);
    }
    text_put(text, "</g>\n");
}

void edge_svg(const struct edge_table *table, struct text *text)
{
    int width = ACROSS * PANEL_WIDTH;
    int height = HEAD + (int)((table->row_count + ACROSS - 1) / ACROSS) * PANEL_HEIGHT;
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                "role=\"img\">\n<title>",
                width, height, width, height);
    text_put_escaped(text, table->title);
    text_put(text, ": house edge by number of decks</title>\n<style>text{font-family:sans-serif;fill:#000}"
                   ".t{font-size:20px;font-weight:bold}.h{font-size:14px;font-weight:bold}.s{font-size:12px}"
                   ".n,.d{font-size:11px;text-anchor:middle}.d{fill:#444}.a{stroke:#888;fill:none}"
                   ".l{stroke:#0072b2;stroke-width:2;fill:none}circle{fill:#0072b2}</style>\n");
    text_format(text,
                "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"30\" class=\"t\">",
                width, height, LEFT);
    text_put_escaped(text, table->title);
    text_format(text,
                "</text>\n<text x=\"%d\" y=\"50\" class=\"s\">House edge in per cent of the wager, by "
                "number of decks; each wager has its own scale</text>\n",
                LEFT);
    for (unsigned i = 0; i < table->row_count; i++)
        put_panel(text, table, &table->rows[i], (int)(i % ACROSS) * PANEL_WIDTH,
                  HEAD + (int)(i / ACROSS) * PANEL_HEIGHT);
    text_put(text, "</svg>\n");
}
