/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/couple.h"

#include <assert.h>
#include <string.h>

#include "odds/overlap.h"

/* Whose wagers the terms are multiplied by. */
enum counted { COUNT_NOTHING, COUNT_FIRST_GROUP, COUNT_SECOND_GROUP };

/* One pass: two hands have one hand in each group; of three and four the first group has two. */
struct grouping {
    const struct couple *couple;
    const struct couple_hands *hands; /* `shoes` of them */
    unsigned shoes;
    enum counted counted;
    struct overlap *overlap;
};

static double plain(const struct couple_item *item)
{
    return item->orders[0];
}

static double any(const struct couple_item *item)
{
    return item->orders[0] + item->orders[1];
}

static bool all_plain(const struct couple_hands *hands)
{
    return hands->orders[hands->count] > 0;
}

/* With p and a for a plain hand and any hand, the hands are the sum over f of orders[f] p^f a^(count-f). The
 * first group takes p or a, or pp or aa; the second group is what is left. */
static double first_one(const struct couple_hands *hands, const struct couple_item *item)
{
    return all_plain(hands) ? plain(item) : any(item);
}

static double second_one(const struct couple_hands *hands, const struct couple_item *item)
{
    if (all_plain(hands))
        return hands->orders[hands->count] * plain(item);
    return hands->orders[0] * any(item) + hands->orders[1] * plain(item);
}

static double second_two(const struct couple_hands *hands, const struct couple_item *one,
                         const struct couple_item *two)
{
    const double *orders = hands->orders;
    if (all_plain(hands))
        return orders[4] * plain(one) * plain(two);
    return orders[0] * any(one) * any(two) + orders[2] * plain(one) * plain(two) +
           orders[1] * (plain(one) * any(two) + any(one) * plain(two)) / 2;
}

static void add_term(const struct grouping *grouping, overlap_key key, struct overlap_weights *weights,
                     double wagers)
{
    double *counted = grouping->counted == COUNT_FIRST_GROUP ? weights->left : weights->right;
    bool any_weight = false;
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
        counted[shoe] *= grouping->counted == COUNT_NOTHING ? 1 : wagers;
        any_weight = any_weight || weights->left[shoe] > 0 || weights->right[shoe] > 0;
    }
    if (any_weight)
        overlap_add(grouping->overlap, key, weights);
}

static void add_one(const struct grouping *grouping, const struct couple_item *item, overlap_key key)
{
    struct overlap_weights weights = {{0}, {0}};
    for (unsigned shoe = 0; shoe < grouping->shoes; shoe++) {
        const struct couple_hands *hands = &grouping->hands[shoe];
        if (hands->count == 2)
            weights.left[shoe] = hands->weight * first_one(hands, item);
        if (hands->count <= 3)
            weights.right[shoe] = second_one(hands, item);
    }
    add_term(grouping, key, &weights, item->wager);
}

static void add_two(const struct grouping *grouping, const struct couple_item *one,
                    const struct couple_item *two, overlap_key key)
{
    struct overlap_weights weights = {{0}, {0}};
    double both = one == two ? 1 : 2; /* either hand may be the first */
    for (unsigned shoe = 0; shoe < grouping->shoes; shoe++) {
        const struct couple_hands *hands = &grouping->hands[shoe];
        weights.left[shoe] = hands->weight * both * first_one(hands, one) * first_one(hands, two);
        if (hands->count == 4)
            weights.right[shoe] = both * second_two(hands, one, two);
    }
    add_term(grouping, key, &weights, one->wager + two->wager);
}

static void add_all(const struct grouping *grouping)
{
    const struct couple *couple = grouping->couple;
    overlap_key keys[COUPLE_ITEMS_MAX] = {0};
    for (unsigned i = 0; i < couple->item_count; i++) {
        keys[i] = overlap_key_of(couple->items[i].count, couple->items[i].bust_from);
        add_one(grouping, &couple->items[i], keys[i]);
        for (unsigned j = 0; grouping->hands->count > 2 && j <= i; j++)
            add_two(grouping, &couple->items[j], &couple->items[i], overlap_key_join(keys[j], keys[i]));
    }
}

static enum status add_value(struct grouping *grouping, enum counted counted, double *sum)
{
    double values[OVERLAP_SHOES];
    grouping->counted = counted;
    add_all(grouping);
    enum status status = overlap_values(grouping->overlap, values);
    for (unsigned shoe = 0; shoe < grouping->shoes; shoe++)
        *sum += values[shoe];
    return status;
}

static enum status add_grouping(struct grouping *grouping, bool lost, struct couple_sum *sum)
{
    size_t items = grouping->couple->item_count;
    size_t terms = grouping->hands->count > 2 ? items + items * (items + 1) / 2 : items;
    struct supply shoes[OVERLAP_SHOES];
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++)
        shoes[shoe] = grouping->hands[shoe < grouping->shoes ? shoe : 0].shoe;
    grouping->overlap = overlap_new(shoes, terms);
    if (!grouping->overlap)
        return STATUS_NO_MEMORY;
    enum status status = add_value(grouping, COUNT_NOTHING, &sum->probability);
    if (lost && status == STATUS_OK)
        status = add_value(grouping, COUNT_FIRST_GROUP, &sum->lost);
    if (lost && status == STATUS_OK)
        status = add_value(grouping, COUNT_SECOND_GROUP, &sum->lost);
    overlap_free(grouping->overlap);
    return status;
}

enum status couple_run(const struct couple *couple, const struct couple_hands *hands, unsigned hands_count,
                       bool lost, struct couple_sum *sum)
{
    struct grouping two = {.couple = couple, .hands = hands, .shoes = 1};
    struct grouping more = {.couple = couple, .hands = hands + 1, .shoes = hands_count - 1};
    assert(hands_count >= 1 && hands_count < COUPLE_HANDS_MAX);
    *sum = (struct couple_sum){0, 0};
    enum status status = add_grouping(&two, lost, sum);
    if (status == STATUS_OK && more.shoes > 0)
        status = add_grouping(&more, lost, sum);
    return status;
}
