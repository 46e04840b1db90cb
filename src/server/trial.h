/* SPDX-License-Identifier: Apache-2.0 */
/* trial.h - a table for one that runs a rulebook its player brought: the studio's "Play it now".
 *
 * Only in a demo, and as many at once as its configuration allows: such a book may pay anything. A table is
 * found by its book (`trial-`, twelve digits of the document's hash, a number): the same book gets the same
 * table again, so the floor does not grow with every press of the button. A trial is an ordinary table
 * otherwise. It is added and retired as every table is (life.h), its book is a document of the journal, and
 * after a restart it is a retired table that finishes its round. It is retired when nobody has played there
 * for `trial_seconds`; if room is needed, the one that has waited longest is retired at once. */
#ifndef CROUPIER_SERVER_TRIAL_H
#define CROUPIER_SERVER_TRIAL_H

#include "server/floor.h"

enum {
    TRIAL_KEPT_MAX = 256, /* retired ones too: they stay readable, and take memory */
    TRIAL_PAUSE_MS = 500, /* between two new books, whoever brings them */
};

struct trial_wish {
    struct span words;     /* the rulebook, as YAML */
    unsigned decks;        /* 0: as many as usual */
    const struct user *by; /* a player */
    struct reply reply;    /* answered, with the table's id, when the books have it */
};

/* STATUS_OK: it is answered, now or later. Otherwise why not, with a sentence of its own where the status
 * says too little: STATUS_FORBIDDEN where the house has no trials, STATUS_BAD_RULEBOOK (a fault with its
 * line), STATUS_BAD_NUMBER (the book is not played with so many decks), STATUS_TOO_MANY. */
enum status trial_begin(struct server *server, struct trial_wish *wish, struct text *sentence) MUST_CHECK;

/* How many tables may be trials; 0: the house has none. A demo that is one of several servers has none
 * either, since the fleet decides what each server runs. */
unsigned trial_most(const struct server *server);

/* How many tables are trials now. */
unsigned trial_count(const struct server *server);

/* For the timer: retires those where nobody plays any more. */
void trial_look(struct server *server, int64_t now_ms);

#endif
