/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/key_set.h"

#include <stdlib.h>
#include <string.h>

enum { BITS_MIN = 8, BITS_MAX = 31 };

void key_set_release(struct key_set *set)
{
    free(set->keys);
    free(set->places);
    memset(set, 0, sizeof(*set));
}

/* The place of a key, or the free one where it belongs. */
static size_t place_of(const struct key_set *set, uint64_t key)
{
    size_t mask = ((size_t)1 << set->bits) - 1;
    size_t place = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - set->bits));
    while (set->places[place] && set->keys[set->places[place] - 1] != key)
        place = (place + 1) & mask;
    return place;
}

static bool grow(struct key_set *set)
{
    unsigned bits = set->bits ? set->bits + 1 : BITS_MIN;
    uint64_t *keys = bits <= BITS_MAX ? realloc(set->keys, sizeof(keys[0]) << (bits - 1)) : NULL;
    uint32_t *places = keys ? calloc((size_t)1 << bits, sizeof(places[0])) : NULL;
    set->keys = keys ? keys : set->keys;
    if (!places)
        return false;
    free(set->places);
    set->places = places;
    set->bits = bits;
    for (uint32_t i = 0; i < set->count; i++)
        places[place_of(set, keys[i])] = i + 1;
    return true;
}

uint32_t key_set_add(struct key_set *set, uint64_t key)
{
    if (set->failed || (!set->bits && !grow(set))) {
        set->failed = true;
        return 0;
    }
    size_t place = place_of(set, key);
    if (!set->places[place]) {
        if (set->count == 1U << (set->bits - 1)) {
            if (!grow(set)) {
                set->failed = true;
                return 0;
            }
            place = place_of(set, key);
        }
        set->keys[set->count++] = key;
        set->places[place] = set->count;
    }
    return set->places[place] - 1;
}
