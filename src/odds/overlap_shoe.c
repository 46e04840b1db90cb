/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/overlap_shoe.h"

#include <assert.h>

/* The index of a value's first factor; each value has a square of them, by j and count. */
static unsigned factors_of(unsigned value)
{
    unsigned begin = 0;
    for (unsigned v = 1; v < value; v++)
        begin += (overlap_count_max(v) + 1) * (overlap_count_max(v) + 1);
    return begin;
}

const double *overlap_factors(const struct overlap_shoe *shoe, unsigned value, unsigned j)
{
    assert(j <= overlap_count_max(value));
    return &shoe->factors[factors_of(value) + j * (overlap_count_max(value) + 1)];
}

static void set_value(struct overlap_shoe *shoe, unsigned value, unsigned left, double total)
{
    unsigned most = overlap_count_max(value);
    double *factors = &shoe->factors[factors_of(value)];
    double drawn = 1; /* s^(c) / N^c */
    double sign = 1;
    assert(factors_of(value + 1) <= FACTORS_MAX);
    shoe->left[value] = left;
    for (unsigned c = 0; c <= most; c++) {
        double falling = 1; /* c^(j) */
        for (unsigned j = 0; j <= most; j++) {
            factors[j * (most + 1) + c] = falling * drawn;
            falling *= j < c ? c - j : 0;
        }
        shoe->sign[value][c] = sign;
        drawn *= c < left ? (left - c) / total : 0;
        sign *= c < left ? -1 / ((c + 1) * ((double)left - c)) : 0;
    }
}

static void set_aces(struct overlap_shoe *shoe, unsigned left, double total)
{
    double drawn = 1;
    for (unsigned c = 0; c <= 2 * COUNT_MAX; c++) {
        shoe->aces[c] = drawn;
        drawn *= c < left ? (left - c) / total : 0;
    }
}

static void set_scale(struct overlap_shoe *shoe, unsigned cards)
{
    double scale = 1;
    for (unsigned n = 0; n < 2 * CARDS_MAX; n++) {
        shoe->scale[n] = scale;
        scale *= n < cards ? (double)cards / (cards - n) : 0;
    }
}

void overlap_shoe_set(struct overlap_shoe *shoe, const struct supply *supply)
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        set_value(shoe, value, supply->left[value], supply->total);
    set_scale(shoe, supply->total);
    set_aces(shoe, supply->left[VALUE_ACE], supply->total);
}
