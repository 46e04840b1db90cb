/* SPDX-License-Identifier: Apache-2.0 */
/* crowd_sight.h - what a seat of a crowd may wish, do and see: the numbers that crowd.h speaks in. Plain
 * data. */
#ifndef CROUPIER_SIMULATE_CROWD_SIGHT_H
#define CROUPIER_SIMULATE_CROWD_SIGHT_H

#include "simulate/chart.h"

enum { CROWD_SEATS_MAX = 1 << 20, CROWD_BETS_MAX = 16, CROWD_UNITS_MAX = 100000 };

/* A seat's choices: an enum chart_action, or one of these. */
enum {
    CROWD_INSURE = CHART_ACTIONS, /* then the seat decides on its hand */
    CROWD_BET,                    /* and those behind it: the first bet on the list, the second, ... */
};

/* A seat's sight: one number for each of these, then for each of HAND_VALUES values how many cards of it
 * lie in the hand, then how many the seat has seen leave the shoe since it was shuffled. */
enum crowd_sight {
    CROWD_PHASE,  /* enum crowd_phase */
    CROWD_TOTAL,  /* of the hand to decide on: its best total, */
    CROWD_SOFT,   /* whether an Ace counts 11 in it, */
    CROWD_CARDS,  /* and how many cards it has */
    CROWD_PAIR,   /* 1 to 10: its two cards have this value; 0: it is no pair */
    CROWD_UP,     /* the Dealer's first card: 1 Ace to 10 */
    CROWD_HAND,   /* which hand of the box, from 0 */
    CROWD_HANDS,  /* of how many */
    CROWD_STAKED, /* the bet in units */
    CROWD_INSURED,
    CROWD_LEFT, /* cards in the shoe */
    CROWD_IN_HAND,
    CROWD_SEEN = CROWD_IN_HAND + HAND_VALUES,
    CROWD_SIGHTS = CROWD_SEEN + HAND_VALUES
};

enum crowd_phase { CROWD_BETS, CROWD_FIRST_CARDS, CROWD_LATER_CARDS };

struct crowd_wish {
    unsigned decks;
    unsigned seats;       /* 1 to CROWD_SEATS_MAX */
    unsigned cut;         /* cards dealt after which the shoe is shuffled before the next round; 0: fresh */
    unsigned bet_count;   /* 0: every round is played for one unit, and no bet is asked for */
    const unsigned *bets; /* units, 1 to CROWD_UNITS_MAX each */
};

#endif
