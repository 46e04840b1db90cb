/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/command.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/grid.h"

enum { PROGRAM_NAME_MAX = 64 };

static void print_help(const struct command *const *list, const char *prefix, FILE *out)
{
    fprintf(out, "Usage: %s COMMAND [ARGUMENTS]\n\nCommands:\n", prefix);
    struct grid table;
    grid_init(&table, 2, NULL);
    for (; *list; list++)
        if (!(*list)->hidden)
            grid_add(&table, (const char *[]){(*list)->name, (*list)->summary});
    grid_print(&table, 2, out);
    grid_release(&table);
    fprintf(out,
            "\nSee `%s COMMAND --help`. Exit status: 0 done, 1 refused or different, 2 wrong usage or "
            "input.\n",
            prefix);
}

static error_t refuse_argument(int key, char *arg, struct argp_state *state)
{
    if (key == ARGP_KEY_ARG)
        argp_error(state, "takes no arguments: %s", arg);
    return ARGP_ERR_UNKNOWN;
}

const struct argp no_arguments_argp = {.parser = refuse_argument};

static const struct command *find(const struct command *const *list, const char *name)
{
    for (; *list; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

static int unknown(const struct command *const *list, const char *prefix, const char *name)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (; *list; list++)
        if (!(*list)->hidden)
            nearest_try(&nearest, (*list)->name);
    fprintf(stderr, "%s: there is no command \"%s\"", prefix, name);
    if (nearest.word)
        fprintf(stderr, "; did you mean \"%s\"?\n", nearest.word);
    else
        fprintf(stderr, "; see %s --help\n", prefix);
    return EXIT_USAGE;
}

int command_run(const struct command *const *list, const char *prefix, int argc, char **argv)
{
    if (argc < 1) {
        print_help(list, prefix, stderr);
        return EXIT_USAGE;
    }
    bool help = strcmp(argv[0], "help") == 0;
    if (help && argc > 1) /* croupier help odds */
        return command_run(list, prefix, 2, (char *[]){argv[1], (char[]){"--help"}, NULL});
    if (help || strcmp(argv[0], "--help") == 0) {
        print_help(list, prefix, stdout);
        return EXIT_DONE;
    }
    const struct command *command = find(list, argv[0]);
    if (!command)
        return unknown(list, prefix, argv[0]);
    char name[PROGRAM_NAME_MAX];
    snprintf(name, sizeof(name), "%s %s", prefix, command->name);
    if (command->children)
        return command_run(command->children, name, argc - 1, argv + 1);
    argv[0] = name;
    return command->run(argc, argv);
}
