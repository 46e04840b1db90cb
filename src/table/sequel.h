/* SPDX-License-Identifier: Apache-2.0 */
/* sequel.h - an act and everything that follows from it by itself, as one entry of the journal.
 *
 * An act or a step was proposed (table.h) and not refused. The sequel begins with it, asks the agenda what
 * the system owes at once (agenda_owed), proposes that on top, and so on, until the table has to wait for a
 * person, a clock or a shoe. Then the caller writes one entry with the text and the postings of all of it.
 * While the sequel is made, the table's state runs ahead; if the entry cannot be written, the state is put
 * back.
 *
 *     sequel_begin(sequel, table, proposal);
 *     while (sequel_goes_on(sequel, table, ledger, proposal)) {}
 *     ... write sequel->kind, ->round, ->text, ->transaction ...
 *     sequel_accept(sequel, table, proposal); or sequel_undo(sequel, table);
 *
 * Each act is kept with its events and the state after it, in order, so that people can be shown them once
 * the entry is on disk. Touches no store and no clock. Owns the parts (sequel_release) until they are taken.
 * Large: keep one and reuse it. */
#ifndef CROUPIER_TABLE_SEQUEL_H
#define CROUPIER_TABLE_SEQUEL_H

#include "table/agenda.h"

enum { SEQUEL_PARTS_MAX = 64, SEQUEL_TEXT_MAX = 2 * STATE_TEXT_MAX };

/* One act; or, with act.verb 0, something that is not an act: a shoe, a commitment, a limit. */
struct sequel_part {
    struct sequel_part *next;
    struct table_state state; /* after it */
    struct act act;
    struct ruling ruling;
    struct events events; /* last: only the events that are there are allocated */
};

struct sequel {
    enum entry_kind kind;
    uint32_t round; /* that the entry belongs to; 0: none */
    struct transaction transaction;
    struct text text;
    char text_bytes[SEQUEL_TEXT_MAX];
    struct sequel_part *first; /* owned */
    struct sequel_part **last;
    unsigned count;
    unsigned cards;            /* how many were dealt from the virtual shoe */
    bool ahead;                /* the table's state has moved on already */
    struct table_state before; /* ... from here */
};

/* Begins with the proposal. STATUS_NO_MEMORY: nothing has changed. */
enum status sequel_begin(struct sequel *sequel, struct table *table,
                         const struct proposal *proposal) MUST_CHECK;

/* Adds the next thing that follows by itself. False: nothing follows; or it has to be an entry of its own,
 * because there is no room for more, or because it returns to a player money that they staked in this one.
 * The table's next step is then that. */
bool sequel_goes_on(struct sequel *sequel, struct table *table, const struct ledger *ledger,
                    struct proposal *proposal);

/* The entry was written: the state counts. Clocks begin once the pages have shown the cards one by one. */
void sequel_accept(struct sequel *sequel, struct table *table, const struct proposal *proposal);

/* The entry was not written: puts the table's state back and frees the parts. */
void sequel_undo(struct sequel *sequel, struct table *table);

/* Returns the parts owned: the caller frees them with sequel_parts_free. */
struct sequel_part *sequel_take_parts(struct sequel *sequel);
void sequel_parts_free(struct sequel_part *parts);
void sequel_release(struct sequel *sequel);

#endif
