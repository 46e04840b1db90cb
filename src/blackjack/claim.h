/* SPDX-License-Identifier: Apache-2.0 */
/* claim.h - who may take a side spot or a declined Insurance of another [mbs 3.17.2, 3.27.4].
 *
 * The ladder: who controls the area (side spots only [mbs 3.16]); bettors of the area, nearest the Dealer
 * first; bettors of the nearest area, front to back; at equal distance on both sides the smaller total of
 * such wagers; then people without a wager, in the order in which they spoke. Equal claims need an agreement;
 * without one nobody gets the spot [AMB-56, AMB-57]. */
#ifndef CROUPIER_BLACKJACK_CLAIM_H
#define CROUPIER_BLACKJACK_CLAIM_H

#include "blackjack/felt.h"

/* [mbs 3.27.3] may others take the Insurance of this main wager: was it declined? Somebody absent has not
 * declined anything, unless the reading says so [AMB-105]. */
bool claim_is_declined(const struct rulebook *book, const struct round *round, const struct stake *stake);

/* The claims to a spot in their order; `used` gets the bit of each rung that was needed (enum rung). */
enum rung { RUNG_OWN, RUNG_AREA, RUNG_NEAR, RUNG_LEAST, RUNG_TIE, RUNG_OTHERS };
void claim_rank(const struct rulebook *book, const struct round *round, struct spot spot, unsigned wager,
                struct claim_rank *rank, unsigned *used);

/* May this person lay a wager on that spot, of which `max` are allowed, before the others who claimed it? */
struct ruling claim_permits(const struct rulebook *book, const struct round *round, const struct act *act,
                            unsigned max);

/* Adds the rung of the ladder that this person stands on, where that decides: others claim it too, or the
 * person has no wager in the round [mbs 3.27.4, 3.27.4.5]. */
struct ruling claim_cite(const struct rulebook *book, const struct round *round, const struct act *act,
                         struct ruling ruling);

/* It is theirs: the claim is done with. */
void claim_served(struct felt *felt, const struct act *act);

/* The time for it is over: nobody claims anything any more, and nobody is asked to agree. */
void claim_lapse(struct felt *felt);

/* After every act: an agreement is asked for as long as a tie is unanswered, whatever made or ended it. */
void claim_advance(struct felt *felt);

/* Bit per person whose answer to a tie is still outstanding. */
uint32_t claim_deciders(const struct rulebook *book, const struct round *round);

struct ruling bj_claim_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_claim_do(struct felt *felt, const struct act *act);
struct ruling bj_agree_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_agree_do(struct felt *felt, const struct act *act);

#endif
