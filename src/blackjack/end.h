/* SPDX-License-Identifier: Apache-2.0 */
/* end.h - the Dealer announces the end of the round. */
#ifndef CROUPIER_BLACKJACK_END_H
#define CROUPIER_BLACKJACK_END_H

#include "blackjack/felt.h"

struct ruling bj_end_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_end_do(struct felt *felt, const struct act *act);

#endif
