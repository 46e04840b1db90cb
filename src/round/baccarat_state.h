/* SPDX-License-Identifier: Apache-2.0 */
/* baccarat_state.h - the part of a round that only the baccarat family reads and writes. See round.h. */
#ifndef CROUPIER_ROUND_BACCARAT_STATE_H
#define CROUPIER_ROUND_BACCARAT_STATE_H

#include "round/act.h"

struct baccarat_state {
    uint8_t phase;
};

#endif
