/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/scale.h"

static int32_t least_multiple(int32_t a, int32_t b)
{
    int32_t multiple = a;
    while (multiple % b)
        multiple += a;
    return multiple;
}

int32_t scale_of(const struct rulebook *book)
{
    int32_t scale = 2;
    for (unsigned w = 0; w < book->wager_count; w++)
        for (unsigned l = 0; l < book->wagers[w].line_count; l++)
            scale = least_multiple(scale, (int32_t)book->wagers[w].lines[l].pays.den);
    return scale;
}

int32_t scaled(struct ratio pays, int32_t scale)
{
    return scale / (int32_t)pays.den * (int32_t)pays.num;
}
