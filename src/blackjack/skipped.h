/* SPDX-License-Identifier: Apache-2.0 */
/* skipped.h - a hand passed over in the subsequent deal [mbs 5.17, 5.18] [AMB-66, AMB-67].
 *
 * While only one later area, or the Dealer, has received cards, these go back unseen and the passed-over hand
 * plays; after two it is too late and the hand stands as it is. */
#ifndef CROUPIER_BLACKJACK_SKIPPED_H
#define CROUPIER_BLACKJACK_SKIPPED_H

#include "blackjack/felt.h"

/* proceed: the Dealer goes on although something is missing; proceed HAND: to that hand. */
struct ruling bj_proceed_verify(const struct rulebook *book, const struct round *round,
                                const struct act *act);
void bj_proceed_do(struct felt *felt, const struct act *act);

/* Was a hand passed over that lies before the place? The Dealer's hand comes after all. */
bool skipped_lies_before(const struct round *round, struct place place);

/* An area, or the Dealer after the first card, has received a card of the subsequent deal: the last one that
 * lies there. `known`: the trail has it already as its last. */
void skipped_count(struct felt *felt, struct place place, bool known);

bool skipped_is_late(const struct rulebook *book, const struct round *round, unsigned area);

/* Have the cards that came after it been riffled, so that they cannot be removed? */
bool skipped_cannot_go_back(const struct rulebook *book, const struct round *round, unsigned area);

bool skipped_has_hand(const struct rulebook *book, const struct round *round, unsigned area);

/* The remedies. `resume`: the hand acts now, and what came after it stays. */
void skipped_undo(struct felt *felt, unsigned area);
void skipped_too_late(struct felt *felt, unsigned area);
void skipped_resume(struct felt *felt, unsigned area);

#endif
