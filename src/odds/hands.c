/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/hands.h"

#include <assert.h>
#include <string.h>

enum { PLACES = 8192 };

/* While building: the numbers of hands in an open-addressed table by composition. */
struct places {
    uint16_t at[PLACES];
};

static unsigned place_of(const struct places *places, const struct hands *hands,
                         const uint8_t count[VALUE_COUNT + 1])
{
    uint32_t hash = 0;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        hash = hash * 31 + count[value];
    unsigned place = hash * UINT32_C(2654435769) >> 19;
    while (places->at[place] && memcmp(hands->at[places->at[place]].count, count, VALUE_COUNT + 1) != 0)
        place = (place + 1) % PLACES;
    return place;
}

static struct holding hand_with(const struct holding *hand, unsigned value)
{
    struct holding more = *hand;
    more.count[value]++;
    more.cards++;
    more.hard = (uint8_t)(more.hard + value);
    more.soft = more.count[VALUE_ACE] > 0 && more.hard + 10 <= 21;
    more.total = (uint8_t)(more.hard + (more.soft ? 10 : 0));
    memset(more.next, 0, sizeof(more.next));
    return more;
}

static unsigned find_or_add(struct hands *hands, struct places *places, const struct holding *hand)
{
    unsigned place = place_of(places, hands, hand->count);
    if (!places->at[place]) {
        assert(hands->count < HANDS_MAX);
        hands->at[hands->count] = *hand;
        places->at[place] = hands->count++;
    }
    return places->at[place];
}

void hands_build(struct hands *hands)
{
    struct places places;
    memset(&places, 0, sizeof(places));
    memset(&hands->at[0], 0, sizeof(hands->at[0]));
    hands->count = 1;
    unsigned cards = 0;
    hands->with[0] = 0;
    for (unsigned i = 0; i < hands->count; i++) {
        while (cards < hands->at[i].cards)
            hands->with[++cards] = (uint16_t)i;
        if (hands->at[i].total == 21 && !hands->at[i].soft)
            continue;
        for (unsigned value = 1; value <= VALUE_COUNT; value++) {
            struct holding more = hand_with(&hands->at[i], value);
            if (more.hard <= 21)
                hands->at[i].next[value] = (uint16_t)find_or_add(hands, &places, &more);
        }
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
