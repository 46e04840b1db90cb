/* SPDX-License-Identifier: Apache-2.0 */
/* together.h - the cards that lie out: two or more that left the device together [mbs 5.23] [rws 5.12].
 *
 * Which they are, in which order they will be dealt and which are thrown away. Who chooses is pick.h's. */
#ifndef CROUPIER_BLACKJACK_TOGETHER_H
#define CROUPIER_BLACKJACK_TOGETHER_H

#include "blackjack/felt.h"

/* Only cards to be thrown away lie out: they go first. */
bool together_is_thrown_away(const struct round *round);

/* The rest of several seen cards, for the Player after the one who chose [mbs 5.23.3.1]. */
bool together_rest_is_offered(const struct round *round);

/* The next card dealt is the first of those lying out; what was put back into the device comes before. */
bool together_comes_next(const struct round *round);
enum status together_verify(const struct rulebook *book, const struct round *round, struct card card);

/* It is dealt; returns the ground + 1 to cite, 0 for none. */
uint8_t together_take(struct felt *felt);

/* From one of them on, they are dealt on this ground. */
void together_set_grounds(struct together *together, unsigned from, enum ground ground);

void together_swap(struct together *together, unsigned a, unsigned b);

/* A Player who picked several cards gets them one after the other [mbs 5.23.3]. */
void together_goes_on(struct felt *felt, struct spot spot);

/* A hand that can take no more does not get what was picked for it: the rest lies out again, or is burned
 * [mbs 5.23.3.1] [AMB-94]. */
void together_wanted_no_more(struct felt *felt, struct spot spot);

/* The hand of the Player who chose among cards that were seen is undone: they lie out again for whoever is
 * next to draw [mbs 5.17, 5.23.3]. */
void together_choose_anew(struct felt *felt);

/* The card at the front that was offered hand by hand has been dealt. */
void together_offer_landed(struct felt *felt, struct event *event, struct place place);

/* At the end of the round, and when it is void, what nobody took goes to the discard holder. */
void together_clear(struct felt *felt);

#endif
