/* SPDX-License-Identifier: Apache-2.0 */
#include "log/merkle.h"

#include <assert.h>
#include <sodium/crypto_hash_sha256.h>
#include <string.h>

_Static_assert((int)crypto_hash_sha256_BYTES == (int)HASH_BYTES, "a node is a SHA-256");

/* Most entries are shorter than this, and hashed in one go. */
enum { SHORT_MAX = 1024, PREFIX_LEAF = 0, PREFIX_NODE = 1 };

struct hash merkle_leaf(struct span bytes)
{
    assert(bytes.bytes || bytes.size == 0);
    struct hash hash;
    uint8_t together[1 + SHORT_MAX];
    crypto_hash_sha256_state state;
    together[0] = PREFIX_LEAF;
    if (bytes.size <= SHORT_MAX) {
        if (bytes.size)
            memcpy(together + 1, bytes.bytes, bytes.size);
        crypto_hash_sha256(hash.bytes, together, 1 + bytes.size);
        return hash;
    }
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, together, 1);
    crypto_hash_sha256_update(&state, bytes.bytes, bytes.size);
    crypto_hash_sha256_final(&state, hash.bytes);
    return hash;
}

struct hash merkle_node(const struct hash *left, const struct hash *right)
{
    assert(left && right);
    struct hash hash;
    uint8_t together[1 + 2 * HASH_BYTES];
    together[0] = PREFIX_NODE;
    memcpy(together + 1, left->bytes, HASH_BYTES);
    memcpy(together + 1 + HASH_BYTES, right->bytes, HASH_BYTES);
    crypto_hash_sha256(hash.bytes, together, sizeof(together));
    return hash;
}

void merkle_init(struct merkle *tree)
{
    memset(tree, 0, sizeof(*tree));
}

/* As in counting by one: every bit that turns from 1 to 0 joins two subtrees of equal size. */
void merkle_append(struct merkle *tree, const struct hash *leaf, const struct merkle_sink *sink)
{
    assert(tree->size < UINT64_MAX);
    struct hash hash = *leaf;
    unsigned level = 0;
    for (; tree->size >> level & 1; level++) {
        hash = merkle_node(&tree->perfect[level], &hash);
        if (sink)
            sink->node(sink->context, level + 1, tree->size >> (level + 1), &hash);
    }
    tree->perfect[level] = hash;
    tree->size++;
    assert(tree->size >> level & 1);
}

struct hash merkle_root(const struct merkle *tree)
{
    struct hash root;
    unsigned level = 0;
    if (tree->size == 0) {
        crypto_hash_sha256(root.bytes, NULL, 0);
        return root;
    }
    while (!(tree->size >> level & 1))
        level++;
    root = tree->perfect[level];
    for (level++; level < MERKLE_LEVELS_MAX && tree->size >> level; level++)
        if (tree->size >> level & 1)
            root = merkle_node(&tree->perfect[level], &root);
    return root;
}
