/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/shares.h"

#include <assert.h>
#include <math.h>

enum { NODES_MAX = SHARES_LEVEL_MAX + 1, SPLITS_MAX = VALUE_COUNT - 1, ROUNDS_MAX = 200 };

static struct number add(struct number a, struct number b)
{
    return (struct number){a.re + b.re, a.im + b.im};
}

static struct number less(struct number a, struct number b)
{
    return (struct number){a.re - b.re, a.im - b.im};
}

static struct number times(struct number a, struct number b)
{
    return (struct number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static struct number over(struct number a, struct number b)
{
    double square = b.re * b.re + b.im * b.im;
    struct number product = times(a, (struct number){b.re, -b.im});
    return (struct number){product.re / square, product.im / square};
}

static struct number real(double value)
{
    return (struct number){value, 0};
}

/* ---- Gauss's rule for the part b that `some` cards have of these and `rest` others. ---- */

struct recurrence { /* p_k+1(x) = (x - shift_k) p_k(x) - scale_k p_k-1(x) */
    double shift[NODES_MAX];
    double scale[NODES_MAX];
};

struct rule {
    unsigned count;
    struct number at[NODES_MAX];
    struct number weight[NODES_MAX];
};

/* Monic Jacobi polynomials on 0 to 1 with the weight x^(-some-1) (1-x)^(-rest-1). */
static void set_recurrence(struct recurrence *r, double some, double rest)
{
    const double alpha = -rest - 1;
    const double beta = -some - 1;
    r->shift[0] = some / (some + rest);
    r->scale[0] = 0;
    for (unsigned k = 1; k < NODES_MAX; k++) {
        double twice = 2.0 * k + alpha + beta;
        double shift = alpha == beta ? 0 : (beta * beta - alpha * alpha) / (twice * (twice + 2));
        double last = k == 1 ? 1 / (twice + 1) : (k + alpha + beta) / ((twice + 1) * (twice - 1));
        r->shift[k] = (1 + shift) / 2;
        r->scale[k] = k * (k + alpha) * (k + beta) * last / (twice * twice);
    }
}

/* p_count(x); in `weight` that of x as a node, by the polynomials before it. */
static struct number polynomial(const struct recurrence *r, unsigned count, struct number x,
                                struct number *weight)
{
    assert(count <= NODES_MAX);
    struct number before = real(0);
    struct number value = real(1);
    struct number sum = real(0);
    double norm = 1;
    for (unsigned k = 0; k < count; k++) {
        norm *= k ? r->scale[k] : 1;
        sum = add(sum, times(times(value, value), real(1 / norm)));
        struct number next = less(times(less(x, real(r->shift[k])), value), times(real(r->scale[k]), before));
        before = value;
        value = next;
    }
    *weight = over(real(1), sum);
    return value;
}

/* All roots at once (Durand and Kerner), from powers of a number about the mean. No function of the C library
 * that rounds as it likes is used: every machine finds the same digits. */
static void find_roots(const struct recurrence *r, struct rule *rule)
{
    const double radius = sqrt(fabs(r->scale[1]) * rule->count);
    struct number power = real(radius);
    for (unsigned i = 0; i < rule->count; i++) {
        rule->at[i] = add(real(r->shift[0]), power);
        power = times(power, (struct number){0.4, 0.9});
    }
    for (unsigned round = 0; round < ROUNDS_MAX; round++) {
        double moved = 0;
        for (unsigned i = 0; i < rule->count; i++) {
            struct number off = polynomial(r, rule->count, rule->at[i], &rule->weight[i]);
            for (unsigned j = 0; j < rule->count; j++)
                off = j == i ? off : over(off, less(rule->at[i], rule->at[j]));
            rule->at[i] = less(rule->at[i], off);
            moved = fmax(moved, fabs(off.re) + fabs(off.im));
        }
        if (moved < 1e-16)
            break;
    }
}

/* A node of a pair of conjugates has exactly the other's parts; a real one no imaginary part. */
static void tidy(struct rule *rule)
{
    for (unsigned i = 0; i < rule->count; i++)
        if (fabs(rule->at[i].im) < 1e-12)
            rule->at[i].im = rule->weight[i].im = 0;
}

/* So many nodes as cards of either kind allow: beyond that the polynomials have no simple roots. */
static void set_rule(struct rule *rule, unsigned level, unsigned some, unsigned rest)
{
    struct recurrence r;
    unsigned most = some < rest ? some : rest;
    assert(most && level <= SHARES_LEVEL_MAX);
    rule->count = level + 1 < most ? level + 1 : most;
    set_recurrence(&r, some, rest);
    rule->at[0] = real(r.shift[0]);
    if (rule->count > 1)
        find_roots(&r, rule);
    for (unsigned i = 0; i < rule->count; i++)
        polynomial(&r, rule->count, rule->at[i], &rule->weight[i]);
    tidy(rule);
}

/* ---- The grids. ---- */

struct splits {
    unsigned count;              /* one fewer than values in the shoe */
    uint8_t values[VALUE_COUNT]; /* the most frequent first */
    struct rule rules[SPLITS_MAX][NODES_MAX];
    share_visitor *visit;
    void *context;
};

static unsigned order_values(const struct supply *shoe, uint8_t values[VALUE_COUNT])
{
    unsigned count = 0;
    for (unsigned value = VALUE_COUNT; value >= 1; value--) {
        if (!shoe->left[value])
            continue;
        unsigned at = count++;
        for (; at && shoe->left[values[at - 1]] < shoe->left[value]; at--)
            values[at] = values[at - 1];
        values[at] = (uint8_t)value;
    }
    return count;
}

static void set_splits(struct splits *splits, const struct supply *shoe, unsigned level)
{
    unsigned rest = shoe->total;
    splits->count = order_values(shoe, splits->values) - 1;
    for (unsigned i = 0; i < splits->count; i++) {
        unsigned some = shoe->left[splits->values[i]];
        rest -= some;
        for (unsigned l = 0; l <= level; l++)
            set_rule(&splits->rules[i][l], l, some, rest);
    }
}

/* From split i on; `left` is the share of the values that have none yet. */
static void walk(const struct splits *splits, unsigned i, unsigned levels, struct number left, bool mirrored,
                 const struct share *share)
{
    struct share next = *share;
    if (i == splits->count) {
        next.of[splits->values[i]] = left;
        splits->visit(splits->context, &next);
        return;
    }
    for (unsigned l = 0; l <= levels; l++) {
        const struct rule *rule = &splits->rules[i][l];
        for (unsigned n = 0; n < rule->count; n++) {
            bool complex = rule->at[n].im != 0;
            if (!mirrored && rule->at[n].im < 0)
                continue;
            next.of[splits->values[i]] = times(left, rule->at[n]);
            next.weight = times(share->weight, rule->weight[n]);
            if (!mirrored && complex)
                next.weight = times(next.weight, real(2));
            next.step = share->step + l;
            walk(splits, i + 1, levels - l, times(left, less(real(1), rule->at[n])), mirrored || complex,
                 &next);
        }
    }
}

void shares_each(const struct supply *shoe, unsigned level, share_visitor *visit, void *context)
{
    struct splits splits = {.visit = visit, .context = context};
    struct share share = {.weight = {1, 0}, .step = 0};
    assert(shoe->total && level <= SHARES_LEVEL_MAX);
    set_splits(&splits, shoe, level);
    walk(&splits, 0, level, real(1), false, &share);
}

double shares_factor(const struct supply *shoe, unsigned level, unsigned step)
{
    uint8_t values[VALUE_COUNT];
    unsigned splits = order_values(shoe, values) - 1;
    double factor = 1;
    if (step > level || !splits)
        return step == 0;
    for (unsigned i = 0; i < level - step; i++)
        factor = i < splits - 1 ? -factor * (splits - 1 - i) / (i + 1) : 0;
    return factor;
}
