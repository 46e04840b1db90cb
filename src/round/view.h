/* SPDX-License-Identifier: Apache-2.0 */
/* view.h - what one viewer may see of a round.
 *
 * The family makes a view from round and viewer. A face-down card is CARD_NONE, here as in the round, which
 * does not know its face; the content and order of the device and other people's credit never enter a view.
 */
#ifndef CROUPIER_ROUND_VIEW_H
#define CROUPIER_ROUND_VIEW_H

#include "round/round.h"

enum { VIEW_HANDS_MAX = AREAS_MAX * HANDS_PER_AREA_MAX + 2 };

enum viewer_role { VIEWER_PLAYER = 1, VIEWER_DEALER, VIEWER_PIT, VIEWER_DISPLAY };

struct viewer {
    uint8_t role;   /* enum viewer_role */
    uint8_t person; /* VIEWER_PLAYER: roster index */
};

struct view_hand {
    struct place place;
    uint8_t card_count;
    struct card cards[HAND_CARDS_MAX]; /* CARD_NONE: face down for this viewer */
    uint8_t value_kind;                /* enum value_kind; VALUE_NONE while a card is hidden */
    uint8_t total;
    uint8_t control;  /* the person who decides, roster index + 1; 0: nobody */
    uint8_t squeezer; /* the person who may look at its face-down cards, roster index + 1; 0: nobody */
    bool in_turn;
    bool closed;
};

struct view_stake {
    uint8_t person;
    uint8_t wager;
    struct spot spot;
    bool settled;
    uint8_t reason;
    int64_t placed_cents;
    int64_t effective_cents;
    int64_t result_cents; /* once settled: signed */
};

struct view {
    uint8_t phase;
    uint8_t question;
    bool voided;
    uint8_t hand_count;
    uint16_t stake_count;
    struct view_hand hands[VIEW_HANDS_MAX];
    struct view_stake stakes[STAKES_MAX];
    int64_t credit_cents; /* VIEWER_PLAYER: their own; -1 unknown */
};

#endif
