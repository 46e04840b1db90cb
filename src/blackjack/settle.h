/* SPDX-License-Identifier: Apache-2.0 */
/* settle.h - hands against the Dealer's, and the results of a round.
 *
 * [v6 4.2-4.5] [ar 4.3-4.5] [se 4.4-4.6] [rws 3.24]. Blackjack goes before totals [AMB-19, 20]. What a
 * Dealer's Blackjack takes from split and doubled hands is the rulebook's (enum dealer_bj_loss). */
#ifndef CROUPIER_BLACKJACK_SETTLE_H
#define CROUPIER_BLACKJACK_SETTLE_H

#include "blackjack/felt.h"

/* Settles one main wager against the Dealer's hand as it lies. */
void settle_main(struct felt *felt, struct stake *stake);

/* Settles every wager that is still open. */
void settle_all(struct felt *felt);

/* Tells the results: the round has ended. */
void settle_end(struct felt *felt);

#endif
