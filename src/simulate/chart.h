/* SPDX-License-Identifier: Apache-2.0 */
/* chart.h - hands as numbered states, and what a player does in each of them.
 *
 * A state is a multiset of card values with a hard total of at most 21; state 0 is no card at all, and there
 * is one state for every hand over 21. `next` leads from state to state by the value of the card drawn. The
 * chart proper says what to do in a state against each first card of the Dealer, in three contexts. It is
 * plain data: copy it freely. */
#ifndef CROUPIER_SIMULATE_CHART_H
#define CROUPIER_SIMULATE_CHART_H

#include <stdbool.h>
#include <stdint.h>

#include "rulebook/rulebook.h"

enum { HAND_VALUES = 10, HAND_STATES_MAX = 3104, HAND_STATE_NONE = 0 };

enum chart_action {
    CHART_STAND = 0,
    CHART_HIT,
    CHART_DOUBLE,
    CHART_SPLIT,
    CHART_SURRENDER,
    CHART_EVEN,
    CHART_ACTIONS
};

enum chart_context {
    CHART_FIRST = 0,  /* a hand that was not split; two-card states are its first two cards */
    CHART_SPLIT_MAY,  /* a hand formed by a split, which may be split again */
    CHART_SPLIT_FULL, /* ... which may not */
    CHART_CONTEXTS
};

struct hand_states {
    uint16_t count;
    uint16_t bust; /* the state of every hand over 21 */
    uint16_t next[HAND_STATES_MAX][HAND_VALUES];
    uint8_t counts[HAND_STATES_MAX][HAND_VALUES]; /* how many cards of each value */
    uint8_t cards[HAND_STATES_MAX];
    uint8_t total[HAND_STATES_MAX]; /* the best total; 0 for no card and over 21 */
    bool soft[HAND_STATES_MAX];
};

struct chart {
    struct hand_states hands;
    uint8_t action[CHART_CONTEXTS][HAND_VALUES][HAND_STATES_MAX]; /* [context][Dealer's value][state] */
};

void hand_states_init(struct hand_states *hands);

/* The value a rank has in a hand: 0 Ace, 1 to 8 for 2 to 9, 9 for tens and court cards. */
static inline unsigned hand_value_of(unsigned rank)
{
    return rank >= RANK_TEN ? HAND_VALUES - 1 : rank - 1;
}

/* The actions that the rules allow in this state: bit per enum chart_action. Never empty for a state with
 * cards. */
unsigned chart_legal(const struct rulebook *book, const struct hand_states *hands, unsigned state,
                     enum chart_context context, unsigned dealer);

/* Two simple players, for every rulebook: one copies the Dealer, one never risks going over 21. */
void chart_mimic(struct chart *chart, const struct rulebook *book);
void chart_never_bust(struct chart *chart, const struct rulebook *book);

#endif
