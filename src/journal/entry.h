/* SPDX-License-Identifier: Apache-2.0 */
/* entry.h - one entry of a journal: what was done, by whom, when, and what money it moved.
 *
 * Pure. The bytes of an entry are specified in entry.c and in docs/journal.md. An entry of a round holds what
 * was accepted together: its text is lines of a round record (docs/notation.md), its transaction the money
 * they moved. So the texts of a chain, one after the other, are its round records.
 *
 * Entries are written in format 2. Those of format 1, which end with a hash over the entry before, can still
 * be read.
 *
 * The spans are borrowed: from the caller when writing, from the bytes when reading. */
#ifndef CROUPIER_JOURNAL_ENTRY_H
#define CROUPIER_JOURNAL_ENTRY_H

#include "base/hash.h"
#include "base/status.h"
#include "journal/wire.h"
#include "ledger/transaction.h"

enum {
    ENTRY_WHO_MAX = 64,
    ENTRY_KEY_MAX = 64,
    ENTRY_REQUEST_BYTES = 16,
    ENTRY_FORMAT_OLD = 1,
    ENTRY_FORMAT = 2,
    ENTRY_TEXT_MAX = 128 * 1024,
    ENTRY_BYTES_MAX = ENTRY_TEXT_MAX + 2048, /* the rest at its longest, with room */
};

/* X(identifier, pinned number, name). The text of an entry, by kind: */
/* clang-format off */
#define ENTRY_KIND_LIST(X) \
    /* of the house's own chain: declaration.h */ \
    X(ENTRY_FOUNDED,   1,  "founded")   /* the first entry of the house: its public key */ \
    X(ENTRY_CHAIN,     2,  "chain")     /* a chain is begun: its number and name */ \
    X(ENTRY_ACCOUNT,   3,  "account")   /* an account is opened: its number, kind and name */ \
    X(ENTRY_DOCUMENT,  4,  "document")  /* a rulebook, word for word; others refer to it by the hash of its text */ \
    /* of a table */ \
    X(ENTRY_OPENED,    5,  "opened")    /* headers of a round record: game, rulebook, decks, limits */ \
    X(ENTRY_CLOSED,    6,  "closed")    /* nothing more is dealt here until it is opened again */ \
    X(ENTRY_ROUND,     7,  "round")     /* acts, of which the first begins a round */ \
    X(ENTRY_ACTS,      8,  "acts")      /* further acts and cards of the round */ \
    X(ENTRY_REFUSED,   9,  "refused")   /* an act, then `= refused` with the clauses that refuse it */ \
    X(ENTRY_RECOVERED, 10, "recovered") /* acts decided after a failure, by the game's own clause */ \
    X(ENTRY_COMMITTED, 11, "committed") /* a shoe, before its first bet: what it will be checked against */ \
    X(ENTRY_REVEALED,  12, "revealed")  /* its seed, after its last card */ \
    /* of either */ \
    X(ENTRY_MONEY,     13, "money")     /* buy-in, cash-out, fill, credit */ \
    X(ENTRY_CORRECTED, 14, "corrected") /* puts right the entry it names; that one stays as it is */ \
    X(ENTRY_SIGNED,    15, "signed")    /* format 1: the house's signature over the chain so far */ \
    X(ENTRY_NOTE,      16, "note")      /* words for people, without effect */ \
    /* of the house again */ \
    X(ENTRY_KEY,       17, "key")       /* the house signs with another key from here on */ \
    X(ENTRY_LOSS,      18, "loss")      /* somebody answers for a head that is known and not in this log */ \
    X(ENTRY_PERSON,    19, "person")    /* somebody is added, changed or revoked */ \
    X(ENTRY_SESSION,   20, "session")   /* a log-in, a refused one, a logout */ \
    X(ENTRY_DAY,       23, "day")       /* a gaming day or a shift begins or ends: house/gaming_day.h */ \
    X(ENTRY_COUNT,     24, "count")     /* of either chain: chips or cash are counted; a slip is asked for */ \
    X(ENTRY_PATRON,    25, "patron")    /* what protects a person: house/patron.h */ \
    X(ENTRY_CHANGE,    26, "change")    /* a table is added, retired, renamed or gets another rulebook */ \
    /* of a table again */ \
    X(ENTRY_LUCK,      21, "luck")      /* numbers that players promise for the shuffle of a shoe */ \
    X(ENTRY_MIXED,     22, "mixed")     /* these numbers, or that one stayed away */

#define ROLE_LIST(X) \
    X(ROLE_SYSTEM, 1, "system") X(ROLE_PLAYER, 2, "player") X(ROLE_DEALER, 3, "dealer") X(ROLE_PIT, 4, "pit") \
    X(ROLE_SHIFT, 5, "shift") X(ROLE_CAGE, 6, "cage") X(ROLE_AUDITOR, 7, "auditor")
/* clang-format on */

enum entry_kind {
#define ENTRY_KIND_ENUM(id, number, name) id = (number),
    ENTRY_KIND_LIST(ENTRY_KIND_ENUM)
#undef ENTRY_KIND_ENUM
};

enum role {
#define ROLE_ENUM(id, number, name) id = (number),
    ROLE_LIST(ROLE_ENUM)
#undef ROLE_ENUM
};

struct entry {
    uint8_t format;      /* ENTRY_FORMAT, or ENTRY_FORMAT_OLD */
    uint32_t chain;      /* of its chain, from 1; format 1 does not say: 0 */
    uint64_t number;     /* from 1, without gap, within its chain */
    int64_t time_ms;     /* since 1970, UTC */
    uint8_t kind;        /* enum entry_kind */
    uint8_t role;        /* enum role: in which capacity it was done */
    struct span who;     /* the person or device that did it, as signed in; empty: the system itself */
    struct span key;     /* the request's own name, so that it is never booked twice; empty: none */
    struct span request; /* ENTRY_REQUEST_BYTES of a hash over what was asked under that name; or empty */
    uint32_t round;      /* the table's round that it belongs to; 0: none */
    struct span text;    /* lines of a record, each ended by a line feed */
    struct hash
        hash; /* of its leaf (log/merkle.h); format 1: over the previous entry's and everything above */
    struct transaction transaction; /* count 0: no money moved. Last, since most of its room is unused */
};

const char *entry_kind_name(enum entry_kind kind); /* "unknown" for a number that is not in the list */
const char *role_name(enum role role);
bool entry_kind_find(const char *name, enum entry_kind *kind);
bool role_find(const char *name, enum role *role);

/* Writes the entry in format 2; sets entry->hash, and *used to the bytes written. */
enum status entry_write(struct entry *entry, uint8_t *bytes, size_t size, size_t *used) MUST_CHECK;

/* Reads exactly `size` bytes: STATUS_BAD_ENTRY unless they are an entry in its one form. The hash of format 1
 * is read but not checked, and that of format 2 is not computed: chain_check does both. */
enum status entry_read(struct entry *entry, const uint8_t *bytes, size_t size) MUST_CHECK;

/* The number of bytes of a struct entry that are in use: its room for postings counts as far as it is filled.
 */
static inline size_t entry_used(const struct entry *entry)
{
    return offsetof(struct entry, transaction.postings) +
           entry->transaction.count * sizeof entry->transaction.postings[0];
}

/* Copies an entry that was read from `bytes`, with its spans pointing into the same bytes at `moved`, so that
 * they need not be read again. Writes entry_used bytes of `copy`. */
void entry_follow(struct entry *copy, const struct entry *entry, const uint8_t *bytes, const uint8_t *moved);

/* The hash these bytes should end with, in format 1. */
struct hash entry_old_hash(const struct hash *previous, const uint8_t *bytes, size_t size);

#endif
