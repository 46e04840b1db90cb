/* SPDX-License-Identifier: Apache-2.0 */
/* count.h - chips and cash counted by hand, piece by piece, and slips for chips brought to or from a table:
 * the texts of entries *count*.
 *
 * Pure. docs/journal.md, section 15, has the form. A count says what was found, what the books say, and,
 * where the two differ, why. One person asks for a slip and another confirms or refuses it. */
#ifndef CROUPIER_HOUSE_COUNT_H
#define CROUPIER_HOUSE_COUNT_H

#include "house/order.h"

enum { COUNT_PIECES_MAX = 32, REASON_MAX = 200, COUNT_TEXT_MAX = 2048, CHIPS_MAX = 16 };

/* The chips of a house: their values, largest first. */
struct chips {
    unsigned count;
    int64_t cents[CHIPS_MAX];
};

/* Whether the house has a chip of that value. A house that names no chips has all of them. */
bool chips_has(const struct chips *chips, int64_t cents);

#define COUNT_WHAT_LIST(X)                                                                                   \
    X(COUNT_OPENING, "opening") X(COUNT_CLOSING, "closing") X(COUNT_DROP, "drop") X(COUNT_CAGE, "cage")

enum count_what {
#define COUNT_WHAT_ENUM(id, name) id,
    COUNT_WHAT_LIST(COUNT_WHAT_ENUM)
#undef COUNT_WHAT_ENUM
        COUNT_WHATS
};

struct piece {
    int64_t cents; /* of one */
    uint32_t number;
};

struct count {
    enum count_what what;
    struct account account; /* kind and name */
    int64_t counted_cents;
    int64_t books_cents; /* the account's balance before the entry */
    char with[ENTRY_WHO_MAX];
    unsigned piece_count;
    struct piece pieces[COUNT_PIECES_MAX];
    int64_t cash_cents;      /* money that was not counted by pieces */
    char reason[REASON_MAX]; /* "": there is no difference */
};

const char *count_what_name(enum count_what what);
bool count_what_find(const char *name, enum count_what *what);

/* The sum of the pieces and the cash. STATUS_BAD_COUNT: a piece that the house does not have, or too many. */
enum status count_sum(const struct count *count, const struct chips *chips, int64_t *sum_cents) MUST_CHECK;

void count_print(const struct count *count, struct text *text);

/* False: the text is not a count, or its pieces do not add up. */
bool count_parse(struct span span, struct count *count);

/* ---- Slips. ---- */

enum slip_verb { SLIP_FILL, SLIP_CREDIT, SLIP_REFUSED };

struct slip {
    enum slip_verb verb;
    uint64_t number;
    char table[ACCOUNT_NAME_MAX];
    int64_t cents;
    char asked[ENTRY_WHO_MAX]; /* who asked: from the entry, not from its text */
};

void slip_print(const struct slip *slip, struct text *text);
bool slip_parse(struct span span, struct slip *slip);

/* A reason fit to be kept: one line of words, not empty, without control characters. */
bool reason_ok(const char *reason);

#endif
