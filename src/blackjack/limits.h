/* SPDX-License-Identifier: Apache-2.0 */
/* limits.h - table limits before and after the close of bets.
 *
 * In time a wager outside the limits is refused, or its excess rejected [mbs 3.6] [rws 5.1, 5.2]. What nobody
 * noticed is put right when bets close: it counts up to the maximum [mbs 5.27], or the wagers of a box share
 * its maximum pro rata [rws 5.1.1, 5.1.2]; what is under the minimum is settled once [mbs 5.26] or plays
 * [rws 5.2.1]. */
#ifndef CROUPIER_BLACKJACK_LIMITS_H
#define CROUPIER_BLACKJACK_LIMITS_H

#include "blackjack/felt.h"

/* Is this a sum that chips can make? */
bool limits_is_amount(const struct rulebook *book, int64_t amount_cents);

/* The largest wager of a kind whose payments, doubled or not, can be counted exactly. */
int64_t limits_payable_max(const struct rulebook *book, unsigned wager);

/* Is a wager of this size by this person within the limits there? */
struct ruling limits_verify(const struct rulebook *book, const struct round *round, unsigned person,
                            unsigned wager, struct spot spot, int64_t amount_cents);

/* The largest size limits_verify accepts; INT64_MAX where there is no limit. */
int64_t limits_max(const struct rulebook *book, const struct round *round, unsigned person, unsigned wager,
                   struct spot spot);

/* The smallest size limits_verify accepts, in whole chips: what a box lacks, or the minimum [AMB-06]. */
int64_t limits_min(const struct rulebook *book, const struct round *round, unsigned person, unsigned wager,
                   struct spot spot);

/* Rejects what exceeds the maximum of a box: standing Players first, the last placed first [AMB-89]. */
void limits_trim(struct felt *felt, unsigned area);

/* Rejects what exceeds the maximum of a side wager on it [AMB-10]. */
void limits_trim_sides(struct felt *felt, unsigned area);

/* Does this wager, or the box it lies in, fall short of its minimum [AMB-06]? */
bool limits_is_under(const struct rulebook *book, const struct round *round, const struct stake *stake);

/* Fixes what counts of one wager by itself: up to the maximum, and marks it under the minimum. */
void limits_fix(struct felt *felt, struct stake *stake);

/* Fixes at the close what counts of every wager. Returns the first box whose maximum does not give every
 * bettor the minimum, which is for staff to decide [AMB-04]; 0: none. */
unsigned limits_close(struct felt *felt);

/* Of a wager over the maximum: would the amount be within what lies there, if all of it counted? */
bool limits_caps(const struct stake *stake, int64_t amount_cents);

/* Is this wager under the minimum, and its owner's one settlement used up [mbs 5.26]? */
bool limits_used_up(const struct rulebook *book, const struct round *round, const struct stake *stake);

/* If so, hands it back whatever the cards say; true if it did. */
bool limits_hand_back(struct felt *felt, struct stake *stake);

/* After the settlement: remembers who was settled under the minimum. */
void limits_remember(struct felt *felt);

#endif
