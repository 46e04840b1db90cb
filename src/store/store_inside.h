/* SPDX-License-Identifier: Apache-2.0 */
/* store_inside.h - what the files of a store share: store_front.c (opening, submitting, reading),
 * store_writer.c (the thread that writes) and store_shared.c (several servers). */
#ifndef CROUPIER_STORE_STORE_INSIDE_H
#define CROUPIER_STORE_STORE_INSIDE_H

#include <pthread.h>

#include "store/backend.h"
#include "store/store.h"

/* If the database is shared: the interval between looks at the other servers, and the refusals remembered. */
enum { REFUSALS_KNOWN = 1024 };

/* A unit that was not kept, by its ticket. */
struct refusal {
    uint64_t ticket;
    enum status status;
};

struct store {
    struct backend *backend;
    bool read_only;
    bool patient; /* a database that is away is waited for */
    void (*durable)(void *context);
    void *context;
    pthread_t writer;

    /* Everything below is guarded by the lock. */
    pthread_mutex_t lock;
    pthread_cond_t work;     /* for the writer: units wait, or it is time to close */
    pthread_cond_t progress; /* for the others: a batch was written, or the store has stopped */
    bool closing;
    struct store_failure failure; /* status 0 while all is well */
    struct batch *filling;
    struct batch *writing;
    const struct seals *sealing; /* the sealer waits until these are kept; NULL: none */
    uint64_t submitted;          /* the last ticket given out */
    uint64_t durable_ticket;
    uint32_t chain_count;
    uint32_t chain_room;
    struct chain *chains; /* chain n stands at n - 1 */
    uint64_t *kept;       /* beside it: the number of its last entry on disk */

    /* Where the database is shared. */
    bool away; /* it is waited for */
    struct news *first_news;
    struct news **last_news;
    uint64_t seen; /* the position of the last news that were taken */
    unsigned move_count;
    struct share_move moves[SHARE_MOVES_MAX];
    struct share_view *view;                 /* NULL: nobody has looked yet */
    uint64_t views;                          /* how often one did */
    uint64_t view_number;                    /* of the last look that told something new */
    struct refusal refusals[REFUSALS_KNOWN]; /* the last ones */
    uint64_t refusal_count;
};

/* With the lock held: stops the store, since what cannot be read cannot be relied on. */
void store_stop(struct store *store, const struct store_failure *failure);

/* With the lock held, or before there is another thread; `context` is the store. */
enum status store_add_chain(void *context, const struct chain *chain) MUST_CHECK;

/* The thread that writes, and what the backend may tell it. */
enum status store_start_writer(struct store *store, struct store_failure *failure) MUST_CHECK;
struct backend_ear store_ear(struct store *store);

#endif
