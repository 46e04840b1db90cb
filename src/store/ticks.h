/* SPDX-License-Identifier: Apache-2.0 */
/* ticks.h - milliseconds by the monotonic clock, which nobody can set: for everything that waits. */
#ifndef CROUPIER_STORE_TICKS_H
#define CROUPIER_STORE_TICKS_H

#include <stdint.h>
#include <time.h>

static inline int64_t store_ticks(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
