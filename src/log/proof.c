/* SPDX-License-Identifier: Apache-2.0 */
#include "log/proof.h"

#include <assert.h>

/* ---- Making. ---- */

/* The leaves from `first` to before `end`: in this module `first` is always a multiple of a power of two that
 * is at least as large as their number, or 0. */
struct range {
    uint64_t first;
    uint64_t end;
};

static unsigned highest_bit(uint64_t number)
{
    assert(number > 0);
    return 63U - (unsigned)__builtin_clzll(number);
}

/* How many leaves stand to the left of the root of a tree of n > 1: the largest power of two below n. */
static uint64_t left_of(uint64_t count)
{
    assert(count > 1);
    return 1ULL << highest_bit(count - 1);
}

/* The perfect subtrees from left to right, the largest first; joined from the right. */
static enum status range_root(const struct merkle_source *source, struct range range, struct hash *root)
{
    struct hash parts[MERKLE_LEVELS_MAX];
    unsigned count = 0;
    assert(range.first < range.end);
    do {
        unsigned level = highest_bit(range.end - range.first);
        enum status status = source->node(source->context, level, range.first >> level, &parts[count++]);
        if (status != STATUS_OK)
            return status;
        range.first += 1ULL << level;
    } while (range.first < range.end);
    *root = parts[--count];
    while (count > 0)
        *root = merkle_node(&parts[--count], root);
    return STATUS_OK;
}

enum status merkle_load(struct merkle *tree, const struct merkle_source *source, uint64_t size)
{
    enum status status = STATUS_OK;
    merkle_init(tree);
    for (unsigned level = MERKLE_LEVELS_MAX; status == STATUS_OK && level-- > 0;) {
        if (!(size >> level & 1))
            continue;
        status = source->node(source->context, level, tree->size >> level, &tree->perfect[level]);
        tree->size += 1ULL << level;
    }
    assert(status != STATUS_OK || tree->size == size);
    return status;
}

static enum status add(struct proof *proof, const struct merkle_source *source, struct range range)
{
    assert(proof->count < PROOF_HASHES_MAX);
    return range_root(source, range, &proof->hashes[proof->count++]);
}

/* They are found from the root down, and told from the leaf up. */
static void turn_round(struct proof *proof)
{
    assert(proof->count <= PROOF_HASHES_MAX);
    for (unsigned i = 0; i < proof->count / 2; i++) {
        struct hash held = proof->hashes[i];
        proof->hashes[i] = proof->hashes[proof->count - 1 - i];
        proof->hashes[proof->count - 1 - i] = held;
    }
}

/* Goes down to the side on which `place` lies, and adds the other side. */
static enum status descend(struct proof *proof, const struct merkle_source *source, struct range *range,
                           bool to_left, uint64_t middle)
{
    assert(range->first < middle && middle < range->end);
    struct range other = to_left ? (struct range){middle, range->end} : (struct range){range->first, middle};
    *range = to_left ? (struct range){range->first, middle} : (struct range){middle, range->end};
    return add(proof, source, other);
}

enum status proof_of_leaf(struct proof *proof, const struct merkle_source *source, uint64_t index,
                          uint64_t size)
{
    struct range range = {0, size};
    enum status status = STATUS_OK;
    assert(index < size);
    proof->count = 0;
    while (status == STATUS_OK && range.end - range.first > 1) {
        uint64_t middle = range.first + left_of(range.end - range.first);
        status = descend(proof, source, &range, index < middle, middle);
    }
    turn_round(proof);
    return status;
}

enum status proof_of_growth(struct proof *proof, const struct merkle_source *source, uint64_t old,
                            uint64_t size)
{
    struct range range = {0, size};
    enum status status = STATUS_OK;
    assert(old <= size);
    proof->count = 0;
    if (old == 0)
        return STATUS_OK;
    while (status == STATUS_OK && range.end != old) {
        uint64_t middle = range.first + left_of(range.end - range.first);
        status = descend(proof, source, &range, old <= middle, middle);
    }
    if (status == STATUS_OK && range.first > 0) /* what is whole from the first leaf on is the old root */
        status = add(proof, source, range);
    turn_round(proof);
    return status;
}

/* ---- Checking. ---- */

/* The way up from the last leaf of a tree: `at` is where the path stands on its level, `last` the last node
 * there. A node without a right neighbour rises until it has a left one. */
struct climb {
    uint64_t at;
    uint64_t last;
};

static void rise(struct climb *climb)
{
    climb->at >>= 1;
    climb->last >>= 1;
}

/* Whether the next hash of the proof stands to the left; the climb moves on. */
static bool step(struct climb *climb)
{
    assert(climb->last);
    bool left = climb->at & 1 || climb->at == climb->last;
    if (left)
        while (climb->at != 0 && !(climb->at & 1))
            rise(climb);
    rise(climb);
    return left;
}

bool proof_leaf_holds(const struct proof *proof, const struct hash *leaf, uint64_t index, uint64_t size,
                      const struct hash *root)
{
    assert(proof->count <= PROOF_HASHES_MAX);
    struct hash hash = *leaf;
    if (index >= size)
        return false;
    struct climb climb = {index, size - 1};
    for (unsigned i = 0; i < proof->count; i++) {
        if (climb.last == 0)
            return false;
        hash = step(&climb) ? merkle_node(&proof->hashes[i], &hash) : merkle_node(&hash, &proof->hashes[i]);
    }
    return climb.last == 0 && hash_equal(&hash, root);
}

static bool growth_holds(const struct hash *hashes, unsigned count, struct climb climb,
                         const struct hash *old_root, const struct hash *root)
{
    assert(hashes || count == 0);
    if (count == 0)
        return false;
    struct hash from = hashes[0];
    struct hash to = hashes[0];
    for (unsigned i = 1; i < count; i++) {
        if (climb.last == 0)
            return false;
        if (step(&climb)) {
            from = merkle_node(&hashes[i], &from);
            to = merkle_node(&hashes[i], &to);
        } else {
            to = merkle_node(&to, &hashes[i]);
        }
    }
    return climb.last == 0 && hash_equal(&from, old_root) && hash_equal(&to, root);
}

bool proof_growth_holds(const struct proof *proof, uint64_t old, const struct hash *old_root, uint64_t size,
                        const struct hash *root)
{
    assert(proof->count <= PROOF_HASHES_MAX);
    struct hash hashes[PROOF_HASHES_MAX + 1];
    unsigned count = 0;
    if (old > size)
        return false;
    if (old == 0 || old == size)
        return proof->count == 0 && (old == 0 || hash_equal(old_root, root));
    struct climb climb = {old - 1, size - 1};
    if ((old & (old - 1)) == 0) /* a whole subtree: its root is the old one, and not told again */
        hashes[count++] = *old_root;
    for (unsigned i = 0; i < proof->count; i++)
        hashes[count++] = proof->hashes[i];
    while (climb.at & 1)
        rise(&climb);
    return growth_holds(hashes, count, climb, old_root, root);
}
