/* SPDX-License-Identifier: Apache-2.0 */
#include "base/grow.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_MIN = 16 };

void *grow(void *items, size_t index, unsigned *room, size_t item_size)
{
    size_t wanted = *room ? *room : ROOM_MIN;
    if (index < *room)
        return items;
    while (wanted <= index && wanted <= UINT_MAX / 2)
        wanted *= 2;
    if (wanted <= index || wanted > SIZE_MAX / item_size)
        return NULL;
    char *grown = realloc(items, wanted * item_size);
    if (!grown)
        return NULL;
    memset(grown + *room * item_size, 0, (wanted - *room) * item_size);
    *room = (unsigned)wanted;
    return grown;
}
