/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a tree that is appended to has, at every size, the root RFC 6962 gives; and tells every subtree that
 * becomes perfect once. */
#include "forest.h"

static const char *const worked[] = {
    /* docs/journal.md, section 7, by another program */
    "5b09681c66b7e2d9f250bf7878c5edf821850692324c31470e90027145578e98",
    "ed099be0ada91d2dd576f68b62dbcf0e7a12d08a58a538f70131be3ca6c58946",
    "08059a864ed5ca756c15b9e851063c838302429b9a944f9d7164c1907f0c9b7d",
};
static const char *const entries[] = {
    "020101000101000000004c63726f7570696572203220336236613237626363656236613432643632613361386430326136663064373336353332313537"
    "373164653234336136336163303438613138623539646132390a00",
    "020102e8071001000000000668656c6c6f0a00",
    "020103e8070d0605636167653110000102030405060708090a0b0c0d0e0f10101112131415161718191a1b1c1d1e1f000f6275792d696e204d6569203130"
    "300a0201a09c01029f9c01",
};

static size_t from_hex(const char *hex, uint8_t *bytes)
{
    size_t size = strlen(hex) / 2;
    for (size_t i = 0; i < size; i++) {
        unsigned value = 0;
        for (unsigned half = 0; half < 2; half++) {
            char digit = hex[2 * i + half];
            value = value * 16 + (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
        }
        bytes[i] = (uint8_t)value;
    }
    return size;
}

static void test_worked_bytes(void **state)
{
    (void)state;
    struct merkle tree;
    char text[HASH_TEXT_MAX];
    uint8_t bytes[256];
    merkle_init(&tree);
    struct hash root = merkle_root(&tree);
    hash_print(&root, text, sizeof text);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (unsigned i = 0; i < COUNT_OF(entries); i++) {
        struct hash leaf = merkle_leaf((struct span){bytes, from_hex(entries[i], bytes)});
        merkle_append(&tree, &leaf, NULL);
        root = merkle_root(&tree);
        hash_print(&root, text, sizeof text);
        assert_string_equal(text, worked[i]);
    }
}

static void test_every_size(void **state)
{
    (void)state;
    static struct forest forest;
    struct merkle tree;
    forest_grow(&forest, FOREST_MAX);
    merkle_init(&tree);
    for (uint64_t size = 1; size <= FOREST_MAX; size++) {
        merkle_append(&tree, &forest.leaves[size - 1], NULL);
        struct hash right = forest_root(forest.leaves, size);
        struct hash root = merkle_root(&tree);
        assert_memory_equal(&root, &right, sizeof root);
    }
}

static void test_a_tree_taken_up_again(void **state)
{
    (void)state;
    static struct forest forest;
    struct merkle grown;
    forest_grow(&forest, FOREST_MAX);
    struct merkle_source source = forest_source(&forest);
    merkle_init(&grown);
    for (uint64_t size = 0; size < FOREST_MAX; size++) {
        struct merkle taken;
        assert_int_equal(merkle_load(&taken, &source, size), STATUS_OK);
        struct hash a = merkle_root(&grown);
        struct hash b = merkle_root(&taken);
        assert_memory_equal(&a, &b, sizeof a);
        merkle_append(&taken, &forest.leaves[size], NULL);
        merkle_append(&grown, &forest.leaves[size], NULL);
        a = merkle_root(&grown);
        b = merkle_root(&taken);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

struct seen {
    struct forest *forest;
    unsigned count;
};

static void see(void *context, unsigned level, uint64_t number, const struct hash *hash)
{
    struct seen *seen = context;
    struct hash right;
    assert_true(level > 0);
    assert_int_equal(forest_node(seen->forest, level, number, &right), STATUS_OK);
    assert_memory_equal(hash, &right, sizeof right);
    seen->count++;
}

static void test_perfect_subtrees_are_told(void **state)
{
    (void)state;
    static struct forest forest;
    struct seen seen = {&forest, 0};
    struct merkle_sink sink = {see, &seen};
    struct merkle tree;
    forest_grow(&forest, 256);
    merkle_init(&tree);
    for (unsigned i = 0; i < 256; i++)
        merkle_append(&tree, &forest.leaves[i], &sink);
    assert_int_equal(seen.count, 255); /* 128 + 64 + ... + 1 */
}

/* Long leaves take another way through the hash. */
static void test_long_leaves(void **state)
{
    (void)state;
    static uint8_t bytes[5000];
    char text[HASH_TEXT_MAX];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i % 251);
    struct hash hash = merkle_leaf((struct span){bytes, sizeof bytes});
    hash_print(&hash, text, sizeof text);
    assert_string_equal(text, "652dd09290622df2bcbae78068757ccc9e295916e1d6d9794a82ce476565294a");
    hash = merkle_leaf((struct span){NULL, 0});
    hash_print(&hash, text, sizeof text);
    assert_string_equal(text, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_bytes),          cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_a_tree_taken_up_again), cmocka_unit_test(test_perfect_subtrees_are_told),
        cmocka_unit_test(test_long_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
