/* SPDX-License-Identifier: Apache-2.0 */
/* sign.c - croupier sign: the sign on the table, as text, JSON or a page to print. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/limits.h"
#include "cli/print.h"
#include "cli/sign_text.h"
#include "report/edges.h"
#include "rulebook/sign_html.h"
#include "rulebook/sign_json.h"

enum { KEY_DECKS = 0x100, KEY_LIMITS, KEY_LANG, KEY_HTML, KEY_NO_ODDS };

struct sign_args {
    struct book_args book;
    const char *limits;
    const char *html;
    unsigned language;
    bool no_odds;
};

static int write_html(const struct sign *sign, const char *path)
{
    struct text text;
    char *bytes = malloc(SIGN_HTML_MAX);
    if (!bytes)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    text_init(&text, bytes, SIGN_HTML_MAX);
    sign_html(sign, &text);
    int failed = file_write(path, text.bytes, text.used);
    int done = failed ? complain("%s: %s", path, strerror(errno)) : EXIT_DONE;
    free(bytes);
    return done;
}

static int setting_from(const struct sign_args *args, const struct rulebook *book,
                        struct sign_setting *setting)
{
    *setting = (struct sign_setting){0};
    unsigned decks;
    if (args->book.decks) {
        if (book_decks(&args->book, book, &decks) != EXIT_DONE)
            return EXIT_USAGE;
        setting->decks = decks;
    }
    if (args->limits) {
        struct limits limits;
        char reason[LIMITS_REASON_MAX];
        if (!limits_parse(book, args->limits, &limits, reason))
            return complain("--limits: %s", reason);
        memcpy(setting->limit_min_cents, limits.min_cents, sizeof(limits.min_cents));
        memcpy(setting->limit_max_cents, limits.max_cents, sizeof(limits.max_cents));
    }
    return EXIT_DONE;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct sign_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->book;
        return 0;
    case KEY_DECKS:
        args->book.decks = arg;
        return 0;
    case KEY_LIMITS:
        args->limits = arg;
        return 0;
    case KEY_HTML:
        args->html = arg;
        return 0;
    case KEY_NO_ODDS:
        args->no_odds = true;
        return 0;
    case KEY_LANG:
        if (!language_find(arg, &args->language))
            argp_error(state, "--lang is %s, not %s", language_choices(), arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"decks", KEY_DECKS, "N", 0, "Decks at this table (otherwise the sign gives the range)", 0},
    {"limits", KEY_LIMITS, "LIMITS", 0, "Limits at this table: main=25-1000,side=5-200", 0},
    {"lang", KEY_LANG, "LANG", 0, "Language of the sign, by its code (en)", 0},
    {"no-odds", KEY_NO_ODDS, NULL, 0,
     "Leave out chances and edges, which the sign shows when the decks are "
     "given",
     0},
    {"html", KEY_HTML, "FILE", 0, "Write a page that prints on one sheet of A3; - is standard output", 0},
    {0},
};
static const struct argp_child children[] = {{&book_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "GAME",
    .doc =
        "Prints the sign on the table: decks, limits, payouts, what the Dealer does, what a Player may "
        "do.\vThe sign is made from the frozen rulebook that the engine plays by, and from its exact odds: "
        "how often every wager is paid, and its house edge.",
};

static int run(int argc, char **argv)
{
    struct sign_args args = {.language = LANGUAGE_ENGLISH};
    struct rulebook book;
    struct sign_setting setting;
    struct sign sign;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int done = book_load(&args.book, &book);
    if (done == EXIT_DONE)
        done = setting_from(&args, &book, &setting);
    if (done != EXIT_DONE)
        return done;
    struct edges edges = {.chances = true};
    struct sign_odds odds[WAGERS_MAX];
    if (setting.decks && !args.no_odds) {
        edges_sign(&edges, &book, setting.decks, odds);
        setting.odds = odds;
    }
    sign_make(&sign, &book, &setting, args.language);
    edges_release(&edges);
    if (args.html)
        return write_html(&sign, args.html);
    if (args.book.json)
        return print_json(sign_json(&sign, &book));
    sign_print(&sign);
    return EXIT_DONE;
}

const struct command command_sign = {
    .name = "sign",
    .summary = "the sign on the table: limits, payouts, what the Dealer does",
    .run = run,
    .argp = &argp,
};
