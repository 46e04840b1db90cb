/* SPDX-License-Identifier: Apache-2.0 */
/* freeze.h - the canonical form of a rulebook, and the hash over it.
 *
 * Pure. The canonical form has one line "path: value" for everything the book says, in the order of the key
 * table, whatever the order, quotes and comments in the file; a key that the book does not have has no line.
 * Two files with the same hash play the same game. */
#ifndef CROUPIER_RULEBOOK_FREEZE_H
#define CROUPIER_RULEBOOK_FREEZE_H

#include "rulebook/keys.h"

/* Called for every line: "wagers.main.pays.blackjack.odds", "3:2". `key` explains it; NULL for a ground. */
typedef void rulebook_line(void *context, const char *path, const char *value,
                           const struct rulebook_key *key);

void rulebook_walk(const struct rulebook *book, rulebook_line *line, void *context);

/* Computes book->hash; call it after every change. */
void rulebook_freeze(struct rulebook *book);

#endif
