/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/strategy.h"

#include <assert.h>

enum play strategy_play(const struct strategy *strategy, struct hand_look hand, unsigned up,
                        struct choices may)
{
    assert(hand.total <= TOTAL_MAX && up >= VALUE_ACE && up <= VALUE_TEN);
    if (may.even_money && strategy->even_money[up])
        return PLAY_EVEN_MONEY;
    if (may.surrender && (hand.pair ? strategy->surrender_pair[hand.pair][up]
                                    : strategy->surrender[hand.soft][hand.total][up]))
        return PLAY_SURRENDER;
    if (may.split && hand.pair && strategy->split[hand.pair][up])
        return PLAY_SPLIT;
    if (may.doubles && strategy->doubles[hand.soft][hand.total][up])
        return PLAY_DOUBLE;
    return strategy->hit[hand.soft][hand.total][up] ? PLAY_HIT : PLAY_STAND;
}

const char *play_name(enum play play)
{
    static const char *const names[PLAY_COUNT] = {
        [PLAY_STAND] = "stand",         [PLAY_HIT] = "hit",
        [PLAY_DOUBLE] = "double",       [PLAY_SPLIT] = "split",
        [PLAY_SURRENDER] = "surrender", [PLAY_EVEN_MONEY] = "even-money",
        [PLAY_WAIT] = "wait",
    };
    assert(play >= PLAY_STAND && play < PLAY_COUNT);
    return names[play];
}
