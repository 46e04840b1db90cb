/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/overlap.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds/overlap_high.h"
#include "odds/overlap_list.h"
#include "odds/overlap_low.h"
#include "odds/wide.h"

enum {
    WORD = 64,
    SUM_MAX = 2 * (21 / OVERLAP_OPEN_MIN + 1) /* high cards in two hands */
};

/* Some j of the high values, done side by side: what each of them counts, and by number of the high half what
 * these cards weigh. */
struct batch {
    unsigned lanes; /* so many are set */
    struct low_lanes outer;
    struct low_lanes *weights;
};

struct overlap {
    struct overlap_list list;
    struct overlap_high high;
    struct overlap_low low;
    uint64_t *there;          /* a bit for each low half that has terms in the present lanes */
    unsigned number;          /* of the shoe whose value is found */
    struct overlap_shoe shoe; /* its tables */
    double scale_max;         /* N^n over the falling factorial, for the most cards that both sides have */
    struct batch batches[SUM_MAX + 1]; /* by the sum of the j: those of equal sum have about the same terms */
};

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

/* ---- Beginning and end. ---- */

/* The lists are numbered by shoe, the left one first. */
static unsigned sides_of(unsigned shoe)
{
    assert(shoe < OVERLAP_SHOES);
    return 3U << (2 * shoe);
}

/* In which lists the high cards of number i stand. */
static uint8_t sides_of_high(const struct overlap *overlap, uint32_t i)
{
    assert(i < overlap->list.highs.count);
    const struct overlap_list *list = &overlap->list;
    unsigned sides = 0;
    for (uint32_t t = list->start[i]; t < list->start[i + 1]; t++)
        for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
            sides |= list->of[t].left[shoe] > 0 ? 1U << (2 * shoe) : 0;
            sides |= list->of[t].right[shoe] > 0 ? 2U << (2 * shoe) : 0;
        }
    return (uint8_t)sides;
}

static bool begin_high(struct overlap *overlap)
{
    uint8_t *sides = malloc(overlap->list.highs.count + 1U);
    for (uint32_t i = 0; sides && i < overlap->list.highs.count; i++)
        sides[i] = sides_of_high(overlap, i);
    bool there = sides && overlap_high_init(&overlap->high, &overlap->list.highs, sides);
    free(sides);
    return there;
}

static bool begin(struct overlap *overlap, const struct overlap_hands *hands)
{
    if (!overlap_list_build(&overlap->list, hands) || !begin_high(overlap) ||
        !overlap_low_init(&overlap->low, &overlap->list.lows))
        return false;
    overlap->there = calloc(overlap->list.lows.count / WORD + 1U, sizeof(overlap->there[0]));
    bool there = overlap->there;
    for (unsigned sum = 0; sum <= SUM_MAX; sum++) {
        struct batch *batch = &overlap->batches[sum];
        batch->weights = calloc(overlap->list.highs.count, sizeof(batch->weights[0]));
        there = there && batch->weights;
    }
    return there;
}

static void end(struct overlap *overlap)
{
    overlap_list_release(&overlap->list);
    overlap_high_release(&overlap->high);
    overlap_low_release(&overlap->low);
    for (unsigned sum = 0; sum <= SUM_MAX; sum++)
        free(overlap->batches[sum].weights);
    free(overlap->there);
}

/* ---- The values. ---- */

static void set_shoe(struct overlap *overlap, unsigned number, const struct supply *supply)
{
    assert(number < OVERLAP_SHOES);
    unsigned cards_max = 0;
    overlap->number = number;
    overlap_shoe_set(&overlap->shoe, supply);
    for (uint32_t i = 0; i < overlap->list.lows.count; i++) {
        unsigned cards = low_cards(overlap->list.lows.keys[i]);
        cards_max = cards > cards_max ? cards : cards_max;
    }
    overlap->scale_max = 1;
    for (unsigned n = 0; n <= 2 * cards_max; n++)
        overlap->scale_max = fmax(overlap->scale_max, overlap->shoe.scale[n]);
}

static double *lane_of(struct low_lanes *lanes, unsigned lane)
{
    return (double *)lanes->of + lane;
}

/* The high cards' weights for the j just set become those of the next lane. */
static void set_lane(const struct overlap *overlap, struct batch *batch, double outer)
{
    assert(batch->lanes < LOW_LANES);
    const double *of = overlap->high.at[OVERLAP_OPEN_MIN].of;
    unsigned lane = batch->lanes++;
    *lane_of(&batch->outer, lane) = outer;
    for (uint32_t i = 0; i < overlap->list.highs.count; i++)
        *lane_of(&batch->weights[i], lane) = of[i];
}

/* The last lane of one batch becomes the next of another. */
static void move_lane(const struct overlap *overlap, struct batch *from, struct batch *to)
{
    assert(from != to && from->lanes > 0 && to->lanes < LOW_LANES);
    unsigned last = --from->lanes;
    unsigned lane = to->lanes++;
    *lane_of(&to->outer, lane) = *lane_of(&from->outer, last);
    for (uint32_t i = 0; i < overlap->list.highs.count; i++)
        *lane_of(&to->weights[i], lane) = *lane_of(&from->weights[i], last);
}

static bool is_zero(const struct low_lanes *lanes)
{
    low_vector sum = {0};
    for (unsigned v = 0; v < LOW_VECTORS; v++)
        sum += lanes->of[v];
    return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

/* Sums over the high cards, in all lanes. */
WIDE static void sum_high(struct overlap *overlap, const struct batch *batch)
{
    const struct overlap_list *list = &overlap->list;
    struct low_term *sums = overlap->low.lists[LOW_VALUES].of;
    for (uint32_t i = 0; i < overlap->list.highs.count; i++) {
        struct low_lanes lanes = batch->weights[i];
        if (is_zero(&lanes))
            continue;
        for (uint32_t t = list->start[i]; t < list->start[i + 1]; t++) {
            uint32_t low = list->low[t];
            double left = list->of[t].left[overlap->number];
            double right = list->of[t].right[overlap->number];
            for (unsigned v = 0; v < LOW_VECTORS; v++) {
                sums[low].left.of[v] += lanes.of[v] * left;
                sums[low].right.of[v] += lanes.of[v] * right;
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
    for (uint32_t word = 0; word <= overlap->list.lows.count / WORD; word++) {
        for (uint64_t bits = overlap->there[word]; bits; bits &= bits - 1) {
            uint32_t i = word * WORD + (uint32_t)__builtin_ctzll(bits);
            if (clear)
                low_term_clear(&list->of[i]);
            else
                list->which[count++] = i;
        }
        if (clear)
            overlap->there[word] = 0;
    }
    list->count = count;
}

/* The low cards, in all lanes that are set. */
static double batch_value(struct overlap *overlap, struct batch *batch)
{
    assert(batch->lanes > 0 && batch->lanes <= LOW_LANES);
    struct low_lanes by_lane;
    struct low_lanes bound;
    double value = 0;
    for (unsigned v = 0; v < LOW_VECTORS; v++)
        bound.of[v] = batch->outer.of[v] * overlap->scale_max;
    sum_high(overlap, batch);
    each_low(overlap, false);
    overlap_low_values(&overlap->low, &overlap->shoe, &bound, &by_lane);
    each_low(overlap, true);
    for (unsigned lane = 0; lane < LOW_LANES; lane++)
        value += *lane_of(&batch->outer, lane) * *lane_of(&by_lane, lane);
    batch->lanes = 0;
    batch->outer = (struct low_lanes){{{0}}};
    return value;
}

/* For every j of this value and the smaller high ones, those of the greater ones being given: `sum` of them,
 * counting `outer`. */
static double value_from(struct overlap *overlap, unsigned value, unsigned sum, double outer)
{
    assert(value <= VALUE_TEN && sum <= SUM_MAX);
    const struct overlap_shoe *shoe = &overlap->shoe;
    unsigned both = sides_of(overlap->number);
    double total = 0;
    if (value < OVERLAP_OPEN_MIN) {
        struct batch *batch = &overlap->batches[sum];
        set_lane(overlap, batch, outer);
        return batch->lanes == LOW_LANES ? batch_value(overlap, batch) : 0;
    }
    for (unsigned j = 0; sum + j <= SUM_MAX && j <= overlap_count_max(value); j++) {
        if ((overlap_high_set(&overlap->high, value, overlap_factors(shoe, value, j)) & both) != both)
            break;
        total += value_from(overlap, value - 1, sum + j, outer * shoe->sign[value][j]);
    }
    return total;
}

/* Remainders of batches are put together. */
static double value_of(struct overlap *overlap)
{
    struct batch *rest = &overlap->batches[0];
    double total = value_from(overlap, VALUE_TEN, 0, 1);
    for (unsigned sum = 1; sum <= SUM_MAX; sum++)
        while (overlap->batches[sum].lanes > 0) {
            move_lane(overlap, &overlap->batches[sum], rest);
            if (rest->lanes == LOW_LANES)
                total += batch_value(overlap, rest);
        }
    return rest->lanes > 0 ? total + batch_value(overlap, rest) : total;
}

enum status overlap_values(const struct supply shoes[OVERLAP_SHOES], const struct overlap_hands *hands,
                           double values[OVERLAP_SHOES])
{
    struct overlap *overlap = calloc(1, sizeof(*overlap));
    if (!overlap)
        return STATUS_NO_MEMORY;
    bool begun = begin(overlap, hands);
    for (unsigned i = 0; i < OVERLAP_SHOES; i++) {
        if (begun)
            set_shoe(overlap, i, &shoes[i]);
        values[i] = begun ? value_of(overlap) : 0;
    }
    end(overlap);
    free(overlap);
    return begun ? STATUS_OK : STATUS_NO_MEMORY;
}
