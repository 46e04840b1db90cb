/* SPDX-License-Identifier: Apache-2.0 */
/* squeeze.h - cards dealt face down to whoever has leave to squeeze them, and their reveal [rws 3.12].
 *
 * A face-down card is CARD_NONE here: whoever deals keeps its face until it is revealed, so nothing in a
 * round can give it away. Everybody's cards go on being dealt meanwhile; totals, Blackjacks, pairs, options
 * and decisions wait until the faces are known [AMB-92], and so does any repair that would move cards. */
#ifndef CROUPIER_BLACKJACK_SQUEEZE_H
#define CROUPIER_BLACKJACK_SQUEEZE_H

#include "blackjack/felt.h"

/* Would a card for that place be dealt face down? Only to an area whose cards somebody has leave to squeeze,
 * who is there and has a wager on the hand; never a card that everybody has seen. */
bool squeeze_goes_down(const struct rulebook *book, const struct round *round, struct place place);

/* STATUS_OK, or why a card may not be dealt face down to the place where one is due. */
struct ruling squeeze_card_verify(const struct rulebook *book, const struct round *round, struct place due);

/* Who squeezes the cards of an area: roster index, or -1. */
int squeeze_person(const struct round *round, unsigned area);

/* Answers every request outstanding. */
void squeeze_decide(struct felt *felt, bool yes);

struct ruling bj_squeeze_verify(const struct rulebook *book, const struct round *round,
                                const struct act *act);
void bj_squeeze_do(struct felt *felt, const struct act *act);
struct ruling bj_reveal_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_reveal_do(struct felt *felt, const struct act *act);

#endif
