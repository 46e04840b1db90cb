/* SPDX-License-Identifier: Apache-2.0 */
/* tally.h - the number of ways in which a wager ends on each of its lines: exact whole numbers.
 *
 * Pure, owns nothing. A tally belongs to one wager; its places are the wager's pay lines in their order, then
 * "handed back", then "lost". `total` is the number of equally likely deals counted, so the ways of all
 * places add up to it. Deals are ordered draws of whole cards without replacement: a tally over up to
 * thirteen cards of 650 stays below 2^127. */
#ifndef CROUPIER_ODDS_TALLY_H
#define CROUPIER_ODDS_TALLY_H

#include <stdint.h>

#include "rulebook/rulebook.h"

__extension__ typedef unsigned __int128 ways_t;

enum { TALLY_PUSH = PAY_LINES_MAX, TALLY_LOSS = PAY_LINES_MAX + 1, TALLY_PLACES = PAY_LINES_MAX + 2 };

struct tally {
    ways_t ways[TALLY_PLACES];
    ways_t total;
    const char *condition; /* what is given before the counting starts; NULL: a fresh shoe */
};

/* n (n-1) ... (n-k+1): ordered draws of k cards out of n; 0 where there are not enough. */
ways_t ways_falling(unsigned n, unsigned k);

/* Adds ways to the place of a line number as the judge gives it; -1 is lost. */
void tally_add(struct tally *tally, int line, ways_t ways);

#endif
