/* SPDX-License-Identifier: Apache-2.0 */
/* apportion.h - shares out a sum in proportion, to the last unit [AMB-03].
 *
 * Pure. Largest remainder: each share is rounded down to the unit, and the units left over go to the largest
 * remainders, the earlier one first when they are equal. */
#ifndef CROUPIER_ROUND_APPORTION_H
#define CROUPIER_ROUND_APPORTION_H

#include <stdint.h>

enum { APPORTION_MAX = 32 };

/* Shares `pool` by `weights` (positive, at most APPORTION_MAX of them) into `shares`, whose sum is the pool
 * rounded down to the unit. */
void apportion(int64_t pool_cents, int64_t unit_cents, const int64_t *weights, unsigned count,
               int64_t *shares);

#endif
