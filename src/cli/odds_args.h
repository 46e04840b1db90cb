/* SPDX-License-Identifier: Apache-2.0 */
/* odds_args.h - what the commands about odds share: cards on the command line, writing a
 * drawing to a file. */
#ifndef CROUPIER_CLI_ODDS_ARGS_H
#define CROUPIER_CLI_ODDS_ARGS_H

#include <stdbool.h>

#include "base/text.h"
#include "odds/supply.h"
#include "rulebook/rulebook.h"

/* Reads cards separated by commas or blanks, each a rank ("8", "T") or a whole card ("8s"), and counts them
 * by value. EXIT_DONE or, after complaining of the word, EXIT_USAGE. */
int odds_cards(const struct rulebook *book, const char *option, const char *text,
               uint8_t count[VALUE_COUNT + 1]);

/* Complains that nobody decides anything in this game. EXIT_USAGE. */
int odds_no_decisions(const struct rulebook *book);

/* Writes what `text` holds. EXIT_DONE, or EXIT_USAGE after complaining. */
int odds_write(const char *path, const struct text *text);

#endif
