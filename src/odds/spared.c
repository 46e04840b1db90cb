/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/spared.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "odds/overlap.h"

/* The group whose wagers the terms are multiplied by. */
enum counted { COUNT_NOTHING, COUNT_FIRST_GROUP, COUNT_SECOND_GROUP };

/* The weight of a group of one or two hands, by the class of its hands: any (a) or plain (p). */
struct group {
    double a, p;
    double aa, ap, pp;
};

/* One pass: two hands have one hand in each group; of three and four the first group has two. */
struct grouping {
    const struct spared *spared;
    const struct spared_list *list;
    const struct spared_hands *hands; /* `shoes` of them */
    unsigned shoes;
    struct group first[OVERLAP_SHOES];
    struct group second[OVERLAP_SHOES];
    enum counted counted;
};

static double plain(const struct spared_item *item)
{
    return item->orders[0];
}

static double any(const struct spared_item *item)
{
    return item->orders[0] + item->orders[1];
}

static bool all_plain(const struct spared_hands *hands)
{
    return hands->orders[hands->count] > 0;
}

/* The hands are the sum over f of orders[f] p^f a^(count-f). The first group takes p or a, or pp or aa; the
 * second group is what is left. */
static struct group first_group(const struct spared_hands *hands)
{
    assert(hands->count >= 2 && hands->count <= SPARED_HANDS_MAX);
    struct group group = {0};
    if (hands->count == 2)
        *(all_plain(hands) ? &group.p : &group.a) = hands->weight;
    else
        *(all_plain(hands) ? &group.pp : &group.aa) = hands->weight;
    return group;
}

static struct group second_group(const struct spared_hands *hands)
{
    assert(hands->count >= 2 && hands->count <= SPARED_HANDS_MAX);
    const double *orders = hands->orders;
    struct group group = {0};
    if (all_plain(hands)) {
        *(hands->count == 4 ? &group.pp : &group.p) = orders[hands->count];
    } else if (hands->count == 4) {
        group.aa = orders[0];
        group.ap = orders[1] / 2;
        group.pp = orders[2];
    } else {
        group.a = orders[0];
        group.p = orders[1];
    }
    return group;
}

/* The classes of hands: any or plain, the same times the wager that is lost, or none at all. */
enum { PART_ANY, PART_PLAIN, PART_ANY_LOST, PART_PLAIN_LOST, PART_NO_HAND };

static void set_parts(double parts[OVERLAP_PARTS], const struct spared_item *item)
{
    parts[PART_ANY] = any(item);
    parts[PART_PLAIN] = plain(item);
    parts[PART_ANY_LOST] = item->wager * any(item);
    parts[PART_PLAIN_LOST] = item->wager * plain(item);
    parts[PART_NO_HAND] = 0;
}

/* The weight of each part beside this hand; if wagers are counted, the sum of both. */
static void weigh_group(const struct group *group, const struct spared_item *one, bool counted,
                        double beside[OVERLAP_PARTS])
{
    double times = counted ? one->wager : 1;
    double with_any = group->aa * any(one) + group->ap * plain(one);
    double with_plain = group->ap * any(one) + group->pp * plain(one);
    beside[PART_ANY] = times * with_any;
    beside[PART_PLAIN] = times * with_plain;
    beside[PART_ANY_LOST] = counted ? with_any : 0;
    beside[PART_PLAIN_LOST] = counted ? with_plain : 0;
    beside[PART_NO_HAND] = times * (group->a * any(one) + group->p * plain(one));
}

/* Hand i + 1 is item i. */
static void weigh(const void *context, unsigned one, struct overlap_weights beside[OVERLAP_PARTS])
{
    const struct grouping *grouping = context;
    const struct spared_item *item = &grouping->spared->items[one - 1];
    memset(beside, 0, OVERLAP_PARTS * sizeof(beside[0]));
    for (unsigned shoe = 0; shoe < grouping->shoes; shoe++) {
        double left[OVERLAP_PARTS];
        double right[OVERLAP_PARTS];
        weigh_group(&grouping->first[shoe], item, grouping->counted == COUNT_FIRST_GROUP, left);
        weigh_group(&grouping->second[shoe], item, grouping->counted == COUNT_SECOND_GROUP, right);
        for (unsigned part = 0; part < OVERLAP_PARTS; part++) {
            beside[part].left[shoe] = left[part];
            beside[part].right[shoe] = right[part];
        }
    }
}

/* The items as hands, for all passes. */
struct spared_list {
    overlap_key keys[SPARED_ITEMS_MAX + 1];
    double parts[SPARED_ITEMS_MAX + 1][OVERLAP_PARTS];
};

static struct spared_list *list_items(const struct spared *spared)
{
    assert(spared->item_count <= SPARED_ITEMS_MAX);
    struct spared_list *list = malloc(sizeof(*list));
    if (!list)
        return NULL;
    list->keys[OVERLAP_NO_HAND] = 0;
    for (unsigned part = 0; part < OVERLAP_PARTS; part++)
        list->parts[OVERLAP_NO_HAND][part] = part == PART_NO_HAND;
    for (unsigned i = 0; i < spared->item_count; i++) {
        list->keys[i + 1] = overlap_key_of(spared->items[i].count, spared->items[i].bust_from);
        set_parts(list->parts[i + 1], &spared->items[i]);
    }
    return list;
}

static enum status add_value(struct grouping *grouping, enum counted counted, double *sum)
{
    struct supply shoes[OVERLAP_SHOES];
    double values[OVERLAP_SHOES];
    struct overlap_hands hands = {.count = grouping->spared->item_count + 1,
                                  .keys = grouping->list->keys,
                                  .parts = grouping->list->parts,
                                  .pairs = grouping->hands->count > 2,
                                  .weigh = weigh,
                                  .context = grouping};
    for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++)
        shoes[shoe] = grouping->hands[shoe < grouping->shoes ? shoe : 0].shoe;
    grouping->counted = counted;
    enum status status = overlap_values(shoes, &hands, values);
    for (unsigned shoe = 0; shoe < grouping->shoes; shoe++)
        *sum += values[shoe];
    return status;
}

static enum status add_grouping(struct grouping *grouping, bool lost, struct spared_sum *sum)
{
    for (unsigned shoe = 0; shoe < grouping->shoes; shoe++) {
        grouping->first[shoe] = first_group(&grouping->hands[shoe]);
        grouping->second[shoe] = second_group(&grouping->hands[shoe]);
    }
    enum status status = add_value(grouping, COUNT_NOTHING, &sum->probability);
    if (lost && status == STATUS_OK)
        status = add_value(grouping, COUNT_FIRST_GROUP, &sum->lost);
    if (lost && status == STATUS_OK)
        status = add_value(grouping, COUNT_SECOND_GROUP, &sum->lost);
    return status;
}

enum status spared_run(const struct spared *spared, const struct spared_hands *hands, unsigned hands_count,
                       bool lost, struct spared_sum *sum)
{
    struct spared_list *list = list_items(spared);
    struct grouping two = {.spared = spared, .list = list, .hands = hands, .shoes = 1};
    struct grouping more = {.spared = spared, .list = list, .hands = hands + 1, .shoes = hands_count - 1};
    assert(hands_count >= 1 && hands_count < SPARED_HANDS_MAX);
    *sum = (struct spared_sum){0, 0};
    enum status status = list ? add_grouping(&two, lost, sum) : STATUS_NO_MEMORY;
    if (status == STATUS_OK && more.shoes > 0)
        status = add_grouping(&more, lost, sum);
    free(list);
    return status;
}
