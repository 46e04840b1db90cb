/* SPDX-License-Identifier: Apache-2.0 */
/* store_tree.h - the tree of a store's log, for proofs: large subtrees from the database, small ones computed
 * from the entries.
 *
 * Remembers the leaves it computed last, at most 1,024: proofs near each other read the disk once.
 * For one thread. Any size up to the last checkpoint can be asked for. */
#ifndef CROUPIER_STORE_STORE_TREE_H
#define CROUPIER_STORE_STORE_TREE_H

#include "log/proof.h"
#include "store/store.h"

struct store_tree {
    struct store *store;
    uint64_t block; /* that the leaves are of */
    unsigned count; /* 0: none yet */
    struct hash leaves[SEALS_BLOCK];
};

void store_tree_init(struct store_tree *tree, struct store *store);
struct merkle_source store_tree_source(struct store_tree *tree);

/* The root of a whole block of leaves, worked out from its entries. STATUS_NOT_FOUND: they are not all there.
 */
enum status store_tree_block(struct store_tree *tree, uint64_t block, struct hash *root) MUST_CHECK;

/* The root of the first `size` leaves. */
enum status store_tree_root(struct store_tree *tree, uint64_t size, struct hash *root) MUST_CHECK;

/* STATUS_OK if the log includes this head; STATUS_BROKEN_CHAIN if it is shorter or another, and the failure
 * says which. */
enum status store_tree_check(struct store_tree *tree, const struct checkpoint *head,
                             struct store_failure *failure) MUST_CHECK;

#endif
