/* SPDX-License-Identifier: Apache-2.0 */
/* fact.h - what a report of something wrong is held against: what lies on the table. Pure. */
#ifndef CROUPIER_BLACKJACK_FACT_H
#define CROUPIER_BLACKJACK_FACT_H

#include "blackjack/felt.h"

/* The place a report speaks of; PLACE_NOWHERE if it names none. */
struct place fact_place(const struct act *act);

/* A misdeal is noticed late: once a wager was settled, or once the subsequent deal has begun as well. */
bool fact_misdeal_late(const struct rulebook *book, const struct round *round);

/* [mbs 5.7] [rws 5.10.2] a card astray on a hand to which the Dealer may not draw; one that nobody had asked
 * for. */
bool fact_dealer_was_done(const struct rulebook *book, const struct round *round);
bool fact_dealer_overdrew(const struct rulebook *book, const struct round *round);

/* The Dealer has every card and nobody waits for one: whatever leaves the device now is over. */
bool fact_dealer_is_done(const struct rulebook *book, const struct round *round);

/* Cards on the hand of an area that is not split; 0 where there is no such area. */
unsigned fact_cards_on(const struct round *round, unsigned area);

/* The first area that was dealt cards and nobody has wagered on; 0: none. */
unsigned fact_empty_area(const struct rulebook *book, const struct round *round);

/* The first area that the initial deal has left short of cards; 0: none. */
unsigned fact_short_area(const struct rulebook *book, const struct round *round);

/* [mbs 5.11, 5.13] [rws 5.9] the initial deal goes on rightly: nobody is short of a card yet to come. */
bool fact_deal_goes_on(const struct round *round);

/* How many cards of the round lie on hands, and of those astray in the discard holder. */
unsigned fact_cards_laid(const struct round *round);

/* [mbs 5.21] no card has left the device before the first of the round, a burned one included. */
bool fact_burn_forgotten(const struct round *round);

/* [mbs 5.19] [rws 5.5.3] the cards have sufficed: nothing more is to be dealt. */
bool fact_dealt_out(const struct rulebook *book, const struct round *round);

/* The cards named can have left the device together, and it is known whose they would be. */
bool fact_left_together(const struct rulebook *book, const struct round *round, const struct act *act);

/* A wager on the area is over its maximum, or under its minimum. */
bool fact_over(const struct rulebook *book, const struct round *round, unsigned area);
bool fact_under(const struct rulebook *book, const struct round *round, unsigned area);

/* A side wager is open on the area; one that its cards have decided is open anywhere. */
bool fact_side_open(const struct rulebook *book, const struct round *round, unsigned area);
bool fact_side_unsettled(const struct rulebook *book, const struct round *round);

#endif
