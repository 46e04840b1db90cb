/* SPDX-License-Identifier: Apache-2.0 */
/* audit_table.h - the journal of one table, worked out again.
 *
 * Pure. Part of an audit: the entry's place in its chain is already checked, and its money is booked in
 * `ledger`. A difference is written into the caller's text as a sentence; after the first one the table must
 * not be used. */
#ifndef CROUPIER_AUDIT_AUDIT_TABLE_H
#define CROUPIER_AUDIT_AUDIT_TABLE_H

#include "base/text.h"
#include "cards/shoe.h"
#include "journal/chain.h"
#include "table/posting.h"
#include "table/rebuild.h"

struct ledger;

/* How much was checked. */
struct audit_counts {
    uint64_t rounds;
    uint64_t acts;
    uint64_t cards;
    uint64_t shoes;          /* virtual ones that were begun */
    uint64_t shoes_revealed; /* of these, checked card by card */
    uint64_t shoes_unplayed; /* of these, given up before anybody had a wager */
    uint64_t numbers;        /* of players, that were mixed into shoes */
    uint64_t numbers_away;   /* that were promised and not revealed: each a bit the house could choose */
    uint64_t shoes_reread;   /* begun by a program that knew other keys: judged by the rulebook's document */
};

struct audit_table {
    char name[CHAIN_NAME_MAX];
    struct rebuild rebuild;
    bool opened;
    bool shuffled;                     /* all cards of the shoe in use were shuffled */
    bool wagered;                      /* somebody had a wager in a round of it */
    uint16_t drawn;                    /* cards that left it */
    struct card cards[SHOE_CARDS_MAX]; /* these; CARD_NONE: nobody has seen it yet */
    uint8_t down_count;
    struct down_card down[DOWN_CARDS_MAX]; /* face down before the act at hand, as in the state */
    struct transaction transaction;        /* what the rules move for the entry at hand */
    struct posting_accounts accounts;
    enum status posting; /* trouble with that */
    const struct ledger *ledger;
    const struct entry *entry; /* at hand */
    struct audit_counts *counts;
    bool acted;        /* the entry at hand had an act already */
    bool wrong_person; /* an act was journalled under another person's name */
    bool too_early;    /* an act came before a step that must precede it */
};

/* `book` is the one its first shoe names. Returns owned; NULL: no memory. */
struct audit_table *audit_table_new(const char *name, const struct rulebook *book,
                                    struct audit_counts *counts);
void audit_table_free(struct audit_table *table);

enum status audit_table_entry(struct audit_table *table, const struct ledger *ledger,
                              const struct entry *entry, struct text *fault) MUST_CHECK;

/* Takes an entry that an earlier audit has found right: brings the table's state up to it, and counts
 * nothing. Call it with every entry from the beginning of the shoe in use. */
enum status audit_table_repeat(struct audit_table *table, const struct ledger *ledger,
                               const struct entry *entry) MUST_CHECK;

/* Compares two transactions account by account; postings may be in any order. False: `fault` says where they
 * differ. */
bool audit_money_agrees(const struct ledger *ledger, const struct transaction *expected,
                        const struct transaction *booked, struct text *fault);

#endif
