/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ratio.h"

#include <assert.h>
#include <stdio.h>

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    assert(b || a);
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Reads digits from *at, leaves *at behind them; false for no digit or a term out of range. */
static bool parse_term(const char **at, const char *end, uint32_t *term)
{
    assert(*at <= end);
    uint32_t value = 0;
    const char *start = *at;
    while (*at < end && **at >= '0' && **at <= '9') {
        value = value * 10 + (uint32_t)(**at - '0');
        if (value > RATIO_TERM_MAX)
            return false;
        (*at)++;
    }
    *term = value;
    return *at > start && value > 0;
}

enum status ratio_parse(const char *text, size_t length, struct ratio *ratio)
{
    assert(text && ratio);
    const char *at = text;
    const char *end = text + length;
    uint32_t num;
    uint32_t den;
    if (!parse_term(&at, end, &num) || at == end || *at++ != ':')
        return STATUS_BAD_NUMBER;
    if (!parse_term(&at, end, &den) || at != end)
        return STATUS_BAD_NUMBER;
    *ratio = ratio_reduced(num, den);
    return STATUS_OK;
}

void ratio_print(struct ratio ratio, char *text, size_t size)
{
    assert(size >= RATIO_TEXT_MAX);
    snprintf(text, size, "%u:%u", ratio.num, ratio.den);
}

struct ratio ratio_reduced(uint32_t num, uint32_t den)
{
    assert(den > 0);
    uint32_t divisor = common_divisor(num, den);
    return (struct ratio){num / divisor, den / divisor};
}

bool ratio_equal(struct ratio a, struct ratio b)
{
    assert(a.den && b.den);
    return a.num == b.num && a.den == b.den;
}

double ratio_double(struct ratio ratio)
{
    assert(ratio.den);
    return (double)ratio.num / (double)ratio.den;
}
