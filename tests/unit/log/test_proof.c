/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what is in a tree can be proven for every leaf and every pair of sizes, and nothing else can: a proof
 * with anything changed does not hold. */
#include "forest.h"

enum { SIZE_MAX_TRIED = 70 };

static struct hash root_of(const struct forest *forest, uint64_t size)
{
    return forest_root(forest->leaves, size);
}

static void test_every_leaf_of_every_tree(void **state)
{
    (void)state;
    static struct forest forest;
    struct proof proof;
    forest_grow(&forest, SIZE_MAX_TRIED);
    struct merkle_source source = forest_source(&forest);
    for (uint64_t size = 1; size <= SIZE_MAX_TRIED; size++) {
        struct hash root = root_of(&forest, size);
        for (uint64_t index = 0; index < size; index++) {
            assert_int_equal(proof_of_leaf(&proof, &source, index, size), STATUS_OK);
            assert_true(proof_leaf_holds(&proof, &forest.leaves[index], index, size, &root));
            /* Another place, another leaf, another size. Where a leaf is the last, a tree of one more may
             * have a path of the same form; then the root is another. */
            assert_false(proof_leaf_holds(&proof, &forest.leaves[index], index + 1, size, &root));
            assert_false(
                proof_leaf_holds(&proof, &forest.leaves[(index + 1) % SIZE_MAX_TRIED], index, size, &root));
            struct hash other = root_of(&forest, size == SIZE_MAX_TRIED ? size - 1 : size + 1);
            assert_false(proof_leaf_holds(&proof, &forest.leaves[index], index, size, &other));
        }
    }
}

static void test_every_growth(void **state)
{
    (void)state;
    static struct forest forest;
    struct proof proof;
    forest_grow(&forest, SIZE_MAX_TRIED);
    struct merkle_source source = forest_source(&forest);
    for (uint64_t size = 1; size <= SIZE_MAX_TRIED; size++) {
        struct hash root = root_of(&forest, size);
        for (uint64_t old = 1; old <= size; old++) {
            struct hash old_root = root_of(&forest, old);
            assert_int_equal(proof_of_growth(&proof, &source, old, size), STATUS_OK);
            assert_true(proof_growth_holds(&proof, old, &old_root, size, &root));
            if (old == size)
                continue;
            struct hash wrong = root_of(&forest, old + 1 == size ? old - (old > 1) : old + 1);
            if (!hash_equal(&wrong, &old_root))
                assert_false(proof_growth_holds(&proof, old, &wrong, size, &root));
            assert_false(proof_growth_holds(&proof, size, &root, old, &old_root)); /* backwards */
        }
    }
}

/* Each hash changed, left out, added at the end, or in another order. */
static void test_whatever_is_changed(void **state)
{
    (void)state;
    static struct forest forest;
    struct proof leaf;
    struct proof growth;
    forest_grow(&forest, 45);
    struct merkle_source source = forest_source(&forest);
    struct hash root = root_of(&forest, 45);
    struct hash old_root = root_of(&forest, 21);
    assert_int_equal(proof_of_leaf(&leaf, &source, 13, 45), STATUS_OK);
    assert_int_equal(proof_of_growth(&growth, &source, 21, 45), STATUS_OK);
    for (unsigned i = 0; i < leaf.count; i++) {
        struct proof bad = leaf;
        bad.hashes[i].bytes[i] ^= 1;
        assert_false(proof_leaf_holds(&bad, &forest.leaves[13], 13, 45, &root));
    }
    for (unsigned i = 0; i < growth.count; i++) {
        struct proof bad = growth;
        bad.hashes[i].bytes[31] ^= 128;
        assert_false(proof_growth_holds(&bad, 21, &old_root, 45, &root));
    }
    for (unsigned cut = 0; cut < growth.count; cut++) {
        struct proof bad = growth;
        bad.count = cut;
        assert_false(proof_growth_holds(&bad, 21, &old_root, 45, &root));
    }
    struct proof longer = growth;
    longer.hashes[longer.count++] = root;
    assert_false(proof_growth_holds(&longer, 21, &old_root, 45, &root));
    longer = leaf;
    longer.hashes[longer.count++] = root;
    assert_false(proof_leaf_holds(&longer, &forest.leaves[13], 13, 45, &root));
}

/* Nothing grows into anything without a hash; a tree is itself; it never shrinks. */
static void test_the_ends(void **state)
{
    (void)state;
    static struct forest forest;
    struct proof none = {0};
    struct proof one = {.count = 1};
    forest_grow(&forest, 4);
    struct hash root = root_of(&forest, 4);
    struct hash other = root_of(&forest, 3);
    assert_true(proof_growth_holds(&none, 0, &other, 4, &root));
    assert_false(proof_growth_holds(&one, 0, &other, 4, &root));
    assert_true(proof_growth_holds(&none, 4, &root, 4, &root));
    assert_false(proof_growth_holds(&none, 4, &other, 4, &root));
    assert_false(proof_growth_holds(&one, 4, &root, 4, &root));
    assert_false(proof_growth_holds(&none, 3, &other, 4, &root));
    assert_false(proof_leaf_holds(&none, &forest.leaves[0], 0, 0, &root));
    assert_true(proof_leaf_holds(&none, &forest.leaves[0], 0, 1, &forest.leaves[0]));
}

/* docs/journal.md, section 9: from one leaf to three. */
static void test_worked_bytes(void **state)
{
    (void)state;
    static struct forest forest;
    struct proof proof;
    forest_grow(&forest, 3);
    struct merkle_source source = forest_source(&forest);
    assert_int_equal(proof_of_growth(&proof, &source, 1, 3), STATUS_OK);
    assert_int_equal(proof.count, 2);
    assert_memory_equal(&proof.hashes[0], &forest.leaves[1], sizeof(struct hash));
    assert_memory_equal(&proof.hashes[1], &forest.leaves[2], sizeof(struct hash));
    assert_int_equal(proof_of_growth(&proof, &source, 2, 3), STATUS_OK);
    assert_int_equal(proof.count, 1);
    assert_memory_equal(&proof.hashes[0], &forest.leaves[2], sizeof(struct hash));
    assert_int_equal(proof_of_leaf(&proof, &source, 0, 3), STATUS_OK);
    assert_int_equal(proof.count, 2);
    assert_memory_equal(&proof.hashes[0], &forest.leaves[1], sizeof(struct hash));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_leaf_of_every_tree),
        cmocka_unit_test(test_every_growth),
        cmocka_unit_test(test_whatever_is_changed),
        cmocka_unit_test(test_the_ends),
        cmocka_unit_test(test_worked_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
