/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h - how a table is set up: what the house decides before the first person comes.
 *
 * Pure data, made from a configuration file or by a test. Limits and seats that change while the table is in
 * use are in state.h. */
#ifndef CROUPIER_TABLE_PLAN_H
#define CROUPIER_TABLE_PLAN_H

#include "journal/wire.h"
#include "table/state.h"

enum { TABLE_ID_MAX = 32, TABLE_TITLE_MAX = 64, TABLE_DATE_MAX = 11 };

/* The system does the chores in `system_chores`; any other chore waits for a person. */
enum chore {
    CHORE_OPEN = 1,    /* opens bets, begins rounds */
    CHORE_CLOSE = 2,   /* closes bets when the betting clock has run out */
    CHORE_DEAL = 4,    /* draws cards from the virtual shoe, changes the shoe */
    CHORE_SETTLE = 8,  /* settles, goes on, ends the round */
    CHORE_ABSENT = 16, /* declares absent a person who has not decided when the decision clock runs out */
    CHORES_ALL = 31,
};

/* Whether a table opens by itself before its first shoe, or waits until somebody opens it. */
enum table_starts { TABLE_STARTS_EITHER = 0, TABLE_STARTS_OPEN, TABLE_STARTS_CLOSED };

struct table_plan {
    char id[TABLE_ID_MAX];       /* "bj-1": in addresses, journals and accounts */
    char title[TABLE_TITLE_MAX]; /* "Blackjack 1" */
    const struct rulebook *book; /* borrowed for the table's life */
    struct span book_text;       /* the book's document, for the journal; borrowed while the table begins */
    const struct rulebook
        *next_book; /* the table changes to this book with the first shoe on or after a date; NULL: none */
    struct span next_text;
    char next_from[TABLE_DATE_MAX]; /* the gaming day: 2026-12-01 */
    uint8_t device;                 /* enum device */
    uint8_t decks;
    uint8_t areas;
    bool shuffle_machine;
    uint16_t cut_cards; /* the number of cards behind the cutting card */
    unsigned system_chores;
    uint8_t starts;       /* enum table_starts; either: open */
    bool cover;           /* wagers are taken only as far as the bank can pay them */
    int64_t chip_cents;   /* the smallest chip: every stake is a multiple of it; 0: any amount */
    bool solo;            /* for one person at a time, who says when bets close */
    bool trial;           /* by a rulebook that a visitor brought (server/trial.h) */
    uint32_t betting_ms;  /* from the first wager to the close */
    uint32_t decision_ms; /* for a hand, and for each window of options */
    uint32_t pace_ms;     /* between two cards of a step, as pages show them */
    uint32_t result_ms;   /* how long a finished round stays on the table */
    int64_t limit_min_cents[WAGERS_MAX];
    int64_t limit_max_cents[WAGERS_MAX];
};

/* A plan with the book's smallest legal set-up, all chores done by the system, and no limits. book_text is
 * the text of the built-in book of that id; set it if the book was loaded from elsewhere. */
void table_plan_init(struct table_plan *plan, const char *id, const struct rulebook *book);

/* How many cards must be left for a round to begin, wherever the cutting card lies: a virtual shoe must not
 * run out in the middle of a round. At most half of the shoe. */
unsigned table_plan_reserve(const struct table_plan *plan, const struct setting *setting);

/* The setting of the table's first round. */
void table_plan_setting(const struct table_plan *plan, struct setting *setting);

bool chore_find(const char *name, enum chore *chore);

#endif
