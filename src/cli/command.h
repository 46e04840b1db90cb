/* SPDX-License-Identifier: Apache-2.0 */
/* command.h - a subcommand of croupier: one file per command, one row in main.c.
 *
 * A command is a leaf with `argp` and `run`, or a group with `children` (croupier rulebook check). `argp` is
 * not only what `run` parses: croupier --help, the shell completion and the check of the man page read it
 * too, so an option exists in all of them or in none. Leave argp out of no leaf; a test walks the table.
 *
 * The arguments a command takes stand in argp->args_doc ("GAME [CLAUSE]"); the completion offers what it
 * knows under these words: GAME, LANG, IRREGULARITY, PHASE. Everything else completes to file names. */
#ifndef CROUPIER_CLI_COMMAND_H
#define CROUPIER_CLI_COMMAND_H

#include <argp.h>
#include <stdbool.h>

/* The result of every command: done; refused, or different from what was expected; wrong usage or bad input.
 */
enum { EXIT_DONE = 0, EXIT_DIFFERENT = 1, EXIT_USAGE = 2 };

struct command {
    const char *name;
    const char *summary;               /* one line for croupier --help */
    int (*run)(int argc, char **argv); /* argv[0] is "croupier NAME", ready for argp_parse */
    const struct argp *argp;
    const struct command *const *children; /* ends with NULL */
    bool hidden;                           /* serves scripts: left out of the help */
};

/* A child of the argp of every command without arguments: refuses them. It needs no input. */
extern const struct argp no_arguments_argp;

/* Every command, ended by NULL (main.c). */
extern const struct command *const commands[];

/* Runs the command argv[0] names, one of `list`; argv[0] becomes "PREFIX NAME". */
int command_run(const struct command *const *list, const char *prefix, int argc, char **argv);

#endif
