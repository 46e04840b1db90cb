/* SPDX-License-Identifier: Apache-2.0 */
/* forest.h - a log in memory, and its tree worked out the slow way, straight from RFC 6962, section 2.1. */
#ifndef CROUPIER_TESTS_FOREST_H
#define CROUPIER_TESTS_FOREST_H

#include "check.h"

#include "log/proof.h"

enum { FOREST_MAX = 300 };

struct forest {
    uint64_t size;
    struct hash leaves[FOREST_MAX];
};

/* Leaf i is the one byte i mod 256. */
static inline void forest_grow(struct forest *forest, uint64_t size)
{
    forest->size = size;
    for (uint64_t i = 0; i < size; i++) {
        uint8_t byte = (uint8_t)i;
        forest->leaves[i] = merkle_leaf((struct span){&byte, 1});
    }
}

static inline struct hash forest_root(const struct hash *leaves, uint64_t count)
{
    uint64_t left = 1;
    if (count == 1)
        return leaves[0];
    while (left * 2 < count)
        left *= 2;
    struct hash a = forest_root(leaves, left);
    struct hash b = forest_root(leaves + left, count - left);
    return merkle_node(&a, &b);
}

static inline enum status forest_node(void *context, unsigned level, uint64_t number, struct hash *hash)
{
    const struct forest *forest = context;
    assert_true((number + 1) << level <= forest->size);
    *hash = forest_root(forest->leaves + (number << level), 1ULL << level);
    return STATUS_OK;
}

static inline struct merkle_source forest_source(struct forest *forest)
{
    return (struct merkle_source){forest_node, forest};
}

#endif
