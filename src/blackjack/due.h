/* SPDX-License-Identifier: Apache-2.0 */
/* due.h - where the next card belongs. Pure.
 *
 * To the next place of the initial deal, to the hand that asked, at the end to the Dealer; before all of
 * these to the discard holder, if cards that lie out are to be thrown away. */
#ifndef CROUPIER_BLACKJACK_DUE_H
#define CROUPIER_BLACKJACK_DUE_H

#include "blackjack/felt.h"

/* Whether or not somebody must choose or answer first; PLACE_NOWHERE: no card. */
struct place due_place(const struct rulebook *book, const struct round *round);

#endif
