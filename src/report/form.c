/* SPDX-License-Identifier: Apache-2.0 */
/* form.c - a report as JSON, as CSV and for people; see report.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "report/report.h"

enum { MOMENT_MAX = 48, LINE_BYTES_MAX = 512 };

static int64_t theoretical_cents(const struct figures *figures)
{
    return llround(figures->theoretical_cents);
}

/* The parts of a report, in their order. */
static const struct part {
    const char *name; /* in JSON */
    const char *one;  /* in CSV, and the heading for people */
    size_t rows;
} parts[] = {{"tables", "table", offsetof(struct report, tables)},
             {"games", "game", offsetof(struct report, games)},
             {"dealers", "dealer", offsetof(struct report, dealers)},
             {"hours", "hour", offsetof(struct report, hours)}};
enum { PARTS = sizeof parts / sizeof parts[0] };

static const struct figures_rows *rows_of(const struct report *report, const struct part *part)
{
    return (const struct figures_rows *)(const void *)((const char *)report + part->rows);
}

static const char *row_name(const struct figures *row)
{
    return row->name[0] ? row->name : "(none)";
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct figures *)a)->name, ((const struct figures *)b)->name);
}

/* ---- JSON. ---- */

static void put_figures(struct out *out, const struct figures *row)
{
    int64_t hold;
    bool held = figures_hold(row, &hold);
    if (row->has_float) {
        out_put_integer(out, "opening", row->opening_cents);
        out_put_integer(out, "fills", row->fills_cents);
        out_put_integer(out, "credits", row->credits_cents);
        out_put_integer(out, "closing", row->closing_cents);
    }
    out_put_integer(out, "drop", row->drop_cents);
    out_put_integer(out, "win", figures_win(row));
    out_key(out, "holdBasisPoints");
    if (held)
        out_integer(out, hold);
    else
        out_null(out);
    out_put_integer(out, "result", row->result_cents);
    out_put_integer(out, "turnover", row->turnover_cents);
    out_put_integer(out, "theoretical", theoretical_cents(row));
    out_put_integer(out, "rounds", (int64_t)row->rounds);
    out_put_integer(out, "roundsPerHour", figures_pace(row));
    out_put_integer(out, "voids", (int64_t)row->voids);
    out_put_integer(out, "irregularities", (int64_t)row->irregularities);
}

static void put_part(struct out *out, const struct report *report, const struct part *part)
{
    const struct figures_rows *rows = rows_of(report, part);
    out_key(out, part->name);
    out_array(out);
    for (unsigned i = 0; i < rows->count; i++) {
        out_object(out);
        out_put_string(out, part->one, rows->items[i].name);
        put_figures(out, &rows->items[i]);
        out_object_end(out);
    }
    out_array_end(out);
}

/* Names in their order: the same report is the same bytes. */
static void sort(const struct report *report)
{
    for (unsigned i = 0; i < PARTS; i++) {
        const struct figures_rows *rows = rows_of(report, &parts[i]);
        if (rows->count)
            qsort(rows->items, rows->count, sizeof rows->items[0], compare_names);
    }
}

void report_put_json(const struct report *report, const struct report_form *form, struct out *out)
{
    char moment[MOMENT_MAX];
    sort(report);
    out_object(out);
    out_put_string(out, "name", report->period.name);
    if (report->table)
        out_put_string(out, "table", report->table);
    out_put_string(out, "currency", form->currency);
    form->moment(report->period.from_ms, moment, sizeof moment);
    out_put_string(out, "from", moment);
    form->moment(report->period.to_ms, moment, sizeof moment);
    out_put_string(out, "to", moment);
    out_put_bool(out, "open", report->period.open);
    out_key(out, "total");
    out_object(out);
    put_figures(out, &report->total);
    out_object_end(out);
    for (unsigned i = 0; i < PARTS; i++)
        put_part(out, report, &parts[i]);
    out_key(out, "irregularities");
    out_array(out);
    for (unsigned i = 0; i < report->tally_count; i++) {
        out_object(out);
        out_put_string(out, "kind", report->tallies[i].name);
        out_put_integer(out, "count", (int64_t)report->tallies[i].count);
        out_object_end(out);
    }
    out_array_end(out);
    out_key(out, "shifts");
    out_array(out);
    for (unsigned i = 0; i < report->shift_count; i++)
        out_string(out, report->shifts[i]);
    out_array_end(out);
    out_put_integer(out, "corrections", (int64_t)report->corrections);
    out_put_integer(out, "limitsChanged", (int64_t)report->limits);
    out_put_integer(out, "peopleChanged", (int64_t)report->people);
    out_put_integer(out, "missing", report->variance_cents);
    out_object_end(out);
}

/* ---- CSV. ---- */

static void put_line(struct out *out, const char *line)
{
    out_raw_text(out, line, strlen(line));
}

static void amount_text(int64_t cents, char text[MONEY_TEXT_MAX])
{
    snprintf(text, MONEY_TEXT_MAX, "%s%lld.%02lld", cents < 0 ? "-" : "", llabs(cents) / 100,
             llabs(cents) % 100);
}

static void hold_text(const struct figures *row, char text[24])
{
    int64_t hold;
    if (figures_hold(row, &hold))
        snprintf(text, 24, "%s%lld.%02lld", hold < 0 ? "-" : "", llabs(hold) / 100, llabs(hold) % 100);
    else
        text[0] = 0;
}

static void csv_row(struct out *out, const struct report *report, const struct report_form *form,
                    const char *kind, const struct figures *row)
{
    const int64_t cents[] = {row->opening_cents,  row->fills_cents,      row->credits_cents,
                             row->drop_cents,     row->closing_cents,    figures_win(row),
                             row->turnover_cents, theoretical_cents(row)};
    char amounts[sizeof cents / sizeof cents[0]][MONEY_TEXT_MAX];
    char moments[2][MOMENT_MAX];
    char line[LINE_BYTES_MAX];
    char hold[24];
    for (unsigned i = 0; i < sizeof cents / sizeof cents[0]; i++)
        amount_text(cents[i], amounts[i]);
    if (!row->has_float) /* of a game, a dealer, an hour: not 0, but none */
        amounts[0][0] = amounts[4][0] = 0;
    hold_text(row, hold);
    form->moment(report->period.from_ms, moments[0], MOMENT_MAX);
    form->moment(report->period.to_ms, moments[1], MOMENT_MAX);
    snprintf(line, sizeof line,
             "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%" PRIu64 ",%" PRId64 ",%" PRIu64 ",%" PRIu64
             "\r\n",
             report->period.name, kind, row->name, form->currency, moments[0], moments[1], amounts[0],
             amounts[1], amounts[2], amounts[3], amounts[4], amounts[5], hold, amounts[6], amounts[7],
             row->rounds, figures_pace(row), row->voids, row->irregularities);
    put_line(out, line);
}

void report_put_csv(const struct report *report, const struct report_form *form, struct out *out)
{
    sort(report);
    put_line(out, "period,kind,name,currency,from,to,opening,fills,credits,drop,closing,win,hold_percent,"
                  "turnover,theoretical,rounds,rounds_per_hour,voids,irregularities\r\n");
    for (unsigned i = 0; i < PARTS; i++) {
        const struct figures_rows *rows = rows_of(report, &parts[i]);
        for (unsigned row = 0; row < rows->count; row++)
            csv_row(out, report, form, parts[i].one, &rows->items[row]);
    }
    csv_row(out, report, form, "total", &report->total);
}

/* ---- For people. ---- */

/* A dealer or an hour of which nothing is known but a fill. */
static bool says_nothing(const struct figures *row)
{
    return !row->has_float && !row->drop_cents && !figures_win(row) && !row->turnover_cents && !row->rounds &&
           !row->voids && !row->irregularities;
}

static void text_row(struct out *out, const char *name, const struct figures *row, bool floats)
{
    char amounts[5][MONEY_TEXT_MAX];
    char line[LINE_BYTES_MAX];
    char hold[24];
    amount_text(row->drop_cents, amounts[0]);
    amount_text(figures_win(row), amounts[1]);
    amount_text(row->turnover_cents, amounts[2]);
    amount_text(theoretical_cents(row), amounts[3]);
    hold_text(row, hold);
    snprintf(line, sizeof line,
             "  %-20s %14s %14s %8s %16s %14s %8" PRIu64 " %6" PRId64 " %5" PRIu64 " %5" PRIu64 "\n", name,
             amounts[0], amounts[1], hold, amounts[2], amounts[3], row->rounds, figures_pace(row), row->voids,
             row->irregularities);
    put_line(out, line);
    if (!floats || !row->has_float)
        return;
    amount_text(row->opening_cents, amounts[0]);
    amount_text(row->fills_cents, amounts[1]);
    amount_text(row->credits_cents, amounts[2]);
    amount_text(row->closing_cents, amounts[3]);
    snprintf(line, sizeof line, "  %-20s float %s + fills %s - credits %s, closing %s\n", "", amounts[0],
             amounts[1], amounts[2], amounts[3]);
    put_line(out, line);
}

static void text_heading(struct out *out, const char *heading)
{
    char line[LINE_BYTES_MAX];
    snprintf(line, sizeof line, "\n%-22s %14s %14s %8s %16s %14s %8s %6s %5s %5s\n", heading, "drop", "win",
             "hold %", "turnover", "theoretical", "rounds", "/hour", "void", "irreg");
    put_line(out, line);
}

static void text_part(struct out *out, const char *heading, const struct figures_rows *rows, bool floats)
{
    bool begun = false;
    for (unsigned i = 0; i < rows->count; i++) {
        if (says_nothing(&rows->items[i]))
            continue;
        if (!begun)
            text_heading(out, heading);
        begun = true;
        text_row(out, row_name(&rows->items[i]), &rows->items[i], floats);
    }
}

static void text_counts(struct out *out, const struct report *report)
{
    char line[LINE_BYTES_MAX];
    char amount[MONEY_TEXT_MAX];
    for (unsigned i = 0; i < report->tally_count; i++) {
        snprintf(line, sizeof line, "%s%s: %" PRIu64,
                 i ? ", " : "\nIrregularities: ", report->tallies[i].name, report->tallies[i].count);
        put_line(out, line);
    }
    amount_text(report->variance_cents, amount);
    snprintf(line, sizeof line,
             "\nCorrections %" PRIu64 ", changes of limits %" PRIu64 ", of people %" PRIu64
             "; missing by count %s\n",
             report->corrections, report->limits, report->people, amount);
    put_line(out, line);
}

void report_put_text(const struct report *report, const struct report_form *form, struct out *out)
{
    char line[LINE_BYTES_MAX];
    char moments[2][MOMENT_MAX];
    static const char *const headings[PARTS] = {"Tables", "Games", "Dealers", "Hours"};
    sort(report);
    form->moment(report->period.from_ms, moments[0], MOMENT_MAX);
    form->moment(report->period.to_ms, moments[1], MOMENT_MAX);
    bool named = strcmp(form->currency, REPORT_NO_CURRENCY) != 0;
    snprintf(line, sizeof line, "%s%s%s, %s to %s%s%s%s\n", report->period.name,
             report->table ? ", table " : "", report->table ? report->table : "", moments[0], moments[1],
             report->period.open ? ", still open" : "", named ? "; amounts in " : "",
             named ? form->currency : "");
    put_line(out, line);
    text_heading(out, "");
    text_row(out, "all", &report->total, true);
    for (unsigned i = 0; i < PARTS; i++)
        text_part(out, headings[i], rows_of(report, &parts[i]), i == 0);
    text_counts(out, report);
}
