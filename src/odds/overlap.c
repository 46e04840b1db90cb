/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/overlap.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COUNT_MAX = 42, /* cards of one value in a group: two hands of twenty Aces, and two busting cards */
    CARDS_MAX = 64, /* cards of a group */
    OPEN_BITS = 4,
    OPEN_MASK = (1 << OPEN_BITS) - 1,
    OPEN_BOTH = (1 << (2 * OPEN_BITS)) - 1,
    CARDS_PLACE = 40,
    BLOCK_PLACE = 23, /* from here on upwards: the small values and the number of cards */
    HIGH_MIN = 6,
    VARIANTS = 4, /* of a term with two open cards: both open, either, none */
};

/* Where a value's count lies in the key, and in how many bits: two hands drew up to twice twenty points
 * before they busted. The order is the one in which values are summed over, from the lowest bits up, so that
 * in a sorted list the terms to be added up stand together. Below all are the open cards. */
static const struct {
    uint8_t place;
    uint8_t bits;
} digits[VALUE_COUNT + 1] = {
    [6] = {8, 3},  [7] = {11, 3}, [8] = {14, 3}, [9] = {17, 3}, [10] = {20, 3},
    [5] = {23, 4}, [4] = {27, 4}, [3] = {31, 4}, [2] = {35, 5}, [1] = {46, 6},
};

/* Left weights, then right ones; the compiler makes vector instructions of it. */
typedef double weights
    __attribute__((vector_size(2 * OVERLAP_SHOES * sizeof(double)), aligned(sizeof(double))));

struct term {
    overlap_key key;
    weights of;
};

struct list {
    struct term *at;
    size_t count;
    size_t block; /* while it is made: where the terms with the last one's block begin */
};

/* Something that can become of a term's open cards when a value is summed over: those still open, and how
 * many are of the value. */
struct option {
    uint8_t open;
    uint8_t drawn;
};

struct options {
    uint8_t count;
    uint8_t most; /* drawn, if all are of the value */
    struct option at[VARIANTS];
};

struct overlap {
    size_t terms_max;
    size_t added;                       /* terms given by the caller */
    struct list lists[VALUE_COUNT + 1]; /* by how many values are still to be summed over; [0] unused */
    struct options options[VALUE_COUNT + 1][OPEN_BOTH + 1];        /* by value and open cards */
    unsigned left[VALUE_COUNT + 1];                                /* cards in the fuller shoe */
    weights factor[VALUE_COUNT + 1][COUNT_MAX + 1][COUNT_MAX + 1]; /* [v][j][c]: c^(j) s^(c) / N^c */
    double sign[VALUE_COUNT + 1][COUNT_MAX + 1][OVERLAP_SHOES];    /* [v][j]: (-1)^j / (j! s^(j)) */
    double scale[OVERLAP_SHOES][2 * CARDS_MAX];                    /* [n]: N^n over the falling factorial */
    weights bound[CARDS_MAX];                                      /* [n]: root of scale[2n] */
};

/* ---- Keys. ---- */

overlap_key overlap_key_of(const uint8_t count[VALUE_COUNT + 1], unsigned open)
{
    overlap_key key = open;
    unsigned cards = open ? 1 : 0;
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        key |= (overlap_key)count[value] << digits[value].place;
        cards += count[value];
    }
    return key | (overlap_key)cards << CARDS_PLACE;
}

static unsigned open_of(overlap_key key, unsigned which)
{
    return key >> (which * OPEN_BITS) & OPEN_MASK;
}

static overlap_key with_open(overlap_key key, unsigned a, unsigned b)
{
    overlap_key open = a > b ? a | b << OPEN_BITS : b | a << OPEN_BITS;
    return key >> (2 * OPEN_BITS) << (2 * OPEN_BITS) | open;
}

overlap_key overlap_key_join(overlap_key a, overlap_key b)
{
    return with_open(with_open(a, 0, 0) + with_open(b, 0, 0), open_of(a, 0), open_of(b, 0));
}

static unsigned count_of(overlap_key key, unsigned value)
{
    return (unsigned)(key >> digits[value].place) & ((1U << digits[value].bits) - 1);
}

static unsigned cards_of(overlap_key key)
{
    return key >> CARDS_PLACE & (CARDS_MAX - 1);
}

/* ---- The order of values, and open cards. ---- */

/* The order in which values are summed over, from the end. Those that bust most hands come first, in rising
 * order, so that open cards soon lose what tells them apart; small ones, of which there are many in a hand,
 * come last, when the lists are short. */
static const uint8_t order[VALUE_COUNT + 1] = {0, 1, 2, 3, 4, 5, 10, 9, 8, 7, 6};

/* After `value` is summed over: the smallest value an open card may still have. */
static unsigned open_after(unsigned open, unsigned value)
{
    return value >= HIGH_MIN && open >= HIGH_MIN && open <= value ? value + 1 : open;
}

/* An open card may stay open: a value it can have is still to come. */
static bool may_stay(unsigned open, unsigned value)
{
    return value >= HIGH_MIN ? value < VALUE_TEN || open < HIGH_MIN : open < value;
}

/* What can become of one open card (0: there is none), at most two things. */
static unsigned open_options(unsigned open, unsigned value, struct option options[2])
{
    unsigned count = 0;
    if (!open || may_stay(open, value))
        options[count++] = (struct option){(uint8_t)open_after(open, value), 0};
    if (open && open <= value)
        options[count++] = (struct option){0, 1};
    return count;
}

static void set_options(struct options *options, unsigned open_a, unsigned open_b, unsigned value)
{
    struct option a[2];
    struct option b[2];
    unsigned a_count = open_options(open_a, value, a);
    unsigned b_count = open_options(open_b, value, b);
    options->count = 0;
    options->most = (uint8_t)((open_a > 0) + (open_b > 0));
    for (unsigned i = 0; i < a_count; i++)
        for (unsigned k = 0; k < b_count; k++)
            options->at[options->count++] = (struct option){(uint8_t)with_open(0, a[i].open, b[k].open),
                                                            (uint8_t)(a[i].drawn + b[k].drawn)};
}

static void set_all_options(struct overlap *overlap)
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        for (unsigned a = 0; a <= VALUE_COUNT; a++)
            for (unsigned b = 0; b <= a; b++)
                set_options(&overlap->options[value][with_open(0, a, b)], a, b, value);
}

/* ---- Lists. ---- */

/* Terms come block by block, so an equal one can only stand among the last. */
static inline void list_add(struct list *list, overlap_key key, weights of)
{
    if (list->count > 0 && list->at[list->count - 1].key >> BLOCK_PLACE != key >> BLOCK_PLACE)
        list->block = list->count;
    for (size_t i = list->count; i > list->block; i--)
        if (list->at[i - 1].key == key) {
            list->at[i - 1].of += of;
            return;
        }
    list->at[list->count++] = (struct term){key, of};
}

static void list_start(struct list *list)
{
    list->count = 0;
    list->block = 0;
}

static int compare_terms(const void *a, const void *b)
{
    overlap_key x = ((const struct term *)a)->key;
    overlap_key y = ((const struct term *)b)->key;
    return x < y ? -1 : x > y;
}

/* The cards of a term are in the fuller shoe. */
static bool possible(const struct overlap *overlap, overlap_key key)
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        if (count_of(key, value) > overlap->left[value])
            return false;
    return true;
}

/* Brings the caller's terms into order, without those that cannot be drawn. */
static void list_sort(struct overlap *overlap)
{
    struct list *list = &overlap->lists[VALUE_COUNT];
    size_t kept = 0;
    for (size_t i = 0; i < overlap->added; i++)
        if (possible(overlap, list->at[i].key))
            list->at[kept++] = list->at[i];
    qsort(list->at, kept, sizeof(list->at[0]), compare_terms);
    list_start(list);
    for (size_t i = 0; i < kept; i++)
        list_add(list, list->at[i].key, list->at[i].of);
    overlap->added = 0;
}

struct overlap *overlap_new(size_t terms_max)
{
    struct overlap *overlap = calloc(1, sizeof(*overlap));
    bool there = overlap;
    for (unsigned level = 1; there && level <= VALUE_COUNT; level++) {
        overlap->lists[level].at = malloc(VARIANTS * terms_max * sizeof(struct term));
        there = overlap->lists[level].at;
    }
    if (!there) {
        overlap_free(overlap);
        return NULL;
    }
    overlap->terms_max = terms_max;
    set_all_options(overlap);
    return overlap;
}

void overlap_free(struct overlap *overlap)
{
    for (unsigned level = 1; overlap && level <= VALUE_COUNT; level++)
        free(overlap->lists[level].at);
    free(overlap);
}

void overlap_add(struct overlap *overlap, overlap_key key, const struct overlap_weights *of)
{
    assert(overlap->added < overlap->terms_max);
    overlap->lists[VALUE_COUNT].at[overlap->added++] =
        (struct term){key, {of->left[0], of->left[1], of->right[0], of->right[1]}};
}

/* ---- The shoes. ---- */

static void set_value(struct overlap *overlap, unsigned shoe, unsigned value, unsigned left, double total)
{
    double drawn = 1; /* s^(c) / N^c */
    double sign = 1;
    overlap->left[value] = left > overlap->left[value] ? left : overlap->left[value];
    for (unsigned c = 0; c <= COUNT_MAX; c++) {
        double falling = 1; /* c^(j) */
        for (unsigned j = 0; j <= c; j++) {
            overlap->factor[value][j][c][shoe] = falling * drawn;
            overlap->factor[value][j][c][OVERLAP_SHOES + shoe] = falling * drawn;
            falling *= c - j;
        }
        overlap->sign[value][c][shoe] = sign;
        drawn *= c < left ? (left - c) / total : 0;
        sign *= c < left ? -1 / ((c + 1) * ((double)left - c)) : 0;
    }
}

static void set_shoe(struct overlap *overlap, unsigned shoe, const struct supply *supply)
{
    double total = supply->total;
    double *scale = overlap->scale[shoe];
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        set_value(overlap, shoe, value, supply->left[value], total);
    scale[0] = 1;
    for (unsigned n = 1; n < 2 * CARDS_MAX; n++)
        scale[n] = n <= supply->total ? scale[n - 1] * total / (total - (n - 1)) : 0;
    for (unsigned n = 0; n < CARDS_MAX; n++)
        overlap->bound[n][shoe] = overlap->bound[n][OVERLAP_SHOES + shoe] =
            sqrt(scale[2 * n <= supply->total ? 2 * n : supply->total]);
}

/* ---- The values. ---- */

/* Sums over the counts of one value for this j. Terms that can have no more of it than j are dropped from
 * `from`: the next j does not need them. */
static void sum_out(struct overlap *overlap, struct list *list, struct list *from, unsigned value, unsigned j)
{
    const weights *factor = overlap->factor[value][j];
    size_t kept = 0;
    list_start(list);
    for (size_t i = 0; i < from->count; i++) {
        const struct term *term = &from->at[i];
        const struct options *options = &overlap->options[value][term->key & OPEN_BOTH];
        unsigned drawn = count_of(term->key, value);
        overlap_key rest =
            (term->key - ((overlap_key)drawn << digits[value].place)) & ~(overlap_key)OPEN_BOTH;
        for (unsigned k = 0; k < options->count; k++) {
            unsigned count = drawn + options->at[k].drawn;
            if (count >= j && count <= overlap->left[value])
                list_add(list, rest | options->at[k].open, factor[count] * term->of);
        }
        if (drawn + options->most > j)
            from->at[kept++] = *term;
    }
    from->count = kept;
}

/* True if nothing that comes of terms of this size can matter. */
static bool negligible(const weights *size, const double *sign)
{
    double most = 0;
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
        double bound = fabs(sign[shoe]) * (*size)[shoe] * (*size)[OVERLAP_SHOES + shoe];
        most = bound > most ? bound : most;
    }
    return most <= OVERLAP_NEGLIGIBLE;
}

static bool list_negligible(const struct overlap *overlap, const struct list *list, const double *sign)
{
    weights size = {0};
    for (size_t i = 0; i < list->count; i++)
        size += overlap->bound[cards_of(list->at[i].key)] * list->at[i].of;
    return negligible(&size, sign);
}

/* Everything is summed over but the number of cards, from `low` to `high`. */
static void add_products(const struct overlap *overlap, const weights *by_cards, unsigned low, unsigned high,
                         const double *sign, double *values)
{
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
        double left[CARDS_MAX];
        double right[CARDS_MAX];
        double sum = 0;
        unsigned count = 0;
        for (unsigned n = low; n <= high; n++) {
            left[count] = by_cards[n][shoe];
            right[count++] = by_cards[n][OVERLAP_SHOES + shoe];
        }
        for (unsigned n = 0; n < count; n++) {
            const double *scale = overlap->scale[shoe] + 2 * low + n;
            double row = 0;
            for (unsigned m = 0; m < count; m++)
                row += right[m] * scale[m];
            sum += left[n] * row;
        }
        values[shoe] += sign[shoe] * sum;
    }
}

/* One j of the last value. Only the number of cards is left besides, so the list becomes an array. */
static void sum_last_j(const struct overlap *overlap, struct list *list, unsigned value, unsigned j,
                       double *values)
{
    const weights *factor = overlap->factor[value][j];
    const double *sign = overlap->sign[value][j];
    weights by_cards[CARDS_MAX];
    weights size = {0};
    unsigned low = 0;
    unsigned high = 0;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        overlap_key key = list->at[i].key;
        unsigned count = count_of(key, value) + overlap->options[value][key & OPEN_BOTH].most;
        unsigned cards = cards_of(key);
        weights of = factor[count] * list->at[i].of;
        if (i == 0) {
            low = high = cards;
            by_cards[cards] = (weights){0};
        }
        while (high < cards)
            by_cards[++high] = (weights){0};
        while (low > cards)
            by_cards[--low] = (weights){0};
        by_cards[cards] += of;
        size += overlap->bound[cards] * of;
        if (count > j)
            list->at[kept++] = list->at[i];
    }
    list->count = kept;
    if (!negligible(&size, sign))
        add_products(overlap, (const weights *)by_cards, low, high, sign, values);
}

static void sum_last(const struct overlap *overlap, struct list *list, unsigned value, double *values)
{
    for (unsigned j = 0; j <= overlap->left[value] && list->count > 0; j++)
        sum_last_j(overlap, list, value, j, values);
}

static void add_values(struct overlap *overlap, unsigned level, double *values)
{
    struct list *list = &overlap->lists[level];
    struct list *below = &overlap->lists[level - 1];
    unsigned value = order[level];
    if (level == 1) {
        sum_last(overlap, list, value, values);
        return;
    }
    for (unsigned j = 0; j <= overlap->left[value] && list->count > 0; j++) {
        const double *sign = overlap->sign[value][j];
        double inner[OVERLAP_SHOES] = {0};
        sum_out(overlap, below, list, value, j);
        if (list_negligible(overlap, below, sign))
            continue;
        add_values(overlap, level - 1, inner);
        for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++)
            values[shoe] += sign[shoe] * inner[shoe];
    }
}

void overlap_values(struct overlap *overlap, const struct supply shoes[OVERLAP_SHOES],
                    double values[OVERLAP_SHOES])
{
    memset(overlap->left, 0, sizeof(overlap->left));
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
        set_shoe(overlap, shoe, &shoes[shoe]);
        values[shoe] = 0;
    }
    list_sort(overlap);
    add_values(overlap, VALUE_COUNT, values);
}
