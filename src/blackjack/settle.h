/* SPDX-License-Identifier: Apache-2.0 */
/* settle.h - the end of a round: hands against the Dealer's, results, and void rounds.
 *
 * [v6 4.2-4.5] [ar 4.3-4.5] [se 4.4-4.6] [rws 3.24]. Blackjack goes before totals [AMB-19, 20]. What a
 * Dealer's Blackjack takes from split and doubled hands is the rulebook's (enum dealer_bj_loss). */
#ifndef CROUPIER_BLACKJACK_SETTLE_H
#define CROUPIER_BLACKJACK_SETTLE_H

#include "blackjack/table.h"

/* Settles one main wager against the Dealer's hand as it lies. */
void settle_main(struct table *table, struct stake *stake);

/* Adds the grounds on which a main wager was decided. */
void settle_cite(const struct table *table, struct event *event, const struct stake *stake);

/* Reverses everything, hands every wager back, ends the round. */
void settle_void(struct table *table, enum irregularity kind, bool late, enum ground ground);

struct ruling bj_end_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_end_do(struct table *table, const struct act *act);
struct ruling bj_void_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_void_do(struct table *table, const struct act *act);

#endif
