/* SPDX-License-Identifier: Apache-2.0 */
/* late.h - the Dealer's first card, when the initial deal had left it out [mbs 5.12, 5.12.1, 5.12.2]. */
#ifndef CROUPIER_BLACKJACK_LATE_H
#define CROUPIER_BLACKJACK_LATE_H

#include "blackjack/felt.h"

/* [mbs 5.12] the Dealer draws it now, before anything else, unless [mbs 5.12.1] the hand in play is completed
 * first. */
void late_card_due(struct felt *felt);

/* It has come; `event` told of it. What it decides is settled, and the options open. */
void late_card_landed(struct felt *felt, struct event *event);

/* [mbs 5.12.1] bit of whoever may complete the hand in play before it. */
uint32_t late_offered(const struct rulebook *book, const struct round *round);

/* After every act: the hand that was to be completed before it is. */
void late_advance(struct felt *felt);

/* [mbs 5.12.1] finish: the hand in play is completed first. */
struct ruling bj_finish_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_finish_do(struct felt *felt, const struct act *act);

#endif
