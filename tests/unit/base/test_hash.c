/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: BLAKE2b-256 by its published values, the same however the bytes are cut. */
#include "check.h"

#include "base/hash.h"

static const struct {
    const char *input;
    const char *hex;
} rows[] = {
    {"", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"},
    {"abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"},
};

static void test_published_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[HASH_TEXT_MAX];
        struct hash hash = hash_of(rows[i].input, strlen(rows[i].input));
        struct hash read;
        hash_print(&hash, text, sizeof(text));
        assert_string_equal(text, rows[i].hex);
        assert_true(hash_parse(text, strlen(text), &read));
        assert_true(hash_equal(&hash, &read));
    }
}

static void test_cut_anywhere(void **state)
{
    (void)state;
    struct hasher hasher;
    hasher_init(&hasher);
    hasher_add(&hasher, "a", 1);
    hasher_add(&hasher, "bc", 2);
    struct hash cut = hasher_result(&hasher);
    struct hash whole = hash_of("abc", 3);
    struct hash other = hash_of("abd", 3);
    assert_true(hash_equal(&cut, &whole));
    assert_false(hash_equal(&cut, &other));
}

static void test_bad_hexadecimal(void **state)
{
    (void)state;
    struct hash hash;
    assert_false(hash_parse("abc", 3, &hash));
    assert_false(hash_parse("0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3aG", 64, &hash));
    assert_true(hash_parse("0E5751C026E543B2E8AB2EB06099DAA1D1E5DF47778F7787FAAB45CDF12FE3A8", 64, &hash));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_cut_anywhere),
        cmocka_unit_test(test_bad_hexadecimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
