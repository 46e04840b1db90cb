/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a bounded text never runs over, says so once, and stays readable. */
#include "check.h"

#include "base/text.h"

static void test_fits_to_the_last_byte(void **state)
{
    (void)state;
    char bytes[6];
    struct text text;
    text_init(&text, bytes, sizeof(bytes));
    text_put(&text, "abc");
    text_format(&text, "%d", 42);
    assert_string_equal(bytes, "abc42");
    assert_false(text.full);
    text_put_char(&text, '!');
    assert_true(text.full);
    assert_string_equal(bytes, "abc42");
}

static void test_a_full_text_takes_nothing_more(void **state)
{
    (void)state;
    char bytes[5];
    struct text text;
    text_init(&text, bytes, sizeof(bytes));
    text_format(&text, "%s", "too long");
    assert_true(text.full);
    assert_string_equal(bytes, "");
    text_put(&text, "a");
    text_format(&text, "b");
    assert_string_equal(bytes, "");
}

static void test_words_of_a_list(void **state)
{
    (void)state;
    assert_true(text_has_word("3.24.3 4.4.2", "4.4.2"));
    assert_true(text_has_word("3.24.3  4.4.2 ", "3.24.3"));
    assert_false(text_has_word("3.24.3 4.4.2", "4.4"));
    assert_false(text_has_word("3.24.3 4.4.2", "24.3"));
    assert_false(text_has_word("", "4.4"));
    assert_false(text_has_word("4.4", ""));
}

static void test_distance_for_did_you_mean(void **state)
{
    (void)state;
    assert_int_equal(text_distance("pays", "pays", 3), 0);
    assert_int_equal(text_distance("pasy", "pays", 3), 2);
    assert_int_equal(text_distance("pay", "pays", 3), 1);
    assert_int_equal(text_distance("soft17", "sotf17", 3), 2);
    assert_int_equal(text_distance("abcdefgh", "z", 3), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits_to_the_last_byte),
        cmocka_unit_test(test_a_full_text_takes_nothing_more),
        cmocka_unit_test(test_words_of_a_list),
        cmocka_unit_test(test_distance_for_did_you_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
