/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/pattern.h"

#include <assert.h>

static void add(struct patterns *patterns, unsigned extra, unsigned plain, unsigned any)
{
    for (unsigned i = 0; i < patterns->count; i++) {
        struct pattern *at = &patterns->at[i];
        if (at->extra == extra && at->plain == plain && at->any == any) {
            at->orders++;
            return;
        }
    }
    assert(patterns->count < PATTERNS_MAX);
    patterns->at[patterns->count++] = (struct pattern){(uint8_t)extra, (uint8_t)plain, (uint8_t)any, 1};
}

/* One more second card: of the pair, or not. */
static void deal(struct patterns *patterns, unsigned hands_max, unsigned hands, unsigned plain)
{
    assert(plain <= hands && hands <= hands_max);
    if (hands == hands_max) {
        add(patterns, hands - 2, plain, hands - plain);
    } else if (plain == hands) {
        add(patterns, hands - 2, plain, 0);
    } else {
        deal(patterns, hands_max, hands + 1, plain);
        deal(patterns, hands_max, hands, plain + 1);
    }
}

void patterns_build(struct patterns *patterns, unsigned hands_max)
{
    assert(hands_max >= 2 && hands_max <= SPLIT_HANDS_MAX);
    patterns->count = 0;
    deal(patterns, hands_max, 2, 0);
}

void pair_draws_init(struct pair_draws *draws, unsigned pair_left, unsigned total)
{
    assert(pair_left <= total);
    draws->all[0] = 1;
    for (unsigned r = 0; r <= EXTRA_MAX; r++) {
        draws->next[r] = pair_left > r && total > r ? (double)(pair_left - r) / (total - r) : 0;
        draws->all[r + 1] = draws->all[r] * draws->next[r];
    }
    draws->next[EXTRA_MAX + 1] = 0;
}

/* A quantity joint with `extra` cards of the pair and `others` second cards that are not of the pair: by
 * inclusion and exclusion over which of these are of the pair after all. */
static double joint(const struct pair_draws *draws, const double *quantity, unsigned extra, unsigned others)
{
    assert(extra <= EXTRA_MAX);
    double sum = 0;
    double choose = 1;
    for (unsigned i = 0; i <= others; i++) {
        sum += choose * draws->all[extra + i] * quantity[extra + i];
        choose = -choose * (others - i) / (i + 1);
    }
    return sum;
}

/* The sum over the hands of one pattern. */
static double of_hands(const struct pattern *at, const struct pair_draws *draws, const double *plain,
                       const double *any)
{
    double hands = 0;
    if (at->plain)
        hands += at->plain * joint(draws, plain, at->extra, at->plain - 1U);
    if (at->any)
        hands += at->any * joint(draws, any, at->extra, at->plain);
    return at->orders * hands;
}

double patterns_single(const struct patterns *patterns, const struct pair_draws *draws, const double *plain,
                       const double *any)
{
    double sum = 0;
    for (unsigned i = 0; i < patterns->count; i++)
        sum += of_hands(&patterns->at[i], draws, plain, any);
    return sum;
}

double patterns_share(const struct patterns *patterns, const struct pair_draws *draws, const double *plain,
                      const double *any)
{
    double sum = 0;
    for (unsigned i = 0; i < patterns->count; i++)
        sum += of_hands(&patterns->at[i], draws, plain, any) / (patterns->at[i].extra + 2);
    return sum;
}

double patterns_double(const struct patterns *patterns, const struct pair_draws *draws,
                       const double *both_plain, const double *mixed, const double *both_any)
{
    double sum = 0;
    for (unsigned i = 0; i < patterns->count; i++) {
        const struct pattern *at = &patterns->at[i];
        double plain = at->plain;
        double any = at->any;
        double hands = 0;
        if (at->plain > 1)
            hands += plain * (plain - 1) * joint(draws, both_plain, at->extra, at->plain - 2U);
        if (at->plain && at->any)
            hands += 2 * plain * any * joint(draws, mixed, at->extra, at->plain - 1U);
        if (at->any > 1)
            hands += any * (any - 1) * joint(draws, both_any, at->extra, at->plain);
        sum += at->orders * hands;
    }
    return sum;
}

double pattern_probability(const struct pattern *pattern, const struct pair_draws *draws)
{
    double one[EXTRA_MAX + 2];
    for (unsigned r = 0; r < EXTRA_MAX + 2; r++)
        one[r] = 1;
    return pattern->orders * joint(draws, one, pattern->extra, pattern->plain);
}
