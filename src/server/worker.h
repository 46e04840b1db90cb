/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h - one thread for slow work, so that the event loop never waits.
 *
 * A job has two halves: `work` runs on the worker's thread and touches nothing but the job; `done` runs on
 * the event loop, from worker_collect. The queue is bounded: a flood of log-ins is refused, not stored. */
#ifndef CROUPIER_SERVER_WORKER_H
#define CROUPIER_SERVER_WORKER_H

#include <stdbool.h>

enum { WORKER_JOBS_MAX = 256 };

struct job {
    struct job *next; /* the worker's */
    bool first;       /* goes before waiting jobs that do not have this set */
    void (*work)(struct job *job);
    void (*done)(struct job *job); /* frees the job */
};

struct worker;

/* `wake` is called on the worker's thread when something is ready to be collected. NULL without memory. */
struct worker *worker_new(void (*wake)(void *context), void *context);
void worker_free(struct worker *worker); /* finishes the job at hand, drops the others with their `done` */

bool worker_submit(struct worker *worker, struct job *job); /* false: too many wait already */
void worker_collect(struct worker *worker);

#endif
