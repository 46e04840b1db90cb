/* SPDX-License-Identifier: Apache-2.0 */
/* dealer.h - when the Dealer draws [3.34, 3.35] [rws 3.24, 3.26.1]. Pure, except dealer_tell. */
#ifndef CROUPIER_BLACKJACK_DEALER_H
#define CROUPIER_BLACKJACK_DEALER_H

#include "blackjack/felt.h"

/* [v6 3.34] draws to 16, stands on every 17; [ar 3.34] draws on soft 17 too; [rws 3.24] [AMB-16, 17]. */
bool dealer_total_draws(const struct rulebook *book, const struct hand *hand);

/* Would a card to the Dealer now change or decide anything that must be decided? Asked once all hands
 * are done. */
bool dealer_wants_card(const struct rulebook *book, const struct round *round);

/* No hand is to be played any more and the Dealer takes no further card. */
bool dealer_is_finished(const struct rulebook *book, const struct round *round);

/* Tells once that the Dealer takes no card at all, or no further one though the total calls for it. */
void dealer_tell(struct felt *felt);

#endif
