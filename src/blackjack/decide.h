/* SPDX-License-Identifier: Apache-2.0 */
/* decide.h - decisions of staff: squeezing, cards beyond repair, full tables, withdrawals, and what no rule
 * covers [mbs 3.8, 5.2, 5.25, 6.1] [rws 3.12, 5.9, 5.19]. */
#ifndef CROUPIER_BLACKJACK_DECIDE_H
#define CROUPIER_BLACKJACK_DECIDE_H

#include "blackjack/felt.h"

struct ruling bj_decide_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_decide_do(struct felt *felt, const struct act *act);

#endif
