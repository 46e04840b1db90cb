/* SPDX-License-Identifier: Apache-2.0 */
/* blackjack_state.h - the part of a round that only the blackjack family reads and writes. See round.h. */
#ifndef CROUPIER_ROUND_BLACKJACK_STATE_H
#define CROUPIER_ROUND_BLACKJACK_STATE_H

#include "round/act.h"

struct blackjack_state {
    uint8_t phase;
};

#endif
