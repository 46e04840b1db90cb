/* SPDX-License-Identifier: Apache-2.0 */
/* state.h - everything about a live table that must survive a power failure, as one plain value.
 *
 * Pure, no pointers: a copy is a clone. Only acts and steps change it (table.h), and all of them are in the
 * journal: an entry holds one of them and what followed from it by itself (sequel.h). So the same entries in
 * the same order always give the same state: to the server after a restart, to an auditor, to the recall of
 * an old round. Each new shoe starts with an entry that holds the whole state (state_print), so nobody has to
 * read further back than the beginning of the shoe.
 *
 * Clocks, connections and the order of the cards do not survive; they are in table.h. */
#ifndef CROUPIER_TABLE_STATE_H
#define CROUPIER_TABLE_STATE_H

#include "base/hash.h"
#include "base/text.h"
#include "game/game.h"
#include "record/roster.h"
#include "table/book_mark.h"
#include "table/luck.h"

enum device { DEVICE_VIRTUAL = 1, DEVICE_ENTERED = 2 };

const char *device_name(unsigned device); /* "virtual" or "entered" */

enum { STATE_TEXT_MAX = 8192, DOWN_CARDS_MAX = 32 };

/* A card of this round that was dealt face down and is not revealed yet. */
struct down_card {
    struct place place;
    uint16_t drawn; /* how many cards of this shoe had been dealt before it */
};

struct table_state {
    bool open;      /* rounds may be begun */
    bool begun;     /* the round below has begun and has its number */
    bool committed; /* the commitment to this shoe is published */
    bool revealed;  /* the seed of this shoe is public: nothing more is dealt from it */
    uint8_t device; /* enum device */
    uint8_t down_count;
    uint16_t drawn;         /* cards taken from this shoe; one put back to its front is not counted twice */
    uint32_t round_number;  /* of the round below, or of the one before it while it has not begun */
    uint32_t shoe_number;   /* 0 before the first */
    struct hash commitment; /* to the order of this shoe; all zero with entered cards */
    struct hash salt;       /* goes into its seed, see fair_shoe.h; all zero with entered cards */
    struct luck luck;       /* numbers of players for its shuffle; count 0: none */
    struct book_mark mark;  /* the rulebook, as the program that began this shoe read it */
    struct roster roster;
    struct down_card down[DOWN_CARDS_MAX]; /* in the order in which they were dealt */
    struct round round;
};

/* A table before its first shoe: nobody there, closed. */
void state_init(struct table_state *state, const struct rulebook *book, const struct setting *setting,
                enum device device);

/* Changes to the next shoe between rounds. Only people who are seated, who are in `stay` (bit per person) or
 * whose settlement under the minimum is remembered stay in the roster; cards are forgotten, everything else
 * is kept. Commitment and salt may be NULL if cards are entered. */
void state_next_shoe(struct table_state *state, const struct rulebook *book, const struct hash *commitment,
                     const struct hash *salt, uint32_t stay);

/* How far a virtual shoe has come with the numbers of players (luck.h). */
enum luck_stage {
    LUCK_GATHER = 1, /* promises for it are taken */
    LUCK_CLOSED,     /* the promises are written, and the house's commitment comes next */
    LUCK_REVEAL,     /* the numbers themselves are taken */
    LUCK_DONE,       /* they are mixed in, or there are none; promises are for the next shoe */
};
enum luck_stage state_luck_stage(const struct table_state *state);

/* Changes the table to another rulebook, whose mark is `mark`, between rounds. People, seats, restrictions
 * and the limits of wagers of the same name stay; cards and the finished round are forgotten. False, and
 * nothing has changed: the book is of another family or deck, or does not allow this number of decks or
 * areas. */
bool state_change_book(struct table_state *state, const struct rulebook *from, const struct rulebook *to,
                       const struct book_mark *mark);

/* The state at the beginning of a shoe as text, and back. STATUS_BAD_ENTRY: not such a text, or of another
 * game. The caller makes sure that `book` is the one the text names (book_mark_find). */
void state_print(const struct table_state *state, const struct rulebook *book, struct text *text);
enum status state_parse(struct table_state *state, const struct rulebook *book, const char *text) MUST_CHECK;

/* True when no round is under way: before bets open, or after the round has ended. */
bool state_between_rounds(const struct table_state *state);

/* True if an act of this kind would begin a round now: bets are opened or cards are shuffled after the last
 * round. Other acts between rounds (seats, restrictions, earlier errors) leave the finished round on the
 * table. */
bool state_begins_round(const struct table_state *state, enum verb verb);

/* Rules on one act, which begins the next round if this one is over. A refusal changes nothing. */
struct ruling state_act(struct table_state *state, const struct rulebook *book, const struct act *act,
                        struct events *events);

/* The same for an act that was accepted before: faster, since it does not keep the old state. After a refusal
 * the state must not be used. */
struct ruling state_repeat(struct table_state *state, const struct rulebook *book, const struct act *act,
                           struct events *events);

#endif
