/* SPDX-License-Identifier: Apache-2.0 */
/* cite.h - the grounds on which a hand is worth what it is, and a wager was decided. */
#ifndef CROUPIER_BLACKJACK_CITE_H
#define CROUPIER_BLACKJACK_CITE_H

#include "blackjack/felt.h"

/* Cites what a hand is worth. */
void cite_hand(const struct felt *felt, struct event *event, const struct hand *hand);

/* Adds the grounds on which a wager was decided. */
void cite_settled(const struct felt *felt, struct event *event, const struct stake *stake);

#endif
