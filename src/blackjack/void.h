/* SPDX-License-Identifier: Apache-2.0 */
/* void.h - a round without result [rws 1.35, 5.17]. */
#ifndef CROUPIER_BLACKJACK_VOID_H
#define CROUPIER_BLACKJACK_VOID_H

#include "blackjack/felt.h"

/* Reverses everything, hands every wager back, ends the round. */
void void_round(struct felt *felt, enum irregularity kind, bool late, enum ground ground);

#endif
