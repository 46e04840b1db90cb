/* SPDX-License-Identifier: Apache-2.0 */
#include "log/merkle.h"

#include <assert.h>
#include <nettle/sha2.h>
#include <string.h>

_Static_assert((int)SHA256_DIGEST_SIZE == (int)HASH_BYTES, "a node is a SHA-256");

enum { PREFIX_LEAF = 0, PREFIX_NODE = 1 };

static struct hash sha_of_nothing(void)
{
    struct hash hash;
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_digest(&sha, HASH_BYTES, hash.bytes);
    return hash;
}

/* Most entries are shorter than this, and go to the hash in one piece: it would keep a piece that fills no
 * block, and put the next behind it. */
enum { SHORT_MAX = 480 };

/* Nettle's, which uses the processor's own instructions where it has them: hashing the tree is what an audit
 * spends most of its time on without. */
static struct hash sha_of(const uint8_t *bytes, size_t size)
{
    struct hash hash;
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_update(&sha, size, bytes);
    sha256_digest(&sha, HASH_BYTES, hash.bytes);
    return hash;
}

static struct hash long_leaf(struct span bytes)
{
    struct hash hash;
    struct sha256_ctx sha;
    const uint8_t prefix = PREFIX_LEAF;
    sha256_init(&sha);
    sha256_update(&sha, 1, &prefix);
    sha256_update(&sha, bytes.size, bytes.bytes);
    sha256_digest(&sha, HASH_BYTES, hash.bytes);
    return hash;
}

struct hash merkle_leaf(struct span bytes)
{
    assert(bytes.bytes || bytes.size == 0);
    uint8_t together[1 + SHORT_MAX];
    if (bytes.size > SHORT_MAX)
        return long_leaf(bytes);
    together[0] = PREFIX_LEAF;
    if (bytes.size)
        memcpy(together + 1, bytes.bytes, bytes.size);
    return sha_of(together, 1 + bytes.size);
}

struct hash merkle_node(const struct hash *left, const struct hash *right)
{
    assert(left && right);
    uint8_t together[1 + 2 * HASH_BYTES] = {PREFIX_NODE};
    memcpy(together + 1, left->bytes, HASH_BYTES);
    memcpy(together + 1 + HASH_BYTES, right->bytes, HASH_BYTES);
    return sha_of(together, sizeof(together));
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
        root = sha_of_nothing();
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
