/* SPDX-License-Identifier: Apache-2.0 */
/* chart_svg.c - the chart as a drawing: three blocks of cells, a legend, the foot. */
#include <stdio.h>
#include <string.h>

#include "odds/chart_page.h"

enum {
    WIDTH = 856,
    MARGIN = 24,
    LABEL = 64,
    CELL = 34,
    ROW = 24,
    HEAD = 92,
    GAP = 40,
    LINE = 15,
    LINE_CHARS = 140
};

static void put_text(struct text *text, int x, int y, const char *style, const char *says)
{
    text_format(text, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, style);
    text_put_escaped(text, says);
    text_put(text, "</text>\n");
}

static void put_cell(struct text *text, int x, int y, enum chart_mark mark)
{
    text_format(text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" class=\"c\"/>", x, y,
                CELL, ROW, mark_colour(mark));
    put_text(text, x + CELL / 2, y + 17, "m", mark_letters(mark));
}

static int put_section(struct text *text, const struct strategy_chart *chart, unsigned number, int x, int y)
{
    const struct chart_section *section = &chart->sections[number];
    put_text(text, x, y + 14, "h", section->heading);
    y += ROW;
    for (unsigned c = 0; c < CHART_COLUMNS; c++)
        put_text(text, x + LABEL / 2 + (int)c * CELL + CELL / 2, y + 14, "m u", chart_upcard_label(c));
    y += ROW - 4;
    for (unsigned r = 0; r < section->count; r++) {
        const struct chart_row *row = &chart->rows[section->first + r];
        put_text(text, x + LABEL / 2 - 6, y + 17, "e u", row->label);
        for (unsigned c = 0; c < CHART_COLUMNS; c++)
            put_cell(text, x + LABEL / 2 + (int)c * CELL, y, (enum chart_mark)row->marks[c]);
        y += ROW;
    }
    return y;
}

static int put_legend(struct text *text, const struct strategy_chart *chart, int x, int y)
{
    for (unsigned mark = 0; mark < MARKS; mark++) {
        if (!chart->used[mark])
            continue;
        put_cell(text, x, y, (enum chart_mark)mark);
        put_text(text, x + CELL + 8, y + 17, "s", mark_says((enum chart_mark)mark));
        x += 200;
        if (x + 200 > WIDTH) {
            x = MARGIN + LABEL / 2;
            y += ROW + 4;
        }
    }
    return x == MARGIN + LABEL / 2 ? y : y + ROW + 4;
}

/* Breaks a note at blanks into lines of LINE_CHARS. */
static int put_note(struct text *text, const char *note, int x, int y)
{
    while (*note) {
        char line[LINE_CHARS + 1];
        size_t length = strlen(note);
        if (length > LINE_CHARS) {
            length = LINE_CHARS;
            while (length > 0 && note[length] != ' ')
                length--;
            if (length == 0)
                length = LINE_CHARS;
        }
        memcpy(line, note, length);
        line[length] = '\0';
        put_text(text, x, y, "s", line);
        y += LINE;
        note += length;
        while (*note == ' ')
            note++;
    }
    return y + 3;
}

static int foot_height(const struct chart_notes *notes)
{
    int height = 0;
    for (unsigned i = 0; i < notes->count; i++)
        height += (int)(strlen(notes->foot[i]) / (LINE_CHARS * 8 / 10) + 1) * LINE + 3;
    return height;
}

void chart_svg(const struct strategy_chart *chart, const struct chart_notes *notes, struct text *text)
{
    int right = MARGIN + LABEL + CELL * CHART_COLUMNS + GAP / 2;
    int body = HEAD + ROW * (2 + (int)chart->sections[0].count);
    int below = HEAD + ROW * 5 + ROW * (int)(chart->sections[1].count + chart->sections[2].count);
    int height = (body > below ? body : below) + 150 + foot_height(notes);
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                "role=\"img\">\n",
                WIDTH, height, WIDTH, height);
    text_put(text, "<title>");
    text_put_escaped(text, notes->title);
    text_put(text,
             "</title>\n<style>text{font-family:sans-serif;fill:#000}.t{font-size:22px;font-weight:bold}"
             ".h{font-size:15px;font-weight:bold}.m{font-size:14px;text-anchor:middle}"
             ".e{font-size:14px;text-anchor:end}.s{font-size:12px}.u{font-weight:bold}"
             ".c{stroke:#555;stroke-width:1}</style>\n");
    text_format(text, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, height);
    put_text(text, MARGIN, 38, "t", notes->title);
    put_text(text, MARGIN, 60, "s", notes->subtitle);
    put_text(text, MARGIN, 76, "s", "Columns: the Dealer's first card");
    int left_end = put_section(text, chart, 0, MARGIN, HEAD);
    int soft_end = put_section(text, chart, 1, right, HEAD);
    int pairs_end = put_section(text, chart, 2, right, soft_end + ROW / 2);
    int y = put_legend(text, chart, MARGIN + LABEL / 2, (left_end > pairs_end ? left_end : pairs_end) + ROW);
    y += ROW;
    for (unsigned i = 0; i < notes->count; i++)
        y = put_note(text, notes->foot[i], MARGIN, y);
    text_put(text, "</svg>\n");
}
