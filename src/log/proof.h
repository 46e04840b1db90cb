/* SPDX-License-Identifier: Apache-2.0 */
/* proof.h - proofs that an entry is in a tree, and that one tree begins with another (RFC 6962, section 2.1).
 *
 * Pure. Making a proof takes roots of perfect subtrees; checking it takes nothing but the hashes. A proof in
 * which a hash is missing, wrong or superfluous does not hold. */
#ifndef CROUPIER_LOG_PROOF_H
#define CROUPIER_LOG_PROOF_H

#include "base/status.h"
#include "log/merkle.h"

enum { PROOF_HASHES_MAX = 64 };

struct proof {
    unsigned count;
    struct hash hashes[PROOF_HASHES_MAX]; /* from the leaf's neighbour up */
};

/* Gives the root of the `number`th perfect subtree of 2^level leaves; anything but STATUS_OK ends the proof.
 */
struct merkle_source {
    enum status (*node)(void *context, unsigned level, uint64_t number, struct hash *hash);
    void *context;
};

/* The tree of the first `size` leaves, ready for more to be appended. */
enum status merkle_load(struct merkle *tree, const struct merkle_source *source, uint64_t size) MUST_CHECK;

/* Leaf `index` in the tree of `size` leaves; index < size. */
enum status proof_of_leaf(struct proof *proof, const struct merkle_source *source, uint64_t index,
                          uint64_t size) MUST_CHECK;

/* From `old` leaves to `size`; old <= size. Empty where old is 0 or size. */
enum status proof_of_growth(struct proof *proof, const struct merkle_source *source, uint64_t old,
                            uint64_t size) MUST_CHECK;

bool proof_leaf_holds(const struct proof *proof, const struct hash *leaf, uint64_t index, uint64_t size,
                      const struct hash *root);
bool proof_growth_holds(const struct proof *proof, uint64_t old, const struct hash *old_root, uint64_t size,
                        const struct hash *root);

#endif
