/* SPDX-License-Identifier: Apache-2.0 */
/* strategy.c - croupier strategy: the chart for the player's pocket. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/odds_args.h"
#include "cli/print.h"
#include "cli/style.h"
#include "odds/answer.h"
#include "odds/chart_page.h"

enum { KEY_SVG = 0x100, KEY_HTML };

struct strategy_args {
    struct book_args book;
    const char *svg;
    const char *html;
};

/* The nearest of the terminal's 256 colours to the drawing's, and black letters on it. */
static const char *mark_style(enum chart_mark mark)
{
    static const char *const codes[MARKS] = {
        [MARK_HIT] = "\033[30;48;5;231m",
        [MARK_STAND] = "\033[30;48;5;227m",
        [MARK_DOUBLE_HIT] = "\033[30;48;5;75m",
        [MARK_DOUBLE_STAND] = "\033[30;48;5;117m",
        [MARK_SPLIT] = "\033[30;48;5;214m",
        [MARK_SURRENDER_HIT] = "\033[30;48;5;251m",
        [MARK_SURRENDER_STAND] = "\033[30;48;5;248m",
        [MARK_SURRENDER_SPLIT] = "\033[30;48;5;180m",
    };
    return *style_of(stdout, STYLE_BOLD) ? codes[mark] : "";
}

static void print_section(const struct strategy_chart *chart, unsigned number)
{
    const struct chart_section *section = &chart->sections[number];
    printf("\n%s%-11s", style_of(stdout, STYLE_BOLD), section->heading);
    for (unsigned c = 0; c < CHART_COLUMNS; c++)
        printf(" %-3s", chart_upcard_label(c));
    printf("%s\n", style_of(stdout, STYLE_PLAIN));
    for (unsigned r = 0; r < section->count; r++) {
        const struct chart_row *row = &chart->rows[section->first + r];
        printf("%10s ", row->label);
        for (unsigned c = 0; c < CHART_COLUMNS; c++) {
            enum chart_mark mark = (enum chart_mark)row->marks[c];
            printf("%s %-2s%s ", mark_style(mark), mark_letters(mark), style_of(stdout, STYLE_PLAIN));
        }
        putchar('\n');
    }
}

static int print_chart(const struct strategy_chart *chart, const struct chart_notes *notes)
{
    printf("%s%s%s\n%s; columns: the Dealer's first card\n", style_of(stdout, STYLE_BOLD), notes->title,
           style_of(stdout, STYLE_PLAIN), notes->subtitle);
    for (unsigned s = 0; s < CHART_SECTIONS; s++)
        print_section(chart, s);
    putchar('\n');
    for (unsigned mark = 0; mark < MARKS; mark++)
        if (chart->used[mark])
            printf("%s %-2s%s %s\n", mark_style((enum chart_mark)mark), mark_letters((enum chart_mark)mark),
                   style_of(stdout, STYLE_PLAIN), mark_says((enum chart_mark)mark));
    putchar('\n');
    for (unsigned i = 0; i < notes->count; i++)
        printf("%s%s%s\n", style_of(stdout, STYLE_DIM), notes->foot[i], style_of(stdout, STYLE_PLAIN));
    return EXIT_DONE;
}

static int write_page(const struct strategy_chart *chart, const struct chart_notes *notes, const char *path,
                      bool html)
{
    struct text text;
    char *bytes = malloc(CHART_PAGE_MAX);
    if (!bytes)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    text_init(&text, bytes, CHART_PAGE_MAX);
    if (html)
        chart_html(chart, notes, &text);
    else
        chart_svg(chart, notes, &text);
    int done = odds_write(path, &text);
    free(bytes);
    return done;
}

static int print_chart_json(const struct rulebook *book, unsigned decks)
{
    json_t *json;
    enum status status = answer_strategy(book, decks, &json);
    return status == STATUS_OK ? print_json(json) : complain("%s", status_sentence(status));
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct strategy_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->book;
        return 0;
    case KEY_SVG:
        args->svg = arg;
        return 0;
    case KEY_HTML:
        args->html = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"svg", KEY_SVG, "FILE", 0, "Write a drawing; - is standard output", 0},
    {"html", KEY_HTML, "FILE", 0, "Write a page that prints on one sheet; - is standard output", 0},
    {0},
};
static const struct argp_child children[] = {{&shoe_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "GAME",
    .doc =
        "Prints the best strategy by totals for a blackjack game: the card for the pocket.\vIt is computed "
        "from the rulebook for this number of decks, with its exact cost compared with play by composition.",
};

static int run(int argc, char **argv)
{
    struct strategy_args args = {0};
    struct rulebook book;
    unsigned decks;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int done = book_load(&args.book, &book);
    if (done == EXIT_DONE)
        done = book_decks(&args.book, &book, &decks);
    if (done != EXIT_DONE)
        return done;
    if (book.family != FAMILY_BLACKJACK)
        return odds_no_decisions(&book);
    if (args.book.json && !args.svg && !args.html)
        return print_chart_json(&book, decks);
    struct game_odds *game = game_odds_new(&book, decks);
    if (!game)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    struct strategy_chart chart;
    struct chart_notes notes;
    chart_make(&chart, game);
    chart_notes_make(&notes, &book, game);
    if (args.svg)
        done = write_page(&chart, &notes, args.svg, false);
    if (args.html && done == EXIT_DONE)
        done = write_page(&chart, &notes, args.html, true);
    if (!args.svg && !args.html)
        done = print_chart(&chart, &notes);
    game_odds_free(game);
    return done;
}

const struct command command_strategy = {
    .name = "strategy",
    .summary = "the strategy chart of a blackjack game",
    .run = run,
    .argp = &argp,
};
