/* SPDX-License-Identifier: Apache-2.0 */
/* surplus.h - cards that are over where they lie: one too many on a hand, on an area without a wager, on the
 * Dealer's hand [mbs 5.7, 5.8, 5.15] [rws 5.10.2, 5.10.3].
 *
 * They go to the front of the device or to the discard holder, or an error is ruled on and leaves them for a
 * ruling of their own. Cards that have a place to go to are moved in misdeal.h. */
#ifndef CROUPIER_BLACKJACK_SURPLUS_H
#define CROUPIER_BLACKJACK_SURPLUS_H

#include "blackjack/felt.h"

/* Bit per area that was dealt cards and nobody has wagered on. */
uint8_t surplus_empty_areas(const struct rulebook *book, const struct round *round);

/* The cards astray at a place go to the front. */
void surplus_put_back(struct felt *felt, struct place place, enum irregularity kind, bool late);

/* Those on the hands of these areas, a bit per area, or on the Dealer's, go to the discard holder. */
enum { SURPLUS_DEALER = 1 };
void surplus_discard(struct felt *felt, unsigned areas, enum irregularity kind, bool late);

/* An error of the initial deal, or one among several, is ruled on: its cards stay where they lie. A card that
 * since then lies on a hand where it was not wanted, or was one too many in the initial deal, is another
 * error, to be put right by itself. In an initial deal that goes on, one too many on a hand goes to the front
 * and is dealt next [mbs 5.8]. */
void surplus_rule(struct felt *felt, enum irregularity kind, bool late);

#endif
