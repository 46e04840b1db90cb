/* SPDX-License-Identifier: Apache-2.0 */
/* outage.h - a power failure or other interruption [mbs 5.29] [rws 5.4].
 *
 * If any wager is conclusively won or lost, play goes on; if none is, Players may leave with all their
 * wagers, or the round is void, as the rulebook says [AMB-74..77]. */
#ifndef CROUPIER_BLACKJACK_OUTAGE_H
#define CROUPIER_BLACKJACK_OUTAGE_H

#include "blackjack/felt.h"

/* Is this wager conclusively won or lost? */
bool outage_stake_decided(const struct rulebook *book, const struct round *round, const struct stake *stake);

/* Is any? */
bool outage_is_decided(const struct rulebook *book, const struct round *round);

void outage_do(struct felt *felt, bool decided);

#endif
