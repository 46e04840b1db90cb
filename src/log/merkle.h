/* SPDX-License-Identifier: Apache-2.0 */
/* merkle.h - the Merkle tree of RFC 6962, section 2.1, for appending leaves.
 *
 * Pure. A tree keeps only the roots of the perfect subtrees it consists of, one for each bit of its size: the
 * next ones and the root follow from them. A sink is called for each subtree that becomes perfect, so that a
 * store can keep some of them; proofs are made from those (log/proof.h). Copy freely. */
#ifndef CROUPIER_LOG_MERKLE_H
#define CROUPIER_LOG_MERKLE_H

#include "base/hash.h"
#include "base/span.h"

enum { MERKLE_LEVELS_MAX = 64 };

struct merkle {
    uint64_t size;                          /* leaves */
    struct hash perfect[MERKLE_LEVELS_MAX]; /* by level: set where that bit of the size is */
};

/* Called for each subtree that has become perfect: the `number`th (from 0) of 2^level leaves. */
struct merkle_sink {
    void (*node)(void *context, unsigned level, uint64_t number, const struct hash *hash);
    void *context;
};

struct hash merkle_leaf(struct span bytes);
struct hash merkle_node(const struct hash *left, const struct hash *right);

void merkle_init(struct merkle *tree);
void merkle_append(struct merkle *tree, const struct hash *leaf,
                   const struct merkle_sink *sink); /* sink may be NULL */
struct hash merkle_root(const struct merkle *tree);

#endif
