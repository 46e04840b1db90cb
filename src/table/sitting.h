/* SPDX-License-Identifier: Apache-2.0 */
/* sitting.h - one table and its books in the hands of one thread: croupier play, tests, tools.
 *
 * What the server does for many tables at once is done here for one, step after step: an act is proposed
 * (table.h), its entry is on disk, and only then it counts. The chores of the system are done by
 * sitting_go_on, without waiting for clocks unless the plan has some. Large; keep it on the heap. */
#ifndef CROUPIER_TABLE_SITTING_H
#define CROUPIER_TABLE_SITTING_H

#include "store/books.h"
#include "table/table.h"

/* Told of every act that was accepted and is on disk. */
struct sitting_sink {
    void (*acted)(void *context, const struct table *table, const struct proposal *proposal);
    void *context;
};

struct sitting {
    struct table table;
    struct books *books;         /* borrowed */
    const struct house_key *key; /* borrowed */
    const struct draws *draws;   /* borrowed: where the salts of shoes come from */
    uint32_t chain;
    struct proposal proposal; /* of the last act; its ruling and reason tell about a refusal */
    struct sitting_sink sink; /* may be empty */
    bool hasty;               /* does not wait for the disk: for tests and measurements */
};

/* Takes the table up where its journal ends, or begins it. A round that was cut off is decided by the game's
 * own power-failure clause, and that is journalled. */
enum status sitting_begin(struct sitting *sitting, const struct table_plan *plan,
                          struct store_failure *failure) MUST_CHECK;
void sitting_end(struct sitting *sitting);

/* A player's act in the words of a record, without his name; an act of anybody. */
enum status sitting_say(struct sitting *sitting, const char *name, const char *words) MUST_CHECK;
enum status sitting_act(struct sitting *sitting, const struct act *act) MUST_CHECK;

/* Does the next chore that is due at `now_ms`; *done is false when there is none, and the table waits for a
 * person. */
enum status sitting_go_on(struct sitting *sitting, int64_t now_ms, bool *done) MUST_CHECK;

/* Buy-in, cash-out, fill or credit; `name` is the player's or the table's. */
enum status sitting_money(struct sitting *sitting, enum movement movement, const char *name,
                          int64_t cents) MUST_CHECK;

/* What a player has, wagers on the layout not counted. */
int64_t sitting_balance(const struct sitting *sitting, const char *name);

#endif
