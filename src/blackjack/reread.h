/* SPDX-License-Identifier: Apache-2.0 */
/* reread.h - a card that was entered wrongly is put right.
 *
 * Not an irregularity of the game: what lies on the table was right, what was entered was not. The Dealer
 * puts the last card right, the pit any card of the round; once a wager was settled on it only the shift
 * manager does. Decisions stand, for people saw the card itself; whatever the engine did by itself on the
 * wrong one (ended a hand, paid, took, offered) is undone and worked out again. */
#ifndef CROUPIER_BLACKJACK_REREAD_H
#define CROUPIER_BLACKJACK_REREAD_H

#include "blackjack/felt.h"

/* The place and, from 1, the number there of the card that was dealt last; PLACE_NOWHERE: it is not known. */
struct reread_card {
    struct place place;
    unsigned number;
};
struct reread_card reread_last(const struct round *round);

struct ruling bj_reread_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_reread_do(struct felt *felt, const struct act *act);

#endif
