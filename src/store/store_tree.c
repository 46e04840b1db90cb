/* SPDX-License-Identifier: Apache-2.0 */
#include "store/store_tree.h"

#include <assert.h>
#include <inttypes.h>

void store_tree_init(struct store_tree *tree, struct store *store)
{
    tree->store = store;
    tree->block = 0;
    tree->count = 0;
}

static enum status load_block(struct store_tree *tree, uint64_t block)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    enum status status =
        store_read(tree->store, 0, STORE_FORWARD, block * SEALS_BLOCK + 1, &cursor, &failure);
    if (status != STATUS_OK)
        return status;
    tree->block = block;
    for (tree->count = 0; tree->count < SEALS_BLOCK; tree->count++) {
        status = store_next(cursor, &row);
        if (status != STATUS_OK || row.position != block * SEALS_BLOCK + tree->count + 1)
            break; /* the end, or entries that are archived */
        tree->leaves[tree->count] = merkle_leaf(row.entry);
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND || status == STATUS_ARCHIVED ? STATUS_OK : status;
}

static struct hash perfect_root(const struct hash *leaves, unsigned level)
{
    if (level == 0)
        return leaves[0];
    struct hash left = perfect_root(leaves, level - 1);
    struct hash right = perfect_root(leaves + (1U << (level - 1)), level - 1);
    return merkle_node(&left, &right);
}

static enum status node(void *context, unsigned level, uint64_t number, struct hash *hash)
{
    struct store_tree *tree = context;
    if (level >= SEALS_LEVEL_MIN)
        return store_node(tree->store, level, number, hash);
    uint64_t block = number << level >> SEALS_LEVEL_MIN;
    unsigned start = (unsigned)((number << level) % SEALS_BLOCK);
    unsigned end = start + (1U << level);
    enum status status = STATUS_OK;
    if (tree->block != block || tree->count < end)
        status = load_block(tree, block);
    if (status == STATUS_OK && tree->count < end)
        status = STATUS_NOT_FOUND;
    if (status == STATUS_OK)
        *hash = perfect_root(tree->leaves + start, level);
    return status;
}

enum status store_tree_block(struct store_tree *tree, uint64_t block, struct hash *root)
{
    enum status status = load_block(tree, block);
    if (status == STATUS_OK && tree->count < SEALS_BLOCK)
        status = STATUS_NOT_FOUND;
    if (status == STATUS_OK)
        *root = perfect_root(tree->leaves, SEALS_LEVEL_MIN);
    return status;
}

struct merkle_source store_tree_source(struct store_tree *tree)
{
    return (struct merkle_source){node, tree};
}

enum status store_tree_root(struct store_tree *tree, uint64_t size, struct hash *root)
{
    struct merkle merkle;
    struct merkle_source source = store_tree_source(tree);
    enum status status = merkle_load(&merkle, &source, size);
    if (status == STATUS_OK)
        *root = merkle_root(&merkle);
    return status;
}

enum status store_tree_check(struct store_tree *tree, const struct checkpoint *head,
                             struct store_failure *failure)
{
    struct hash root;
    uint64_t last = store_last(tree->store);
    if (head->size > last)
        return store_fail(failure, STATUS_BROKEN_CHAIN,
                          "a head of %" PRIu64 " entries is known, and this log has %" PRIu64, head->size,
                          last);
    enum status status = store_tree_root(tree, head->size, &root);
    if (status != STATUS_OK)
        return store_fail(failure, status, "the tree of %" PRIu64 " entries cannot be read: %s", head->size,
                          status_sentence(status));
    if (!hash_equal(&root, &head->root))
        return store_fail(failure, STATUS_BROKEN_CHAIN,
                          "the first %" PRIu64 " entries are not those of a head that is known", head->size);
    return STATUS_OK;
}
