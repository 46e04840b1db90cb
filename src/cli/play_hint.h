/* SPDX-License-Identifier: Apache-2.0 */
/* play_hint.h - advice at the table, from the exact odds (odds/). */
#ifndef CROUPIER_CLI_PLAY_HINT_H
#define CROUPIER_CLI_PLAY_HINT_H

#include "game/game.h"

/* Prints what each choice is worth: of the hand in turn or the person's first one, or of the wagers. */
void play_hint(const struct rulebook *book, const struct round *round, unsigned person);

#endif
