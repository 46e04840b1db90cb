/* SPDX-License-Identifier: Apache-2.0 */
/* hand.h - the two hands of baccarat: cards, totals, and the table of play.
 *
 * Pure. A side's hand is its permanent card, if the rulebook has one, and the cards of the round that lie
 * there, in their order. */
#ifndef CROUPIER_BACCARAT_HAND_H
#define CROUPIER_BACCARAT_HAND_H

#include "round/round.h"

/* The hand of one side [bac 1.1.1]; the permanent card is counted in `total` only. */
struct hand_side {
    struct card cards[BACCARAT_CARDS_MAX];
    unsigned count;
    unsigned total; /* 0 to 9 */
};

/* Where the next card goes, and why. */
struct next_card {
    uint8_t place; /* enum place_kind; PLACE_NOWHERE: no card is due */
    uint8_t ground;
};

unsigned bac_card_points(struct card card);

void bac_hand_side_of(const struct rulebook *book, const struct baccarat_state *state, enum place_kind place,
                      struct hand_side *side);

/* True once the initial deal is complete. */
bool bac_initial_deal_done(const struct rulebook *book, const struct baccarat_state *state);

/* True if either hand of the initial deal, which is complete, is a Natural. */
bool bac_natural_shown(const struct rulebook *book, const struct baccarat_state *state);

/* The place of the next card if all cards lie where they belong. */
struct next_card bac_next_card(const struct rulebook *book, const struct baccarat_state *state);

/* Why Banker stands, or draws, on its total against Player's third card, which it has seen. */
enum ground bac_banker_ground(unsigned total);

/* True if Player has its third card, the initial deal being complete. */
bool bac_player_drew(const struct rulebook *book, const struct baccarat_state *state);

#endif
