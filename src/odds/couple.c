/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/couple.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { COUPLE_HANDS_MAX = 8 };

/* A tuple being put together. */
struct tuple {
    uint8_t drawn[VALUE_COUNT + 1];
    unsigned cards;
    uint8_t bust_from[COUPLE_HANDS_MAX];
    unsigned busts;
    unsigned wagers;
};

static double orders_of(const struct couple_item *item, bool any)
{
    return item->orders[0] + (any ? item->orders[1] : 0);
}

/* Draws the item's cards; the probability of drawing them in one given order. */
static double tuple_add(struct tuple *tuple, const struct couple *couple, const struct couple_item *item)
{
    double probability = 1;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        for (unsigned i = 0; i < item->count[value]; i++) {
            int left = couple->shoe.left[value] - tuple->drawn[value]++;
            if (left <= 0)
                return 0;
            probability *= left * couple->inverse[tuple->cards++];
        }
    if (item->bust_from)
        tuple->bust_from[tuple->busts++] = item->bust_from;
    tuple->wagers += item->wager;
    return probability;
}

/* Probability that the next cards bust the hands that are to be busted. The sets of busting values are
 * nested, so the smallest set chooses first and takes one card away from all the others. */
static double tuple_busts(const struct tuple *tuple, const struct couple *couple)
{
    double probability = 1;
    unsigned chosen = 0;
    int above = 0;
    for (unsigned value = VALUE_COUNT; chosen < tuple->busts && value >= 1; value--) {
        above += couple->shoe.left[value] - tuple->drawn[value];
        for (unsigned i = 0; i < tuple->busts; i++)
            if (tuple->bust_from[i] == value) {
                int left = above - (int)chosen;
                probability *= left > 0 ? left * couple->inverse[tuple->cards + chosen] : 0;
                chosen++;
            }
    }
    return probability;
}

/* Goes through the tuples with items from number `from` on; a tuple without regard to order stands for all
 * orders of its hands. */
static void run_tuples(const struct couple *couple, const struct tuple *tuple, double weight, unsigned from,
                       unsigned plain, unsigned any, unsigned position, unsigned repeat,
                       struct couple_sum *sum)
{
    if (plain + any == 0) {
        double probability = weight * tuple_busts(tuple, couple);
        sum->probability += probability;
        sum->lost += probability * tuple->wagers;
        return;
    }
    bool is_any = plain == 0;
    for (unsigned i = from; i < couple->item_count; i++) {
        double orders = orders_of(&couple->items[i], is_any);
        struct tuple with = *tuple;
        if (orders == 0)
            continue;
        double probability = tuple_add(&with, couple, &couple->items[i]);
        unsigned again = i == from && position > 0 ? repeat + 1 : 1;
        double ways = orders * (position + 1) / again;
        bool last_plain = plain == 1;
        if (probability > 0)
            run_tuples(couple, &with, weight * probability * ways, last_plain ? 0 : i, is_any ? 0 : plain - 1,
                       is_any ? any - 1 : any, last_plain ? 0 : position + 1, last_plain ? 0 : again, sum);
    }
}

static struct couple_sum sum_exactly(const struct couple *couple, unsigned plain, unsigned any)
{
    const struct tuple nothing = {.cards = 0};
    struct couple_sum sum = {0, 0};
    run_tuples(couple, &nothing, 1, 0, plain, any, 0, 0, &sum);
    return sum;
}

/* Multisets of `hands` out of n. */
static double multisets(unsigned n, unsigned hands)
{
    double count = 1;
    for (unsigned i = 0; i < hands; i++)
        count *= (double)(n + i) / (i + 1);
    return count;
}

static unsigned items_of(const struct couple *couple, bool any)
{
    unsigned count = 0;
    for (unsigned i = 0; i < couple->item_count; i++)
        count += orders_of(&couple->items[i], any) > 0;
    return count;
}

/* One or two hands: made once for a shoe. */
static struct couple_sum small_sum(struct couple *couple, unsigned which)
{
    static const uint8_t hands[COUPLE_SUMS][2] = {
        [COUPLE_PLAIN] = {1, 0}, [COUPLE_ANY] = {0, 1},      [COUPLE_BOTH_PLAIN] = {2, 0},
        [COUPLE_MIXED] = {1, 1}, [COUPLE_BOTH_ANY] = {0, 2},
    };
    if (!couple->known[which])
        couple->sums[which] = sum_exactly(couple, hands[which][0], hands[which][1]);
    couple->known[which] = true;
    return couple->sums[which];
}

static struct couple_sum sum_closed(struct couple *couple, unsigned plain, unsigned any)
{
    struct couple_sum one[2] = {small_sum(couple, COUPLE_PLAIN), small_sum(couple, COUPLE_ANY)};
    double pairs = 1;
    couple->closed = true;
    if (one[0].probability <= 0 || one[1].probability <= 0)
        return (struct couple_sum){0, 0};
    if (plain > 1)
        pairs *= pow(small_sum(couple, COUPLE_BOTH_PLAIN).probability, plain * (plain - 1) / 2);
    if (plain && any)
        pairs *= pow(small_sum(couple, COUPLE_MIXED).probability, plain * any);
    if (any > 1)
        pairs *= pow(small_sum(couple, COUPLE_BOTH_ANY).probability, any * (any - 1) / 2);
    double singles = pow(one[0].probability, plain) * pow(one[1].probability, any);
    double lost = plain * one[0].lost / one[0].probability + any * one[1].lost / one[1].probability;
    struct couple_sum sum = {pairs / pow(singles, plain + any - 2), 0};
    sum.lost = sum.probability * lost;
    return sum;
}

void couple_set_shoe(struct couple *couple, const struct supply *shoe)
{
    if (memcmp(&couple->shoe, shoe, sizeof(*shoe)) == 0)
        return;
    couple->shoe = *shoe;
    for (unsigned k = 0; k < COUPLE_CARDS_MAX; k++)
        couple->inverse[k] = k < shoe->total ? 1.0 / (shoe->total - k) : 0;
    memset(couple->known, 0, sizeof(couple->known));
}

struct couple_sum couple_run(struct couple *couple, unsigned plain, unsigned any)
{
    assert(plain + any >= 2 && plain + any <= COUPLE_HANDS_MAX);
    double tuples = multisets(items_of(couple, false), plain) * multisets(items_of(couple, true), any);
    if (tuples == 0)
        return (struct couple_sum){0, 0};
    if (plain + any == 2)
        return small_sum(couple, plain == 2 ? COUPLE_BOTH_PLAIN : any == 2 ? COUPLE_BOTH_ANY : COUPLE_MIXED);
    return tuples <= COUPLE_TUPLES_MAX ? sum_exactly(couple, plain, any) : sum_closed(couple, plain, any);
}
