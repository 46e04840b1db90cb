/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.h - decides what has to happen next at a table. No other code decides that.
 *
 * Everything that runs a table is a loop around this module: ask for the next step, propose it
 * (table_propose_step), add what follows by itself (sequel.h), write the entry, accept it. The step that must
 * come next is derived from the table's state alone, so it makes no difference whether the state was reached
 * by playing or was read back from the journal: a crash falls between two entries, and the next step is the
 * same.
 *
 * A shoe is changed in this order:
 *
 *   REVEAL   the seed of the old shoe is published; nothing more is dealt from it     virtual shoes
 *   OPEN     the next shoe: the whole state of the table, with the commitment
 *   LUCK     the numbers that players promise for its shuffle, if there are any       virtual shoes
 *   COMMIT   the commitment, published on its own, before the first wager or card     virtual shoes
 *   MIX      the numbers that were promised, if there are any                         virtual shoes
 *   SHUFFLE  the cards are shuffled: by the system, or by the Dealer who asks for it  virtual shoes
 *   CARD     cards to be burnt, then the cards of the rounds
 *
 * The caller that runs the table collects the players' numbers (table->desk), and sets table->luck_awaited
 * while more may come: promises before LUCK, the numbers before MIX. Otherwise nothing waits.
 *
 * Pure, apart from the clock inside the table. */
#ifndef CROUPIER_TABLE_AGENDA_H
#define CROUPIER_TABLE_AGENDA_H

#include "table/table.h"

/* What a person wants to do, if steps of the system have to come before it. */
enum agenda_wish {
    WISH_NOTHING = 0,
    WISH_SHOE,    /* a manager opens the table, with a new shoe */
    WISH_SHUFFLE, /* the Dealer shuffles all cards */
    WISH_CLOSE,   /* a manager closes the table; a round that nobody has a wager in is ended first */
};

/* The step that must be done before anybody may act at the table. STEP_NONE: there is none, and the wish may
 * be proposed. STEP_WAIT: there is one, but the table waits for players' numbers first. Depends on no clock,
 * and cannot be switched off. */
struct step agenda_must(const struct table *table, enum agenda_wish wish);

/* The step of the system that follows at once, within the round, whoever is there and whatever the clock
 * says. STEP_NONE: the table waits for a person or a clock, or the round has ended. */
struct step agenda_owed(const struct table *table);

/* Whether an act may follow from another one in this way: a card from the shoe to where it is wanted, or an
 * act of the Dealer or the terminal that the rules require and nobody decides. */
bool agenda_may_owe(const struct act *act);

/* The step that is due at `now_ms`: one that must be done, or a chore that the plan leaves to the system.
 * Starts and stops the table's clock; with STEP_NONE, wake_ms says when to ask again. `awake`: somebody is
 * there to play; an empty table does not go on opening rounds. */
struct step agenda_next(struct table *table, int64_t now_ms, bool awake);

#endif
