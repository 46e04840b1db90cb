/* SPDX-License-Identifier: Apache-2.0 */
/* seal.h - which checkpoints a log must have.
 *
 * Pure. A checkpoint of size n is due when leaf n exists (the one behind it) and n is a multiple of
 * SEAL_EVERY, or leaf n has a time in a later second than every leaf before it. So the checkpoints that are
 * due follow from the entries alone: the sealer signs them, however late it runs, and an audit knows which
 * must be there.
 *
 * Leaves of format 1 are older than checkpoints: of these, only the one behind the last such leaf is due.
 */
#ifndef CROUPIER_LOG_SEAL_H
#define CROUPIER_LOG_SEAL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SEAL_EVERY = 1024,
    SEAL_WITHIN_MS = 1000,     /* how soon the sealer signs what nothing follows */
    SEAL_LATE_MS_MAX = 10000,  /* how much time an unsealed tail may span ... */
    SEAL_TAIL_MAX = 64 * 1024, /* ... and how many entries, or the log counts as not sealed */
};

struct seal {
    uint64_t size;     /* leaves seen */
    bool old;          /* the last of them is of format 1 */
    int64_t latest_ms; /* the latest time of all of them */
};

void seal_init(struct seal *seal);

/* Takes leaf number seal->size. True if the checkpoint in front of it is due. */
bool seal_take(struct seal *seal, int64_t time_ms, bool old);

#endif
