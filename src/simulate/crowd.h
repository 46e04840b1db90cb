/* SPDX-License-Identifier: Apache-2.0 */
/* crowd.h - many seats of one blackjack rulebook, advanced together, for programs that decide.
 *
 * Each seat plays one box against a Dealer of its own, from a shoe of its own, round after round: it may bet,
 * insure, double, split, surrender. It never calls the round engine: it runs on the tables of plan.h, as the
 * kernels do, and a test holds it against the engine card for card and act for act. Only the main wager and
 * Insurance are played.
 *
 * What a seat is dealt depends on the seed, the seat's number and the seat's own actions, and on nothing
 * else. Pure; on the heap, about 300 KB and one KB for each seat. Not for money: shoes that are played for
 * come from random/. */
#ifndef CROUPIER_SIMULATE_CROWD_H
#define CROUPIER_SIMULATE_CROWD_H

#include "base/status.h"
#include "simulate/chart.h"

enum { CROWD_SEATS_MAX = 1 << 20, CROWD_BETS_MAX = 16, CROWD_UNITS_MAX = 100000 };

/* What a seat may do: an enum chart_action, or one of these. */
enum {
    CROWD_INSURE = CHART_ACTIONS, /* then the seat decides on its hand */
    CROWD_BET,                    /* and those behind it: the first bet on the list, the second, ... */
};

/* What a seat sees: one number for each of these, then for each of HAND_VALUES values how many cards of it
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

/* Arrays that the caller owns, one row for each seat. */
struct crowd_arrays {
    int32_t *sights;  /* CROWD_SIGHTS a row */
    uint8_t *legal;   /* crowd_actions a row: 1 where the action is allowed */
    int64_t *rewards; /* of the step, in 1/crowd_scale of a unit: what the round brought when it ended */
    uint8_t *ended;   /* 1: the round has ended, and the row shows the next one */
};

/* A round that has ended, for whoever checks: the cards in the order in which they left the shoe. */
struct crowd_watcher {
    void (*round)(void *state, unsigned seat, const struct card *cards, unsigned count, int64_t reward);
    void *state;
};

struct crowd;

/* The book is of the blackjack family. STATUS_NO_MEMORY; STATUS_BAD_NUMBER: the wish is out of bounds;
 * STATUS_NOT_FOUND: the book is of another family. */
enum status crowd_new(const struct rulebook *book, const struct crowd_wish *wish,
                      struct crowd **crowd) MUST_CHECK;
void crowd_free(struct crowd *crowd);
void crowd_watch(struct crowd *crowd, struct crowd_watcher watcher);

unsigned crowd_actions(const struct crowd *crowd); /* the number of actions */
int64_t crowd_scale(const struct crowd *crowd);

/* Fresh shoes by this seed, and the first round of every seat. */
void crowd_reset(struct crowd *crowd, uint64_t seed, const struct crowd_arrays *arrays);

/* One action of every seat. STATUS_BAD_NUMBER: a seat may not do that, `*seat` is the first such one, and
 * nothing has changed. */
enum status crowd_step(struct crowd *crowd, const uint8_t *actions, const struct crowd_arrays *arrays,
                       unsigned *seat) MUST_CHECK;

#endif
