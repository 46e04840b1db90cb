/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h - a rulebook turned into the lookup tables that the blackjack kernel runs on.
 *
 * Built once per run from the frozen rulebook, the number of decks and a chart of actions; read-only
 * afterwards and shared by all threads. Nothing in it is about a named game.
 *
 * A player's hand is a state: the multiset of its card values (Ace, 2 to 9, ten), so a chart may depend on
 * the composition or only on totals, as its maker wishes. The Dealer's hand is a state of total, softness and
 * number of cards. Results are whole numbers of 1/scale of a stake. */
#ifndef CROUPIER_SIMULATE_PLAN_H
#define CROUPIER_SIMULATE_PLAN_H

#include <assert.h>

#include "cards/shoe.h"
#include "rulebook/rulebook.h"
#include "simulate/chart.h"
#include "simulate/machine.h"

enum {
    DEALER_STATES_MAX = 256,
    PLAN_SIDES_MAX = WAGERS_MAX,
    SIDE_CLASSES_MAX = DECK_CARDS_MAX,
    SIDE_TABLE_MAX =
        SIDE_CLASSES_MAX * SIDE_CLASSES_MAX, /* two cards of any kind, or three of up to 16 classes */
};

/* How a hand ended, as the row of the payoff table: its total, or one of these; a doubled hand adds
 * ENDED_DOUBLED. */
enum {
    ENDED_BUST = 0,
    ENDED_BLACKJACK = 22,
    ENDED_SURRENDER = 23,
    ENDED_EVEN = 24,
    ENDED_SPLIT = 25, /* several hands: see kernel_split.h */
    ENDED_DOUBLED = 32,
    ENDED_COUNT = 64
};

/* How the Dealer's hand ended, as the column. */
enum {
    AGAINST_NONE = 0,
    AGAINST_17 = 1,
    AGAINST_21 = 5,
    AGAINST_BUST = 6,
    AGAINST_BLACKJACK = 7,
    AGAINST_COUNT = 8
};

/* How many cards the Dealer takes: none, the one that decides Blackjack and Insurance, or all that the rule
 * asks for. */
enum { NEED_NONE = 0, NEED_ONE = 1, NEED_ALL = 2 };

/* A side wager judged on two or three first cards: classes of cards that its lines cannot tell apart, and for
 * every combination of classes the line it pays on, plus one; 0: it loses. */
struct plan_side {
    uint8_t wager;
    uint8_t judge;
    uint8_t class_count;
    uint8_t card_class[DECK_CARDS_MAX];
    uint8_t line[SIDE_TABLE_MAX]; /* [first * n + second], or [(first * n + second) * n + dealer] */
};

/* How the Dealer's cards ended, with all that depends on them besides the hand. */
enum { DEALER_ENDS_MAX = 256, PLAN_UNINSURED = PAY_LINES_MAX + 1 };

struct dealer_end {
    uint8_t against;
    uint8_t bust_line; /* of the wager on the Dealer's bust: line plus one */
    uint8_t insurance; /* line plus one, or PLAN_UNINSURED */
};

/* A mark of the machine: how the hand ended, and how the Dealer did as an index of plan.ends. */
enum { MARK_DEALER_SHIFT = 6 };
static_assert(ENDED_COUNT == 1 << MARK_DEALER_SHIFT, "a hand's end fits below the Dealer's");
static_assert((int)ENDED_COUNT * (int)DEALER_ENDS_MAX <= (int)MACHINE_MARKS, "both fit into a mark");

static inline unsigned mark_ended(unsigned mark)
{
    return mark & (ENDED_COUNT - 1);
}

/* The rows of the machine at which something begins. */
struct plan_rows {
    /* One box plays a whole round; by whether it takes Insurance where it is offered. Stops at the round's
     * end, or with ENDED_SPLIT when a pair is to be split. */
    uint32_t alone[2];
    uint32_t dealer[HAND_VALUES][2][2]; /* by the first card, whether all that the rule asks for are drawn,
                                           and whether an Insurance lies there; stops at the Dealer's end */
    /* The first decision of a box at a table of several; not a row but the word that leads to one, by the
     * Dealer's first card and the box's two. Stops at the end of the hand; a mark of ENDED_SPLIT
     * without stop: is to be split. */
    uint32_t first[HAND_VALUES][HAND_VALUES][HAND_VALUES];
};

struct plan {
    struct rulebook book;
    unsigned decks;
    unsigned boxes;
    int32_t scale;

    uint16_t shoe_count;
    uint8_t shoe[SHOE_CARDS_MAX];  /* card numbers in factory order */
    uint8_t value[DECK_CARDS_MAX]; /* of a card number: 0 Ace, 1 to 8 for 2 to 9, 9 ten */
    struct card card[DECK_CARDS_MAX];

    struct chart chart;             /* states, and what to do in them */
    uint8_t ended[HAND_STATES_MAX]; /* how a hand that stops in this state ended */

    uint16_t dealer_count;
    uint16_t dealer_next[DEALER_STATES_MAX][HAND_VALUES]; /* the first ten states are the first card */
    bool dealer_draws[DEALER_STATES_MAX];                 /* draws on in this state */
    uint8_t dealer_ended[DEALER_STATES_MAX];
    uint8_t dealer_cards[DEALER_STATES_MAX];

    int32_t payoff[ENDED_COUNT][AGAINST_COUNT];
    /* The use of the Dealer's cards, by the first one and how a hand ended: for the hand alone, and
     * with an Insurance beside it wherever one is offered. */
    uint8_t need_bare[HAND_VALUES][ENDED_COUNT];
    uint8_t need[HAND_VALUES][ENDED_COUNT];

    unsigned side_count; /* judged on the first cards */
    struct plan_side sides[PLAN_SIDES_MAX];
    int split_side;                          /* wager index, or -1 */
    uint8_t split_side_line[DECK_CARDS_MAX]; /* by the card that joins the Ace: line plus one */
    int insurance;                           /* wager index, or -1 */
    uint8_t insurance_line[DECK_CARDS_MAX];
    bool insurance_offered[HAND_VALUES];
    int bust_side; /* wager index, or -1: the Dealer draws out for it */
    uint8_t bust_line[DEALER_STATES_MAX];

    unsigned end_count;
    unsigned unplayed; /* what a Dealer who takes no second card adds to a mark */
    struct dealer_end ends[DEALER_ENDS_MAX];
    struct plan_rows rows;
    struct machine machine;
};

/* The book must be of the blackjack family and the decks within its range. */
void plan_init(struct plan *plan, const struct rulebook *book, unsigned decks, unsigned boxes,
               const struct chart *chart);

/* Makes the machine, its rows and the Dealer's ends from everything else: the last step of plan_init. */
void plan_make_machine(struct plan *plan);

/* The lines of a side wager against one first card of the Dealer: those of two cards lie at
 * (first * n + second) * step. */
struct side_lines {
    const uint8_t *line;
    unsigned n;
    unsigned step;
};

static inline struct side_lines plan_side_lines(const struct plan_side *side, unsigned dealer)
{
    unsigned n = side->class_count;
    if (side->judge != JUDGE_FIRST_TWO_DEALER)
        return (struct side_lines){side->line, n, 1};
    return (struct side_lines){side->line + side->card_class[dealer], n, n};
}

static inline unsigned side_lines_at(const struct side_lines *lines, const struct plan_side *side,
                                     unsigned one, unsigned two)
{
    return lines->line[(side->card_class[one] * lines->n + side->card_class[two]) * lines->step];
}

/* The line, plus one, that a side wager of the box pays on for its two cards and the Dealer's first. */
static inline unsigned plan_side_line(const struct plan_side *side, unsigned one, unsigned two,
                                      unsigned dealer)
{
    const struct side_lines lines = plan_side_lines(side, dealer);
    return side_lines_at(&lines, side, one, two);
}

/* The result of one wager of this kind when it ends on this line (plus one; 0: it loses), in 1/scale of the
 * stake. */
int32_t plan_side_payoff(const struct plan *plan, unsigned wager, unsigned line);

#endif
