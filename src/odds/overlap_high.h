/* SPDX-License-Identifier: Apache-2.0 */
/* overlap_high.h - what the cards of value 6 to 10 of a group weigh, for given j of these values.
 *
 * Groups differ in few ways in their high cards (some hundreds: a busted hand has seldom more than two
 * besides the busting one), and the weight of these is one factor of a term, whatever its low cards. It is
 * the sum, over the values that the open cards can have, of the product of c^(j) s^(c) / N^c. For one j after
 * the other, of the ten first, it is found for what can be left of the high cards when the values from 6 up
 * are taken away one by one: which of these becomes which is found once.
 *
 * Inner part of overlap.c; the arrays lie on the heap and belong to the struct. */
#ifndef CROUPIER_ODDS_OVERLAP_HIGH_H
#define CROUPIER_ODDS_OVERLAP_HIGH_H

#include "odds/key_set.h"
#include "odds/overlap_list.h"

enum { HIGH_FOLDS_MAX = 4 }; /* of two open cards: both stay open, either, none */

/* The high cards after a value is taken away: a number at the next value, and the cards taken. */
struct high_fold {
    uint32_t to;
    uint32_t drawn;
};

struct high_level {
    struct key_set cards; /* what is left of the high cards from this value up */
    uint32_t *first;      /* the folds of number i are first[i] .. first[i+1]-1 */
    struct high_fold *folds;
    uint8_t *sides; /* by number: which lists have terms with these cards, a bit each */
    double *of;     /* by number; right for the j last set */
};

struct overlap_high {
    struct high_level at[VALUE_COUNT + 2]; /* by value, from OVERLAP_OPEN_MIN; behind the ten is nothing */
};

/* `cards`: high halves of keys; their numbers are those of at[OVERLAP_OPEN_MIN]. `sides`: by number, the
 * lists that have them. False where memory is short; to be released in either case. */
bool overlap_high_init(struct overlap_high *high, const struct list_halves *cards, const uint8_t *sides);
void overlap_high_release(struct overlap_high *high);

/* Sets the weights of one value, those of the next value being set already. `factor`: of one j, by count.
 * The lists, a bit each, in which some are not 0; for a greater j there are no others. */
unsigned overlap_high_set(struct overlap_high *high, unsigned value, const double *factor);

#endif
