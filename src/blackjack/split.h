/* SPDX-License-Identifier: Apache-2.0 */
/* split.h - splitting, following a split, doubling, doubling along, and the wager on split Aces.
 *
 * [mbs 3.21-3.24, 3.26] [ar 3.21.1] [rws 3.22, 3.23]. The controller decides; every other bettor of the hand
 * may go along with their own wager until the next card [AMB-31, AMB-96]. */
#ifndef CROUPIER_BLACKJACK_SPLIT_H
#define CROUPIER_BLACKJACK_SPLIT_H

#include "blackjack/felt.h"

struct ruling bj_split_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_split_do(struct felt *felt, const struct act *act);
struct ruling bj_follow_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_follow_do(struct felt *felt, const struct act *act);
struct ruling bj_double_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_double_do(struct felt *felt, const struct act *act);

/* decline split, decline double. */
struct ruling stay_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void stay_do(struct felt *felt, const struct act *act);

/* A side wager on a hand formed by splitting Aces [ar 3.21.1]. */
struct ruling split_side_verify(const struct rulebook *book, const struct round *round,
                                const struct act *act);
void split_side_do(struct felt *felt, const struct act *act);

/* Bit per person who may still follow the split, or double along. */
uint32_t split_followers(const struct rulebook *book, const struct round *round);
uint32_t double_followers(const struct rulebook *book, const struct round *round);

/* The card is coming: who has not followed stays on the first hand, who has not doubled along has declined.
 */
void split_lapse(struct felt *felt);
void double_lapse(struct felt *felt);

int64_t double_max(const struct rulebook *book, const struct round *round, const struct act *act);
int64_t double_min(const struct rulebook *book, const struct round *round);

#endif
