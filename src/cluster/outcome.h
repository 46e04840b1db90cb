/* SPDX-License-Identifier: Apache-2.0 */
/* outcome.h - what became of a commit whose answer never came (docs/scale.md).
 *
 * Pure. Every commit of a server adds 1 to its own row of the database, and demands the epoch that the server
 * started with. So that row, read over a new connection, tells everything. */
#ifndef CROUPIER_CLUSTER_OUTCOME_H
#define CROUPIER_CLUSTER_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

/* A server's row; and what the server knows of it: the commits that were acknowledged. */
struct lease {
    int64_t epoch; /* 0: there is no such row */
    int64_t commits;
};

enum outcome {
    OUTCOME_KEPT,   /* it is on disk */
    OUTCOME_GONE,   /* it is not: it may be tried again */
    OUTCOME_FENCED, /* another server has taken this one for dead */
    OUTCOME_BEHIND, /* the database has lost what was acknowledged */
};

/* `open`: a commit was sent, and not answered. */
enum outcome outcome_of(const struct lease *known, const struct lease *found, bool open);

#endif
