/* SPDX-License-Identifier: Apache-2.0 */
/* chart_html.c - the chart as a page: tables that a screen reader can walk, and a sheet that prints. */
#include "odds/chart_page.h"

static const char style[] =
    "body{font:15px/1.4 sans-serif;color:#000;background:#fff;margin:1.5rem auto;max-width:62rem;padding:0 1rem}"
    "h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:0 0 .3rem}header p{margin:.2rem 0 1rem}"
    "main{display:flex;flex-wrap:wrap;gap:1.5rem 2.5rem;align-items:flex-start}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "td,th{border:1px solid #555;min-width:1.9rem;height:1.55rem;text-align:center;padding:0 .15rem}"
    "th{border:0}tbody th{text-align:right;padding-right:.5rem}tbody tr:first-child td{border-top:1px solid #555}"
    "ul{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem 1.4rem;padding:0;margin:1.2rem 0}"
    "li b{display:inline-block;min-width:1.9rem;text-align:center;border:1px solid #555;margin-right:.4rem;"
    "font-weight:normal}"
    "footer{font-size:.8rem;border-top:1px solid #555;padding-top:.5rem;overflow-wrap:anywhere}footer p{margin:.15rem 0}"
    "@media print{body{margin:0;font-size:11px;max-width:none;-webkit-print-color-adjust:exact;"
    "print-color-adjust:exact}@page{size:A4;margin:12mm}}";

static void put_element(struct text *text, const char *open, const char *says, const char *close)
{
    text_put(text, open);
    text_put_escaped(text, says);
    text_put(text, close);
}

static void put_marked(struct text *text, const char *element, enum chart_mark mark)
{
    text_format(text, "<%s style=\"background:%s\">%s</%s>", element, mark_colour(mark), mark_letters(mark),
                element);
}

static void put_rows(struct text *text, const struct strategy_chart *chart,
                     const struct chart_section *section)
{
    text_put(text, "<table><thead><tr><td style=\"border:0\"></td>");
    for (unsigned c = 0; c < CHART_COLUMNS; c++)
        put_element(text, "<th scope=\"col\">", chart_upcard_label(c), "</th>");
    text_put(text, "</tr></thead><tbody>\n");
    for (unsigned r = 0; r < section->count; r++) {
        const struct chart_row *row = &chart->rows[section->first + r];
        put_element(text, "<tr><th scope=\"row\">", row->label, "</th>");
        for (unsigned c = 0; c < CHART_COLUMNS; c++)
            put_marked(text, "td", (enum chart_mark)row->marks[c]);
        text_put(text, "</tr>\n");
    }
    text_put(text, "</tbody></table>");
}

static void put_section(struct text *text, const struct strategy_chart *chart, unsigned number)
{
    put_element(text, "<section><h2>", chart->sections[number].heading, "</h2>\n");
    put_rows(text, chart, &chart->sections[number]);
    text_put(text, "</section>\n");
}

void chart_html(const struct strategy_chart *chart, const struct chart_notes *notes, struct text *text)
{
    put_element(text,
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>",
                notes->title, "</title>\n");
    text_format(text, "<style>%s</style></head><body>\n", style);
    put_element(text, "<header><h1>", notes->title, "</h1>");
    put_element(text, "<p>", notes->subtitle, ". Columns: the Dealer's first card.</p></header>\n<main>\n");
    put_section(text, chart, 0);
    text_put(text, "<div>");
    put_section(text, chart, 1);
    text_put(text, "<br>");
    put_section(text, chart, 2);
    text_put(text, "</div></main>\n<ul aria-label=\"Legend\">");
    for (unsigned mark = 0; mark < MARKS; mark++)
        if (chart->used[mark]) {
            text_put(text, "<li>");
            put_marked(text, "b", (enum chart_mark)mark);
            put_element(text, "", mark_says((enum chart_mark)mark), "</li>");
        }
    text_put(text, "</ul>\n<footer>\n");
    for (unsigned i = 0; i < notes->count; i++)
        put_element(text, "<p>", notes->foot[i], "</p>\n");
    text_put(text, "</footer></body></html>\n");
}
