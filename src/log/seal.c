/* SPDX-License-Identifier: Apache-2.0 */
#include "log/seal.h"

#include <assert.h>

enum { SECOND_MS = 1000 };

void seal_init(struct seal *seal)
{
    *seal = (struct seal){.latest_ms = -1};
}

static bool is_due(const struct seal *seal, int64_t time_ms, bool old)
{
    assert(time_ms >= 0);
    if (seal->size == 0 || old)
        return false;
    if (seal->old)
        return true;
    return seal->size % SEAL_EVERY == 0 || time_ms / SECOND_MS > seal->latest_ms / SECOND_MS;
}

bool seal_take(struct seal *seal, int64_t time_ms, bool old)
{
    assert(time_ms >= 0);
    bool due = is_due(seal, time_ms, old);
    seal->size++;
    seal->old = old;
    if (time_ms > seal->latest_ms)
        seal->latest_ms = time_ms;
    return due;
}
