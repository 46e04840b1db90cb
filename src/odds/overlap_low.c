/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/overlap_low.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds/wide.h"

bool overlap_low_init(struct overlap_low *low, const struct list_halves *halves)
{
    size_t terms_max = halves->count;
    bool there = true;
    memset(low, 0, sizeof(*low));
    for (unsigned value = VALUE_ACE; value <= LOW_VALUES; value++) {
        struct low_list *list = &low->lists[value];
        list->which = malloc((terms_max + 1) * sizeof(list->which[0]));
        list->keys = malloc((terms_max + 1) * sizeof(list->keys[0]));
        list->of = malloc((terms_max + 1) * sizeof(list->of[0]));
        there = there && list->which && list->keys && list->of;
    }
    for (uint32_t i = 0; there && i < halves->count; i++) {
        low->lists[LOW_VALUES].keys[i] = halves->keys[i];
        low_term_clear(&low->lists[LOW_VALUES].of[i]);
    }
    low->right = malloc((size_t)(COUNT_MAX + 1) * CARDS_MAX * sizeof(low->right[0]));
    return there && low->right;
}

void overlap_low_release(struct overlap_low *low)
{
    for (unsigned value = VALUE_ACE; value <= LOW_VALUES; value++) {
        free(low->lists[value].which);
        free(low->lists[value].keys);
        free(low->lists[value].of);
    }
    free(low->right);
    memset(low, 0, sizeof(*low));
}

/* ---- The values 5 to 2. ---- */

/* All bits or none: what stays of a sum if the next term has another key, or the same. A branch would be
 * guessed wrong half of the time. */
typedef int64_t masks __attribute__((vector_size(sizeof(low_vector)), aligned(sizeof(double))));

static const masks stays[2] = {{0, 0, 0, 0}, {-1, -1, -1, -1}};

/* Sums over the counts of the list's value for this j. Terms that have no more of it than j are dropped from
 * `from`: the next j does not need them. */
WIDE static void sum_out(struct low_list *restrict list, struct low_list *restrict from, unsigned bits,
                         const double *restrict factor, unsigned j)
{
    struct low_term sum = {{{{0}}}, {{{0}}}};
    struct low_term total = {{{{0}}}, {{{0}}}};
    uint32_t last = UINT32_MAX;
    size_t count = from->count;
    size_t kept = 0;
    size_t added = 0;
    for (size_t k = 0; k < count; k++) {
        uint32_t i = from->which[k];
        uint32_t key = from->keys[i];
        const struct low_term *term = &from->of[i];
        size_t drawn = key & ((1U << bits) - 1);
        uint32_t rest = key >> bits;
        size_t same = rest == last;
        masks mask = stays[same];
        double of = factor[drawn];
        added += 1 - same;
        last = rest;
        for (unsigned v = 0; v < LOW_VECTORS; v++) {
            low_vector left = of * term->left.of[v];
            low_vector right = of * term->right.of[v];
            sum.left.of[v] = (low_vector)((masks)sum.left.of[v] & mask) + left;
            sum.right.of[v] = (low_vector)((masks)sum.right.of[v] & mask) + right;
            total.left.of[v] += left;
            total.right.of[v] += right;
        }
        list->keys[added - 1] = rest;
        list->of[added - 1] = sum;
        from->which[kept] = i;
        kept += drawn > j;
    }
    for (uint32_t k = 0; k < added; k++)
        list->which[k] = k;
    from->count = kept;
    list->count = added;
    list->total = total;
}

/* ---- The Ace. ---- */

static unsigned aces_of(uint32_t key)
{
    return key >> CARDS_BITS;
}

static unsigned cards_of(uint32_t key)
{
    return key & (CARDS_MAX - 1);
}

/* The entries on either side. */
struct extent {
    unsigned aces;  /* one more than the most Aces */
    unsigned low;   /* the fewest cards */
    unsigned width; /* different numbers of cards, from there on */
};

static struct extent extent_of(const struct low_list *list)
{
    struct extent extent = {.aces = aces_of(list->keys[list->count - 1]) + 1, .low = CARDS_MAX};
    unsigned high = 0;
    for (size_t i = 0; i < list->count; i++) {
        unsigned cards = cards_of(list->keys[i]);
        extent.low = cards < extent.low ? cards : extent.low;
        high = cards > high ? cards : high;
    }
    extent.width = high - extent.low + 1;
    return extent;
}

/* For each count of Aces on the left: the right side summed over its Aces, by number of cards. */
WIDE static void sum_right(struct overlap_low *low, const struct overlap_shoe *shoe,
                           const struct extent *extent)
{
    const struct low_list *list = &low->lists[VALUE_ACE];
    memset(low->right, 0, (size_t)extent->aces * extent->width * sizeof(low->right[0]));
    for (size_t i = 0; i < list->count; i++) {
        struct low_lanes of = list->of[i].right;
        const double *aces = &shoe->aces[aces_of(list->keys[i])];
        struct low_lanes *right = &low->right[cards_of(list->keys[i]) - extent->low];
        for (unsigned on_left = 0; on_left < extent->aces; on_left++, right += extent->width)
            for (unsigned v = 0; v < LOW_VECTORS; v++)
                right->of[v] += aces[on_left] * of.of[v];
    }
}

/* Left times right, term by term; only the number of cards joins them still. */
WIDE static void add_products(struct overlap_low *low, const struct overlap_shoe *shoe, double inner,
                              struct low_lanes *values)
{
    const struct low_list *list = &low->lists[VALUE_ACE];
    struct extent extent = extent_of(list);
    struct low_lanes total = {{{0}}};
    sum_right(low, shoe, &extent);
    for (size_t i = 0; i < list->count; i++) {
        const double *scale = &shoe->scale[extent.low + cards_of(list->keys[i])];
        const struct low_lanes *right = &low->right[(size_t)aces_of(list->keys[i]) * extent.width];
        struct low_lanes sum = {{{0}}};
        for (unsigned n = 0; n < extent.width; n++)
            for (unsigned v = 0; v < LOW_VECTORS; v++)
                sum.of[v] += scale[n] * right[n].of[v];
        for (unsigned v = 0; v < LOW_VECTORS; v++)
            total.of[v] += sum.of[v] * list->of[i].left.of[v];
    }
    for (unsigned v = 0; v < LOW_VECTORS; v++)
        values->of[v] += inner * total.of[v];
}

/* ---- All of them. ---- */

/* The most that the list's terms can come to in any lane. */
static double at_most(const struct low_list *list, const struct low_lanes *bound, double inner)
{
    double most = 0;
    for (unsigned v = 0; v < LOW_VECTORS; v++) {
        low_vector by_lane = bound->of[v] * inner * list->total.left.of[v] * list->total.right.of[v];
        for (unsigned i = 0; i < LOW_WIDTH; i++)
            most = fabs(by_lane[i]) > most ? fabs(by_lane[i]) : most;
    }
    return most;
}

/* For each j of this value and the smaller ones. */
static void add_value(struct overlap_low *low, const struct overlap_shoe *shoe, unsigned value,
                      const struct low_lanes *bound, double inner, struct low_lanes *values)
{
    struct low_list *list = &low->lists[value];
    if (value == VALUE_ACE) {
        add_products(low, shoe, inner, values);
        return;
    }
    for (unsigned j = 0; list->count > 0; j++) {
        double next = inner * shoe->sign[value][j];
        sum_out(list - 1, list, overlap_digits[value].bits, overlap_factors(shoe, value, j), j);
        double most = at_most(list - 1, bound, next);
        if (most == 0)
            break; /* one side has no term left, nor has it for a greater j */
        if (most > OVERLAP_NEGLIGIBLE)
            add_value(low, shoe, value - 1, bound, next, values);
    }
}

void overlap_low_values(struct overlap_low *low, const struct overlap_shoe *shoe,
                        const struct low_lanes *bound, struct low_lanes *values)
{
    memset(values, 0, sizeof(*values));
    add_value(low, shoe, LOW_VALUES, bound, 1, values);
}
