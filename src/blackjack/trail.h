/* SPDX-License-Identifier: Apache-2.0 */
/* trail.h - the way of the cards: where each lies, and where it was wanted.
 *
 * Kept for the initial deal, for cards astray and for what came after them. A card is astray while it lies
 * elsewhere than it was wanted. */
#ifndef CROUPIER_BLACKJACK_TRAIL_H
#define CROUPIER_BLACKJACK_TRAIL_H

#include "blackjack/felt.h"

/* In the initial deal before what came later and may have to go back. Returns it, borrowed. */
struct trail_card *trail_remember(struct felt *felt, struct card card, struct place lies,
                                  struct place wanted);

/* ---- What is astray. ---- */

bool trail_card_astray(const struct trail_card *card);

/* It has been ruled that it stays where it lies, and it does not go back with what came after a hand passed
 * over. True if it was astray. */
bool trail_card_stays(struct trail_card *card);

/* Is a card astray at this place (PLACE_NOWHERE: anywhere)? */
bool trail_astray_at(const struct round *round, struct place place);

/* Is any card astray? Then the table is followed, not predicted, until the error is reported. */
static inline bool trail_astray(const struct round *round)
{
    return round->blackjack.trail.strayed && trail_astray_at(round, (struct place){PLACE_NOWHERE, 0, 0});
}

/* Is one of the two cards that the hand begins with astray, and none of the initial deal? */
bool trail_begins_astray(const struct round *round, struct place place);

/* Is it a Blackjack by its own cards [mbs 1.1.1] [rws 1.2]? One that another's card makes, or one that nobody
 * had asked for, is none before that was ruled on: the hand draws as any other, and can be over 21. */
bool trail_is_blackjack(const struct rulebook *book, const struct round *round, struct place place);
bool trail_is_bust(const struct rulebook *book, const struct round *round, struct place place);

/* Nothing is astray that nobody would look for. */
bool trail_is_sound(const struct round *round);

/* How many cards of the trail belong to the initial deal; is one of them astray? */
unsigned trail_initial_count(const struct blackjack_state *state);
bool trail_initial_is_wrong(const struct blackjack_state *state);

/* Is a card of the initial deal astray there, and the deal gone on astray after it, or was taken for complete
 * without whoever it was for? Then it is not one card too many but a wrong order. */
bool trail_went_on(const struct round *round, struct place place);

/* Cards are astray, all of them of the initial deal. */
bool trail_is_of_initial(const struct round *round);

/* Has the hand, one of a split (PLACE_NOWHERE: any), begun with a card astray? */
bool trail_begun_astray(const struct round *round, struct place place);

/* Was a hand split on a card astray? Without that card there would be a hand and a wager, and no card. */
bool trail_split_astray(const struct round *round);

/* Where every card astray lies, if nobody had asked for any of them after the initial deal; else nowhere. */
struct place trail_place_of_surplus(const struct round *round);

/* Is one of the cards astray wanted by another hand in the subsequent deal? */
bool trail_was_asked_for(const struct round *round);

/* The Dealer's hand without the cards astray on it. */
struct hand trail_dealer_before(const struct round *round);

/* The card that the hand waited for lies elsewhere and is its own [mbs 5.6.2] [rws 1.23]: one that comes
 * instead was wanted nowhere. */
bool trail_owes(const struct blackjack_state *state, struct place place);

/* How many cards like this one lie there for another hand. */
unsigned trail_anothers_at(const struct blackjack_state *state, struct place place, struct card card);

/* The how manieth card of its hand, from 0, a card of the trail is: the last ones there are remembered. */
unsigned trail_number(const struct round *round, unsigned index);

/* ---- What happens to cards on their way. ---- */

/* Takes a card of the trail off the hand it lies on: of like ones that which lies where it was laid, or next
 * before it, for what lay under it may have gone. */
void trail_take_off(struct hand *hand, const struct trail_card *card);

/* What the trail has of the card with that index on the hand there; NULL: it is not remembered. */
struct trail_card *trail_card_at(struct felt *felt, struct place place, unsigned index);

/* How many of the cards of the hand there, from the last, it had not been due when they came: they are
 * astray, none of the initial deal, and none in the stead of a card asked for. */
unsigned trail_astray_behind(struct felt *felt, struct place place);

/* Those from that index on lie astray, and came after the hand had ended, if it has. */
void trail_came_after_end(struct felt *felt, struct place place, unsigned index);

/* Takes it off as well, if it lies on a hand at all. If it counted when the hand stood or was stopped, a
 * Blackjack included, the hand goes on: who has stood on it decides anew [AMB-84]. */
void trail_lift(struct felt *felt, const struct trail_card *card);

/* A card has come there before those that lie at `at` and behind (1), or one before them has left (-1). */
void trail_shift(struct blackjack_state *state, struct place place, unsigned at, int by);

/* A hand was split: its cards, and what was wanted there, have numbers now. */
void trail_split(struct felt *felt, struct spot formed, unsigned from, struct card moved);

/* A card that lay face down at the place is known. */
void trail_reveal(struct blackjack_state *state, struct place place, struct card card);

/* The cards of an area have gone, but for those that belong to another hand; those in the discard holder were
 * shuffled. */
void trail_forget_area(struct felt *felt, unsigned area);
void trail_forget_discarded(struct felt *felt);

/* Leaves what lies where it belongs: a card astray will be put right, and if it is one of the initial deal
 * every one after it [mbs 5.6] [rws 5.9]. For a copy of the state: the trail itself stays [AMB-75]. */
void trail_leave_certain(struct blackjack_state *state);

#endif
