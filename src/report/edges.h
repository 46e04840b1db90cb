/* SPDX-License-Identifier: Apache-2.0 */
/* edges.h - the house edge of every wager of a rulebook, from the exact odds.
 *
 * Pure. Computed when first asked for, and remembered. Owns its memory (edges_release). */
#ifndef CROUPIER_REPORT_EDGES_H
#define CROUPIER_REPORT_EDGES_H

#include "rulebook/sign_form.h"

enum { EDGES_BOOKS_MAX = 64 };

struct edge {
    bool known;    /* false: the odds cannot count it */
    bool on_first; /* per unit of the stake before the close: doubles and splits are part of the play */
    double edge;   /* what the house keeps of a unit staked */
    double chance; /* of winning; below 0: not known */
};

struct edges {
    bool chances; /* set by the caller: compute the chance of winning too, which takes longer */
    unsigned count;
    struct edges_book {
        struct hash hash; /* of the rulebook */
        unsigned decks;
        struct edge wagers[WAGERS_MAX];
    } * books[EDGES_BOOKS_MAX];
};

void edges_release(struct edges *edges);

/* By wager; NULL: there is no memory, or there are too many books. Borrowed. */
const struct edge *edges_of(struct edges *edges, const struct rulebook *book, unsigned decks);

/* The same for the sign on a table. `edges` must have `chances` set. */
void edges_sign(struct edges *edges, const struct rulebook *book, unsigned decks,
                struct sign_odds odds[WAGERS_MAX]);

#endif
