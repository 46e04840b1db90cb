/* SPDX-License-Identifier: Apache-2.0 */
/* audit.h - works out again, from nothing but the journal, everything it says: every ruling, every payment,
 * every balance, every card.
 *
 * Pure. It takes the entries in the order of the log and believes none of them. The walk checks chains,
 * signatures, declarations and balances (journal/walk.h). The audit runs each table's acts through the rules
 * again, and an entry must have moved the money that the rules move. A shoe whose seed was revealed must be
 * the one that was promised, and every card that left it must be the one the seed gives. The rulebooks come
 * from the journal too (audit_books.h).
 *
 * The first difference ends the audit, and `fault` describes it. Owns its memory (audit_release). */
#ifndef CROUPIER_AUDIT_AUDIT_H
#define CROUPIER_AUDIT_AUDIT_H

#include "audit/audit_books.h"
#include "audit/audit_table.h"
#include "house/change.h"
#include "house/footing.h"
#include "house/gaming_day.h"
#include "house/staff.h"
#include "journal/walk.h"

enum { AUDIT_FAULT_MAX = 512, AUDIT_CHANGES_MAX = 256 };

struct audit_fault {
    char table[CHAIN_NAME_MAX]; /* the chain's name; "" where it is none's */
    uint64_t entry;             /* its number in the chain; 0 where it is none's */
    char message[AUDIT_FAULT_MAX];
};

/* How far the log is signed (log/guard.h). */
struct audit_log {
    char origin[NOTE_NAME_MAX];
    uint64_t checkpoints;
    uint64_t sealed;            /* entries under the last of them */
    uint64_t tail;              /* entries behind it: only the database vouches for these */
    int64_t tail_ms;            /* the time they span */
    int64_t latest_ms;          /* the time of the latest entry */
    unsigned heads;             /* heads known from outside that the log includes */
    unsigned heads_lost;        /* ... that it has lost, as audit_options.loss_by accepted in it */
    uint64_t cosignatures;      /* kept with the log */
    uint64_t cosignatures_held; /* of these, by witnesses that were named, and right */
    uint64_t cosigned;          /* entries under the last of those */
};

struct audit {
    struct walk walk;
    struct audit_log log;
    struct audit_books books;
    struct audit_table **tables; /* by chain - 1, owned; NULL: nothing was opened there yet */
    uint32_t table_room;
    uint64_t position;     /* of the last row */
    struct gaming_day day; /* of the house */
    struct footing footing;
    struct staff staff;
    bool footing_known;                            /* from the first entry on, or from a mark that tells it */
    uint64_t house_seen;                           /* the last entry of the house's chain that was read */
    struct book_change changes[AUDIT_CHANGES_MAX]; /* of rulebooks, the last of each table */
    unsigned change_count;
    bool resumed; /* behind a mark: the entries before it are not known */
    struct audit_counts counts;
    struct audit_fault fault;
};

enum status audit_init(struct audit *audit, const struct public_key *key) MUST_CHECK;
void audit_release(struct audit *audit);

/* Takes the next entry. STATUS_OK, or the first difference, described in audit->fault; then the audit is
 * over. */
enum status audit_step(struct audit *audit, uint64_t position, uint32_t chain, struct span bytes) MUST_CHECK;

/* The same for callers that have moved audit->walk to the entry themselves. */
enum status audit_entry(struct audit *audit, uint64_t position, uint32_t chain,
                        const struct entry *entry) MUST_CHECK;

/* The table of a chain; made when `entry` opens its first shoe. NULL, with the reason in `fault`: there is no
 * such table, or no rulebook for it. */
struct audit_table *audit_find_table(struct audit *audit, uint32_t chain, const struct entry *entry,
                                     struct text *fault);

/* Checks an entry against the house's day (house/gaming_day.h) after audit->walk has booked it. Only for a
 * thread that sees every entry, since it compares the balances of all accounts. audit_step calls it. */
enum status audit_house(struct audit *audit, uint32_t chain, const struct entry *entry) MUST_CHECK;

/* After the last entry: checks that the books close. */
enum status audit_finish(struct audit *audit) MUST_CHECK;

#endif
