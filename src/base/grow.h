/* SPDX-License-Identifier: Apache-2.0 */
/* grow.h - arrays on the heap that become longer.
 *
 * The array belongs to the caller, who frees it. New elements are zero. */
#ifndef CROUPIER_BASE_GROW_H
#define CROUPIER_BASE_GROW_H

#include <stddef.h>

/* Returns the array with room for item `index`, and sets *room to the number of items it can hold. NULL if
 * memory is short: the old array is then unchanged. Room doubles, so that adding one by one costs little. */
void *grow(void *items, size_t index, unsigned *room, size_t item_size);

#endif
