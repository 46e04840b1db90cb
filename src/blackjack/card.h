/* SPDX-License-Identifier: Apache-2.0 */
/* card.h - a card leaves the device: whether it may, where it lands, what follows.
 *
 * Here play and what goes wrong with cards meet. A card that lies elsewhere than it was wanted is astray:
 * from then on the table is followed, not predicted, until the error is reported. */
#ifndef CROUPIER_BLACKJACK_CARD_H
#define CROUPIER_BLACKJACK_CARD_H

#include "blackjack/felt.h"

/* Where the next card goes if it comes now; PLACE_NOWHERE: something else comes first, or no card is due. */
struct place card_due(const struct rulebook *book, const struct round *round);

/* `due` is card_due's answer, and so is felt->due. */
struct ruling bj_card_verify(const struct rulebook *book, const struct round *round, const struct act *act,
                             struct place due);
void bj_card_do(struct felt *felt, const struct act *act);

#endif
