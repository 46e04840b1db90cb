/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/dealer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "odds/wide.h"

/* A composition as a number: four bits a value, tens on top, so that numbers sort like the tree's branches.
 */
typedef uint64_t cards_key;

enum { KEY_BITS = 4, STATES_MAX = 8192 };

static unsigned key_count(cards_key key, unsigned value)
{
    assert(value >= 1 && value <= VALUE_COUNT);
    return key >> (KEY_BITS * (value - 1)) & 15U;
}

static cards_key key_of(unsigned value)
{
    assert(value >= 1 && value <= VALUE_COUNT);
    return (cards_key)1 << (KEY_BITS * (value - 1));
}

struct drawn_state {
    cards_key key;
    uint32_t ways;
    uint8_t length;
    uint8_t total; /* with the upcard, best total */
    bool soft;
};

/* States by key: open addressing; `order` lists them as they were found, shorter ones first. */
struct drawn_states {
    struct drawn_state at[STATES_MAX];
    uint16_t order[STATES_MAX];
    unsigned count;
};

static struct drawn_state *find_state(struct drawn_states *states, cards_key key)
{
    unsigned place = (unsigned)((key + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 51);
    while (states->at[place].ways && states->at[place].key != key)
        place = (place + 1) % STATES_MAX;
    return &states->at[place];
}

static void set_total(struct drawn_state *state, unsigned up)
{
    assert(up >= 1 && up <= VALUE_COUNT);
    unsigned hard = up;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        hard += value * key_count(state->key, value);
    state->soft = (up == VALUE_ACE || key_count(state->key, VALUE_ACE) > 0) && hard + 10 <= 21;
    state->total = (uint8_t)(hard + (state->soft ? 10 : 0));
}

static bool must_draw(const struct drawn_state *state, bool hit_soft17)
{
    return dealer_draws(state->total, state->soft, hit_soft17);
}

static void reach(struct drawn_states *states, const struct drawn_state *from, unsigned value, unsigned up)
{
    cards_key key = from->key + key_of(value);
    struct drawn_state *state = find_state(states, key);
    if (!state->ways) {
        assert(states->count < STATES_MAX / 2);
        state->key = key;
        state->length = (uint8_t)(from->length + 1);
        set_total(state, up);
        states->order[states->count++] = (uint16_t)(state - states->at);
    }
    state->ways += from->ways;
}

/* All states the Dealer can be in after the upcard; every order of the same cards adds its ways. */
static void reach_all(struct drawn_states *states, unsigned up, bool hit_soft17)
{
    struct drawn_state start = {.key = 0, .ways = 1};
    set_total(&start, up);
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        reach(states, &start, value, up);
    for (unsigned i = 0; i < states->count; i++) {
        const struct drawn_state *from = &states->at[states->order[i]];
        if (must_draw(from, hit_soft17))
            for (unsigned value = 1; value <= VALUE_COUNT; value++)
                reach(states, from, value, up);
    }
}

static enum dealer_outcome outcome_of(const struct drawn_state *state)
{
    if (state->total > 21)
        return DEALER_BUST;
    if (state->total == 21 && state->length == 1)
        return DEALER_BLACKJACK;
    return (enum dealer_outcome)(DEALER_17 + state->total - 17);
}

static int compare_keys(const void *a, const void *b)
{
    cards_key x = ((const struct drawn_state *)a)->key;
    cards_key y = ((const struct drawn_state *)b)->key;
    return x < y ? -1 : x > y;
}

/* Adds the nodes on the way to a finished hand that its predecessor in the order does not share. */
static void add_hand(struct dealer_tree *tree, uint16_t path[VALUE_COUNT + 1], const struct drawn_state *hand)
{
    unsigned depth = 0;
    unsigned parent = 0;
    for (unsigned value = VALUE_COUNT; value >= 1; value--) {
        unsigned count = key_count(hand->key, value);
        if (count == 0)
            continue;
        depth++;
        const struct dealer_node *known = &tree->nodes[path[depth]];
        if (!path[depth] || known->parent != parent || known->value != value || known->count != count) {
            assert(tree->count < DEALER_NODES_MAX && count <= DEALER_COUNT_MAX);
            tree->nodes[tree->count] = (struct dealer_node){.parent = (uint16_t)parent,
                                                            .depth = (uint8_t)depth,
                                                            .value = (uint8_t)value,
                                                            .count = (uint8_t)count,
                                                            .slot = (uint16_t)dealer_slot(value, count)};
            if (tree->count_max[value] < count)
                tree->count_max[value] = (uint8_t)count;
            path[depth] = tree->count++;
        }
        parent = path[depth];
    }
    struct dealer_node *last = &tree->nodes[parent];
    last->ways = hand->ways;
    last->length = hand->length;
    last->outcome = (uint8_t)outcome_of(hand);
}

void dealer_tree_build(struct dealer_tree *tree, unsigned up, bool hit_soft17)
{
    assert(up >= 1 && up <= VALUE_COUNT);
    struct drawn_states states;
    struct drawn_state finished[DEALER_NODES_MAX] = {0};
    uint16_t path[VALUE_COUNT + 1] = {0};
    unsigned count = 0;
    memset(&states, 0, sizeof(states));
    reach_all(&states, up, hit_soft17);
    for (unsigned i = 0; i < states.count; i++)
        if (!must_draw(&states.at[states.order[i]], hit_soft17))
            finished[count++] = states.at[states.order[i]];
    qsort(finished, count, sizeof(finished[0]), compare_keys);
    tree->up = (uint8_t)up;
    tree->count = 1;
    tree->nodes[0] = (struct dealer_node){0};
    memset(tree->count_max, 0, sizeof(tree->count_max));
    for (unsigned i = 0; i < count; i++)
        add_hand(tree, path, &finished[i]);
}

void dealer_tree_cards(const struct dealer_tree *tree, unsigned node, uint8_t drawn[VALUE_COUNT + 1])
{
    memset(drawn, 0, VALUE_COUNT + 1);
    for (; node; node = tree->nodes[node].parent)
        drawn[tree->nodes[node].value] = tree->nodes[node].count;
}

/* The loop that costs most of the time. */
WIDE void dealer_sum_run(const struct dealer_sum *sum, const struct dealer_tree *tree,
                         const struct dealer_shoes *shoes, lanes sums[DEALER_GROUPS_MAX])
{
    lanes product[VALUE_COUNT + 1]; /* by depth: the way to the present node */
    product[0] = (lanes){1, 1, 1, 1, 1, 1, 1, 1};
    memset(sums, 0, sum->group_count * sizeof(sums[0]));
    for (unsigned i = 1; i < tree->count; i++) {
        const struct dealer_node *node = &tree->nodes[i];
        lanes reached = product[node->depth - 1] * shoes->factor[node->slot];
        product[node->depth] = reached;
        sums[sum->group[i]] += sum->weight[i] * reached;
    }
}

/* Behind the last card of the value there is a factor of 0, which no later one undoes. */
void dealer_shoes_set(struct dealer_shoes *shoes, const struct dealer_tree *tree, unsigned value,
                      const double left[LANES])
{
    lanes *factor = &shoes->factor[dealer_slot(value, 0)];
    for (unsigned lane = 0; lane < LANES; lane++) {
        double product = 1;
        for (unsigned c = 1; c <= tree->count_max[value]; c++) {
            product *= left[lane] - (c - 1);
            factor[c][lane] = product;
        }
    }
}

void dealer_sum_outcomes(struct dealer_sum *sum, const struct dealer_tree *tree, unsigned total)
{
    double inverse[DEALER_DRAWS_MAX + 1] = {1};
    for (unsigned n = 1; n <= DEALER_DRAWS_MAX; n++)
        inverse[n] = n <= total ? inverse[n - 1] / (total - n + 1) : 0;
    for (unsigned i = 0; i < tree->count; i++) {
        sum->weight[i] = tree->nodes[i].ways * inverse[tree->nodes[i].length];
        sum->group[i] = tree->nodes[i].outcome;
    }
    sum->group_count = DEALER_OUTCOMES;
}
