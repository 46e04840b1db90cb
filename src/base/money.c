/* SPDX-License-Identifier: Apache-2.0 */
#include "base/money.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

static bool in_range(int64_t cents)
{
    return cents >= -MONEY_CENTS_MAX && cents <= MONEY_CENTS_MAX;
}

enum status money_add(int64_t a_cents, int64_t b_cents, int64_t *sum_cents)
{
    int64_t sum;
    if (__builtin_add_overflow(a_cents, b_cents, &sum) || !in_range(sum))
        return STATUS_OVERFLOW;
    *sum_cents = sum;
    return STATUS_OK;
}

enum status money_subtract(int64_t a_cents, int64_t b_cents, int64_t *difference_cents)
{
    int64_t difference;
    if (__builtin_sub_overflow(a_cents, b_cents, &difference) || !in_range(difference))
        return STATUS_OVERFLOW;
    *difference_cents = difference;
    return STATUS_OK;
}

/* numerator / denominator as a whole number. An amount is at most 10^12 and a ratio's term at most 10^6, so
 * each side is at most 10^18 and their sum still fits. */
static int64_t divide(int64_t numerator, int64_t denominator, enum rounding rounding)
{
    assert(denominator > 0);
    switch (rounding) {
    case ROUNDING_DOWN:
        break;
    case ROUNDING_NEAREST:
        numerator += denominator / 2;
        break;
    case ROUNDING_UP:
        numerator += denominator - 1;
        break;
    }
    return numerator / denominator;
}

enum status money_times(int64_t amount_cents, struct ratio ratio, int64_t unit_cents, enum rounding rounding,
                        int64_t *product_cents)
{
    assert(amount_cents >= 0);
    assert(unit_cents >= 1);
    if (amount_cents > MONEY_CENTS_MAX || unit_cents > MONEY_CENTS_MAX)
        return STATUS_OVERFLOW;
    assert(ratio.num <= RATIO_TERM_MAX && ratio.den <= RATIO_TERM_MAX);
    int64_t units = divide(amount_cents * ratio.num, ratio.den * unit_cents, rounding);
    int64_t product;
    if (__builtin_mul_overflow(units, unit_cents, &product) || !in_range(product))
        return STATUS_OVERFLOW;
    *product_cents = product;
    return STATUS_OK;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

enum status money_parse(const char *text, size_t length, int64_t *amount_cents)
{
    assert(text && amount_cents);
    size_t at = 0;
    int64_t cents = 0;
    while (at < length && is_digit(text[at])) {
        cents = cents * 10 + (text[at++] - '0');
        if (cents > MONEY_CENTS_MAX / 100)
            return STATUS_OVERFLOW;
    }
    if (at == 0)
        return STATUS_BAD_NUMBER;
    cents *= 100;
    if (at < length) {
        size_t decimals = length - at - 1;
        if (text[at] != '.' || decimals < 1 || decimals > 2)
            return STATUS_BAD_NUMBER;
        for (int64_t weight = 10; ++at < length; weight /= 10) {
            if (!is_digit(text[at]))
                return STATUS_BAD_NUMBER;
            cents += weight * (text[at] - '0');
        }
    }
    if (cents > MONEY_CENTS_MAX)
        return STATUS_OVERFLOW;
    *amount_cents = cents;
    return STATUS_OK;
}

static void print_with_sign(int64_t amount_cents, const char *sign, char *text, size_t size)
{
    assert(sign && size >= MONEY_TEXT_MAX);
    uint64_t size_of = amount_cents < 0 ? -(uint64_t)amount_cents : (uint64_t)amount_cents;
    if (size_of % 100)
        snprintf(text, size, "%s%" PRIu64 ".%02" PRIu64, sign, size_of / 100, size_of % 100);
    else
        snprintf(text, size, "%s%" PRIu64, sign, size_of / 100);
}

void money_print(int64_t amount_cents, char *text, size_t size)
{
    assert(size >= MONEY_TEXT_MAX);
    print_with_sign(amount_cents, amount_cents < 0 ? "-" : "", text, size);
}

void money_print_delta(int64_t amount_cents, char *text, size_t size)
{
    assert(size >= MONEY_TEXT_MAX);
    print_with_sign(amount_cents, amount_cents < 0 ? "-" : amount_cents > 0 ? "+" : "", text, size);
}
