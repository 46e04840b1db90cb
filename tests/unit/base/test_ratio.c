/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: ratios read and print as people say them, in lowest terms, and nothing else is taken for one. */
#include "check.h"

#include "base/ratio.h"

static const struct {
    const char *text;
    const char *printed; /* NULL: refused */
} rows[] = {
    {"3:2", "3:2"},      {"6:5", "6:5"},
    {"9:5", "9:5"},      {"1:2", "1:2"},
    {"10:4", "5:2"},     {"4000:1", "4000:1"},
    {"3:0", NULL},       {"0:1", NULL},
    {"3", NULL},         {"3:", NULL},
    {":2", NULL},        {"3:2 ", NULL},
    {"3.5:2", NULL},     {"-3:2", NULL},
    {"3/2", NULL},       {"", NULL},
    {"3:2:1", NULL},     {"1000000:1", "1000000:1"},
    {"1000001:1", NULL}, {"99999999999999999999:1", NULL},
};

static void test_parse_and_print(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct ratio ratio;
        char text[RATIO_TEXT_MAX];
        enum status status = ratio_parse(rows[i].text, strlen(rows[i].text), &ratio);
        assert_int_equal(status, rows[i].printed ? STATUS_OK : STATUS_BAD_NUMBER);
        if (rows[i].printed) {
            ratio_print(ratio, text, sizeof(text));
            assert_string_equal(text, rows[i].printed);
        }
    }
}

static void test_equal_after_reducing(void **state)
{
    (void)state;
    assert_true(ratio_equal(ratio_reduced(6, 4), ratio_reduced(3, 2)));
    assert_false(ratio_equal(ratio_reduced(6, 5), ratio_reduced(3, 2)));
    assert_true(ratio_double(ratio_reduced(3, 2)) == 1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_and_print),
        cmocka_unit_test(test_equal_after_reducing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
