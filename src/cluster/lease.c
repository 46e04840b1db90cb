/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster/lease.h"

#include <assert.h>

int64_t lease_end(int64_t sent_ms)
{
    return sent_ms + LEASE_MS;
}

int64_t lease_pause(int64_t took_ms)
{
    assert(took_ms >= 0);
    int64_t pause_ms = 2 * took_ms;
    if (pause_ms < LEASE_RENEW_MS)
        return LEASE_RENEW_MS;
    return pause_ms < LEASE_RENEW_LATE_MS ? pause_ms : LEASE_RENEW_LATE_MS;
}

enum lease_stand lease_stand(int64_t end_ms, int64_t now_ms, bool others)
{
    if (end_ms == 0 || now_ms < end_ms)
        return LEASE_HELD;
    return others ? LEASE_LOST : LEASE_ALONE;
}
