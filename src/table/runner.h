/* SPDX-License-Identifier: Apache-2.0 */
/* runner.h - runs one table and its books on one thread: croupier play, tests, tools.
 *
 * The smallest loop around a table's agenda (agenda.h): it proposes a step or an act, writes the entry with
 * everything that follows from it, and accepts it once it is on disk. Does not wait for clocks unless the
 * plan has some. Large; keep it on the heap. */
#ifndef CROUPIER_TABLE_RUNNER_H
#define CROUPIER_TABLE_RUNNER_H

#include "store/books.h"
#include "table/sequel.h"

/* Called for every entry with acts, once it is on disk. */
struct runner_sink {
    void (*kept)(void *context, const struct table *table, const struct sequel *sequel);
    void *context;
};

struct runner {
    struct table table;
    struct books *books; /* borrowed */
    uint32_t chain;
    struct proposal proposal; /* of the last act; its ruling and reason explain a refusal */
    struct table_state next;  /* the proposal's */
    struct sequel sequel;     /* of the last act or step: the content of its entry */
    struct runner_sink sink;  /* may be empty */
    bool hasty;               /* does not wait for the disk: for tests and measurements */
};

/* Restores the table from its journal, or begins it, and does every step that must come before anybody may
 * act: the game's own power-failure clause decides a round that was cut off, and a change of shoe that was
 * under way is completed. The caller sets `books`, `sink` and `hasty` before. */
enum status runner_begin(struct runner *runner, const struct table_plan *plan, struct shoe_source source,
                         struct store_failure *failure) MUST_CHECK;
void runner_end(struct runner *runner);

/* A player's act in the words of a record, without the name; and an act of anybody. */
enum status runner_say(struct runner *runner, const char *name, const char *words) MUST_CHECK;
enum status runner_act(struct runner *runner, const struct act *act) MUST_CHECK;

/* Does the step that is due at `now_ms`; *done is false when there is none, and the table waits for a person.
 */
enum status runner_step(struct runner *runner, int64_t now_ms, bool *done) MUST_CHECK;

/* Buy-in, cash-out, fill or credit; `name` is the player's or the table's. */
enum status runner_money(struct runner *runner, enum movement movement, const char *name,
                         int64_t cents) MUST_CHECK;

/* A player's balance, wagers on the layout not counted. */
int64_t runner_balance(const struct runner *runner, const char *name);

#endif
