/* SPDX-License-Identifier: Apache-2.0 */
/* past.h - finished rounds, as the lobby, the table and the lists of rounds show them. */
#ifndef CROUPIER_SERVER_PAST_H
#define CROUPIER_SERVER_PAST_H

#include "base/out.h"
#include "table/table.h"

enum { PAST_ROUNDS_MAX = 24, PAST_OUTCOME_MAX = 96 };

struct past_round {
    uint32_t number;
    bool voided;
    uint8_t winner;                 /* enum winner; 0 where there is none */
    char outcome[PAST_OUTCOME_MAX]; /* the Dealer's total, or Player and Banker's */
};

/* The outcome of this state's finished round. */
struct past_round past_round_of(const struct rulebook *book, const struct table_state *state);

void past_put(struct out *out, const struct past_round *past);

#endif
