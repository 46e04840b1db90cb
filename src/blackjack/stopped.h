/* SPDX-License-Identifier: Apache-2.0 */
/* stopped.h - hands that take no further card once an error was ruled on [mbs 1.1.1, 3.30] [rws 1.2, 3.18].
 *
 * A card has gone from a hand, or stays on it, and what lies there now is a Blackjack or 21: nobody has to
 * say that they stand, and nobody may ask for more. */
#ifndef CROUPIER_BLACKJACK_STOPPED_H
#define CROUPIER_BLACKJACK_STOPPED_H

#include "blackjack/felt.h"

/* The hand has 21 and no card astray on it. What it had asked for on other cards it may not draw. */
bool stopped_at_21(const struct felt *felt, struct spot spot);

/* Ends every open hand that is stopped by what it has now, and settles what is decided by that. */
void stopped_see(struct felt *felt);

#endif
