/* SPDX-License-Identifier: Apache-2.0 */
/* strategy.h - the printed card: what to do by totals alone.
 *
 * A struct strategy is plain data, filled by game.h (best total-dependent play) or by hand. It is asked in
 * this order, each question only where the rules allow the answer at that moment:
 *   a Blackjack against an upcard of `even_money`  - take even money;
 *   first two cards, equal in value: surrender_pair, then split[value][up];
 *   first two cards otherwise: surrender[soft][total][up];
 *   first two cards: doubles[soft][total][up];
 *   always: hit[soft][total][up], else stand.
 * A pair that is neither surrendered nor split goes by its total (8-8 is hard 16, Ace-Ace soft 12).
 * Values are 1 (Ace) to 10 (any ten-value card); totals are the best total of the hand, up to 21. */
#ifndef CROUPIER_ODDS_STRATEGY_H
#define CROUPIER_ODDS_STRATEGY_H

#include <stdbool.h>
#include <stdint.h>

#include "odds/supply.h"

enum { TOTAL_MAX = 21 };

enum play {
    PLAY_STAND = 1,
    PLAY_HIT = 2,
    PLAY_DOUBLE = 3,
    PLAY_SPLIT = 4,
    PLAY_SURRENDER = 5,
    PLAY_EVEN_MONEY = 6,
    PLAY_WAIT = 7, /* a Blackjack that is paid, or waits for the Dealer */
    PLAY_COUNT = 8
};

struct strategy {
    bool hit[2][TOTAL_MAX + 1][VALUE_COUNT + 1];
    bool doubles[2][TOTAL_MAX + 1][VALUE_COUNT + 1];
    bool surrender[2][TOTAL_MAX + 1][VALUE_COUNT + 1];
    bool split[VALUE_COUNT + 1][VALUE_COUNT + 1];
    bool surrender_pair[VALUE_COUNT + 1][VALUE_COUNT + 1];
    bool even_money[VALUE_COUNT + 1];
};

/* The plays allowed at the moment of asking; hitting and standing always are. */
struct choices {
    bool surrender;
    bool split;
    bool doubles;
    bool even_money;
};

/* A hand as the card sees it. `pair` is the value of two equal first cards, else 0. */
struct hand_look {
    uint8_t total;
    bool soft;
    uint8_t pair;
};

enum play strategy_play(const struct strategy *strategy, struct hand_look hand, unsigned up,
                        struct choices may);

const char *play_name(enum play play); /* "stand", "hit", "double", "split", "surrender", "even-money", ... */

#endif
