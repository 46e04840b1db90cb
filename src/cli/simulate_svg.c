/* SPDX-License-Identifier: Apache-2.0 */
/* simulate_svg.c - two pictures in one file: how the mean settled down, and what evenings at the table looked
 * like. */
#include <math.h>
#include <stdio.h>

#include "cli/simulate_report.h"

enum { WIDTH = 960, PANEL = 360, LEFT = 90, RIGHT = 50, TOP = 60, BOTTOM = 50, TICKS = 5 };

/* A rectangle of the page and the values its edges stand for. */
struct panel {
    FILE *out;
    double top;
    double x_low, x_high;
    double y_low, y_high;
    bool x_log;
};

static double x_of(const struct panel *panel, double x)
{
    double low = panel->x_log ? log10(panel->x_low) : panel->x_low;
    double high = panel->x_log ? log10(panel->x_high) : panel->x_high;
    double at = panel->x_log && x > 0 ? log10(x) : x;
    return LEFT + (at - low) / fmax(high - low, 1e-12) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct panel *panel, double y)
{
    double inside = fmin(fmax(y, panel->y_low), panel->y_high);
    return panel->top + TOP +
           (panel->y_high - inside) / fmax(panel->y_high - panel->y_low, 1e-12) * (PANEL - TOP - BOTTOM);
}

static void draw_frame(const struct panel *panel, const char *title, const char *x_title,
                       const char *y_format)
{
    fprintf(panel->out, "<text x=\"%d\" y=\"%.0f\" class=\"title\">%s</text>\n", LEFT, panel->top + 34,
            title);
    for (unsigned i = 0; i <= TICKS; i++) {
        double value = panel->y_low + (panel->y_high - panel->y_low) * i / TICKS;
        double y = y_of(panel, value);
        fprintf(panel->out, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" class=\"grid\"/>\n", LEFT,
                WIDTH - RIGHT, y, y);
        fprintf(panel->out, "<text x=\"%d\" y=\"%.1f\" class=\"y\">", LEFT - 8, y + 4);
        fprintf(panel->out, y_format, value);
        fputs("</text>\n", panel->out);
    }
    for (unsigned i = 0; i <= TICKS; i++) {
        double share = (double)i / TICKS;
        double value = panel->x_log ? panel->x_low * pow(panel->x_high / panel->x_low, share)
                                    : panel->x_low + (panel->x_high - panel->x_low) * share;
        fprintf(panel->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"x\">%.4g</text>\n", x_of(panel, value),
                panel->top + PANEL - BOTTOM + 18, value);
    }
    fprintf(panel->out, "<text x=\"%d\" y=\"%.1f\" class=\"x\">%s</text>\n", (LEFT + WIDTH - RIGHT) / 2,
            panel->top + PANEL - BOTTOM + 38, x_title);
}

static void draw_convergence(const struct report *report, FILE *out)
{
    const struct curve *curve = report->curve;
    unsigned wager = report_wager(report->book);
    unsigned last = curve->count - 1;
    double middle = report->exact->known[wager] ? report->exact->mean[wager] : curve->mean[last];
    double reach = fmax(6 * curve->error[last], fabs(curve->mean[0] - middle) + 2 * curve->error[0]);
    struct panel panel = {out,
                          0,
                          curve->rounds[0],
                          fmax(curve->rounds[last], curve->rounds[0] * 1.01),
                          100 * (middle - reach),
                          100 * (middle + reach),
                          true};
    draw_frame(&panel, "Mean of the wager, with 95 % of where chance would put it", "rounds", "%.3f %%");
    fputs("<polygon class=\"band\" points=\"", out);
    for (unsigned i = 0; i <= last; i++)
        fprintf(out, "%.1f,%.1f ", x_of(&panel, curve->rounds[i]),
                y_of(&panel, 100 * (curve->mean[i] + 1.96 * curve->error[i])));
    for (unsigned i = last + 1; i-- > 0;)
        fprintf(out, "%.1f,%.1f ", x_of(&panel, curve->rounds[i]),
                y_of(&panel, 100 * (curve->mean[i] - 1.96 * curve->error[i])));
    fputs("\"/>\n<polyline class=\"mean\" points=\"", out);
    for (unsigned i = 0; i <= last; i++)
        fprintf(out, "%.1f,%.1f ", x_of(&panel, curve->rounds[i]), y_of(&panel, 100 * curve->mean[i]));
    fputs("\"/>\n", out);
    if (report->exact->known[wager]) {
        double y = y_of(&panel, 100 * report->exact->mean[wager]);
        fprintf(out, "<line class=\"exact\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", LEFT,
                WIDTH - RIGHT, y, y);
        fprintf(out, "<text class=\"label\" x=\"%d\" y=\"%.1f\">exact %+.5f %%</text>\n", WIDTH - RIGHT - 4,
                y - 6, 100 * report->exact->mean[wager]);
    }
}

static void draw_paths(const struct report *report, FILE *out)
{
    const struct paths *paths = report->paths;
    double low = 0;
    double high = 0;
    for (unsigned p = 0; p < paths->count; p++) {
        for (unsigned i = 0; i <= PATH_ROUNDS; i++) {
            low = fmin(low, paths->stakes[p][i]);
            high = fmax(high, paths->stakes[p][i]);
        }
    }
    struct panel panel = {out, PANEL, 0, PATH_ROUNDS, low, fmax(high, low + 1), false};
    draw_frame(&panel, "Bankrolls of the first evenings, one stake a round", "rounds", "%+.0f");
    for (unsigned p = 0; p < paths->count; p++) {
        fprintf(out, "<polyline class=\"path p%u\" points=\"", p % 4);
        for (unsigned i = 0; i <= PATH_ROUNDS; i += 5)
            fprintf(out, "%.1f,%.1f ", x_of(&panel, i), y_of(&panel, paths->stakes[p][i]));
        fputs("\"/>\n", out);
    }
}

static const char style[] =
    "<style>text{font:13px sans-serif;fill:#1b1b1b}.title{font-size:17px;font-weight:600}.y,.label{text-anchor:end}"
    ".x{text-anchor:middle}.grid{stroke:#d5d5d5}.band{fill:#56b4e9;opacity:.25}.mean{fill:none;stroke:#0072b2;stroke-width:2}"
    ".exact{stroke:#d55e00;stroke-width:2;stroke-dasharray:7 4}.path{fill:none;stroke-width:1.1;opacity:.75}"
    ".p0{stroke:#0072b2}.p1{stroke:#d55e00}.p2{stroke:#009e73}.p3{stroke:#cc79a7}</style>\n";

int report_svg(const struct report *report, const char *path)
{
    FILE *out = fopen(path, "w");
    bool paths = report->paths->count > 0;
    if (!out)
        return -1;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"Simulation of %s\">\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            WIDTH, paths ? 2 * PANEL : PANEL, report->book->id, style);
    if (report->curve->count)
        draw_convergence(report, out);
    if (paths)
        draw_paths(report, out);
    fputs("</svg>\n", out);
    return fclose(out);
}
