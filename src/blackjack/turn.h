/* SPDX-License-Identifier: Apache-2.0 */
/* turn.h - the hands one after the other: whose turn it is, hit and stand.
 *
 * Areas clockwise from the Dealer's left, split hands in the order in which they lie. A hand that can take no
 * further card is passed over by itself; the hand of somebody absent draws by rule [mbs 5.22] [rws 5.3]. */
#ifndef CROUPIER_BLACKJACK_TURN_H
#define CROUPIER_BLACKJACK_TURN_H

#include "blackjack/felt.h"

/* What every decision on a hand must satisfy first: time, hand, end of the hand, turn, control. */
struct ruling turn_verify(const struct rulebook *book, const struct round *round, const struct act *act);

/* Why a hand that has ended takes no such act. */
struct ruling turn_ended(const struct hand *hand, enum verb verb);

/* The hand waits for a card: it asked for one, or it was split and has one card only; or for a face. */
bool turn_waits_for_card(const struct hand *hand);

/* On which ground a hand that waits for a card gets it. */
enum ground turn_card_ground(const struct hand *hand);

/* Somebody is there to decide for the hand, or it waits for a card, or must draw one. */
bool turn_is_open(const struct rulebook *book, const struct round *round, struct spot spot);

/* Nobody is there to decide and the hand must draw. */
bool turn_absent_draws(const struct rulebook *book, const struct round *round, struct spot spot);

/* Moves on to the hand whose turn it is now; ends by itself what can take no further card. */
void turn_advance(struct felt *felt);

/* A card was asked for, or the Dealer went on: the subsequent deal has begun. */
void turn_begin(struct felt *felt);

/* Somebody stands: it has begun only by the other reading. */
void turn_decided(struct felt *felt);

/* Ends a hand and tells it. */
void turn_end(struct felt *felt, struct spot spot, enum hand_end end, enum ground ground);

/* 21, on which no further card may be drawn. */
bool turn_stops_at_21(const struct rulebook *book, const struct hand *hand);

/* After a card has come to a hand in play: over 21, 21, doubled, split Aces. */
void turn_after_card(struct felt *felt, struct spot spot, enum hand_asks asked);

/* Takes the wagers on hands over 21 that were left until their bettors had chosen [rws 5.7]. */
void turn_collect_busts(struct felt *felt);

struct ruling bj_hit_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_hit_do(struct felt *felt, const struct act *act);
struct ruling bj_stand_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_stand_do(struct felt *felt, const struct act *act);

#endif
