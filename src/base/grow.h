/* SPDX-License-Identifier: Apache-2.0 */
/* grow.h - arrays on the heap that become longer.
 *
 * The array stays its owner's, who frees it. New elements are zero. */
#ifndef CROUPIER_BASE_GROW_H
#define CROUPIER_BASE_GROW_H

#include <stddef.h>

/* The array with room for item `index`, and *room items in all; NULL without memory: then the old one is as
 * it was. Room doubles, so that adding one by one costs little. */
void *grow(void *items, size_t index, unsigned *room, size_t item_size);

#endif
