/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/overlap_shoes.h"

#include <assert.h>
#include <string.h>

/* Where a value's factors begin; each value has a square of them, by j and count. */
static unsigned factors_of(unsigned value)
{
    unsigned begin = 0;
    for (unsigned v = 1; v < value; v++)
        begin += (overlap_count_max(v) + 1) * (overlap_count_max(v) + 1);
    return begin;
}

const weights *overlap_factors(const struct overlap_shoes *shoes, unsigned value, unsigned j)
{
    assert(j <= overlap_count_max(value));
    return &shoes->factors[factors_of(value) + j * (overlap_count_max(value) + 1)];
}

static void set_both(weights *of, unsigned shoe, double number)
{
    (*of)[shoe] = (*of)[OVERLAP_SHOES + shoe] = number;
}

static void set_value(struct overlap_shoes *shoes, unsigned shoe, unsigned value, unsigned left, double total)
{
    unsigned most = overlap_count_max(value);
    weights *factors = &shoes->factors[factors_of(value)];
    double drawn = 1; /* s^(c) / N^c */
    double sign = 1;
    assert(factors_of(value + 1) <= FACTORS_MAX);
    shoes->left[value] = left > shoes->left[value] ? left : shoes->left[value];
    for (unsigned c = 0; c <= most; c++) {
        double falling = 1; /* c^(j) */
        for (unsigned j = 0; j <= c; j++) {
            set_both(&factors[j * (most + 1) + c], shoe, falling * drawn);
            falling *= c - j;
        }
        set_both(&shoes->sign[value][c], shoe, sign);
        drawn *= c < left ? (left - c) / total : 0;
        sign *= c < left ? -1 / ((c + 1) * ((double)left - c)) : 0;
    }
}

static void set_aces(struct overlap_shoes *shoes, unsigned shoe, unsigned left, double total)
{
    double drawn = 1;
    for (unsigned c = 0; c <= 2 * COUNT_MAX; c++) {
        set_both(&shoes->aces[c], shoe, drawn);
        drawn *= c < left ? (left - c) / total : 0;
    }
}

static void set_scale(struct overlap_shoes *shoes, unsigned shoe, unsigned cards)
{
    double scale = 1;
    for (unsigned n = 0; n < 2 * CARDS_MAX; n++) {
        set_both(&shoes->scale[n], shoe, scale);
        scale *= n < cards ? (double)cards / (cards - n) : 0;
    }
}

void overlap_shoes_set(struct overlap_shoes *shoes, const struct supply supplies[OVERLAP_SHOES])
{
    memset(shoes->left, 0, sizeof(shoes->left));
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
        const struct supply *supply = &supplies[shoe];
        for (unsigned value = 1; value <= VALUE_COUNT; value++)
            set_value(shoes, shoe, value, supply->left[value], supply->total);
        set_scale(shoes, shoe, supply->total);
        set_aces(shoes, shoe, supply->left[VALUE_ACE], supply->total);
    }
}
