/* SPDX-License-Identifier: Apache-2.0 */
/* dealer.h - how the Dealer's hand can end, for one upcard.
 *
 * The Dealer has no choice, so all finished hands can be listed once: as compositions (how many of each
 * value were drawn), each with the number of orders in which the rule "draw to 16, stand on 17" deals it. For
 * a shoe from which some cards are gone, the probability of a composition is that number times a product of
 * falling factorials, one factor per value. The compositions are kept as a tree in which those sharing their
 * higher cards share the product, and eight removals are evaluated side by side.
 *
 * Pure; a tree is plain data, depends on the upcard and the soft-17 rule alone, and serves every shoe. */
#ifndef CROUPIER_ODDS_DEALER_H
#define CROUPIER_ODDS_DEALER_H

#include <stdbool.h>
#include <stdint.h>

#include "odds/supply.h"

enum dealer_outcome {
    DEALER_17,
    DEALER_18,
    DEALER_19,
    DEALER_20,
    DEALER_21,
    DEALER_BUST,
    DEALER_BLACKJACK,
    DEALER_OUTCOMES
};

enum {
    DEALER_NODES_MAX = 2400,
    DEALER_DRAWS_MAX = 12, /* cards after the upcard; a test walks all trees */
    DEALER_COUNT_MAX = 12, /* of one value */
    DEALER_SLOTS = (VALUE_COUNT + 1) * (DEALER_COUNT_MAX + 1),
    DEALER_GROUPS_MAX = 560,
    LANES = 8,
};

/* One number for each of LANES removals; the compiler turns operations on it into vector instructions. */
typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double))));

/* A node stands for the cards on the way from the root: `count` cards of `value` below its parent's. */
struct dealer_node {
    uint16_t parent;
    uint8_t depth; /* root 0 */
    uint8_t value;
    uint8_t count;
    uint8_t outcome; /* enum dealer_outcome; meaningful where ways > 0 */
    uint8_t length;  /* cards drawn after the upcard */
    uint16_t slot;   /* of value and count, below */
    uint32_t ways;   /* orders in which the hand ends here; 0: it does not */
};

struct dealer_tree {
    uint8_t up;
    uint16_t count;
    uint8_t count_max[VALUE_COUNT + 1];         /* the most cards of one value in any finished hand */
    struct dealer_node nodes[DEALER_NODES_MAX]; /* depth first; [0] is the root */
};

/* [3.34] draws to 16, stands on 17; [ar 3.34] draws on soft 17. */
static inline bool dealer_draws(unsigned total, bool soft, bool hit_soft17)
{
    return total < 17 || (hit_soft17 && soft && total == 17);
}

void dealer_tree_build(struct dealer_tree *tree, unsigned up, bool hit_soft17);

/* The cards drawn at a node, by value; drawn[0] is 0. */
void dealer_tree_cards(const struct dealer_tree *tree, unsigned node, uint8_t drawn[VALUE_COUNT + 1]);

/* Sums over finished hands, in groups of the caller's choice: sums[group] += weight * product, where product
 * is that of the factors along the way to the node. Nodes with weight 0 may have any group. */
struct dealer_sum {
    double weight[DEALER_NODES_MAX];
    uint16_t group[DEALER_NODES_MAX];
    unsigned group_count;
};

static inline unsigned dealer_slot(unsigned value, unsigned count)
{
    return value * (DEALER_COUNT_MAX + 1) + count;
}

/* What the sums need to know of a shoe: for each value, left (left-1) ... (left-c+1) by slot. */
struct dealer_shoes {
    lanes factor[DEALER_SLOTS];
};

void dealer_sum_run(const struct dealer_sum *sum, const struct dealer_tree *tree,
                    const struct dealer_shoes *shoes, lanes sums[DEALER_GROUPS_MAX]);

/* Sets how many cards of the value are left in each lane's shoe. Set every value before the sums run. */
void dealer_shoes_set(struct dealer_shoes *shoes, const struct dealer_tree *tree, unsigned value,
                      const double left[LANES]);

/* Probabilities of the outcomes where `total` cards are left to draw from: one group per outcome. */
void dealer_sum_outcomes(struct dealer_sum *sum, const struct dealer_tree *tree, unsigned total);

#endif
