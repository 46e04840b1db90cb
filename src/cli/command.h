/* SPDX-License-Identifier: Apache-2.0 */
/* command.h - a subcommand of croupier: one file per command, one row in main.c. */
#ifndef CROUPIER_CLI_COMMAND_H
#define CROUPIER_CLI_COMMAND_H

enum { EXIT_DONE = 0, EXIT_DIFFERENT = 1, EXIT_USAGE = 2 };

struct command {
    const char *name;
    const char *summary; /* one line for croupier --help */
    int (*run)(int argc, char **argv);
};

#endif
