/* SPDX-License-Identifier: Apache-2.0 */
/* book.h - the rulebook a command works on: GAME, or --rulebook FILE; and --json and --decks, which go with
 * it.
 *
 * A command that takes a rulebook lists book_argp (or shoe_argp, with --decks) among its argp's children and
 * hands a struct book_args down as the child's input:
 *
 *     static const struct argp_child children[] = {{&book_argp, 0, NULL, 0}, {0}};
 *     case ARGP_KEY_INIT: state->child_inputs[0] = &mine->book; return 0;
 *
 * GAME is then taken, and a second argument refused. A command with further arguments handles ARGP_KEY_ARG
 * itself and passes GAME on to book_take_game. */
#ifndef CROUPIER_CLI_BOOK_H
#define CROUPIER_CLI_BOOK_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "rulebook/fault.h"
#include "rulebook/rulebook.h"

struct book_args {
    const char *game;
    const char *file;
    const char *decks; /* as typed, with shoe_argp; NULL: not given */
    bool json;
};

extern const struct argp book_argp; /* GAME, --rulebook and --json */
extern const struct argp shoe_argp; /* the same, and --decks */
extern const struct argp json_argp; /* --json alone, for commands without a rulebook; its input is a bool */

/* Takes the argument as GAME, or ends the program if there is one already, or --rulebook. */
void book_take_game(struct book_args *args, const char *arg, const struct argp_state *state);

/* Loads the rulebook. EXIT_DONE; or EXIT_USAGE, after complaining of the game, the file or its faults. */
int book_load(const struct book_args *args, struct rulebook *book);

/* The number of decks: as given, else six, or what the game allows nearest to that. EXIT_DONE or, after
 * complaining, EXIT_USAGE. */
int book_decks(const struct book_args *args, const struct rulebook *book, unsigned *decks);

/* Complains that there is no such game, with the nearest one or the list. EXIT_USAGE. */
int book_unknown(const char *game);

/* Reads and loads a file: EXIT_DONE, or EXIT_USAGE with at least one fault (line 0: the file itself). */
int book_load_file(const char *path, struct rulebook *book, struct faults *faults);

/* FILE:LINE:COLUMN: reason, one line each, on standard error. */
void book_print_faults(const char *path, const struct faults *faults);

#endif
