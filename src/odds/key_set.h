/* SPDX-License-Identifier: Apache-2.0 */
/* key_set.h - distinct keys, numbered in the order in which they were added.
 *
 * An open-addressed table, never more than half full, that grows. The arrays are on the heap and belong to
 * the set. When memory is short nothing more is added and `failed` stays set: checking it at the end is
 * enough. */
#ifndef CROUPIER_ODDS_KEY_SET_H
#define CROUPIER_ODDS_KEY_SET_H

#include <stdbool.h>
#include <stdint.h>

struct key_set {
    uint32_t count;
    bool failed;
    unsigned bits;    /* of the number of places; 0: nothing is allocated yet */
    uint64_t *keys;   /* by number */
    uint32_t *places; /* number plus one; 0: free */
};

/* A set of zeros is empty. */
void key_set_release(struct key_set *set);

/* Adds a key if it is new, and returns its number. */
uint32_t key_set_add(struct key_set *set, uint64_t key);

#endif
