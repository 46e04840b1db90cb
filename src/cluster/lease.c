/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster/lease.h"

int64_t lease_end(int64_t sent_ms)
{
    return sent_ms + LEASE_MS;
}

enum lease_stand lease_stand(int64_t end_ms, int64_t now_ms, bool others)
{
    if (end_ms == 0 || now_ms < end_ms)
        return LEASE_HELD;
    return others ? LEASE_LOST : LEASE_ALONE;
}
