/* SPDX-License-Identifier: Apache-2.0 */
/* batch.h - many seats of one blackjack rulebook, advanced together, for programs that decide.
 *
 * Each seat plays one box against a Dealer of its own, from a shoe of its own, round after round: it may bet,
 * insure, double, split, surrender. It never calls the round engine: it runs on the tables of plan.h, as the
 * kernels do, and a test holds it against the engine card for card and act for act. Only the main wager and
 * Insurance are played.
 *
 * What a seat is dealt depends on the seed, the seat's number and the seat's own actions, and on nothing
 * else. Pure; on the heap, about 300 KB and one KB for each seat. Not for money: shoes that are played for
 * come from random/. */
#ifndef CROUPIER_SIMULATE_BATCH_H
#define CROUPIER_SIMULATE_BATCH_H

#include "base/status.h"
#include "simulate/chart.h"

enum { BATCH_SEATS_MAX = 1 << 20, BATCH_BETS_MAX = 16, BATCH_UNITS_MAX = 100000 };

/* What a seat may do: an enum chart_action, or one of these. */
enum {
    BATCH_INSURE = CHART_ACTIONS, /* then the seat decides on its hand */
    BATCH_BET,                    /* and those behind it: the first bet on the list, the second, ... */
};

/* What a seat sees: one number for each of these, then for each of HAND_VALUES values how many cards of it
 * lie in the hand, then how many the seat has seen leave the shoe since it was shuffled. */
enum batch_sight {
    BATCH_PHASE,  /* enum batch_phase */
    BATCH_TOTAL,  /* of the hand to decide on: its best total, */
    BATCH_SOFT,   /* whether an Ace counts 11 in it, */
    BATCH_CARDS,  /* and how many cards it has */
    BATCH_PAIR,   /* 1 to 10: its two cards have this value; 0: it is no pair */
    BATCH_UP,     /* the Dealer's first card: 1 Ace to 10 */
    BATCH_HAND,   /* which hand of the box, from 0 */
    BATCH_HANDS,  /* of how many */
    BATCH_STAKED, /* the bet in units */
    BATCH_INSURED,
    BATCH_LEFT, /* cards in the shoe */
    BATCH_IN_HAND,
    BATCH_SEEN = BATCH_IN_HAND + HAND_VALUES,
    BATCH_SIGHTS = BATCH_SEEN + HAND_VALUES
};

enum batch_phase { BATCH_BETS, BATCH_FIRST_CARDS, BATCH_LATER_CARDS };

struct batch_wish {
    unsigned decks;
    unsigned seats;       /* 1 to BATCH_SEATS_MAX */
    unsigned cut;         /* cards dealt after which the shoe is shuffled before the next round; 0: fresh */
    unsigned bet_count;   /* 0: every round is played for one unit, and no bet is asked for */
    const unsigned *bets; /* units, 1 to BATCH_UNITS_MAX each */
};

/* Arrays that the caller owns, one row for each seat. */
struct batch_arrays {
    int32_t *sights;  /* BATCH_SIGHTS a row */
    uint8_t *legal;   /* batch_actions a row: 1 where the action is allowed */
    int64_t *rewards; /* of the step, in 1/batch_scale of a unit: what the round brought when it ended */
    uint8_t *ended;   /* 1: the round has ended, and the row shows the next one */
};

/* A round that has ended, for whoever checks: the cards in the order in which they left the shoe. */
struct batch_watcher {
    void (*round)(void *state, unsigned seat, const struct card *cards, unsigned count, int64_t reward);
    void *state;
};

struct batch;

/* The book is of the blackjack family. STATUS_NO_MEMORY; STATUS_BAD_NUMBER: the wish is out of bounds;
 * STATUS_NOT_FOUND: the book is of another family. */
enum status batch_new(const struct rulebook *book, const struct batch_wish *wish,
                      struct batch **batch) MUST_CHECK;
void batch_free(struct batch *batch);
void batch_watch(struct batch *batch, struct batch_watcher watcher);

unsigned batch_actions(const struct batch *batch); /* the number of actions */
int64_t batch_scale(const struct batch *batch);

/* Fresh shoes by this seed, and the first round of every seat. */
void batch_reset(struct batch *batch, uint64_t seed, const struct batch_arrays *arrays);

/* One action of every seat. STATUS_BAD_NUMBER: a seat may not do that, `*seat` is the first such one, and
 * nothing has changed. */
enum status batch_step(struct batch *batch, const uint8_t *actions, const struct batch_arrays *arrays,
                       unsigned *seat) MUST_CHECK;

#endif
