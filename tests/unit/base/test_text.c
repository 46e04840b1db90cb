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

/* Digits up to a limit, the largest number included; what is refused is not stepped over. */
static void test_numbers(void **state)
{
    static const struct {
        const char *text;
        uint64_t max;
        bool good;
        uint64_t number;
        const char *rest;
    } rows[] = {
        {"0", 0, true, 0, ""},
        {"17 x", 17, true, 17, " x"},
        {"007", 7, true, 7, ""},
        {"18446744073709551615\n", UINT64_MAX, true, UINT64_MAX, "\n"},
        {"18446744073709551616", UINT64_MAX, false, 0, NULL},
        {"18", 17, false, 0, NULL},
        {"9", 8, false, 0, NULL},
        {"", 9, false, 0, NULL},
        {" 1", 9, false, 0, NULL},
        {"-1", 9, false, 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *at = rows[i].text;
        uint64_t number = 4711;
        assert_int_equal(text_take_number(&at, rows[i].max, &number), rows[i].good);
        assert_int_equal(number, rows[i].good ? rows[i].number : 4711);
        assert_string_equal(at, rows[i].good ? rows[i].rest : rows[i].text);
    }
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
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_distance_for_did_you_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
