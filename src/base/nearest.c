/* SPDX-License-Identifier: Apache-2.0 */
#include "base/nearest.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"

enum { NEAREST_BEGUN_MIN = 3 };

void nearest_init(struct nearest *nearest, const char *misspelt)
{
    assert(misspelt);
    unsigned third = (unsigned)strlen(misspelt) / 3;
    *nearest = (struct nearest){.misspelt = misspelt, .distance_max = third > 2 ? third : 2};
}

/* Leaving the end of a word away is one mistake, however long the end is. */
static bool is_begun_by(const char *candidate, const char *misspelt)
{
    size_t length = strlen(misspelt);
    return length >= NEAREST_BEGUN_MIN && strncmp(candidate, misspelt, length) == 0;
}

void nearest_try(struct nearest *nearest, const char *candidate)
{
    assert(candidate && nearest->misspelt);
    unsigned distance = is_begun_by(candidate, nearest->misspelt)
                            ? candidate[strlen(nearest->misspelt)] != 0
                            : text_distance(nearest->misspelt, candidate, nearest->distance_max);
    if (distance > nearest->distance_max || distance >= strlen(candidate))
        return;
    nearest->word = candidate;
    nearest->distance_max = distance ? distance - 1 : 0;
}
