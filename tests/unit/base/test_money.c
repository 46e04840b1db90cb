/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: money is exact, is rounded only as named, and never wraps. */
#include "check.h"

#include "base/money.h"

static const struct {
    const char *text;
    enum status status;
    int64_t cents;
    const char *printed;
} amounts[] = {
    {"0", STATUS_OK, 0, "0"},
    {"25", STATUS_OK, 2500, "25"},
    {"12.5", STATUS_OK, 1250, "12.50"},
    {"12.50", STATUS_OK, 1250, "12.50"},
    {"0.01", STATUS_OK, 1, "0.01"},
    {"10000000000", STATUS_OK, MONEY_CENTS_MAX, "10000000000"},
    {"10000000000.01", STATUS_OVERFLOW, 0, NULL},
    {"99999999999999999999999", STATUS_OVERFLOW, 0, NULL},
    {"", STATUS_BAD_NUMBER, 0, NULL},
    {"-5", STATUS_BAD_NUMBER, 0, NULL},
    {"+5", STATUS_BAD_NUMBER, 0, NULL},
    {"1,000", STATUS_BAD_NUMBER, 0, NULL},
    {"1.", STATUS_BAD_NUMBER, 0, NULL},
    {".5", STATUS_BAD_NUMBER, 0, NULL},
    {"1.005", STATUS_BAD_NUMBER, 0, NULL},
    {"1.x", STATUS_BAD_NUMBER, 0, NULL},
    {"1e3", STATUS_BAD_NUMBER, 0, NULL},
};

static void test_parse_and_print(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(amounts); i++) {
        int64_t cents = -1;
        char text[MONEY_TEXT_MAX];
        assert_int_equal(money_parse(amounts[i].text, strlen(amounts[i].text), &cents), amounts[i].status);
        if (amounts[i].printed) {
            assert_int_equal(cents, amounts[i].cents);
            money_print(cents, text, sizeof(text));
            assert_string_equal(text, amounts[i].printed);
        }
    }
}

static void test_deltas_carry_their_sign(void **state)
{
    (void)state;
    char text[MONEY_TEXT_MAX];
    money_print_delta(0, text, sizeof(text));
    assert_string_equal(text, "0");
    money_print_delta(1250, text, sizeof(text));
    assert_string_equal(text, "+12.50");
    money_print_delta(-5000, text, sizeof(text));
    assert_string_equal(text, "-50");
}

static const struct {
    int64_t amount, unit;
    struct ratio ratio;
    enum rounding rounding;
    int64_t product;
} products[] = {
    {2500, 1, {3, 2}, ROUNDING_DOWN, 3750},     /* S041: 3:2 on 25 is 37.50 */
    {2500, 1, {6, 5}, ROUNDING_DOWN, 3000},     /* S049: 6:5 on 25 is 30 */
    {3500, 1, {1, 2}, ROUNDING_DOWN, 1750},     /* half of 35 */
    {1, 1, {1, 2}, ROUNDING_DOWN, 0},           /* half a cent is not paid ... */
    {1, 1, {1, 2}, ROUNDING_UP, 1},             /* ... unless the house says so */
    {1, 1, {1, 2}, ROUNDING_NEAREST, 1},        /* halves go up */
    {2500, 100, {3, 2}, ROUNDING_DOWN, 3700},   /* a table that pays whole units */
    {2500, 100, {3, 2}, ROUNDING_UP, 3800},     /**/
    {2500, 50, {3, 2}, ROUNDING_NEAREST, 3750}, /**/
    {MONEY_CENTS_MAX, 1, {1, 1}, ROUNDING_UP, MONEY_CENTS_MAX},
};

static void test_products(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(products); i++) {
        int64_t product = -1;
        assert_int_equal(money_times(products[i].amount, products[i].ratio, products[i].unit,
                                     products[i].rounding, &product),
                         STATUS_OK);
        assert_int_equal(product, products[i].product);
    }
}

static void test_nothing_wraps(void **state)
{
    (void)state;
    int64_t out = 7;
    assert_int_equal(money_add(MONEY_CENTS_MAX, 1, &out), STATUS_OVERFLOW);
    assert_int_equal(money_add(INT64_MAX, INT64_MAX, &out), STATUS_OVERFLOW);
    assert_int_equal(money_subtract(-MONEY_CENTS_MAX, 1, &out), STATUS_OVERFLOW);
    assert_int_equal(money_subtract(INT64_MIN, 1, &out), STATUS_OVERFLOW);
    assert_int_equal(money_times(MONEY_CENTS_MAX, (struct ratio){2, 1}, 1, ROUNDING_DOWN, &out),
                     STATUS_OVERFLOW);
    assert_int_equal(money_times(MONEY_CENTS_MAX + 1, (struct ratio){1, 1}, 1, ROUNDING_DOWN, &out),
                     STATUS_OVERFLOW);
    assert_int_equal(out, 7);
    assert_int_equal(money_add(5, -7, &out), STATUS_OK);
    assert_int_equal(out, -2);
    assert_int_equal(money_subtract(5, -7, &out), STATUS_OK);
    assert_int_equal(out, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_and_print),
        cmocka_unit_test(test_deltas_carry_their_sign),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_nothing_wraps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
