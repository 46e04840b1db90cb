/* SPDX-License-Identifier: Apache-2.0 */
/* key_set.h - different keys in the order in which they came, each found again by its number.
 *
 * An open-addressed table, never more than half full, that grows. The arrays lie on the heap and belong to
 * the set. Where memory is short nothing more is added and `failed` stays set: one look at the end is enough.
 */
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

/* The number of a key, which is `count` as it was before if the key is new. */
uint32_t key_set_add(struct key_set *set, uint64_t key);

#endif
