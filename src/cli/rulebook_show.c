/* SPDX-License-Identifier: Apache-2.0 */
/* rulebook_show.c - croupier rulebook show: every key with its value and what it means. */
#include <stdio.h>
#include <unistd.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/grid.h"
#include "cli/print.h"
#include "rulebook/builtin.h"
#include "rulebook/freeze.h"
#include "rulebook/keys_json.h"

static void add_row(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    grid_add(context, (const char *[]){path, value, key ? key->reading : NULL, key ? key->legend : NULL});
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct book_args *args = state->input;
    (void)arg;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = args;
    return 0;
}

static const struct argp_child children[] = {{&book_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .parser = parse,
    .children = children,
    .args_doc = "GAME|FILE",
    .doc = "Prints every key of a rulebook with its value, its meaning, and the reading of an unclear clause "
           "that it decides (AMB-.., docs/readings.md).",
};

static int run(int argc, char **argv)
{
    struct book_args args = {0};
    struct rulebook book;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (args.game && !builtin_text(args.game) && access(args.game, F_OK) == 0)
        args.file = args.game;
    int done = book_load(&args, &book);
    if (done != EXIT_DONE)
        return done;
    if (args.json)
        return print_json(rulebook_keys_json(&book));
    struct grid table;
    grid_init(&table, 4, (const char *[]){"KEY", "VALUE", "READING", "MEANS"});
    rulebook_walk(&book, add_row, &table);
    grid_print(&table, 0, stdout);
    grid_release(&table);
    return EXIT_DONE;
}

const struct command command_rulebook_show = {
    .name = "show",
    .summary = "every key of a rulebook with its value and meaning",
    .run = run,
    .argp = &argp,
};
