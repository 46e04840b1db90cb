/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the croupier command: finds the subcommand and runs it. */
#include "cli/command.h"

#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
    NULL,
};

static void print_help(FILE *out)
{
    fputs("Usage: croupier COMMAND [ARGUMENTS]\n\nCommands:\n", out);
    for (size_t i = 0; commands[i]; i++)
        fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs(
        "\n`croupier COMMAND --help` tells more. Exit status: 0 done, 1 refused or different, 2 wrong usage or input.\n",
        out);
}

int main(int argc, char **argv)
{
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (argc >= 2 && strcmp(argv[1], "--version") == 0) {
        puts("croupier 0.1.0");
        return EXIT_DONE;
    }
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, argv[1]) == 0)
            return commands[i]->run(argc - 1, argv + 1);
    fprintf(stderr, "croupier: there is no command \"%s\"; see croupier --help\n", argv[1]);
    return EXIT_USAGE;
}
