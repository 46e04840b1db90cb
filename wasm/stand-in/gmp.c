/* SPDX-License-Identifier: Apache-2.0 */
#include "gmp.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DOUBLE_BITS = 53, DIGITS_MAX = NUMBER_BITS / 3 };

/* ---- Whole numbers. ---- */

static void trim(struct number *a)
{
    while (a->used && !a->limbs[a->used - 1])
        a->used--;
}

static struct number small(uint64_t value)
{
    struct number a = {2, {(uint32_t)value, (uint32_t)(value >> 32)}};
    trim(&a);
    return a;
}

static int compare(const struct number *a, const struct number *b)
{
    if (a->used != b->used)
        return a->used < b->used ? -1 : 1;
    for (unsigned i = a->used; i-- > 0;)
        if (a->limbs[i] != b->limbs[i])
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

static struct number plus(const struct number *a, const struct number *b)
{
    struct number sum = {0};
    uint64_t carry = 0;
    unsigned most = a->used > b->used ? a->used : b->used;
    assert(most < NUMBER_LIMBS);
    for (unsigned i = 0; i < most || carry; i++) {
        carry += (i < a->used ? a->limbs[i] : 0U) + (uint64_t)(i < b->used ? b->limbs[i] : 0U);
        sum.limbs[i] = (uint32_t)carry;
        sum.used = i + 1;
        carry >>= 32;
    }
    trim(&sum);
    return sum;
}

/* a >= b */
static struct number minus(const struct number *a, const struct number *b)
{
    struct number left = *a;
    int64_t borrow = 0;
    for (unsigned i = 0; i < a->used; i++) {
        int64_t digit = (int64_t)a->limbs[i] - (i < b->used ? b->limbs[i] : 0U) + borrow;
        left.limbs[i] = (uint32_t)digit;
        borrow = digit < 0 ? -1 : 0;
    }
    assert(!borrow);
    trim(&left);
    return left;
}

static struct number times(const struct number *a, const struct number *b)
{
    struct number product = {0};
    assert(a->used + b->used <= NUMBER_LIMBS);
    for (unsigned i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; j < b->used || carry; j++) {
            carry += product.limbs[i + j] + (uint64_t)a->limbs[i] * (j < b->used ? b->limbs[j] : 0U);
            product.limbs[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    product.used = a->used + b->used;
    trim(&product);
    return product;
}

static unsigned bits_of(const struct number *a)
{
    return a->used ? 32 * a->used - (unsigned)__builtin_clz(a->limbs[a->used - 1]) : 0;
}

static struct number shifted_left(const struct number *a, unsigned by)
{
    struct number b = {0};
    assert(bits_of(a) + by <= NUMBER_BITS);
    for (unsigned i = 0; i < a->used; i++) {
        uint64_t wide = (uint64_t)a->limbs[i] << by % 32;
        b.limbs[i + by / 32] |= (uint32_t)wide;
        if (wide >> 32)
            b.limbs[i + by / 32 + 1] |= (uint32_t)(wide >> 32);
    }
    b.used = (bits_of(a) + by + 31) / 32;
    trim(&b);
    return b;
}

static void halve(struct number *a)
{
    for (unsigned i = 0; i < a->used; i++)
        a->limbs[i] = a->limbs[i] >> 1 | (i + 1 < a->used ? a->limbs[i + 1] << 31 : 0);
    trim(a);
}

/* Bit by bit: the numbers are short. */
static struct number divided(const struct number *a, const struct number *b)
{
    struct number quotient = {0};
    struct number rest = *a;
    assert(b->used);
    if (compare(a, b) < 0)
        return quotient;
    unsigned by = bits_of(a) - bits_of(b);
    struct number part = shifted_left(b, by);
    quotient.used = by / 32 + 1;
    for (unsigned bit = by + 1; bit-- > 0; halve(&part)) {
        if (compare(&rest, &part) < 0)
            continue;
        rest = minus(&rest, &part);
        quotient.limbs[bit / 32] |= 1U << bit % 32;
    }
    trim(&quotient);
    return quotient;
}

static int is_even(const struct number *a)
{
    return !(a->limbs[0] & 1U);
}

/* The greatest common divisor of two numbers that are not 0. */
static struct number common(struct number a, struct number b)
{
    unsigned twos = 0;
    for (; is_even(&a) && is_even(&b); twos++) {
        halve(&a);
        halve(&b);
    }
    while (is_even(&a))
        halve(&a);
    while (b.used) {
        while (is_even(&b))
            halve(&b);
        if (compare(&a, &b) > 0) {
            struct number c = a;
            a = b;
            b = c;
        }
        b = minus(&b, &a);
    }
    return shifted_left(&a, twos);
}

static uint32_t divide_small(struct number *a, uint32_t by)
{
    uint64_t rest = 0;
    for (unsigned i = a->used; i-- > 0;) {
        rest = rest << 32 | a->limbs[i];
        a->limbs[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    trim(a);
    return (uint32_t)rest;
}

/* Writes the digits, and returns how many. */
static size_t print(const struct number *a, char *text)
{
    char digits[DIGITS_MAX];
    size_t count = 0;
    struct number rest = *a;
    do {
        assert(count < DIGITS_MAX);
        digits[count++] = (char)('0' + divide_small(&rest, 10));
    } while (rest.used);
    for (size_t i = 0; i < count; i++)
        text[i] = digits[count - 1 - i];
    return count;
}

void mpz_import(struct number *number, size_t count, int order, size_t size, int endian, size_t nails,
                const void *bytes)
{
    (void)order;
    (void)endian;
    (void)nails;
    assert(count == 1 && size <= sizeof(number->limbs));
    (void)count;
    memset(number, 0, sizeof(*number));
    memcpy(number->limbs, bytes, size);
    number->used = (unsigned)(size / sizeof(number->limbs[0]));
    trim(number);
}

/* ---- Fractions. ---- */

void mpq_init(mpq_t q)
{
    mpq_set_ui(q, 0, 1);
}

void mpq_inits(mpq_t q, ...)
{
    va_list more;
    va_start(more, q);
    for (struct fraction *at = q; at; at = va_arg(more, struct fraction *))
        mpq_init(at);
    va_end(more);
}

void mpq_clear(mpq_t q)
{
    (void)q;
}

void mpq_clears(mpq_t q, ...)
{
    (void)q;
}

void mpq_set_ui(mpq_t q, unsigned long num, unsigned long den)
{
    q->negative = 0;
    q->num = small(num);
    q->den = small(den);
    mpq_canonicalize(q);
}

void mpq_set_si(mpq_t q, long num, unsigned long den)
{
    mpq_set_ui(q, num < 0 ? 0UL - (unsigned long)num : (unsigned long)num, den);
    q->negative = num < 0;
}

void mpq_canonicalize(mpq_t q)
{
    if (!q->num.used) {
        q->negative = 0;
        q->den = small(1);
        return;
    }
    struct number divisor = common(q->num, q->den);
    q->num = divided(&q->num, &divisor);
    q->den = divided(&q->den, &divisor);
}

static void add(struct fraction *sum, const struct fraction *a, const struct fraction *b, int b_negative)
{
    struct number one = times(&a->num, &b->den);
    struct number two = times(&b->num, &a->den);
    struct fraction made = {.den = times(&a->den, &b->den)};
    if (a->negative == b_negative) {
        made.num = plus(&one, &two);
        made.negative = a->negative;
    } else {
        int order = compare(&one, &two);
        made.num = order < 0 ? minus(&two, &one) : minus(&one, &two);
        made.negative = order < 0 ? b_negative : a->negative;
    }
    *sum = made;
    mpq_canonicalize(sum);
}

void mpq_add(mpq_t sum, mpq_srcptr a, mpq_srcptr b)
{
    add(sum, a, b, b->negative);
}

void mpq_sub(mpq_t difference, mpq_srcptr a, mpq_srcptr b)
{
    add(difference, a, b, !b->negative);
}

void mpq_mul(mpq_t product, mpq_srcptr a, mpq_srcptr b)
{
    struct fraction made = {.negative = a->negative != b->negative,
                            .num = times(&a->num, &b->num),
                            .den = times(&a->den, &b->den)};
    *product = made;
    mpq_canonicalize(product);
}

/* The 53 highest bits, the rest cut off. */
double mpq_get_d(mpq_srcptr q)
{
    int shift = DOUBLE_BITS + 1 + (int)bits_of(&q->den) - (int)bits_of(&q->num);
    if (!q->num.used)
        return 0;
    struct number num = shift > 0 ? shifted_left(&q->num, (unsigned)shift) : q->num;
    struct number den = shift < 0 ? shifted_left(&q->den, (unsigned)-shift) : q->den;
    struct number quotient = divided(&num, &den);
    for (; bits_of(&quotient) > DOUBLE_BITS; shift--)
        halve(&quotient);
    double value = ldexp((double)((uint64_t)quotient.limbs[1] << 32 | quotient.limbs[0]), -shift);
    return q->negative ? -value : value;
}

char *mpq_get_str(char *room, int base, mpq_srcptr q)
{
    static char text[2 * DIGITS_MAX + 3];
    size_t at = 0;
    assert(!room && base == 10);
    (void)room;
    (void)base;
    if (q->negative)
        text[at++] = '-';
    at += print(&q->num, text + at);
    if (q->den.used != 1 || q->den.limbs[0] != 1) {
        text[at++] = '/';
        at += print(&q->den, text + at);
    }
    text[at] = '\0';
    return strdup(text);
}
