/* SPDX-License-Identifier: Apache-2.0 */
/* cost.h - what an error at the table is worth: the house edge of every wager with and without it.
 *
 * An error is a rulebook that is not the table's own, or a shoe with a card too few or too many: the effect
 * of removal. Exact; blackjack players are assumed to know of the error and to play best against it. Pure. */
#ifndef CROUPIER_ODDS_COST_H
#define CROUPIER_ODDS_COST_H

#include "base/status.h"
#include "odds/stock.h"
#include "rulebook/rulebook.h"

enum { COST_ROWS_MAX = WAGERS_MAX * VALUE_COUNT };

/* One wager, per unit staked. */
struct cost_row {
    const char *kind;
    uint8_t value; /* of the missing or extra card; 0: the error is not about a card */
    bool known;    /* both edges are known */
    double before;
    double after;
};

struct costs {
    unsigned count;
    struct cost_row rows[COST_ROWS_MAX];
};

/* The cards that may be the wrong one: every card of these values, all equally likely; or one card. */
struct cost_cards {
    int change; /* -1: one is missing; 1: one too many */
    bool values[VALUE_COUNT + 1];
    bool whole; /* the wrong card is `card` */
    struct card card;
};

/* Called after each part of the work; false stops it with STATUS_CANCELLED. May be NULL. */
typedef bool cost_part(void *context, unsigned done, unsigned all);

/* The price of the error to the house; negative if the house gains by it. Equal fractions may differ in their
 * last binary digit, so a negligible price counts as 0. */
double cost_row_cost(const struct cost_row *row);

/* "A", "2" ... "9", "T". */
const char *cost_value_label(unsigned value);

/* The exact house edge of a wager; STATUS_NOT_FOUND where none is known. */
enum status wager_edge(const struct rulebook *book, unsigned wager, unsigned decks, double *edge) MUST_CHECK;

/* `wrong` instead of `right`, which have the same wagers. */
enum status costs_of_rules(struct costs *costs, const struct rulebook *right, const struct rulebook *wrong,
                           unsigned decks, cost_part *part_done, void *context) MUST_CHECK;

enum status costs_of_card(struct costs *costs, const struct rulebook *book, unsigned decks,
                          const struct cost_cards *cards, cost_part *part_done, void *context) MUST_CHECK;

#endif
