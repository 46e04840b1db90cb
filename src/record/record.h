/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - a round record: one table's rounds as lines of text, read and checked whole.
 *
 * The reader turns a text in the notation of docs/notation.md into items in file order: headers, acts (one
 * per card of a `shoe:` line), expectations and the separators between rounds. It judges the form only;
 * round_apply judges the acts by the rules. No I/O: the caller brings the bytes. A record owns its items and
 * a copy of the text on the heap; slices in items point into that copy. */
#ifndef CROUPIER_RECORD_RECORD_H
#define CROUPIER_RECORD_RECORD_H

#include "record/expectation.h"
#include "record/header.h"
#include "record/roster.h"
#include "record/word.h"
#include "round/act.h"
#include "rulebook/fault.h"

enum { RECORD_LINE_MAX = 1000, RECORD_BYTES_MAX = 64 << 20, RECORD_FORMAT = 1 };

enum item_kind { ITEM_HEADER = 1, ITEM_ACT, ITEM_EXPECTATION, ITEM_SEPARATOR };

struct record_item {
    unsigned line;
    uint8_t kind;     /* enum item_kind */
    bool goes_on;     /* a card, and another card of the same line follows */
    struct word text; /* the line's words; of an expectation, those after "=" */
    union {
        struct header header;
        struct act act;
        struct expectation expectation;
    };
};

struct record {
    const struct rulebook *book; /* borrowed from the books; without the record's own switches */
    uint8_t decks;
    uint8_t areas;
    bool expects; /* has at least one expectation */
    unsigned last_line;
    struct roster roster;
    size_t item_count;
    size_t item_room;
    struct record_item *items; /* owned */
    char *text;                /* owned */
    struct faults faults;
};

/* Gives the rulebook that a record's `game` header names, or NULL if there is none. The rulebook must outlive
 * the record. */
struct record_books {
    const struct rulebook *(*find)(void *context, const char *id);
    void *context;
};

void record_init(struct record *record);
void record_release(struct record *record);

/* Reads `size` bytes. STATUS_BAD_RECORD: record->faults tells why, and the items are not to be used. */
enum status record_read(struct record *record, const struct record_books *books, const char *bytes,
                        size_t size) MUST_CHECK;

#endif
