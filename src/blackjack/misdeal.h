/* SPDX-License-Identifier: Apache-2.0 */
/* misdeal.h - cards that went to the wrong place, put right [mbs 5.6, 5.8, 5.11, 5.13, 5.21.1] [rws 5.9].
 *
 * While only the initial deal is out, every card goes where the right order would have put it, and what is
 * left over goes back to the front in its order. Later, a card that some hand had asked for goes to that
 * hand, and a card nobody asked for goes back [AMB-68]. */
#ifndef CROUPIER_BLACKJACK_MISDEAL_H
#define CROUPIER_BLACKJACK_MISDEAL_H

#include "blackjack/felt.h"

/* Can the cards be put right? Not once an area of a wrong or incomplete initial deal has been split, nor once
 * a hand has been split on a card astray: the hands it made and the wagers on them would be gone. */
bool misdeal_can_rebuild(const struct round *round, enum irregularity kind);

void misdeal_put_right(struct felt *felt, enum irregularity kind, bool late, bool burn_first);

/* Who waits for the card of a double, and had doubled on one that has left the hand since `before`, and so on
 * another total, has not doubled [AMB-103]. */
void misdeal_undo_doubles(struct felt *felt, const struct area before[AREAS_MAX + 1], enum irregularity kind,
                          bool late);

/* The error is known and ruled on otherwise: the cards stay where they lie, hands over 21 by one of them are
 * lost at once [mbs 3.32], and the table is predicted again. */
void misdeal_accept(struct felt *felt);

/* [mbs 5.21.2] the card that ought to have been burned stays in play: the deal is one that began with it. */
void misdeal_keep_unburned(struct felt *felt);

/* The cards count where they lie. */
void misdeal_leave(struct felt *felt, enum irregularity kind, bool late);

#endif
