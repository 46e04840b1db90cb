/* SPDX-License-Identifier: Apache-2.0 */
/* edge.c - croupier edge: the house edge of every wager for every number of decks. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/csv.h"
#include "cli/grid.h"
#include "cli/odds_args.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "odds/answer.h"

enum { KEY_SVG = 0x100, KEY_CSV, NUMBER_MAX = 24 };

struct edge_args {
    struct book_args book;
    const char *svg;
    bool csv;
};

static int fill(struct edge_table *edges, const struct rulebook *book)
{
    struct progress progress;
    progress_init(&progress, book->wager_count * (book->decks_max - book->decks_min + 1U));
    enum status status = edge_table_fill(edges, book, progress_part, &progress);
    progress_end(&progress);
    return status == STATUS_OK ? EXIT_DONE : complain("%s: %s", book->id, status_sentence(status));
}

static int print_edges(const struct edge_table *edges)
{
    char cells[SHOE_DECKS_MAX + 1][NUMBER_MAX];
    const char *row[SHOE_DECKS_MAX + 2] = {"HOUSE EDGE, %"};
    unsigned columns = 1;
    struct grid table;
    for (unsigned decks = edges->decks_min; decks <= edges->decks_max; decks++) {
        snprintf(cells[decks], NUMBER_MAX, "%u DECK%s", decks, decks == 1 ? "" : "S");
        row[columns++] = cells[decks];
    }
    grid_init(&table, columns, row);
    table.right = ~1U;
    for (unsigned i = 0; i < edges->row_count; i++) {
        row[0] = edges->rows[i].kind;
        for (unsigned decks = edges->decks_min; decks <= edges->decks_max; decks++)
            snprintf(cells[decks], NUMBER_MAX, "%.8f", 100 * edges->rows[i].edge[decks]);
        grid_add(&table, row);
    }
    grid_print(&table, 0, stdout);
    grid_release(&table);
    return EXIT_DONE;
}

static int print_csv(json_t *takes)
{
    static const char *const columns[] = {"kind", "decks", "house_edge", "house_edge_fraction", NULL};
    json_t *wagers = json_incref(json_object_get(takes, "wagers"));
    json_decref(takes);
    return csv_print(csv_flatten(wagers, "edges", "edge"), columns);
}

static int print_answer(const struct rulebook *book, bool csv)
{
    struct progress progress;
    const struct answer_watch watch = {progress_part, &progress};
    json_t *json;
    progress_init(&progress, book->wager_count * (book->decks_max - book->decks_min + 1U));
    enum status status = answer_edges(book, &watch, &json);
    progress_end(&progress);
    if (status != STATUS_OK)
        return complain("%s: %s", book->id, status_sentence(status));
    return csv ? print_csv(json) : print_json(json);
}

static int write_plot(const struct edge_table *edges, const char *path)
{
    struct text text;
    char *bytes = malloc(EDGE_PLOT_MAX);
    if (!bytes)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    text_init(&text, bytes, EDGE_PLOT_MAX);
    edge_svg(edges, &text);
    int done = odds_write(path, &text);
    free(bytes);
    return done;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct edge_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->book;
        return 0;
    case KEY_SVG:
        args->svg = arg;
        return 0;
    case KEY_CSV:
        args->csv = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"svg", KEY_SVG, "FILE", 0, "Write a drawing; - is standard output", 0},
    {"csv", KEY_CSV, NULL, 0, "Print comma-separated values", 0},
    {0},
};
static const struct argp_child children[] = {{&book_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "GAME",
    .doc = "Prints the house edge of every wager for every number of decks the game allows.\v"
           "Insurance: given that it is offered; a wager on split Aces: given that two Aces were split.",
};

static int run(int argc, char **argv)
{
    struct edge_args args = {0};
    struct rulebook book;
    struct edge_table edges = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int done = book_load(&args.book, &book);
    if (done != EXIT_DONE)
        return done;
    if ((args.book.json || args.csv) && !args.svg)
        return print_answer(&book, args.csv);
    done = fill(&edges, &book);
    if (done == EXIT_DONE)
        done = args.svg ? write_plot(&edges, args.svg) : print_edges(&edges);
    edge_table_release(&edges);
    return done;
}

const struct command command_edge = {
    .name = "edge",
    .summary = "the house edge of every wager for every number of decks",
    .run = run,
    .argp = &argp,
};
