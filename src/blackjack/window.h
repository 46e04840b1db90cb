/* SPDX-License-Identifier: Apache-2.0 */
/* window.h - surrender, Insurance and even money, and the time in which they may be taken.
 *
 * [mbs 3.20, 3.25, 3.27] [rws 3.15, 3.17]. The window opens when the initial deal is complete and the Dealer
 * has the first card, again after a late one [mbs 5.12.2]; any hit, double, split or card closes it. Each
 * bettor answers for their own wager; silence is no. */
#ifndef CROUPIER_BLACKJACK_WINDOW_H
#define CROUPIER_BLACKJACK_WINDOW_H

#include "blackjack/felt.h"

void window_open(struct felt *felt, bool late);
void window_close(struct felt *felt);

/* After the initial deal was put right: answers are given anew, and Insurance that has lost its ground goes
 * back. `cause`: enum irregularity + 1; 0: none. */
void window_dealt_anew(struct felt *felt, unsigned cause, bool late);

/* Bit per person who has the option (surrender, insurance or even) now. */
uint32_t window_offered(const struct rulebook *book, const struct round *round, enum option_kind option);

struct ruling bj_offer_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_offer_do(struct felt *felt, const struct act *act);
void bj_shut_do(struct felt *felt, const struct act *act);

struct ruling bj_surrender_verify(const struct rulebook *book, const struct round *round,
                                  const struct act *act);
void bj_surrender_do(struct felt *felt, const struct act *act);
struct ruling bj_insure_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_insure_do(struct felt *felt, const struct act *act);
struct ruling bj_even_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_even_do(struct felt *felt, const struct act *act);

/* Saying no to one of the three. */
struct ruling window_decline_verify(const struct rulebook *book, const struct round *round,
                                    const struct act *act);
void window_decline(struct felt *felt, const struct act *act);

/* The ceiling of an Insurance wager [3.27] [rws 3.15.2.a]; 0 where there is none to take. */
int64_t insure_max(const struct rulebook *book, const struct round *round, const struct act *act);

#endif
