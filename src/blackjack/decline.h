/* SPDX-License-Identifier: Apache-2.0 */
/* decline.h - saying no: to surrender, Insurance or even money, to a split or to doubling along. */
#ifndef CROUPIER_BLACKJACK_DECLINE_H
#define CROUPIER_BLACKJACK_DECLINE_H

#include "blackjack/felt.h"

struct ruling bj_decline_verify(const struct rulebook *book, const struct round *round,
                                const struct act *act);
void bj_decline_do(struct felt *felt, const struct act *act);

#endif
