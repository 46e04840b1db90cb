/* SPDX-License-Identifier: Apache-2.0 */
/* baccarat_state.h - the part of a round that only the baccarat family reads and writes. See round.h.
 *
 * The two hands are not kept: they are the cards of the round in the order in which they left the device,
 * each with the place where it lies. So a misdeal is put right by laying the same cards out again. A
 * permanent card is printed on the layout and is not among them. */
#ifndef CROUPIER_ROUND_BACCARAT_STATE_H
#define CROUPIER_ROUND_BACCARAT_STATE_H

#include "round/act.h"

enum { BACCARAT_CARDS_MAX = 16 };

struct baccarat_card {
    struct card card;
    uint8_t lies; /* enum place_kind */
};

struct baccarat_state {
    uint8_t card_count;
    struct baccarat_card cards[BACCARAT_CARDS_MAX];
    bool astray; /* a card lies where it was not wanted: until it is reported, every card names its place */
    bool beyond_repair;   /* the pit has said so just before the report */
    bool burns;           /* the card at the front is thrown away when it leaves */
    uint8_t asked_kind;   /* enum irregularity about which staff are asked */
    uint8_t led_count;    /* how many cards known to be at the front left together with others and lie out */
    uint8_t behind_count; /* how many cards at the front come after these */
    uint8_t lying_count;
    struct card
        lying[ACT_CARDS_MAX]; /* left the device together, dealt in this order; CARD_NONE: face down */
    uint64_t reported;        /* bit per enum irregularity ruled on in this round */
    uint32_t failed;          /* bit per person whose terminal has failed [bac 5.10] */
    uint32_t withdrawers;     /* bit per person who may withdraw before the next card */
};

#endif
