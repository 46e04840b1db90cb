/* SPDX-License-Identifier: Apache-2.0 */
/* blackjack_state.h - the part of a round that only the blackjack family reads and writes. See round.h.
 *
 * Hands are numbered by creation: hands[0] is the area's first, "1" in a record and "1.1" once it is split.
 * order[] tells in which order they lie and are played. What can be derived (totals, whose turn it could be,
 * where the next card goes, whether a card is astray or a wager was settled) is not kept here. */
#ifndef CROUPIER_ROUND_BLACKJACK_STATE_H
#define CROUPIER_ROUND_BLACKJACK_STATE_H

#include "round/act.h"

enum { CLAIMS_MAX = 32, TRAIL_MAX = 64 };

enum deal_phase {
    DEAL_NONE = 0, /* bets are not closed */
    DEAL_INITIAL,  /* the initial deal [v6 1.1.5; ar 1.1.6; se 1.1.6] */
    DEAL_INTERIM,  /* complete; the interim settlement comes just before the next act */
    DEAL_PLAY,     /* options, the subsequent deal [v6 1.1.15; ar 1.1.16; se 1.1.16; rws 1.33], the Dealer's
                      draw */
};

/* Why a hand takes no further card. */
enum hand_end {
    HAND_OPEN = 0,
    HAND_STOOD,
    HAND_BLACKJACK,
    HAND_21,
    HAND_BUST,
    HAND_DOUBLED,
    HAND_SPLIT_ACE,
    HAND_REFUSED,  /* refused a card and so stands [mbs 5.9, 5.24] */
    HAND_TOO_LATE, /* passed over and noticed too late [mbs 5.18] */
    HAND_ABSENT,   /* nobody is there to draw further [mbs 5.22] [rws 5.3] */
    HAND_OUT,      /* no wager is left on it */
};

/* The reason why a hand waits for a card. */
enum hand_asks { ASKS_NOTHING = 0, ASKS_HIT, ASKS_DOUBLE, ASKS_SPLIT, ASKS_ACCEPTED };

/* All cards dealt to one position or to the Dealer [v6 1.1.3; ar 1.1.4; se 1.1.4; rws 1.11]. */
struct hand {
    struct card cards[HAND_CARDS_MAX]; /* CARD_NONE: face down, and known to nobody here [rws 3.12] */
    uint8_t count;
    uint8_t end;   /* enum hand_end */
    uint8_t asks;  /* enum hand_asks */
    uint8_t stood; /* enum hand_end: how it had ended before a card that was put right, or stays, took it over
                      21 */
    bool doubled;
    bool split;             /* formed by a split, as source or as new hand */
    bool aces;              /* ... of Aces */
    bool one_card;          /* was dealt one card in the initial deal and plays on [mbs 5.16.1] */
    bool refused;           /* it had refused a card when its Blackjack was seen [mbs 5.9] */
    bool riffled;           /* it was over 21, and its cards were riffled with the others [mbs 3.32, 5.19] */
    uint8_t passed;         /* its number, from 1, among the hands passed over in this round; 0: it was not */
    uint8_t split_after;    /* how many hands had been passed over when a split formed it */
    uint8_t split_from;     /* the number of the hand that it was split off; 0: of none */
    uint8_t asked_after;    /* 1 + that number when it last asked for a card; 0: it never has */
    uint32_t waited;        /* bit per passing over: it was waiting for a card it had asked for */
    uint32_t waited_double; /* ... for the card of a double */
};

struct area {
    struct hand hands[HANDS_PER_AREA_MAX];
    uint8_t hand_count;                /* 0 before its first card; 1 until it is split */
    uint8_t order[HANDS_PER_AREA_MAX]; /* index of the hand in each position */
    uint8_t called;  /* the person the Dealer named to decide, roster index + 1 [mbs 3.13] */
    uint8_t control; /* who decides for the area, roster index + 1 */
    bool over;       /* over its maximum, reported in time: the excess goes at the close */
    uint32_t absent; /* bit per person who is not there to decide for it */
};

/* A card on its way: where it lies and where it was wanted. It is astray while these differ. */
struct trail_card {
    struct card card;
    struct place lies;
    struct place wanted;  /* PLACE_NOWHERE: nobody wanted a card */
    uint8_t at;           /* how many cards lay on the hand when it came */
    bool after_end;       /* it came to a hand that takes no further card */
    uint8_t after_passed; /* how many hands had been passed over when it came; 0: none that still is */
    bool counts;  /* ... and it is of the subsequent deal: the person it was due to has had a card since */
    bool begins;  /* a split has made it the first card of a hand */
    bool instead; /* it came to a hand in the stead of the card that it had asked for */
};

/* The cards of the initial deal, the cards astray, and those dealt after a hand was passed over. */
struct card_trail {
    uint8_t count;
    uint8_t initial; /* of these, how many belong to the initial deal, once it is complete */
    bool strayed;    /* a card was astray at some time in this round; if not, there is none to look for */
    struct trail_card cards[TRAIL_MAX];
};

/* Cards that left the device together and lie out [mbs 5.23] [rws 5.12]. */
struct together {
    struct card cards[ACT_CARDS_MAX]; /* CARD_NONE: face down */
    uint8_t ground[ACT_CARDS_MAX];    /* enum ground + 1 to cite when it lands */
    uint8_t count;
    uint8_t ordered;  /* how many, from the first, will be dealt in this order */
    uint8_t discards; /* how many, from the last, go to the discard holder once the ordered ones are dealt */
    uint8_t seen;     /* how many were face up when they were reported */
    bool passed_on;   /* the first Player has chosen: the rest is offered to the next [mbs 5.23.3.1] */
    bool last_choice; /* ... and that Player has chosen too: what is left is burnt [AMB-94] */
    uint8_t chooser;  /* ... that Player's area */
    uint8_t told;     /* 1 + the person who was told of the present choice; 0: nobody */
};

struct claim {
    uint8_t person;
    uint8_t wager;
    struct spot spot;
    uint8_t answer; /* 0 none yet, 1 disagrees, else 2 + the person agreed to */
};

struct claims {
    uint8_t count;
    struct claim list[CLAIMS_MAX];
};

/* Surrender, Insurance and even money. */
struct windows {
    uint16_t open; /* bit per enum option_kind */
    bool late;     /* opened by the Dealer's late first card [mbs 5.12.2] */
};

/* The hand just formed by a split, while others may follow. */
struct formed {
    struct spot hand; /* area 0: none */
    uint8_t from;     /* the number of the hand it came from */
};

/* The Dealer's first card, if the initial deal left it out [mbs 5.12]. */
enum late_card { LATE_CARD_NONE = 0, LATE_CARD_DUE, LATE_CARD_AFTER_HAND };

struct late {
    uint8_t card;     /* enum late_card */
    struct spot hand; /* the hand that may be completed before it; area 0: none */
};

/* The options of Players after an error, until the next card. */
struct choice_open {
    uint8_t offer;                    /* enum choice, or CHOICE_LEAVE */
    uint8_t after;                    /* enum irregularity that gave it */
    bool late;                        /* ... by its late clauses */
    bool rebuilt;                     /* the cards were put right before it was offered */
    bool waits;                       /* it is offered once the cards together are thrown away [AMB-85] */
    uint32_t persons;                 /* bit per person who may still choose */
    uint32_t continued;               /* bit per person who chose to go on [rws 5.7] */
    uint32_t withdrew;                /* bit per person who withdrew [mbs 5.25] */
    uint32_t one_card[AREAS_MAX + 1]; /* by area dealt short: bit per person with a choice there [mbs 5.16] */
};

/* The irregularity about which staff are asked. */
struct asked {
    uint8_t kind; /* enum irregularity */
    bool late;
    bool beyond_repair; /* the pit has said, just before a report, that the cards cannot be put right */
    struct spot spot;
};

/* Irregularities ruled on in this round: bit per enum irregularity. */
struct reported {
    uint64_t kinds;
    uint64_t late;
};

/* The right to squeeze [rws 3.12]. */
struct squeeze {
    uint8_t asked;             /* bit per area */
    uint8_t given;             /* bit per area */
    uint8_t by[AREAS_MAX + 1]; /* by area: the person who asked, roster index + 1 */
};

/* The card dealt last, unless it has been moved since. */
struct last_card {
    struct place place; /* PLACE_NOWHERE: it is not known */
    uint8_t number;     /* from 1, in the order in which the cards of the place lie */
};

enum riffle { RIFFLE_NONE = 0, RIFFLE_SHUFFLE, RIFFLE_CUT };

struct blackjack_state {
    /* Play. */
    uint8_t phase;    /* enum deal_phase */
    bool interim;     /* the interim settlement was made, not passed over */
    bool dealt;       /* a card has left the device to be played, wherever it is now */
    bool played;      /* the subsequent deal has begun: a card was asked for, or the Dealer went on */
    bool dealer_told; /* an event has said that the Dealer takes no card, or no further one */
    struct spot turn; /* the hand in play; area 0: none */
    uint32_t absent;  /* bit per person */
    struct windows windows;
    struct formed formed;
    struct squeeze squeeze;
    struct claims claims;
    uint32_t raise; /* bit per Player who must raise or withdraw a wager under the minimum [rws 5.2] */

    /* Irregularities. */
    bool front_offered; /* the card at the front is offered hand by hand [mbs 5.8] */
    uint8_t riffle;     /* enum riffle [mbs 5.19] */
    uint8_t passings;   /* how often hands have been passed over [mbs 5.17] */
    struct late late;
    struct choice_open choice;
    struct asked asked;
    struct reported reported;

    /* The cards. */
    struct last_card last;
    struct card_trail trail;
    struct together together;
    struct hand dealer;
    struct area areas[AREAS_MAX + 1]; /* by area number, from 1 */
};

#endif
