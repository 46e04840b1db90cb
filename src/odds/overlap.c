/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/overlap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "odds/overlap_high.h"
#include "odds/overlap_low.h"
#include "odds/wide.h"

enum { WORD = 64 };

/* The terms by their high cards: those of number i are start[i] .. start[i+1]-1. */
struct sorted {
    uint32_t *start;
    uint32_t *low; /* number of the low half */
    weights *of;
};

struct overlap {
    struct overlap_shoes shoes;
    struct key_set keys; /* of the caller's terms */
    weights *terms;      /* by number */
    size_t terms_max;
    unsigned cards_max; /* of a term */
    /* While values are found. */
    struct key_set highs;
    struct key_set lows;
    struct sorted sorted;
    struct overlap_high high;
    struct overlap_low low;
    uint64_t *there; /* a bit for each low half that has terms in the present lanes */
    unsigned lanes;  /* so many are set */
    struct low_lanes outer;
    struct low_lanes *lane_weights; /* by number of the high half: what these cards weigh */
};

/* ---- Keys. ---- */

overlap_key overlap_key_of(const uint8_t count[VALUE_COUNT + 1], unsigned open)
{
    uint32_t low = 0;
    uint32_t high = open;
    uint32_t cards = open ? 1 : 0;
    assert(!open || open >= OVERLAP_OPEN_MIN);
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        *(value <= LOW_VALUES ? &low : &high) |= (uint32_t)count[value] << overlap_digits[value].place;
        cards += count[value];
    }
    return (overlap_key)high << HIGH_PLACE | low | cards << CARDS_PLACE;
}

overlap_key overlap_key_join(overlap_key a, overlap_key b)
{
    uint32_t closed_a = high_with_open(key_high(a), 0, 0);
    uint32_t closed_b = high_with_open(key_high(b), 0, 0);
    uint32_t high = high_with_open(closed_a + closed_b, high_open(key_high(a), 0), high_open(key_high(b), 0));
    return (overlap_key)high << HIGH_PLACE | (key_low(a) + key_low(b));
}

/* ---- The list. ---- */

struct overlap *overlap_new(const struct supply shoes[OVERLAP_SHOES], size_t terms_max)
{
    struct overlap *overlap = calloc(1, sizeof(*overlap));
    if (!overlap)
        return NULL;
    overlap_shoes_set(&overlap->shoes, shoes);
    overlap->terms_max = terms_max;
    overlap->terms = malloc((terms_max + 1) * sizeof(overlap->terms[0]));
    if (!overlap->terms) {
        overlap_free(overlap);
        return NULL;
    }
    return overlap;
}

void overlap_free(struct overlap *overlap)
{
    if (!overlap)
        return;
    key_set_release(&overlap->keys);
    free(overlap->terms);
    free(overlap);
}

/* The cards of a term are in the fuller shoe. */
static bool possible(const struct overlap *overlap, overlap_key key)
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        if (key_count(key, value) > overlap->shoes.left[value])
            return false;
    return true;
}

void overlap_add(struct overlap *overlap, overlap_key key, const struct overlap_weights *of)
{
    weights term = {of->left[0], of->left[1], of->right[0], of->right[1]};
    uint32_t before = overlap->keys.count;
    uint32_t at = key_set_add(&overlap->keys, key);
    assert(at < overlap->terms_max);
    if (at < before)
        overlap->terms[at] += term;
    else
        overlap->terms[at] = term;
}

/* ---- The list, sorted. ---- */

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Numbers the different halves: the high ones as they come, the low ones in their order. */
static bool number_halves(struct overlap *overlap)
{
    struct key_set found = {0};
    for (uint32_t i = 0; i < overlap->keys.count; i++) {
        overlap_key key = overlap->keys.keys[i];
        unsigned cards = low_cards(key_low(key));
        if (!possible(overlap, key))
            continue;
        (void)key_set_add(&overlap->highs, key_high(key));
        (void)key_set_add(&found, key_low(key));
        overlap->cards_max = cards > overlap->cards_max ? cards : overlap->cards_max;
    }
    if (found.count > 0)
        qsort(found.keys, found.count, sizeof(found.keys[0]), compare_keys);
    for (uint32_t i = 0; i < found.count; i++)
        (void)key_set_add(&overlap->lows, found.keys[i]);
    bool there = !found.failed && !overlap->keys.failed && !overlap->highs.failed && !overlap->lows.failed;
    key_set_release(&found);
    return there;
}

static bool sort_terms(struct overlap *overlap)
{
    struct sorted *sorted = &overlap->sorted;
    uint32_t count = overlap->keys.count;
    sorted->start = calloc(overlap->highs.count + 2U, sizeof(sorted->start[0]));
    sorted->low = malloc((count + 1U) * sizeof(sorted->low[0]));
    sorted->of = malloc((count + 1U) * sizeof(sorted->of[0]));
    if (!sorted->start || !sorted->low || !sorted->of)
        return false;
    /* start[i + 2] counts the terms of i; summed up, start[i + 1] is where they begin, and moves to their
     * end. */
    for (uint32_t i = 0; i < count; i++)
        if (possible(overlap, overlap->keys.keys[i]))
            sorted->start[key_set_add(&overlap->highs, key_high(overlap->keys.keys[i])) + 2]++;
    for (uint32_t i = 1; i < overlap->highs.count + 1; i++)
        sorted->start[i + 1] += sorted->start[i];
    for (uint32_t i = 0; i < count; i++) {
        overlap_key key = overlap->keys.keys[i];
        if (!possible(overlap, key))
            continue;
        uint32_t at = sorted->start[key_set_add(&overlap->highs, key_high(key)) + 1]++;
        sorted->low[at] = key_set_add(&overlap->lows, key_low(key));
        sorted->of[at] = overlap->terms[i];
    }
    return true;
}

static bool begin(struct overlap *overlap)
{
    bool there = number_halves(overlap) && sort_terms(overlap) &&
                 overlap_high_init(&overlap->high, &overlap->highs, overlap->shoes.left) &&
                 overlap_low_init(&overlap->low, overlap->lows.count);
    for (uint32_t i = 0; there && i < overlap->lows.count; i++)
        overlap->low.lists[LOW_VALUES].keys[i] = (uint32_t)overlap->lows.keys[i];
    overlap->lane_weights = calloc(overlap->highs.count + 1U, sizeof(overlap->lane_weights[0]));
    overlap->there = calloc(overlap->lows.count / WORD + 1U, sizeof(overlap->there[0]));
    return there && overlap->lane_weights && overlap->there;
}

static void end(struct overlap *overlap)
{
    key_set_release(&overlap->keys);
    key_set_release(&overlap->highs);
    key_set_release(&overlap->lows);
    free(overlap->sorted.start);
    free(overlap->sorted.low);
    free(overlap->sorted.of);
    overlap_high_release(&overlap->high);
    overlap_low_release(&overlap->low);
    free(overlap->lane_weights);
    free(overlap->there);
    memset(&overlap->sorted, 0, sizeof(overlap->sorted));
    overlap->lane_weights = NULL;
    overlap->there = NULL;
    overlap->cards_max = 0;
}

/* ---- The values. ---- */

/* The high cards' weights for the j just set become those of the next lane. */
static void set_lane(struct overlap *overlap, const weights *outer)
{
    const weights *of = overlap->high.at[OVERLAP_OPEN_MIN].of;
    unsigned pair = overlap->lanes / 2;
    unsigned half = overlap->lanes % 2 * OVERLAP_SHOES;
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
        overlap->outer.of[pair][half + shoe] = (*outer)[shoe];
        for (uint32_t i = 0; i < overlap->highs.count; i++)
            overlap->lane_weights[i].of[pair][half + shoe] = of[i][shoe];
    }
    overlap->lanes++;
}

static bool is_zero(const struct low_lanes *lanes)
{
    weights sum = {0};
    for (unsigned p = 0; p < LOW_PAIRS; p++)
        sum += lanes->of[p];
    return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

/* Sums over the high cards, in all lanes. */
WIDE static void sum_high(struct overlap *overlap)
{
    const struct sorted *sorted = &overlap->sorted;
    struct low_term *sums = overlap->low.lists[LOW_VALUES].of;
    for (uint32_t i = 0; i < overlap->highs.count; i++) {
        struct low_lanes lanes = overlap->lane_weights[i];
        if (is_zero(&lanes))
            continue;
        for (uint32_t t = sorted->start[i]; t < sorted->start[i + 1]; t++) {
            uint32_t low = sorted->low[t];
            weights of = sorted->of[t];
            weights left = {of[0], of[1], of[0], of[1]};
            weights right = {of[2], of[3], of[2], of[3]};
            for (unsigned p = 0; p < LOW_PAIRS; p++) {
                sums[low].left.of[p] += lanes.of[p] * left;
                sums[low].right.of[p] += lanes.of[p] * right;
            }
            overlap->there[low / WORD] |= UINT64_C(1) << low % WORD;
        }
    }
}

/* Lists the sums that have terms; afterwards these are cleared. */
static void each_low(struct overlap *overlap, bool clear)
{
    struct low_list *list = &overlap->low.lists[LOW_VALUES];
    size_t count = 0;
    for (uint32_t word = 0; word <= overlap->lows.count / WORD; word++) {
        for (uint64_t bits = overlap->there[word]; bits; bits &= bits - 1) {
            uint32_t i = word * WORD + (uint32_t)__builtin_ctzll(bits);
            if (clear)
                memset(&list->of[i], 0, sizeof(list->of[i]));
            else
                list->which[count++] = i;
        }
        if (clear)
            overlap->there[word] = 0;
    }
    list->count = count;
}

/* N^n over the falling factorial, for the most cards that there are on both sides. */
static double scale_max(const struct overlap *overlap)
{
    double most = 1;
    for (unsigned n = 0; n <= 2 * overlap->cards_max; n++)
        for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++)
            most = overlap->shoes.scale[n][shoe] > most ? overlap->shoes.scale[n][shoe] : most;
    return most;
}

/* The low cards, in all lanes that are set. */
static void add_lanes(struct overlap *overlap, double values[OVERLAP_SHOES])
{
    struct low_lanes by_lane;
    struct low_lanes bound = overlap->outer;
    for (unsigned p = 0; p < LOW_PAIRS; p++)
        bound.of[p] *= scale_max(overlap);
    sum_high(overlap);
    each_low(overlap, false);
    overlap_low_values(&overlap->low, &overlap->shoes, &bound, &by_lane);
    each_low(overlap, true);
    for (unsigned p = 0; p < LOW_PAIRS; p++)
        for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++)
            values[shoe] += overlap->outer.of[p][shoe] * by_lane.of[p][shoe] +
                            overlap->outer.of[p][OVERLAP_SHOES + shoe] * by_lane.of[p][OVERLAP_SHOES + shoe];
    overlap->lanes = 0;
    memset(&overlap->outer, 0, sizeof(overlap->outer));
    memset(overlap->lane_weights, 0, overlap->highs.count * sizeof(overlap->lane_weights[0]));
}

/* For every j of this value and the smaller high ones that add up to `sum`, those of the greater ones being
 * given. True if there were any. */
static bool add_values(struct overlap *overlap, unsigned value, unsigned sum, const weights *outer,
                       double values[OVERLAP_SHOES])
{
    const struct overlap_shoes *shoes = &overlap->shoes;
    bool any = false;
    if (value < OVERLAP_OPEN_MIN) {
        set_lane(overlap, outer);
        if (overlap->lanes == LOW_LANES)
            add_lanes(overlap, values);
        return true;
    }
    for (unsigned j = value == OVERLAP_OPEN_MIN ? sum : 0; j <= sum && j <= overlap_count_max(value); j++) {
        weights inner = *outer * shoes->sign[value][j];
        if (!overlap_high_set(&overlap->high, value, j, overlap_factors(shoes, value, j)))
            break;
        any = add_values(overlap, value - 1, sum - j, &inner, values) || any;
    }
    return any;
}

/* Those of equal sum have about the same terms: they are done side by side. */
static void add_all(struct overlap *overlap, double values[OVERLAP_SHOES])
{
    const weights outer = {1, 1, 1, 1};
    unsigned sum = 0;
    while (sum <= COUNT_MAX && add_values(overlap, VALUE_TEN, sum, &outer, values))
        sum++;
    if (overlap->lanes > 0)
        add_lanes(overlap, values);
}

enum status overlap_values(struct overlap *overlap, double values[OVERLAP_SHOES])
{
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++)
        values[shoe] = 0;
    bool begun = begin(overlap);
    if (begun)
        add_all(overlap, values);
    end(overlap);
    return begun ? STATUS_OK : STATUS_NO_MEMORY;
}
