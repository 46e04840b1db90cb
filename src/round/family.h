/* SPDX-License-Identifier: Apache-2.0 */
/* family.h - the functions that a family of games provides to the rest of the system.
 *
 * Two families implement it (blackjack/blackjack.h, baccarat/baccarat.h); game/game.h picks the one a
 * rulebook names. Every function is pure; `book` is frozen; none keeps a pointer. */
#ifndef CROUPIER_ROUND_FAMILY_H
#define CROUPIER_ROUND_FAMILY_H

#include "round/round.h"
#include "round/view.h"

enum { LEGAL_ACTS_MAX = 512 };

/* The next input that the table needs. */
struct wants {
    struct place card; /* where the next card from the device goes; PLACE_NOWHERE: no card is due */
    bool any_place;    /* a card was misplaced: every card needs its place named */
    bool face_down;    /* the card due lies face down: it is squeezed [rws 3.12] */
    struct spot turn;  /* the hand that waits for a decision; area 0: none */
    struct spot faces; /* the hand whose face-down cards must be revealed before play goes on; area 0: none */
    uint32_t deciders; /* bit per person whose answer is outstanding (they may be passed over) */
    uint8_t question;  /* enum question */
    bool may_end;      /* `dealer: end` would be accepted */
};

/* The value of a hand as records write it. */
enum value_kind {
    VALUE_NONE = 0,
    VALUE_HARD,
    VALUE_SOFT,
    VALUE_BLACKJACK,
    VALUE_BUST,
    VALUE_POINTS /* baccarat */
};

struct hand_value {
    uint8_t kind; /* enum value_kind */
    uint8_t total;
};

/* Order of claims: groups of persons from first to last; equal claims share a group. */
struct claim_rank {
    uint8_t count;
    uint8_t person[PERSONS_MAX];
    uint8_t group[PERSONS_MAX]; /* ascending; equal numbers are equal claims */
};

struct family {
    /* Starts the next round: keeps setting and memory, clears the rest. */
    void (*next)(const struct rulebook *book, struct round *round);

    /* Refused: the round is untouched and events is empty. */
    struct ruling (*apply)(const struct rulebook *book, struct round *round, const struct act *act,
                           struct events *events);

    struct wants (*wants)(const struct rulebook *book, const struct round *round);

    /* Every act this actor may do now, with spots filled in and amounts at their smallest legal value;
     * returns how many (at most LEGAL_ACTS_MAX). The caller fills in cards, notes and other amounts. */
    unsigned (*legal)(const struct rulebook *book, const struct round *round, enum actor actor,
                      unsigned person, struct act *acts);

    /* The largest amount a legal bet, raise, double or insure may have: for sliders and chips. */
    int64_t (*amount_max)(const struct rulebook *book, const struct round *round, const struct act *act);

    /* Everything this viewer may see, and nothing else. */
    void (*view)(const struct rulebook *book, const struct round *round, struct viewer viewer,
                 struct view *view);

    /* What an expectation of a record may ask for. */
    struct hand_value (*value)(const struct rulebook *book, const struct round *round, struct place place);
    unsigned (*cards)(const struct round *round, struct place place,
                      struct card *cards); /* at most HAND_CARDS_MAX */
    uint32_t (*offered)(const struct rulebook *book, const struct round *round,
                        enum option_kind option); /* bit per person */
    int (*control)(const struct rulebook *book, const struct round *round,
                   unsigned area); /* roster index or -1 */
    int (*priority)(const struct rulebook *book, const struct round *round,
                    unsigned area); /* roster index or -1 */
    void (*rank)(const struct rulebook *book, const struct round *round, struct spot spot, unsigned wager,
                 struct claim_rank *rank);
    bool (*decided)(const struct rulebook *book, const struct round *round, const struct stake *stake);
};

#endif
