/* SPDX-License-Identifier: Apache-2.0 */
/* pick.h - who takes the cards that lie out, and a card nobody had asked for.
 *
 * [mbs 5.23] [rws 5.12]: by how many were seen, the Player whose hand is due picks, or the one seen is next;
 * on the Dealer's hand the pit picks. [mbs 5.8-5.10]: a card at the front of the device that nobody asked for
 * is offered from the hand in play onwards; a Player who refuses it stands; refused by all it is the
 * Dealer's.
 */
#ifndef CROUPIER_BLACKJACK_PICK_H
#define CROUPIER_BLACKJACK_PICK_H

#include "blackjack/felt.h"

/* Somebody must pick before the card that is wanted can be dealt. */
bool pick_pending(const struct rulebook *book, const struct round *round);

/* A card is offered to whoever decides for the hand in play, to be accepted or refused before anything else.
 */
bool pick_card_offered(const struct rulebook *book, const struct round *round);

/* Bit per person who has the option: OPTION_PICK or OPTION_CARD. */
uint32_t pick_options(const struct rulebook *book, const struct round *round, enum option_kind option);

/* [AMB-87] which of the cards lying out is worst for the Dealer. */
unsigned pick_worst(const struct rulebook *book, const struct round *round);

/* After every act: what follows from a change of turn; tells who must choose now. */
void pick_advance(struct felt *felt);

/* A card was thrown away: after the last of them the options that waited for it are offered [AMB-85]. */
void pick_thrown(struct felt *felt);

/* Is the order of cards that left together known: said so, or of one known to be at the front and one other?
 */
bool pick_order_known(const struct round *round, const struct act *act);

/* Lays the reported cards out. */
void pick_lay_out(struct felt *felt, const struct act *act);

/* The same once the Dealer's hand is complete: they only wait to be thrown away. */
void pick_throw_away(struct felt *felt, const struct act *act);

struct ruling bj_pick_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_pick_do(struct felt *felt, const struct act *act);
struct ruling bj_accept_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_accept_do(struct felt *felt, const struct act *act);
struct ruling bj_refuse_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_refuse_do(struct felt *felt, const struct act *act);

#endif
