/* SPDX-License-Identifier: Apache-2.0 */
/* rulebook_export.c - croupier rulebook export: a built-in rulebook as it was written, to copy and change. */
#include <stdio.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "rulebook/builtin.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const char **game = state->input;
    if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "name a GAME");
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (*game)
        argp_error(state, "one argument too many: %s", arg);
    *game = arg;
    return 0;
}

static const struct argp argp = {
    .parser = parse,
    .args_doc = "GAME",
    .doc = "Prints a built-in rulebook (YAML), to be copied and changed.",
};

static int run(int argc, char **argv)
{
    const char *game = NULL;
    argp_parse(&argp, argc, argv, 0, NULL, &game);
    const struct embedded *text = builtin_text(game);
    if (!text)
        return book_unknown(game);
    fwrite(text->bytes, 1, text->size, stdout);
    return EXIT_DONE;
}

const struct command command_rulebook_export = {
    .name = "export",
    .summary = "print a built-in rulebook, to copy and change",
    .run = run,
    .argp = &argp,
};
