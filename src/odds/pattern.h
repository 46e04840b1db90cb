/* SPDX-License-Identifier: Apache-2.0 */
/* pattern.h - the ways in which cards of the pair can fall among the second cards of split hands.
 *
 * Second cards are dealt until every hand has one. A card of the pair opens another hand while there are
 * fewer than the maximum; otherwise it stays. A pattern says how many such cards opened hands (`extra`), how
 * many hands are `plain` (their second card is not of the pair) and how many are `any` (dealt after the last
 * hand was opened: the second card may be anything), and in how many orders that comes about. Pure. */
#ifndef CROUPIER_ODDS_PATTERN_H
#define CROUPIER_ODDS_PATTERN_H

#include "odds/terms.h"

enum {
    PATTERNS_MAX = SPLIT_HANDS_MAX * SPLIT_HANDS_MAX,
    EXTRA_MAX = 2 * SPLIT_HANDS_MAX /* how many more cards of the pair a shoe may have to lack */
};

struct pattern {
    uint8_t extra;
    uint8_t plain;
    uint8_t any;
    uint32_t orders;
};

struct patterns {
    unsigned count;
    struct pattern at[PATTERNS_MAX];
};

void patterns_build(struct patterns *patterns, unsigned hands_max);

/* Chances of a shoe: r further cards of the pair in r given draws; and one given draw when r are gone. */
struct pair_draws {
    double all[EXTRA_MAX + 2];  /* probability that r given draws are all of the pair */
    double next[EXTRA_MAX + 2]; /* probability that the next is, when r are gone */
};

void pair_draws_init(struct pair_draws *draws, unsigned pair_left, unsigned total);

/* Sums over all patterns. Each array goes by r: the quantity for a shoe that lacks r more cards of the pair.
 * patterns_single adds one hand's quantity over the hands, patterns_share takes the mean over them instead;
 * patterns_double adds a product's over the ordered pairs of different hands (both plain, one plain and one
 * any, both any). */
double patterns_single(const struct patterns *patterns, const struct pair_draws *draws, const double *plain,
                       const double *any);
double patterns_share(const struct patterns *patterns, const struct pair_draws *draws, const double *plain,
                      const double *any);
double patterns_double(const struct patterns *patterns, const struct pair_draws *draws,
                       const double *both_plain, const double *mixed, const double *both_any);

/* The probability of one pattern. */
double pattern_probability(const struct pattern *pattern, const struct pair_draws *draws);

#endif
