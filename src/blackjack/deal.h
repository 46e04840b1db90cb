/* SPDX-License-Identifier: Apache-2.0 */
/* deal.h - cards: where the next one goes, and what follows when it lands.
 *
 * [3.18] [rws 3.11] one card to each area with a main wager, clockwise, one to the Dealer, a second to each
 * area. Then to the hand that asked, and at the end to the Dealer. A card that lies elsewhere than it was
 * wanted is astray: from then on the table is followed, not predicted, until the error is reported. */
#ifndef CROUPIER_BLACKJACK_DEAL_H
#define CROUPIER_BLACKJACK_DEAL_H

#include "blackjack/table.h"

/* Where the next card belongs, whether or not somebody must choose or answer first; PLACE_NOWHERE: no card.
 */
struct place deal_wanted(const struct rulebook *book, const struct round *round);

/* Where the next card goes if it comes now. */
struct place deal_due(const struct rulebook *book, const struct round *round);

/* The next place of the initial deal; PLACE_NOWHERE once it is complete. */
struct place deal_initial_place(const struct rulebook *book, const struct round *round);

/* The initial deal is complete, or the Dealer believes so: the options open. */
void deal_complete(struct table *table);

/* [AMB-45, AMB-46] pays and takes what the initial deal has decided. */
void deal_interim(struct table *table);

/* The same once a card that the initial deal had left out has come. */
void deal_settle_decided(struct table *table);

struct ruling bj_card_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_card_do(struct table *table, const struct act *act);
struct ruling bj_settle_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_settle_do(struct table *table, const struct act *act);
struct ruling bj_proceed_verify(const struct rulebook *book, const struct round *round,
                                const struct act *act);
void bj_proceed_do(struct table *table, const struct act *act);

/* The hand that lies at a place, the Dealer's included; NULL for none. */
const struct hand *deal_hand(const struct round *round, struct place place);
struct hand *deal_hand_at(struct table *table, struct place place);

/* After every act: the initial deal is complete once no card is due, none astray and none face down. */
void deal_advance(struct table *table);

/* The Dealer's first card has come after the initial deal was thought complete [mbs 5.12, 5.12.2]; `event`
 * told of it. */
void deal_late_card(struct table *table, struct event *event);

/* Cites what a hand is worth. */
void deal_cite_hand(const struct table *table, struct event *event, const struct hand *hand);

void deal_remember(struct table *table, struct card card, struct place lies, struct place wanted);

#endif
