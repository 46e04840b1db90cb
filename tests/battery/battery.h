/* SPDX-License-Identifier: Apache-2.0 */
/* battery.h - random play over every rulebook, with everything checked after every act.
 *
 * A table is made from a seed: people, seats, limits, credit, decks. Bots do what round_legal_acts offers,
 * and often something else: a changed act, an act of the wrong person, a report of something that went wrong.
 * checks.c says what must hold; any breach prints the seed, the act and the record so far, and stops. */
#ifndef CROUPIER_TESTS_BATTERY_H
#define CROUPIER_TESTS_BATTERY_H

#include "game/game.h"
#include "random/seeded.h"
#include "record/roster.h"
#include "record/write.h"

enum { TABLE_ACTS_MAX = 4096, TABLE_EVENTS_MAX = 1 << 16 };

/* One table and everything that happened at it so far. */
struct table {
    const struct rulebook *book;
    const struct family *family;
    struct draws draws;
    uint64_t seed;
    struct roster roster;
    struct setting setting; /* as the table opened */
    struct round round;
    struct events events; /* of the last act */
    struct ruling ruling; /* on it */

    struct act acts[TABLE_ACTS_MAX]; /* the accepted ones; VERB_NONE stands between rounds */
    unsigned act_count;
    struct event log[TABLE_EVENTS_MAX]; /* of the accepted acts */
    unsigned log_count;

    /* The money and the cards, kept a second time from events alone. */
    int64_t balance_cents[PERSONS_MAX]; /* since the table opened; on the layout counts as gone */
    int64_t layout_cents;               /* on the layout in this round */
    int out[CARD_CODE_COUNT];           /* cards that have left the device since the last shuffle */
    bool riffled; /* the discards went back in this round, those of hands over 21 that are still shown too */
};

struct tally {
    uint64_t acts;
    uint64_t accepted;
    uint64_t rounds;
    uint64_t voided;
    uint64_t replayed;
    uint64_t swept;    /* moments of which every act was tried */
    uint64_t revealed; /* cards that had been dealt face down */
    uint64_t by_status[1024];
    uint64_t irregularities[IRREGULARITY_COUNT];
    uint64_t fingerprint; /* of everything the engine said */
};

/* ---- bots.c ---- */

void table_open(struct table *table, const struct rulebook *book, const struct draws *draws, uint64_t seed);

/* What somebody does next: mostly something that is offered. */
struct act bot_act(struct table *table);

/* What brings the round to its end. False: nothing does, which is a fault of the engine. */
bool bot_finish(struct table *table, struct act *act);

/* A card that can leave the device now. */
struct card bot_card(const struct table *table);

/* Fills in the cards an offer leaves open. */
void bot_fill_cards(const struct table *table, struct act *act);

/* ---- sweep.c ---- */

/* Tries every act that is offered to anybody and every act that can be said, each on a clone; the table stays
 * as it is. */
void sweep_moment(const struct table *table);

/* ---- checks.c ---- */

/* Applies the act and checks everything; keeps it if it was accepted. Stops the program on a breach. */
void check_act(struct table *table, const struct act *act, struct tally *tally);

/* The round has ended: every wager is settled, and the money adds up. */
void check_end(struct table *table);

/* Writes the table's record, replays it, and compares every event. */
void check_record(struct table *table);

/* Makes a failed assertion of the engine a breach. */
void watch_aborts(const struct table *table);

/* Prints what happened and stops. */
void breach(const struct table *table, const struct act *act, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

/* ---- offer.c ---- */

/* Is the act one of those offered, with whatever an offer leaves open filled in? Then it is accepted; if not,
 * it is refused: there is no act about which the battery does not know. */
bool act_offered(const struct table *table, const struct act *act);

/* Zeroes what the act's words do not name. False: nobody can say this. */
bool act_normalise(struct act *act, bool areas);

/* ---- judge.c: what an offer leaves open, worked out a second time. ---- */

static inline bool act_has_size(const struct act *act)
{
    return act->verb == VERB_BET || act->verb == VERB_PLACE || act->verb == VERB_RAISE ||
           act->verb == VERB_DOUBLE || act->verb == VERB_INSURE;
}

/* The act has the shape of the offer; do its card, amount, person or note fit? */
bool judge_offer(const struct table *table, const struct act *legal, const struct act *act);

/* Is it a card that lies elsewhere than it was wanted, and can the engine follow it? Such cards are on no
 * list. */
bool is_astray(const struct table *table, const struct act *act, struct place due);
bool judge_astray(const struct table *table, const struct act *act);

static inline uint32_t below(const struct table *table, uint32_t limit)
{
    return draws_below(&table->draws, limit);
}

static inline bool chance(const struct table *table, uint32_t in_hundred)
{
    return below(table, 100) < in_hundred;
}

#endif
