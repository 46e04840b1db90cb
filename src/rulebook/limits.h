/* SPDX-License-Identifier: Apache-2.0 */
/* limits.h - the limits of a table, given by words that mean one wager or several.
 *
 * Pure. A word is "all", "main", "side" (every wager of that limit group) or the name of one wager. The
 * narrower word wins, in whatever order they are given: a wager's own name over its group, the group over
 * "all". */
#ifndef CROUPIER_RULEBOOK_LIMITS_H
#define CROUPIER_RULEBOOK_LIMITS_H

#include "base/text.h"
#include "rulebook/rulebook.h"

enum { LIMITS_WORD_MAX = WAGER_NAME_MAX };

struct limits {
    int64_t min_cents[WAGERS_MAX]; /* by wager */
    int64_t max_cents[WAGERS_MAX]; /* 0: no limits */
    uint8_t closest[WAGERS_MAX];   /* how narrow the word was that set them; 0: none has */
};

/* Sets the limits of the wagers that a word means; both 0: no limits. False: it means no wager with limits.
 */
bool limits_put(struct limits *limits, const struct rulebook *book, const char *word, int64_t min_cents,
                int64_t max_cents);

/* A wager that takes limits and was given none; -1: there is none. */
int limits_missing(const struct limits *limits, const struct rulebook *book);

/* Writes why a word means no wager, and the word that may have been meant. */
void limits_explain(const struct rulebook *book, const char *word, struct text *reason);

#endif
