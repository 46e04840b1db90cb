/* SPDX-License-Identifier: Apache-2.0 */
/* baccarat_plan.h - a rulebook of the baccarat family turned into lookup tables for its kernel.
 *
 * Built once per run; read-only afterwards. Nothing in it is about a named game: permanent cards, the deal
 * order and the table of play come from the book. */
#ifndef CROUPIER_SIMULATE_BACCARAT_PLAN_H
#define CROUPIER_SIMULATE_BACCARAT_PLAN_H

#include <assert.h>

#include "cards/shoe.h"
#include "rulebook/rulebook.h"
#include "simulate/machine.h"
#include "simulate/score.h"

enum {
    OUTCOMES = 3 * BACCARAT_TOTALS, /* (winner - 1) * 10 + the winner's total */
    COUNTED_MAX = 8, /* cards of a counted rank in both hands, printed ones included: at most six */
    NO_THIRD = BACCARAT_TOTALS, /* in place of the value of a third card that Player did not take */
};

struct baccarat_plan {
    struct rulebook book;
    unsigned decks;
    int32_t scale;

    uint16_t shoe_count;
    uint8_t shoe[SHOE_CARDS_MAX];
    uint8_t value[DECK_CARDS_MAX];
    struct card card[DECK_CARDS_MAX];

    uint8_t start[2];              /* totals of the printed cards: Player, Banker */
    uint8_t to[INITIAL_CARDS_MAX]; /* 0 Player, 1 Banker, for each card of the initial deal */
    unsigned initial;
    bool player_draws[BACCARAT_TOTALS]
                     [BACCARAT_TOTALS]; /* by Player's and Banker's total of the initial deal */
    bool banker_draws[BACCARAT_TOTALS][BACCARAT_TOTALS]
                     [BACCARAT_TOTALS + 1]; /* ... and Player's third card */

    uint8_t outcome_line[WAGERS_MAX][OUTCOMES]; /* wagers on the outcome: line plus one, 0 lost */
    bool outcome_push[WAGERS_MAX][OUTCOMES];
    int counting;                    /* the wager judged on all cards, or -1 */
    uint8_t counted[DECK_CARDS_MAX]; /* 1: this card counts for it */
    uint8_t counted_start;           /* printed cards that count */
    uint8_t counted_line[COUNTED_MAX];

    uint32_t coup; /* the row at which a coup begins; it stops at its end */
    struct machine machine;
};

/* A mark of the machine: the outcome, and how many cards count. */
enum { MARK_COUNTED_SHIFT = 5 };
static_assert(OUTCOMES <= 1 << MARK_COUNTED_SHIFT, "an outcome fits below the count");

/* STATUS_NOT_FOUND if the book has a wager that this kernel cannot judge: more than one on all cards, or one
 * whose lines ask for more than how many cards have certain ranks. */
enum status baccarat_plan_init(struct baccarat_plan *plan, const struct rulebook *book,
                               unsigned decks) MUST_CHECK;

/* Makes the machine from everything else: the last step of baccarat_plan_init. */
void baccarat_plan_make_machine(struct baccarat_plan *plan);

int32_t baccarat_plan_payoff(const struct baccarat_plan *plan, unsigned wager, unsigned line);

#endif
