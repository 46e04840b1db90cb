/* SPDX-License-Identifier: Apache-2.0 */
/* overlap_key.h - the cards of a group of hands as one number, in two halves. Inner part of overlap.c.
 *
 * The low half counts the values 1 to 5 and all cards; the high half counts the values 6 to 10, and says of
 * each busting card still open which is the smallest value that does it. In the low half values lie in the
 * order in which they are summed over, from the lowest bits up, so that in a sorted list the terms to be
 * added up stand together. Two hands drew up to twice twenty points before they busted: digits have room for
 * that, and for two more cards where a busting card is a low one. */
#ifndef CROUPIER_ODDS_OVERLAP_KEY_H
#define CROUPIER_ODDS_OVERLAP_KEY_H

#include "odds/supply.h"

#define OVERLAP_NEGLIGIBLE 1e-21

enum {
    OVERLAP_SHOES = 2,
    OVERLAP_OPEN_MIN = 6, /* no smaller card may be left open */
    OVERLAP_NO_HAND = 0,  /* number of a hand that is not there */
    OVERLAP_PARTS = 5
};

/* Cards of a hand by value, the number of cards including one still open, and the smallest value that this
 * one can have. */
typedef uint64_t overlap_key;

enum {
    LOW_VALUES = OVERLAP_OPEN_MIN - 1,
    CARDS_PLACE = 17,
    CARDS_BITS = 6,
    CARDS_MAX = 1 << CARDS_BITS, /* of a group */
    COUNT_MAX = 44,              /* of one value in a group: two hands of 21 Aces, and two busting cards */
    HIGH_PLACE = 32,
    OPEN_BITS = 4,
    OPEN_MASK = (1 << OPEN_BITS) - 1,
    OPEN_BOTH = (1 << (2 * OPEN_BITS)) - 1,
};

struct overlap_digit {
    uint8_t place;
    uint8_t bits;
};

/* The high values' places are those in the high half. */
static const struct overlap_digit overlap_digits[VALUE_COUNT + 1] = {
    [5] = {0, 4}, [4] = {4, 4},  [3] = {8, 4},  [2] = {12, 5}, [1] = {23, 6},
    [6] = {8, 3}, [7] = {11, 3}, [8] = {14, 3}, [9] = {17, 3}, [10] = {20, 3},
};

static inline uint32_t key_low(overlap_key key)
{
    return (uint32_t)key;
}

static inline uint32_t key_high(overlap_key key)
{
    return (uint32_t)(key >> HIGH_PLACE);
}

/* Of the half in which the value lies. */
static inline unsigned half_count(uint32_t half, unsigned value)
{
    return half >> overlap_digits[value].place & ((1U << overlap_digits[value].bits) - 1);
}

static inline unsigned key_count(overlap_key key, unsigned value)
{
    return half_count(value <= LOW_VALUES ? key_low(key) : key_high(key), value);
}

static inline unsigned low_cards(uint32_t low)
{
    return low >> CARDS_PLACE & (CARDS_MAX - 1);
}

static inline unsigned high_open(uint32_t high, unsigned which)
{
    return high >> (which * OPEN_BITS) & OPEN_MASK;
}

static inline uint32_t high_with_open(uint32_t high, unsigned a, unsigned b)
{
    return (high & ~(uint32_t)OPEN_BOTH) | (a > b ? a | b << OPEN_BITS : b | a << OPEN_BITS);
}

static inline uint32_t low_join(uint32_t a, uint32_t b)
{
    return a + b;
}

/* The high halves of two hands as one; a hand has one open card at most. */
static inline uint32_t high_join(uint32_t a, uint32_t b)
{
    uint32_t closed = (a & ~(uint32_t)OPEN_BOTH) + (b & ~(uint32_t)OPEN_BOTH);
    return high_with_open(closed, high_open(a, 0), high_open(b, 0));
}

#endif
