/* SPDX-License-Identifier: Apache-2.0 */
/* due.h - when a table next has something to do. The rota looks at those of all tables (rota.h). */
#ifndef CROUPIER_SERVER_DUE_H
#define CROUPIER_SERVER_DUE_H

#include <stdbool.h>
#include <stdint.h>

enum { DUE_LOOK_MS = 1000 }; /* every table is visited at least so often */

struct due {
    uint64_t ticket; /* of its first entry on its way to the disk, which it waits for; 0: there is none */
    int64_t wake_ms; /* when a chore is due; 0: never */
    int64_t seen_ms; /* when it was visited last */
};

static inline bool due_is(const struct due *due, uint64_t durable, int64_t now_ms)
{
    if (now_ms - due->seen_ms >= DUE_LOOK_MS)
        return true;
    return due->ticket ? due->ticket <= durable : due->wake_ms && due->wake_ms <= now_ms;
}

#endif
