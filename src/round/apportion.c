/* SPDX-License-Identifier: Apache-2.0 */
#include "round/apportion.h"

#include <assert.h>
#include <stdbool.h>

__extension__ typedef __int128 wide; /* pool times weight does not fit 64 bits */

void apportion(int64_t pool_cents, int64_t unit_cents, const int64_t *weights, unsigned count,
               int64_t *shares)
{
    wide remainder[APPORTION_MAX];
    int64_t units = pool_cents / unit_cents;
    int64_t left = units;
    wide total = 0;
    assert(count <= APPORTION_MAX && unit_cents > 0);
    for (unsigned i = 0; i < count; i++)
        total += weights[i];
    for (unsigned i = 0; i < count; i++) {
        wide exact = (wide)units * weights[i];
        shares[i] = (int64_t)(exact / total);
        remainder[i] = exact % total;
        left -= shares[i];
    }
    for (; left > 0; left--) {
        unsigned best = 0;
        for (unsigned i = 1; i < count; i++)
            if (remainder[i] > remainder[best])
                best = i;
        shares[best]++;
        remainder[best] = -1;
    }
    for (unsigned i = 0; i < count; i++)
        shares[i] *= unit_cents;
}
