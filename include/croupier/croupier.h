/* SPDX-License-Identifier: Apache-2.0 */
/* croupier.h - rules, odds and simulation for programs that embed them.
 *
 *     cc program.c $(pkg-config --cflags --libs croupier)
 *
 * This is the whole public interface; nothing else of the library is exported. It is stable: what is here
 * keeps its name and meaning until the number in the library's file name changes, and things are only added.
 *
 * Handles are opaque. The result of a *_new, *_clone or *_load function belongs to the caller, who gives it
 * back with the *_free of its type; every *_free takes NULL. A `char *` that is returned belongs to the
 * caller too (croupier_text_free); a `const char *` belongs to the handle and lives as long as it does, or is
 * static. Texts are UTF-8 and end in a zero byte.
 *
 * The library keeps no state of its own, opens no file and asks the system for no random number: the numbers
 * of a batch and of a simulation follow from the caller's seed. Only croupier_simulate reads the clock and
 * starts threads; it joins them before it returns. Different handles may be used by different threads at the
 * same time; each handle by one thread at a time. */
#ifndef CROUPIER_CROUPIER_H
#define CROUPIER_CROUPIER_H

#include <stddef.h>
#include <stdint.h>

#define CROUPIER_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The library. ---- */

/* The version that is running: "0.1.0". */
CROUPIER_API const char *croupier_version(void);

CROUPIER_API void croupier_text_free(char *text);

/* ---- Games. ---- */

/* The ids of the games that are built in: 0, 1, ... until NULL. */
CROUPIER_API const char *croupier_game(unsigned index);

/* The text (YAML) of a built-in game's rulebook, to copy and change; NULL if no game has that name. */
CROUPIER_API const char *croupier_game_yaml(const char *game);

/* ---- Rulebooks: one game's rules, checked and frozen. ---- */

struct croupier_rulebook;

/* Loads a built-in game. NULL if no game has that name, or memory is short. */
CROUPIER_API struct croupier_rulebook *croupier_rulebook_new(const char *game);

/* Loads a rulebook from the `size` bytes of its text. NULL if it has faults: then *faults is an owned text
 * with one line for each, "NAME:LINE:COLUMN: reason" (20 at most). `name` is used in these lines only;
 * `faults` may be NULL. */
CROUPIER_API struct croupier_rulebook *croupier_rulebook_load(const char *name, const char *bytes,
                                                              size_t size, char **faults);

CROUPIER_API void croupier_rulebook_free(struct croupier_rulebook *book);

/* Changes a reading of an unclear clause, or any other key that is not part of the book's identity:
 * ("rws.hit_hard_21", "allow"). Returns 0, or a negative status with the book unchanged. */
CROUPIER_API int croupier_rulebook_set(struct croupier_rulebook *book, const char *key, const char *value);

/* The same for several keys that only make sense together: a line "KEY=VALUE" for each. On failure *line is
 * the number of the line at fault, from 1, or 0 if the book would contradict itself; `line` may be NULL. */
CROUPIER_API int croupier_rulebook_change(struct croupier_rulebook *book, const char *lines, unsigned *line);

/* Every key: its value, legend, and what may be written there, as the JSON of `croupier rulebook show`. */
CROUPIER_API char *croupier_rulebook_keys(const struct croupier_rulebook *book);

CROUPIER_API const char *croupier_rulebook_id(const struct croupier_rulebook *book);
CROUPIER_API const char *croupier_rulebook_name(const struct croupier_rulebook *book);

/* 64 hexadecimal digits. Two rulebooks with one hash play the same game. Valid until the next set. */
CROUPIER_API const char *croupier_rulebook_hash(const struct croupier_rulebook *book);

/* Id, name, operator, version, date, family, decks, wagers and hash, as JSON. NULL if memory is short. */
CROUPIER_API char *croupier_rulebook_json(const struct croupier_rulebook *book);

/* The sign on the table as JSON, or as a page of HTML. With `decks` 0 the sign gives the range of decks.
 * `language` is a code such as "en" or "zh". NULL for a language that is not built in, for decks outside the
 * book's range, or if memory is short. */
CROUPIER_API char *croupier_rulebook_sign_json(const struct croupier_rulebook *book, unsigned decks,
                                               const char *language);
CROUPIER_API char *croupier_rulebook_sign_html(const struct croupier_rulebook *book, unsigned decks,
                                               const char *language);

/* ---- Rounds: what happens at a table, one line of a round record at a time (docs/notation.md). ---- */

struct croupier_round;

/* A table of this game, before its first round. `headers` are header lines without `game`: "decks 6\nareas
 * 7\n limits main 25 1000\nseat Mei 1\n". NULL if they have faults: then *faults is an owned text with a line
 * "LINE: reason" for each; `faults` may be NULL. The round keeps its own copy of the book. */
CROUPIER_API struct croupier_round *croupier_round_new(const struct croupier_rulebook *book,
                                                       const char *headers, char **faults);

/* An independent copy: try an act on it and throw it away. */
CROUPIER_API struct croupier_round *croupier_round_clone(const struct croupier_round *round);
CROUPIER_API void croupier_round_free(struct croupier_round *round);

/* Rules on one line: "Mei: bet 1 main 100", "dealer: close", "shoe: Th 9c". Returns 0 if it is accepted, a
 * positive status if the rules refuse it, a negative one if it is not such a line or memory is short. A line
 * that is not accepted leaves the round as it was. */
CROUPIER_API int croupier_round_apply(struct croupier_round *round, const char *line);

/* Ends the round if it has not ended, and starts the next one at the same table. Returns as apply does. */
CROUPIER_API int croupier_round_next(struct croupier_round *round);

/* About the last apply or next: a sentence for people that says what happened (or what is wrong with the
 * line), the clauses the ruling rests on, blank-separated, and everything that followed as a JSON array of
 * events, each with its sentence (docs/protocol.md). */
CROUPIER_API const char *croupier_round_sentence(const struct croupier_round *round);
CROUPIER_API const char *croupier_round_clauses(const struct croupier_round *round);
CROUPIER_API char *croupier_round_events(const struct croupier_round *round);

/* The acts that somebody may do now, as lines ready for apply, amounts at their smallest. `who` is "dealer",
 * "pit", "shift", "terminal", or a person the table knows: from a header (`player NAME`, `seat NAME AREA`) or
 * an accepted line. Returns NULL for anybody else. */
CROUPIER_API char *croupier_round_legal(const struct croupier_round *round, const char *who);

/* The round as somebody may see it, and what the table waits for, as JSON. `who` is as above, or "display"
 * for what everybody may see. */
CROUPIER_API char *croupier_round_view(const struct croupier_round *round, const char *who);

/* The record so far: headers and every accepted line of every round. `croupier replay` runs it. */
CROUPIER_API char *croupier_round_record(const struct croupier_round *round);

/* ---- Odds. Exact values of a rulebook as it is now, changed keys included, in the JSON that `croupier
 * odds`, `edge` and `strategy` print (docs/odds-method.md): numbers with 17 digits and, where the value is
 * rational, the exact fraction as well. Pure, but some take a second. ---- */

/* Each gives an owned text in *json and returns 0; otherwise *json is NULL and a negative status tells why.
 * With `decks` 0 the shoe has six decks, or the nearest number that the game allows; any other number must be
 * one it allows (bad-number). */

/* Every wager: house edge, standard deviation, hit frequency, and each outcome with its probability. The
 * standard deviation and the hit frequency of a main wager with splits are null, since they take several
 * times as long as everything else; the second function computes them too. */
CROUPIER_API int croupier_odds(const struct croupier_rulebook *book, unsigned decks, char **json);
CROUPIER_API int croupier_odds_distribution(const struct croupier_rulebook *book, unsigned decks,
                                            char **json);

/* Only the house edge of one wager, by its number in the book: the quick way. not-found: there is no such
 * wager, or its odds are not known. */
CROUPIER_API int croupier_edge(const struct croupier_rulebook *book, unsigned wager, unsigned decks,
                               double *edge);

/* The house edge of every wager for every number of decks. */
CROUPIER_API int croupier_edges(const struct croupier_rulebook *book, char **json);

/* The best strategy by totals, with its value. not-found where a game has no decisions. */
CROUPIER_API int croupier_strategy(const struct croupier_rulebook *book, unsigned decks, char **json);

/* The value of every action on a hand: ("8,8", "T", NULL) or ("Th 6c", "A", "5 5 2"). `seen` names other
 * cards that have left the shoe, and may be NULL. bad-text: no such card; bad-hand: nothing to decide;
 * cards-gone: the shoe does not hold them. */
CROUPIER_API int croupier_hand_odds(const struct croupier_rulebook *book, unsigned decks, const char *hand,
                                    const char *dealer, const char *seen, char **json);

/* The price of an error to the house, by wager: `wrong` is the rulebook that a Dealer followed instead of
 * `right`; players know of the error and play best against it. Both must allow `decks`. not-found: the two do
 * not have the same wagers. */
CROUPIER_API int croupier_cost(const struct croupier_rulebook *right, const struct croupier_rulebook *wrong,
                               unsigned decks, char **json);

/* The same for a shoe that lacks one card (`change` -1) or has one too many (1), by wager and value of the
 * card: the effect of removal. */
CROUPIER_API int croupier_removal(const struct croupier_rulebook *book, unsigned decks, int change,
                                  char **json);

/* ---- Simulation: the second witness beside the odds. ---- */

/* A simulation plays rounds of a game by best play, with every wager placed in every round that allows it and
 * a fresh shoe each time. The same seed gives the same result for any number of threads. */
struct croupier_simulation {
    unsigned decks;            /* 0: as above */
    unsigned threads;          /* 0: one */
    unsigned long long rounds; /* at least 1; played in whole steps of 64 */
    unsigned long long seed;
};

/* Called about ten times a second while the simulation runs; return 0 to stop it. */
typedef int croupier_watch(void *context, unsigned long long rounds, unsigned long long all);

/* Mean result and standard error of every wager, as JSON. Returns as the odds do, or cancelled if `watch`
 * stopped it. `watch` may be NULL. */
CROUPIER_API int croupier_simulate(const struct croupier_rulebook *book,
                                   const struct croupier_simulation *wish, croupier_watch *watch,
                                   void *context, char **json);

/* ---- Batches: many seats of one game of the blackjack family, advanced together, for programs that play
 * millions of rounds. Each seat has one box, a Dealer and a shoe of its own; it plays the main wager and
 * Insurance, by the whole rulebook. ---- */

struct croupier_batch;

enum {
    CROUPIER_STAND,
    CROUPIER_HIT,
    CROUPIER_DOUBLE,
    CROUPIER_SPLIT,
    CROUPIER_SURRENDER,
    CROUPIER_EVEN_MONEY,
    CROUPIER_INSURE, /* for as much as the rules allow; then the seat decides on its hand */
    CROUPIER_BET     /* the first bet on the list; the second is CROUPIER_BET + 1, ... */
};

/* A seat's sight: CROUPIER_SIGHTS numbers. Values of cards are 1 (Ace) to 10. */
enum {
    CROUPIER_SIGHT_PHASE,   /* 0: bet; 1: decide on the first two cards; 2: on a hand later on */
    CROUPIER_SIGHT_TOTAL,   /* of the hand to decide on: its best total, */
    CROUPIER_SIGHT_SOFT,    /* 1: an Ace counts 11 in it, */
    CROUPIER_SIGHT_CARDS,   /* how many cards it has, */
    CROUPIER_SIGHT_PAIR,    /* and the value of its two cards if it is a pair, else 0 */
    CROUPIER_SIGHT_DEALER,  /* the value of the Dealer's first card */
    CROUPIER_SIGHT_HAND,    /* which hand of the box this is, from 0, */
    CROUPIER_SIGHT_HANDS,   /* of how many */
    CROUPIER_SIGHT_STAKED,  /* units */
    CROUPIER_SIGHT_INSURED, /* 1: the hand is insured */
    CROUPIER_SIGHT_LEFT,    /* cards in the shoe */
    CROUPIER_SIGHT_HELD,    /* ten numbers: cards of each value in the hand */
    CROUPIER_SIGHT_SEEN = CROUPIER_SIGHT_HELD + 10, /* ten: those seen since the shoe was shuffled */
    CROUPIER_SIGHTS = CROUPIER_SIGHT_SEEN + 10
};

struct croupier_batching {
    unsigned decks; /* 0: as for the odds */
    unsigned seats; /* 1 to 1,048,576 */
    double
        penetration; /* share of the shoe that is dealt before it is shuffled; 0: a fresh shoe each round */
    unsigned bet_count;   /* at most 16; 0: every round is for one unit, and no bet is asked for */
    const unsigned *bets; /* the units of each, 1 to 100,000 */
};

/* Arrays that the caller owns, with one row for each seat. */
struct croupier_arrays {
    int32_t *sights;  /* CROUPIER_SIGHTS in a row */
    uint8_t *legal;   /* croupier_batch_actions in a row: 1 where the action is allowed */
    int64_t *rewards; /* of this step, in 1/croupier_batch_scale of a unit; a round pays when it ends */
    uint8_t *ended;   /* 1: the round has ended, and the rest of the row is about the next one */
};

/* Gives an owned batch in *batch. not-found: the game is of another family; bad-number: a number is out of
 * its range; no-memory. */
CROUPIER_API int croupier_batch_new(const struct croupier_rulebook *book,
                                    const struct croupier_batching *wish, struct croupier_batch **batch);
CROUPIER_API void croupier_batch_free(struct croupier_batch *batch);

/* The number of actions: CROUPIER_BET plus the bets. A result is exact: a whole number of 1/scale units. */
CROUPIER_API unsigned croupier_batch_actions(const struct croupier_batch *batch);
CROUPIER_API int64_t croupier_batch_scale(const struct croupier_batch *batch);

/* Starts every seat anew. A seat's cards depend on the seed, its number and its own actions alone. */
CROUPIER_API void croupier_batch_reset(struct croupier_batch *batch, unsigned long long seed,
                                       const struct croupier_arrays *arrays);

/* Takes one action of every seat. bad-number: an action is not allowed, `*seat` says whose (`seat` may be
 * NULL), and nothing has changed. A card to a hand of 21 and the surrender of a Blackjack are never allowed,
 * whatever the book says. */
CROUPIER_API int croupier_batch_step(struct croupier_batch *batch, const uint8_t *actions,
                                     const struct croupier_arrays *arrays, unsigned *seat);

/* The expected value of each action on a hand, for programs that ask often. Cards are counted by value:
 * `hand` and `shoe` have ten numbers, Aces first and tens last; the shoe is what has not been seen, without
 * the hand and the Dealer's card (1 to 10). If `split`, the hand was formed by a split: the values are of
 * this hand alone, and splitting again has none. Fills CROUPIER_BET numbers, per unit of the original wager;
 * NaN where the action is not possible. The value of CROUPIER_INSURE is that of insuring and then playing
 * best. Statuses as for croupier_hand_odds. */
CROUPIER_API int croupier_action_values(const struct croupier_rulebook *book, const unsigned *shoe,
                                        const unsigned *hand, unsigned dealer, int split, double *values);

/* The ten numbers of a fresh shoe. `decks` as for the odds. */
CROUPIER_API int croupier_fresh_shoe(const struct croupier_rulebook *book, unsigned decks, unsigned *shoe);

/* ---- Statuses: 0 is done or accepted, negative is trouble, positive is a refusal by the rules. Numbers and
 * names never change. ---- */

CROUPIER_API const char *croupier_status_name(int status);
CROUPIER_API const char *croupier_status_sentence(int status); /* for people */

#ifdef __cplusplus
}
#endif

#endif
