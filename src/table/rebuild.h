/* SPDX-License-Identifier: Apache-2.0 */
/* rebuild.h - a table's state from its journal: after a restart, for an audit, for the recall of a round.
 *
 * Pure: the caller brings the entries of the table's chain in their order, from the beginning of a shoe
 * (ENTRY_OPENED) on. Owns a little memory (rebuild_release). */
#ifndef CROUPIER_TABLE_REBUILD_H
#define CROUPIER_TABLE_REBUILD_H

#include "journal/entry.h"
#include "record/line.h"
#include "table/state.h"

/* Called for each act after the ruling; `state` is the state after the act. */
struct rebuild_sink {
    void (*act)(void *context, const struct table_state *state, const struct act *act,
                const struct ruling *ruling, const struct events *events);
    void *context;
};

struct rebuild {
    const struct rulebook *book;
    struct table_state state;
    struct line_reader lines;
    struct events events;
    struct ruling ruling;     /* on the last act */
    struct rebuild_sink sink; /* may be empty */
};

void rebuild_init(struct rebuild *rebuild, const struct rulebook *book);
void rebuild_release(struct rebuild *rebuild);

/* Later entries are by another book; the caller has changed the state to it (state_change_book). */
void rebuild_turn_book(struct rebuild *rebuild, const struct rulebook *book);

/* Applies one entry; entries without effect on the state are ignored. STATUS_BAD_ENTRY: it cannot be read, or
 * the rules refuse an act that it says was accepted; the state must not be used any more. */
enum status rebuild_entry(struct rebuild *rebuild, const struct entry *entry) MUST_CHECK;

#endif
