/* SPDX-License-Identifier: Apache-2.0 */
#include "base/nearest.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

void nearest_init(struct nearest *nearest, const char *misspelt)
{
    assert(misspelt);
    unsigned third = (unsigned)strlen(misspelt) / 3;
    *nearest = (struct nearest){.misspelt = misspelt, .distance_max = third > 2 ? third : 2};
}

void nearest_try(struct nearest *nearest, const char *candidate)
{
    assert(candidate && nearest->misspelt);
    unsigned distance = text_distance(nearest->misspelt, candidate, nearest->distance_max);
    if (distance > nearest->distance_max || distance >= strlen(candidate))
        return;
    nearest->word = candidate;
    nearest->distance_max = distance ? distance - 1 : 0;
}
