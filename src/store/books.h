/* SPDX-License-Identifier: Apache-2.0 */
/* books.h - the books of a house: ledger, chains and store as one.
 *
 * Tables write to the books. books_write checks a line in every respect (its key is new, its money is there,
 * the store works), then journals, books and queues it in one step. The ticket tells when it is on disk; only
 * then may anybody be told. A refusal changes nothing.
 *
 * For one thread at a time; the store's writer and the sealer (sealer.h), which signs the log behind the acts
 * and when the books are closed, are the only others. */
#ifndef CROUPIER_STORE_BOOKS_H
#define CROUPIER_STORE_BOOKS_H

#include "log/checkpoint.h"
#include "store/house_key.h"
#include "store/store.h"

struct books_options {
    struct store_options store;
    const struct house_key *key;    /* copied; NULL when only reading */
    int64_t (*now_ms)(void *clock); /* since 1970; NULL: the system's clock */
    void *clock;
};

struct books;

/* Founds a new database with the key; an existing one must have been signed with it last. */
enum status books_open(struct books **books, const struct books_options *options,
                       struct store_failure *failure) MUST_CHECK;

/* Writes what waits, signs, closes. Takes the books; NULL is nothing. */
void books_close(struct books *books);

/* Balances as they will be when everything written is on disk: use them to decide what may be wagered or
 * paid. */
const struct ledger *books_ledger(const struct books *books);

/* The balance of an account on disk: the only one to show to people. 0 if there is no such account. */
int64_t books_durable_cents(struct books *books, uint32_t account);

struct store *books_store(struct books *books);

/* The number of the account or chain, or the hash of the document; it is opened, begun or added if it is new,
 * and *made tells whether it was (may be NULL). STATUS_NO_DATABASE: other servers open accounts too, and the
 * database has not answered which number it got; ask again. */
enum status books_account(struct books *books, enum account_kind kind, const char *name, uint32_t *number,
                          bool *made) MUST_CHECK;
enum status books_chain(struct books *books, const char *name, uint32_t *number, bool *made) MUST_CHECK;
enum status books_document(struct books *books, const char *name, struct span text,
                           struct hash *hash) MUST_CHECK;

/* What goes into one entry. */
struct line {
    enum entry_kind kind;
    enum role role;
    const char *who;     /* "" or NULL: the system */
    const char *key;     /* "" or NULL: none */
    struct span request; /* ENTRY_REQUEST_BYTES of a hash over the request with this key; or empty */
    uint32_t round;      /* of the table; 0: none */
    int64_t time_ms;     /* of the entry; 0: now */
    struct span text;    /* lines of a record, each ended by a line feed */
    const struct transaction *transaction; /* NULL: no money moves */
    const struct store_record *records;    /* kept in the same commit, beside the journal */
    unsigned record_count;
};

/* STATUS_REPEATED, STATUS_ID_REUSED, a refusal of the ledger, or a failure: then nothing was written and
 * nothing has changed. A correction (ENTRY_CORRECTED) must move back what the entry of its chain it names
 * moved, and nobody may have put that right before (journal/correction.h); it waits until all before it is on
 * disk. */
enum status books_write(struct books *books, uint32_t chain, const struct line *line,
                        uint64_t *ticket) MUST_CHECK;

/* ---- The log. ---- */

struct sealer;

const char *books_origin(const struct books *books);           /* of the log */
struct public_key books_public_key(const struct books *books); /* with which the log is signed now */
struct sealer *books_sealer(struct books *books);

/* STATUS_OK if the log includes this head, which is known from outside; STATUS_BROKEN_CHAIN if it is shorter
 * than it or forks from it. What is on disk is sealed first. */
enum status books_check_head(struct books *books, const struct checkpoint *head,
                             struct store_failure *failure) MUST_CHECK;

/* The person `who` accepts that the log does not include that head; an entry records it. */
enum status books_accept_loss(struct books *books, const struct checkpoint *head, const char *who) MUST_CHECK;

/* The house signs with another key from here on. */
enum status books_turn_key(struct books *books, const struct house_key *next, const char *who) MUST_CHECK;

/* ---- Several servers on one database (docs/scale.md). ---- */

/* What other servers have written and which of our units were refused, in the order of the log, owned. The
 * ledger has followed already. NULL if the database is not shared. */
struct news *books_take_news(struct books *books) MUST_CHECK;

/* Starts or stops signing the log: one server at a time signs. The log of a single server is always signed.
 */
enum status books_seal(struct books *books, bool on, struct store_failure *failure) MUST_CHECK;

/* Returns once everything written so far is on disk and can be read. Shared books: with the reason if the
 * last of it was refused. */
enum status books_wait(struct books *books) MUST_CHECK;

#endif
