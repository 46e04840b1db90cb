/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h - how a table is set up: what the house decides before the first person comes.
 *
 * Pure data, made from a configuration file or by a test. The plan stays while the table lives; limits and
 * seats that change are in state.h. */
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
    CHORE_ABSENT = 16, /* declares absent who does not decide before the decision clock has run out */
    CHORES_ALL = 31,
};

/* Before its first shoe a table opens by itself, or waits until somebody opens it. */
enum table_starts { TABLE_STARTS_EITHER = 0, TABLE_STARTS_OPEN, TABLE_STARTS_CLOSED };

struct table_plan {
    char id[TABLE_ID_MAX];       /* "bj-1": in addresses, journals and accounts */
    char title[TABLE_TITLE_MAX]; /* "Blackjack 1" */
    const struct rulebook *book; /* borrowed for the table's life */
    struct span book_text;       /* what it was loaded from, for the journal; borrowed while a table begins */
    const struct rulebook
        *next_book; /* it goes on by this one from the first shoe after a date; NULL: none */
    struct span next_text;
    char next_from[TABLE_DATE_MAX]; /* the gaming day: 2026-12-01 */
    uint8_t device;                 /* enum device */
    uint8_t decks;
    uint8_t areas;
    bool shuffle_machine;
    uint16_t cut_cards; /* so many cards lie behind the cutting card */
    unsigned system_chores;
    uint8_t starts;       /* enum table_starts; either: open */
    bool cover;           /* wagers are taken only as far as the bank can pay */
    int64_t chip_cents;   /* the smallest chip: whatever is staked is made of whole ones; 0: any cent */
    bool solo;            /* for one person at a time, who says when bets close */
    bool trial;           /* by a rulebook that a visitor brought (server/trial.h) */
    uint32_t betting_ms;  /* from the first wager to the close */
    uint32_t decision_ms; /* for a hand, and for each window of options */
    uint32_t pace_ms;     /* between two cards of a step, as pages show them */
    uint32_t result_ms;   /* a finished round stays on the table so long */
    int64_t limit_min_cents[WAGERS_MAX];
    int64_t limit_max_cents[WAGERS_MAX];
};

/* A plan with the book's smallest legal set-up, everything done by the system, and no limits. The text is
 * that of the built-in book of this id: who loads a book from elsewhere says from what. */
void table_plan_init(struct table_plan *plan, const char *id, const struct rulebook *book);

/* Cards that a round is begun with at least, wherever the cutting card lies: a virtual shoe must not run out
 * in the middle of one. At most half of the shoe. */
unsigned table_plan_reserve(const struct table_plan *plan, const struct setting *setting);

/* The setting of the table's first round. */
void table_plan_setting(const struct table_plan *plan, struct setting *setting);

bool chore_find(const char *name, enum chore *chore);

#endif
