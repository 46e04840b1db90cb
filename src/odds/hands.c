/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/hands.h"

#include <assert.h>
#include <string.h>

enum { PLACES_BITS = 13, PLACES = 1 << PLACES_BITS };

/* The counts of a hand as two numbers, a byte for each value. */
struct packed {
    uint64_t low; /* values 1 to 8 */
    uint64_t high;
};

/* While building: the numbers of hands in an open-addressed table by composition. */
struct places {
    uint16_t at[PLACES];
    struct packed packed[HANDS_MAX]; /* by number */
};

static struct packed packed_with(struct packed packed, unsigned value)
{
    assert(value >= 1 && value <= VALUE_COUNT);
    *(value <= 8 ? &packed.low : &packed.high) += UINT64_C(1) << (value - 1) % 8 * 8;
    return packed;
}

static size_t place_of(const struct places *places, struct packed packed)
{
    uint64_t hash = packed.low * UINT64_C(0x9E3779B97F4A7C15) + packed.high * UINT64_C(0xC2B2AE3D27D4EB4F);
    size_t place = (size_t)(hash >> (64 - PLACES_BITS));
    for (; places->at[place]; place = (place + 1) % PLACES) {
        const struct packed *other = &places->packed[places->at[place]];
        if (other->low == packed.low && other->high == packed.high)
            break;
    }
    return place;
}

static struct holding hand_with(const struct holding *hand, unsigned value)
{
    assert(value >= 1 && value <= VALUE_COUNT);
    struct holding more = *hand;
    more.count[value]++;
    more.cards++;
    more.hard = (uint8_t)(more.hard + value);
    more.soft = more.count[VALUE_ACE] > 0 && more.hard + 10 <= 21;
    more.total = (uint8_t)(more.hard + (more.soft ? 10 : 0));
    memset(more.next, 0, sizeof(more.next));
    return more;
}

/* The number of hand i with one more card of this value. */
static unsigned find_or_add(struct hands *hands, struct places *places, unsigned i, unsigned value)
{
    struct packed packed = packed_with(places->packed[i], value);
    size_t place = place_of(places, packed);
    if (!places->at[place]) {
        assert(hands->count < HANDS_MAX);
        hands->at[hands->count] = hand_with(&hands->at[i], value);
        places->packed[hands->count] = packed;
        places->at[place] = hands->count++;
    }
    return places->at[place];
}

void hands_build(struct hands *hands)
{
    struct places places;
    memset(places.at, 0, sizeof(places.at));
    places.packed[0] = (struct packed){0, 0};
    memset(&hands->at[0], 0, sizeof(hands->at[0]));
    hands->count = 1;
    unsigned cards = 0;
    hands->with[0] = 0;
    for (unsigned i = 0; i < hands->count; i++) {
        while (cards < hands->at[i].cards)
            hands->with[++cards] = (uint16_t)i;
        if (hands->at[i].total == 21 && !hands->at[i].soft)
            continue;
        for (unsigned value = 1; value <= VALUE_COUNT && hands->at[i].hard + value <= 21; value++)
            hands->at[i].next[value] = (uint16_t)find_or_add(hands, &places, i, value);
    }
    while (cards <= HOLDING_CARDS_MAX)
        hands->with[++cards] = hands->count;
}

unsigned hands_find(const struct hands *hands, const uint8_t count[VALUE_COUNT + 1])
{
    unsigned cards = 0;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        cards += count[value];
    for (unsigned i = hands->with[cards]; cards <= HOLDING_CARDS_MAX && i < hands->with[cards + 1]; i++)
        if (memcmp(hands->at[i].count + 1, count + 1, VALUE_COUNT) == 0)
            return i;
    return HOLDING_BUST;
}

unsigned holding_pair(const struct holding *hand)
{
    for (unsigned value = 1; hand->cards == 2 && value <= VALUE_COUNT; value++)
        if (hand->count[value] == 2)
            return value;
    return 0;
}
