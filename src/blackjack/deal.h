/* SPDX-License-Identifier: Apache-2.0 */
/* deal.h - the initial deal and what it settles.
 *
 * [3.18] [rws 3.11] one card to each area with a main wager, clockwise, one to the Dealer, a second to each
 * area. What these cards decide is paid and taken in the interim settlement [v6 1.1.7; ar 1.1.8; se 1.1.8]
 * [rws 1.18], just before the first act after it. */
#ifndef CROUPIER_BLACKJACK_DEAL_H
#define CROUPIER_BLACKJACK_DEAL_H

#include "blackjack/felt.h"

/* The next place of the initial deal; PLACE_NOWHERE once it is complete. */
struct place deal_initial_place(const struct rulebook *book, const struct round *round);

/* An additional card was dealt to some Player, or asked for. */
bool deal_anybody_drew(const struct round *round);

/* The initial deal is complete, or the Dealer believes so: the options open. */
void deal_complete(struct felt *felt);

/* After every act: the initial deal is complete once no card is due, none astray and none face down. */
void deal_advance(struct felt *felt);

/* [AMB-45, AMB-46] pays and takes what the initial deal has decided. */
void deal_interim(struct felt *felt);

/* The same for what could not be settled then: its cards came later, or its owner had a choice after an
 * error. Not while a card is astray. */
void deal_settle_due(struct felt *felt);

/* The same once a card that the initial deal had left out has come. */
void deal_settle_decided(struct felt *felt);

struct ruling bj_settle_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_settle_do(struct felt *felt, const struct act *act);

#endif
