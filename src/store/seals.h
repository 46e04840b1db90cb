/* SPDX-License-Identifier: Apache-2.0 */
/* seals.h - the sealer's results, to be kept in one commit: checkpoints, roots of perfect subtrees, and
 * cosignatures.
 *
 * Plain memory of a fixed size. */
#ifndef CROUPIER_STORE_SEALS_H
#define CROUPIER_STORE_SEALS_H

#include "log/guard.h"

enum {
    SEALS_MAX = 256,      /* checkpoints in one commit */
    SEALS_LEVEL_MIN = 10, /* subtrees of fewer leaves are worked out from the entries */
    SEALS_BLOCK = 1 << SEALS_LEVEL_MIN,
    SEALS_NODES_MAX = 256,
    SEALS_LINE_MAX = NOTE_LINE_MAX,
    SEALS_COSIGNATURES_MAX = 64,
};

/* A checkpoint, and the latest time of an entry under it. */
struct seal_row {
    struct kept_seal kept;
    int64_t latest_ms;
};

struct node_row {
    unsigned level;
    uint64_t number;
    struct hash hash;
};

/* A witness's line under a checkpoint. */
struct cosignature_row {
    uint64_t size; /* of the checkpoint */
    char line[SEALS_LINE_MAX];
};

struct seals {
    unsigned count;
    struct seal_row rows[SEALS_MAX];
    unsigned node_count;
    struct node_row nodes[SEALS_NODES_MAX];
    unsigned cosignature_count;
    struct cosignature_row cosignatures[SEALS_COSIGNATURES_MAX];
};

#endif
