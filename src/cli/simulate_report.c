/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/simulate_report.h"

#include <math.h>
#include <stdio.h>

#include "cli/csv.h"
#include "cli/grid.h"
#include "cli/style.h"
#include "simulate/risk.h"

enum { CELL_BYTES = 40 };

/* One wager's figures, derived from its totals. */
struct figures {
    double mean;
    double error;
    double z; /* NAN where no exact value is known */
    double hits;
    double deviation;
};

unsigned report_wager(const struct rulebook *book)
{
    int main = rulebook_wager_at(book, PLACE_MAIN);
    return main < 0 ? 0 : (unsigned)main;
}

static bool is_main(const struct rulebook *book, unsigned wager)
{
    return book->wagers[wager].place == PLACE_MAIN;
}

static int64_t line_result(const struct report *report, unsigned wager, unsigned line)
{
    if (line == 0)
        return -report->scale;
    if (line == SCORE_PUSH)
        return 0;
    struct ratio pays = report->book->wagers[wager].lines[line - 1].pays;
    return report->scale / (int32_t)pays.den * (int64_t)pays.num;
}

/* Mean square and frequency of profit of single stakes, from the counts of their results. */
static void spread_of(const struct report *report, unsigned wager, struct figures *figures)
{
    const struct score *score = &report->state->score;
    double count = 0;
    double square = 0;
    double sum = 0;
    double hits = 0;
    bool main = is_main(report->book, wager);
    for (int i = 0; i < (main ? SCORE_RESULTS : SCORE_PUSH + 1); i++) {
        double times = (double)(main ? score->results[i] : score->wagers[wager].lines[i]);
        if (times == 0)
            continue;
        double result =
            (double)(main ? i - SCORE_RESULTS / 2 : line_result(report, wager, (unsigned)i)) / report->scale;
        count += times;
        sum += times * result;
        square += times * result * result;
        hits += result > 0 ? times : 0;
    }
    if (count > 0) {
        figures->hits = hits / count;
        figures->deviation = sqrt(fmax(square / count - sum / count * (sum / count), 0));
    }
}

static struct figures figures_of(const struct report *report, unsigned wager)
{
    struct figures figures = {.z = NAN};
    figures.mean = score_mean(&report->state->score, wager, report->scale);
    figures.error = score_error(&report->state->score, wager, report->scale);
    if (report->exact->known[wager] && figures.error > 0)
        figures.z = (figures.mean - report->exact->mean[wager]) / figures.error;
    spread_of(report, wager, &figures);
    return figures;
}

static struct risk risk_in(const struct report *report)
{
    return risk_of(&report->state->score, report_wager(report->book), report->scale);
}

/* ---- Text. ---- */

static void print_wagers(const struct report *report)
{
    static const char *const headings[] = {"wager", "mean", "standard error", "exact",
                                           "z",     "hits", "deviation"};
    struct grid table;
    grid_init(&table, 7, headings);
    table.right = 0x7e;
    for (unsigned w = 0; w < report->book->wager_count; w++) {
        char cells[6][CELL_BYTES] = {"", "", "", "", "", ""};
        struct figures figures = figures_of(report, w);
        if (!report->state->score.wagers[w].placed)
            continue;
        snprintf(cells[0], CELL_BYTES, "%+.5f %%", 100 * figures.mean);
        snprintf(cells[1], CELL_BYTES, "%.5f %%", 100 * figures.error);
        if (report->exact->known[w]) {
            snprintf(cells[2], CELL_BYTES, "%+.5f %%", 100 * report->exact->mean[w]);
            snprintf(cells[3], CELL_BYTES, "%+.2f", figures.z);
        }
        snprintf(cells[4], CELL_BYTES, "%.4f %%", 100 * figures.hits);
        snprintf(cells[5], CELL_BYTES, "%.4f", figures.deviation);
        grid_add(&table, (const char *[]){report->book->wagers[w].name, cells[0], cells[1], cells[2],
                                          cells[3], cells[4], cells[5]});
    }
    grid_print(&table, 2, stdout);
    grid_release(&table);
}

static void print_results(const struct report *report)
{
    static const char *const headings[] = {"result of the main wager", "share"};
    const struct score *score = &report->state->score;
    double count = 0;
    struct grid table;
    for (unsigned i = 0; i < SCORE_RESULTS; i++)
        count += (double)score->results[i];
    if (count == 0)
        return;
    grid_init(&table, 2, headings);
    table.right = 3;
    for (int i = SCORE_RESULTS - 1; i >= 0; i--) {
        char result[CELL_BYTES];
        char share[CELL_BYTES];
        int units = i - SCORE_RESULTS / 2;
        if (!score->results[i])
            continue;
        snprintf(result, CELL_BYTES, "%+.4g", (double)units / report->scale);
        snprintf(share, CELL_BYTES, "%.6f %%", 100 * (double)score->results[i] / count);
        grid_add(&table, (const char *[]){result, share});
    }
    putchar('\n');
    grid_print(&table, 2, stdout);
    grid_release(&table);
}

static void print_ruin(const struct report *report)
{
    struct risk risk = risk_in(report);
    double n0 = risk_n0(risk);
    if (isfinite(n0))
        printf("\nA round wins %+.5f units on average, standard deviation %.4f, bets as placed. After %.3g "
               "rounds the\nexpected result is as large as one standard deviation (N0).\n",
               risk.mean, risk.deviation, n0);
    if (report->bankroll > 0)
        printf("%g units are lost within %llu rounds with probability %.4g.\n", report->bankroll,
               (unsigned long long)report->horizon,
               risk_ruin(risk, report->bankroll, (double)report->horizon));
}

void report_print(const struct report *report)
{
    const struct sim_state *state = report->state;
    printf("%s%s%s, %u deck%s, %u box%s, strategy %s, seed %llu\n", style_of(stdout, STYLE_BOLD),
           label_say(&report->book->name, LANGUAGE_ENGLISH), style_of(stdout, STYLE_PLAIN), state->decks,
           state->decks == 1 ? "" : "s", state->boxes, state->boxes == 1 ? "" : "es", state->strategy,
           (unsigned long long)state->seed);
    printf("%llu rounds in %.2f s, %.1f million a second, %.3f cards a round\n\n",
           (unsigned long long)state->score.rounds, state->seconds,
           state->seconds > 0 ? (double)state->score.rounds / state->seconds / 1e6 : 0,
           state->score.rounds ? (double)state->score.cards / (double)state->score.rounds : 0);
    print_wagers(report);
    print_results(report);
    print_ruin(report);
}

/* ---- JSON. ---- */

static json_t *wager_json(const struct report *report, unsigned wager)
{
    struct figures figures = figures_of(report, wager);
    json_t *object = json_pack("{s:s, s:I, s:f, s:f}", "kind", report->book->wagers[wager].name, "placed",
                               (json_int_t)report->state->score.wagers[wager].placed, "mean", figures.mean,
                               "standard_error", figures.error);
    bool known = report->exact->known[wager];
    json_object_set_new(object, "exact", known ? json_real(report->exact->mean[wager]) : json_null());
    json_object_set_new(object, "z", known && isfinite(figures.z) ? json_real(figures.z) : json_null());
    json_object_set_new(object, "hit_frequency", json_real(figures.hits));
    json_object_set_new(object, "standard_deviation", json_real(figures.deviation));
    return object;
}

static json_t *ruin_json(const struct report *report)
{
    struct risk risk = risk_in(report);
    double n0 = risk_n0(risk);
    json_t *object = json_pack("{s:f, s:f, s:o}", "mean_per_round", risk.mean, "deviation_per_round",
                               risk.deviation, "n0", isfinite(n0) ? json_real(n0) : json_null());
    if (report->bankroll > 0) {
        double ruin = risk_ruin(risk, report->bankroll, (double)report->horizon);
        json_object_set_new(object, "bankroll", json_real(report->bankroll));
        json_object_set_new(object, "horizon", json_integer((json_int_t)report->horizon));
        json_object_set_new(object, "probability_of_ruin", json_real(ruin));
    }
    return object;
}

json_t *report_json(const struct report *report)
{
    const struct sim_state *state = report->state;
    double speed = state->seconds > 0 ? (double)state->score.rounds / state->seconds : 0;
    json_t *wagers = json_array();
    for (unsigned w = 0; w < report->book->wager_count; w++)
        json_array_append_new(wagers, wager_json(report, w));
    json_t *object =
        json_pack("{s:s, s:I, s:I, s:I, s:I, s:f, s:f, s:s, s:I, s:o, s:o}", "game", state->game, "decks",
                  (json_int_t)state->decks, "rounds", (json_int_t)state->score.rounds, "seed",
                  (json_int_t)state->seed, "threads", (json_int_t)state->threads, "seconds", state->seconds,
                  "rounds_per_second", speed, "strategy", state->strategy, "boxes", (json_int_t)state->boxes,
                  "wagers", wagers, "risk", ruin_json(report));
    sim_state_write(state, report->book, object);
    return object;
}

int report_csv(const struct report *report)
{
    static const char *const columns[] = {"kind",  "placed", "mean",          "standard_error",
                                          "exact", "z",      "hit_frequency", "standard_deviation",
                                          NULL};
    json_t *wagers = json_array();
    for (unsigned w = 0; w < report->book->wager_count; w++)
        json_array_append_new(wagers, wager_json(report, w));
    return csv_print(wagers, columns);
}
