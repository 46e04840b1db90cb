/* SPDX-License-Identifier: Apache-2.0 */
/* together.h - cards that lie out: two or more that left the device together, and a card nobody had asked
 * for.
 *
 * [mbs 5.23] [rws 5.12]: by how many were seen, the Player whose hand is due picks, or the one seen is next;
 * on the Dealer's hand the pit picks. [mbs 5.8-5.10]: a stray card at the front of the device is offered from
 * the hand in play onwards; who refuses stands; refused by all it is the Dealer's. */
#ifndef CROUPIER_BLACKJACK_TOGETHER_H
#define CROUPIER_BLACKJACK_TOGETHER_H

#include "blackjack/table.h"

/* ---- What the deal asks. ---- */

/* Only cards to be thrown away lie out: they go first. */
bool together_is_thrown_away(const struct round *round);

/* Somebody must pick before the card that is wanted can be dealt. */
bool together_pick_pending(const struct rulebook *book, const struct round *round);

/* The next card dealt is the first of those lying out; what was put back into the device comes before. */
bool together_comes_next(const struct round *round);
enum status together_verify(const struct rulebook *book, const struct round *round, struct card card);

/* It is dealt; returns the ground + 1 to cite, 0 for none. */
uint8_t together_take(struct table *table);

/* The hand of him who chose among cards that were seen is undone: they lie out again for whoever is next to
 * draw [mbs 5.17, 5.23.3]. */
void together_choose_anew(struct table *table);

void together_thrown(struct table *table);
void together_goes_on(struct table *table, struct spot spot);
void together_stray_landed(struct table *table, struct event *event, struct place place);

/* After every act: what follows from a change of turn; tells who must choose now. */
void together_advance(struct table *table);

/* At the end of the round, and when it is void, what nobody took goes to the discard holder. */
void together_clear(struct table *table);

/* ---- Who is asked. ---- */

/* A card is offered to whoever decides for the hand in play: he accepts or refuses before anything else. */
bool together_offered(const struct rulebook *book, const struct round *round);

/* Bit per person who has the option: OPTION_PICK or OPTION_CARD. */
uint32_t together_options(const struct rulebook *book, const struct round *round, enum option_kind option);

/* [AMB-87] which of the cards lying out is worst for the Dealer: proposed to the pit, never done by itself.
 */
unsigned together_worst(const struct rulebook *book, const struct round *round);

/* ---- Acts. ---- */

/* Lays the reported cards out. */
void together_lay_out(struct table *table, const struct act *act);

/* The same once the Dealer's hand is complete: they only wait to be thrown away. */
void together_throw_away(struct table *table, const struct act *act);

struct ruling bj_pick_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_pick_do(struct table *table, const struct act *act);
struct ruling bj_accept_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_accept_do(struct table *table, const struct act *act);
struct ruling bj_refuse_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_refuse_do(struct table *table, const struct act *act);

#endif
