/* SPDX-License-Identifier: Apache-2.0 */
/* courier.h - brings the log's checkpoints to a witness, and its cosignatures home.
 *
 * A thread of its own for each witness: nothing at a table waits for one. It sends the last checkpoint with
 * the proof that the log grew out of what the witness has seen, at most one a second. A witness that is away
 * is tried again for ever; what is wrong is in the state, and the server tells the pit. */
#ifndef CROUPIER_SERVER_COURIER_H
#define CROUPIER_SERVER_COURIER_H

#include "server/witness_plan.h"
#include "store/books.h"

enum { COURIER_LATE_MS = 15000 }; /* behind for longer is an alarm */

enum courier_trouble {
    COURIER_WELL = 0,
    COURIER_AWAY,    /* no answer */
    COURIER_REFUSED, /* it does not know this log, its key or this form */
    COURIER_AHEAD,   /* it has seen more entries than this log has */
    COURIER_FORKED,  /* it has seen other entries: this log, or another that bears its name, was rewritten */
    COURIER_FORGED,  /* its answer is not signed by its key */
};

struct courier_state {
    uint64_t cosigned;            /* entries the witness has vouched for */
    int64_t behind_ms;            /* for how long there has been more than that; 0: not at all */
    enum courier_trouble trouble; /* of the last attempt */
    int status;                   /* of HTTP; 0: none */
};

struct courier;

/* NULL: there is no thread to be had. The books must outlive the courier. */
struct courier *courier_new(struct books *books, const struct witness_plan *plan);
void courier_free(struct courier *courier); /* ends what is under way; NULL is nothing */

/* Asks once, before tables open: COURIER_AHEAD or COURIER_FORKED if the witness has seen more than this log
 * has, or something else; anything else is no reason not to begin. */
enum courier_trouble courier_ask(struct books *books, const struct witness_plan *plan);

struct courier_state courier_state(struct courier *courier);

/* A sentence about it, for the pit. */
const char *courier_sentence(enum courier_trouble trouble);
const char *courier_code(enum courier_trouble trouble); /* "witness-away" */

#endif
