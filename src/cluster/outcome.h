/* SPDX-License-Identifier: Apache-2.0 */
/* outcome.h - what became of a commit that was not answered (docs/scale.md).
 *
 * Pure. Every commit of a server adds 1 to the server's row in the database, and fails unless that row still
 * has the epoch the server started with. So the row, read over a new connection, tells what happened. */
#ifndef CROUPIER_CLUSTER_OUTCOME_H
#define CROUPIER_CLUSTER_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

/* A server's row; or what the server knows of it: the commits that were acknowledged. */
struct lease {
    int64_t epoch; /* 0: there is no such row */
    int64_t commits;
};

enum outcome {
    OUTCOME_KEPT,   /* the commit is on disk */
    OUTCOME_GONE,   /* it is not, and may be tried again */
    OUTCOME_FENCED, /* another server took this one for dead */
    OUTCOME_BEHIND, /* the database has lost commits that were acknowledged */
};

/* `open`: a commit was sent and not answered. */
enum outcome outcome_of(const struct lease *known, const struct lease *found, bool open);

#endif
