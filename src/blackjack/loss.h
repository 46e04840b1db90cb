/* SPDX-License-Identifier: Apache-2.0 */
/* loss.h - what a Dealer's Blackjack takes from somebody who split or doubled [AMB-33..36].
 *
 * Everything (BJ_LOSS_ALL); one original wager for all of the owner's hands of the area that are not over 21,
 * busted ones being gone (BJ_LOSS_ORIGINAL_AND_BUSTED) [v6 3.24.3, 4.4] [rws 3.22.3, 3.23.2]; or one original
 * wager in all (BJ_LOSS_ORIGINAL_ONLY): what was collected from busted hands beyond it comes back, so the
 * Dealer's second card matters while the Dealer can make Blackjack. A collection that comes back is told as
 * untaken and returned. */
#ifndef CROUPIER_BLACKJACK_LOSS_H
#define CROUPIER_BLACKJACK_LOSS_H

#include "blackjack/felt.h"

/* Has anybody lost more than one original wager on busted hands that a Dealer's Blackjack would bring back?
 */
bool loss_may_come_back(const struct rulebook *book, const struct round *round);

/* At the end, against a Dealer's Blackjack: brings it back. */
void loss_give_back(struct felt *felt);

/* Settles the owner's open main wagers of the area together, if that is how they lose; false if it is not. */
bool loss_take_original(struct felt *felt, const struct stake *stake);

#endif
