/* SPDX-License-Identifier: Apache-2.0 */
/* edge.c - croupier edge: the house edge of every wager for every number of decks. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/grid.h"
#include "cli/odds_args.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "odds/edge_plot.h"
#include "odds/game.h"
#include "odds/wager_odds.h"

enum { KEY_SVG = 0x100, NUMBER_MAX = 24 };

struct edge_args {
    struct book_args book;
    const char *svg;
};

static struct edge_row *add_row(struct edge_table *edges, const char *kind, const char *label)
{
    struct edge_row *row = &edges->rows[edges->row_count++];
    row->kind = kind;
    row->label = label;
    return row;
}

/* The main wager has two rows: best play, and the printed card. */
static int fill_main(struct edge_table *edges, const struct rulebook *book, const struct wager_rule *rule,
                     struct progress *progress, unsigned done)
{
    struct edge_row *best = add_row(edges, rule->name, label_say(&rule->label, LANGUAGE_ENGLISH));
    struct edge_row *printed = add_row(edges, "main-printed", "Main wager by the printed card");
    for (unsigned decks = edges->decks_min; decks <= edges->decks_max; decks++) {
        struct game_odds *game = game_odds_new(book, decks);
        if (!game)
            return complain("%s: %s", rule->name, status_sentence(STATUS_NO_MEMORY));
        best->edge[decks] = -game->expected_value;
        printed->edge[decks] = -game->printed_expected_value;
        game_odds_free(game);
        progress_show(progress, ++done);
    }
    return EXIT_DONE;
}

static int fill_row(struct edge_table *edges, const struct rulebook *book, unsigned number,
                    struct progress *progress, unsigned done)
{
    const struct wager_rule *rule = &book->wagers[number];
    struct wager_odds odds;
    if (rule->judge == JUDGE_HAND)
        return fill_main(edges, book, rule, progress, done);
    struct edge_row *row = add_row(edges, rule->name, label_say(&rule->label, LANGUAGE_ENGLISH));
    int result = EXIT_DONE;
    wager_odds_init(&odds);
    for (unsigned decks = edges->decks_min; decks <= edges->decks_max && result == EXIT_DONE; decks++) {
        enum status status = wager_odds_count(&odds, book, number, decks);
        if (status != STATUS_OK) {
            result = complain("%s: %s", rule->name, status_sentence(status));
        } else {
            row->edge[decks] = mpq_get_d(odds.house_edge);
            row->fraction[decks] = fraction_text(odds.house_edge);
        }
        progress_show(progress, ++done);
    }
    wager_odds_release(&odds);
    return result;
}

static int fill(struct edge_table *edges, const struct rulebook *book)
{
    struct progress progress;
    unsigned per_wager = (unsigned)(book->decks_max - book->decks_min + 1);
    int done = EXIT_DONE;
    edges->title = label_say(&book->name, LANGUAGE_ENGLISH);
    edges->decks_min = book->decks_min;
    edges->decks_max = book->decks_max;
    progress_init(&progress, book->wager_count * per_wager);
    for (unsigned i = 0; i < book->wager_count && done == EXIT_DONE; i++)
        done = fill_row(edges, book, i, &progress, i * per_wager);
    progress_end(&progress);
    return done;
}

static void release(struct edge_table *edges)
{
    for (unsigned i = 0; i < edges->row_count; i++)
        for (unsigned decks = 0; decks <= SHOE_DECKS_MAX; decks++)
            free(edges->rows[i].fraction[decks]);
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

static int print_edges_json(const struct edge_table *edges, const struct rulebook *book)
{
    char hash[HASH_TEXT_MAX];
    json_t *wagers = json_array();
    for (unsigned i = 0; i < edges->row_count; i++) {
        const struct edge_row *row = &edges->rows[i];
        json_t *list = json_array();
        for (unsigned decks = edges->decks_min; decks <= edges->decks_max; decks++)
            json_array_append_new(list,
                                  json_pack("{s:i, s:f, s:s?}", "decks", (int)decks, "house_edge",
                                            row->edge[decks], "house_edge_fraction", row->fraction[decks]));
        json_array_append_new(wagers, json_pack("{s:s, s:o}", "kind", row->kind, "edges", list));
    }
    hash_print(&book->hash, hash, sizeof(hash));
    return print_json(
        json_pack("{s:s, s:s, s:o}", "game", book->id, "rulebook_hash", hash, "wagers", wagers));
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
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"svg", KEY_SVG, "FILE", 0, "Draw it; - is standard output", 0},
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
    done = fill(&edges, &book);
    if (done == EXIT_DONE && args.svg)
        done = write_plot(&edges, args.svg);
    else if (done == EXIT_DONE)
        done = args.book.json ? print_edges_json(&edges, &book) : print_edges(&edges);
    release(&edges);
    return done;
}

const struct command command_edge = {
    .name = "edge",
    .summary = "the house edge of every wager for every number of decks",
    .run = run,
    .argp = &argp,
};
