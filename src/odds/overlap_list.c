/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/overlap_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "odds/key_set.h"
#include "odds/wide.h"

/* Two halves of single hands, and the number in the list of what they become. */
struct join {
    uint32_t to;
    uint16_t a;
    uint16_t b; /* not above a */
};

/* The different halves of the keys of single hands; [0] is that of no hand. */
struct halves {
    struct key_set set;
    uint32_t *of; /* by hand: number of its half */
    struct join *joins;
    size_t join_count;
};

/* While a list is built. */
struct making {
    const struct overlap_hands *hands;
    struct overlap_list *list;
    struct halves high;
    struct halves low;
    uint32_t *low_of; /* [a * count + b]: the low half that a and b become */
    uint32_t *order;  /* the hands by number of their high half: no hand comes first */
    uint32_t *first;  /* those of half i are first[i] .. first[i+1]-1 of the order */
    uint32_t *place;  /* by low half: one more than the last term that has it */
    uint32_t begin;   /* the terms of the present high half */
    uint32_t end;
};

/* ---- Halves. ---- */

static bool find_halves(struct halves *halves, const struct overlap_hands *hands, unsigned place)
{
    assert(hands->count > OVERLAP_NO_HAND && (place == 0 || place == HIGH_PLACE));
    halves->of = malloc(hands->count * sizeof(halves->of[0]));
    for (unsigned i = 0; halves->of && i < hands->count; i++)
        halves->of[i] = key_set_add(&halves->set, (uint32_t)(hands->keys[i] >> place));
    return halves->of && !halves->set.failed;
}

static void release_halves(struct halves *halves)
{
    key_set_release(&halves->set);
    free(halves->of);
    free(halves->joins);
}

/* By what they become, digit by digit from the lowest: as many times to and fro, so they end where they were.
 */
static void sort_joins(struct join *joins, struct join *spare, size_t count)
{
    enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };
    for (unsigned shift = 0; shift < 32; shift += DIGIT_BITS) {
        size_t at[DIGITS + 1] = {0};
        for (size_t i = 0; i < count; i++)
            at[(joins[i].to >> shift) % DIGITS + 1]++;
        for (unsigned digit = 0; digit < DIGITS; digit++)
            at[digit + 1] += at[digit];
        for (size_t i = 0; i < count; i++)
            spare[at[(joins[i].to >> shift) % DIGITS]++] = joins[i];
        struct join *sorted = spare;
        spare = joins;
        joins = sorted;
    }
}

/* Lists the keys that the joins, sorted by them, have become, and puts their numbers in. */
static void number_joins(struct halves *halves, struct list_halves *to)
{
    assert(to->count == 0 && to->keys);
    for (size_t i = 0; i < halves->join_count; i++) {
        uint32_t key = halves->joins[i].to;
        if (to->count == 0 || to->keys[to->count - 1] != key)
            to->keys[to->count++] = key;
        halves->joins[i].to = to->count - 1;
    }
}

/* Each half with no hand, and if `pairs` with each half. */
static bool join_halves(struct halves *halves, bool pairs, uint32_t (*join)(uint32_t a, uint32_t b),
                        struct list_halves *to)
{
    assert(halves->set.count && halves->set.count <= UINT16_MAX); /* struct join numbers them so */
    size_t count = halves->set.count;
    size_t joins_max = pairs ? count * (count + 1) / 2 : count;
    struct join *spare = calloc(joins_max, sizeof(spare[0]));
    halves->joins = calloc(joins_max, sizeof(halves->joins[0]));
    to->keys = malloc(joins_max * sizeof(to->keys[0]));
    bool there = spare && halves->joins && to->keys;
    for (size_t a = 0; there && a < count; a++)
        for (size_t b = 0; b <= (pairs ? a : 0); b++)
            halves->joins[halves->join_count++] = (struct join){
                join((uint32_t)halves->set.keys[a], (uint32_t)halves->set.keys[b]), (uint16_t)a, (uint16_t)b};
    if (there) {
        sort_joins(halves->joins, spare, halves->join_count);
        number_joins(halves, to);
    }
    free(spare);
    return there;
}

/* ---- Hands. ---- */

static bool tabulate_lows(struct making *making)
{
    const struct halves *low = &making->low;
    size_t count = low->set.count;
    making->low_of = malloc(count * count * sizeof(making->low_of[0]));
    for (size_t i = 0; making->low_of && i < low->join_count; i++) {
        const struct join *join = &low->joins[i];
        making->low_of[join->a * count + join->b] = join->to;
        making->low_of[join->b * count + join->a] = join->to;
    }
    return making->low_of;
}

static bool sort_hands(struct making *making)
{
    const struct halves *high = &making->high;
    unsigned count = making->hands->count;
    uint32_t end = 0;
    making->order = malloc(count * sizeof(making->order[0]));
    making->first = malloc((high->set.count + 1U) * sizeof(making->first[0]));
    if (!making->order || !making->first)
        return false;
    for (uint32_t h = 0; h < high->set.count; h++) {
        making->first[h] = end;
        for (unsigned i = 0; i < count; i++)
            if (high->of[i] == h)
                making->order[end++] = i;
    }
    making->first[high->set.count] = end;
    return true;
}

/* ---- Terms. ---- */

static struct overlap_weights *term_of(struct making *making, uint32_t low)
{
    assert(low < making->list->lows.count);
    struct overlap_list *list = making->list;
    if (making->place[low] <= making->begin) {
        list->low[making->end] = low;
        list->of[making->end] = (struct overlap_weights){{0}, {0}};
        making->place[low] = ++making->end;
    }
    return &list->of[making->place[low] - 1];
}

/* Hand `one` with those from..end of the order. */
WIDE static void add_row(struct making *making, unsigned one, uint32_t from, uint32_t end)
{
    assert(one != OVERLAP_NO_HAND && from <= end && end <= making->hands->count);
    const struct overlap_hands *hands = making->hands;
    const struct halves *low = &making->low;
    const uint32_t *low_of = &making->low_of[(size_t)low->of[one] * low->set.count];
    struct overlap_weights beside[OVERLAP_PARTS];
    hands->weigh(hands->context, one, beside);
    for (uint32_t i = from; i < end; i++) {
        unsigned two = making->order[i];
        const double *parts = hands->parts[two];
        double orders = two == one || two == OVERLAP_NO_HAND ? 1 : 2;
        struct overlap_weights sum = {{0}, {0}};
        for (unsigned part = 0; part < OVERLAP_PARTS; part++)
            for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
                sum.left[shoe] += parts[part] * beside[part].left[shoe];
                sum.right[shoe] += parts[part] * beside[part].right[shoe];
            }
        struct overlap_weights *of = term_of(making, low_of[low->of[two]]);
        for (unsigned shoe = 0; shoe < OVERLAP_SHOES; shoe++) {
            of->left[shoe] += orders * sum.left[shoe];
            of->right[shoe] += orders * sum.right[shoe];
        }
    }
}

/* The hands of two high halves; of a half with itself, each two hands once. */
static void add_join(struct making *making, const struct join *join)
{
    assert(join->b <= join->a);
    for (uint32_t i = making->first[join->a]; i < making->first[join->a + 1]; i++) {
        unsigned one = making->order[i];
        uint32_t end = join->a == join->b ? i + 1 : making->first[join->b + 1];
        if (one != OVERLAP_NO_HAND)
            add_row(making, one, making->first[join->b], making->hands->pairs ? end : 1);
    }
}

static bool add_terms(struct making *making)
{
    struct overlap_list *list = making->list;
    size_t hands = making->hands->count;
    size_t terms_max = making->hands->pairs ? hands * (hands + 1) / 2 : hands;
    size_t next = 0;
    list->start = malloc((list->highs.count + 1U) * sizeof(list->start[0]));
    list->low = malloc(terms_max * sizeof(list->low[0]));
    list->of = malloc(terms_max * sizeof(list->of[0]));
    making->place = calloc(list->lows.count, sizeof(making->place[0]));
    if (!list->start || !list->low || !list->of || !making->place)
        return false;
    for (uint32_t h = 0; h < list->highs.count; h++) {
        making->begin = list->start[h] = making->end;
        for (; next < making->high.join_count && making->high.joins[next].to == h; next++)
            add_join(making, &making->high.joins[next]);
    }
    list->start[list->highs.count] = making->end;
    return true;
}

/* ---- The list. ---- */

bool overlap_list_build(struct overlap_list *list, const struct overlap_hands *hands)
{
    struct making making = {.hands = hands, .list = list};
    memset(list, 0, sizeof(*list));
    bool there = find_halves(&making.high, hands, HIGH_PLACE) && find_halves(&making.low, hands, 0) &&
                 join_halves(&making.high, hands->pairs, high_join, &list->highs) &&
                 join_halves(&making.low, hands->pairs, low_join, &list->lows) && tabulate_lows(&making) &&
                 sort_hands(&making) && add_terms(&making);
    release_halves(&making.high);
    release_halves(&making.low);
    free(making.low_of);
    free(making.order);
    free(making.first);
    free(making.place);
    return there;
}

void overlap_list_release(struct overlap_list *list)
{
    free(list->highs.keys);
    free(list->lows.keys);
    free(list->start);
    free(list->low);
    free(list->of);
    memset(list, 0, sizeof(*list));
}
