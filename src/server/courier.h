/* SPDX-License-Identifier: Apache-2.0 */
/* courier.h - takes the log's checkpoints to a witness, and brings its cosignatures back.
 *
 * Each witness has a thread of its own: no table waits for a witness. The courier sends the last checkpoint
 * with the proof that the log grew out of what the witness has seen, at most one per second. A witness that
 * does not answer is tried again for as long as the server runs; the state tells what is wrong, and the
 * server tells the pit. */
#ifndef CROUPIER_SERVER_COURIER_H
#define CROUPIER_SERVER_COURIER_H

#include "server/witness_plan.h"
#include "store/books.h"

enum { COURIER_LATE_MS = 15000 }; /* a witness that is behind for longer is an alarm */

enum courier_trouble {
    COURIER_WELL = 0,
    COURIER_AWAY,    /* no answer */
    COURIER_REFUSED, /* it does not know this log, its key or this form */
    COURIER_AHEAD,   /* it has seen more entries than this log has */
    COURIER_FORKED,  /* it has seen other entries: this log, or another that bears its name, was rewritten */
    COURIER_FORGED,  /* its answer is not signed by its key */
};

struct courier_state {
    uint64_t cosigned;            /* how many entries the witness has cosigned */
    int64_t behind_ms;            /* for how long the log has had more than those; 0: it has not */
    enum courier_trouble trouble; /* of the last attempt */
    int status;                   /* of HTTP; 0: none */
};

struct courier;

/* NULL: no thread could be started. The books must outlive the courier. */
struct courier *courier_new(struct books *books, const struct witness_plan *plan);
void courier_free(struct courier *courier); /* ends what is under way; NULL is nothing */

/* Asks once, before tables open: COURIER_AHEAD or COURIER_FORKED if the witness has seen more than this log
 * has, or other entries. Any other result must not keep the house from opening. */
enum courier_trouble courier_ask(struct books *books, const struct witness_plan *plan);

struct courier_state courier_state(struct courier *courier);

/* A sentence about it, for the pit. */
const char *courier_sentence(enum courier_trouble trouble);
const char *courier_code(enum courier_trouble trouble); /* "witness-away" */

#endif
