/* SPDX-License-Identifier: Apache-2.0 */
/* store.h - where journal and postings are kept, so that nobody is told "accepted" before it is on disk.
 *
 * A store takes units: one journal entry each, with the postings inside it. A unit is kept whole or not at
 * all, and units are kept in the order they were submitted: when a ticket is durable, so is every smaller
 * one. A thread of its own writes: all units that wait share one commit, so that many tables cost one disk
 * flush. What a unit says is the caller's business (journal/, ledger/); the store checks that it is the next
 * entry of its chain and that its key is new, and keeps what follows from it (balances, heads of chains)
 * beside it.
 *
 * The first trouble with the disk stops the store for good: nothing more is accepted, everything not yet
 * durable is answered with the reason, and nothing that was acknowledged is lost. After a restart the caller
 * may repeat what was never answered under the same key.
 *
 * Behind it stands SQLite (sqlite.c); backend.h is what a second database would have to do.
 *
 * Any thread may call; units of one chain must come from one thread at a time. Pointers handed out are
 * borrowed. */
#ifndef CROUPIER_STORE_STORE_H
#define CROUPIER_STORE_STORE_H

#include "journal/chain.h"
#include "ledger/ledger.h"

enum { STORE_MESSAGE_MAX = 512, STORE_CHAINS_MAX = 65536 };

/* What happened, for a person: the status and a sentence with the file's name. */
struct store_failure {
    enum status status;
    char message[STORE_MESSAGE_MAX];
    /* store_verify alone: in which entry the difference lies, if in one. */
    uint64_t entry; /* its number; 0: in none */
    char chain[CHAIN_NAME_MAX];
    const char *what; /* the message without file, chain and number */
};

struct store_options {
    const char *path; /* of the database file; made if there is none */
    bool read_only;   /* no lock, no writer: for looking at a file that may be in use */
    bool unchecked;   /* with read_only: believes nothing and knows no chains; for who checks by himself, on
                         one thread */
    const char *vfs;  /* SQLite's name for the file system; NULL: the usual one */
    void (*durable)(
        void *context); /* called by the writer after each commit, and when it stops; may be NULL */
    void *context;
};

struct store;

/* Opens and checks the file: format, version (an older one is brought up to date), damage, heads of chains,
 * sum of balances. STATUS_STORE_LOCKED if another process has it. */
enum status store_open(struct store **store, const struct store_options *options,
                       struct store_failure *failure) MUST_CHECK;

/* Writes what is still waiting, then closes. Takes the store; NULL is nothing. */
void store_close(struct store *store);

/* ---- What is there. Chain 1 is the house's. ---- */

uint32_t store_chain_count(struct store *store);

/* Where a chain stands, units on their way included. STATUS_NOT_FOUND if there is none of that number. */
enum status store_chain(struct store *store, uint32_t number, struct chain *chain) MUST_CHECK;

/* The number of the chain called that, or STATUS_NOT_FOUND. */
enum status store_chain_find(struct store *store, const char *name, uint32_t *number) MUST_CHECK;

/* Every account with its balance on disk, into an empty ledger: for the start, before the first unit. */
enum status store_load(struct store *store, struct ledger *ledger, struct store_failure *failure) MUST_CHECK;

/* ---- Writing. ---- */

/* Queues a unit and gives its ticket. Waits while the queue is full. STATUS_REPEATED if its key is known:
 * nothing is queued. STATUS_BROKEN_CHAIN if it is not the next entry of its chain. STATUS_STORE_STOPPED
 * after a failure. */
enum status store_submit(struct store *store, uint32_t chain, const uint8_t *bytes, size_t size,
                         uint64_t *ticket) MUST_CHECK;

/* STATUS_REPEATED if a unit with this key is kept or on its way, STATUS_OK if not: to be asked before an act
 * is ruled on. Keys are remembered for ever. Any bytes will do; keys that begin with the time (UUID version
 * 7) lie side by side on disk and are the cheapest to keep. */
enum status store_key(struct store *store, struct span key) MUST_CHECK;

/* The last ticket whose unit is on disk. */
uint64_t store_durable(struct store *store);

/* Returns when the unit is on disk, or with the reason why it never will be. */
enum status store_wait(struct store *store, uint64_t ticket) MUST_CHECK;

/* STATUS_OK while the store works; otherwise why it stopped. */
enum status store_state(struct store *store, struct store_failure *failure);

/* ---- Reading what is on disk. ---- */

struct store_row {
    uint64_t position; /* order of keeping, over all chains, from 1 */
    uint64_t previous; /* position of the chain's entry before; 0: none */
    uint32_t chain;
    struct span entry; /* until the next step */
};

enum store_order { STORE_FORWARD, STORE_BACKWARD };

struct store_cursor;

/* Rows from `position` on (0: from the first, or the last). chain 0: all chains, forward only. The cursor
 * sees the file as it is now. */
enum status store_read(struct store *store, uint32_t chain, enum store_order order, uint64_t position,
                       struct store_cursor **cursor, struct store_failure *failure) MUST_CHECK;

/* The position of the last row on disk; 0: none, or it cannot be read. */
uint64_t store_last(struct store *store);

/* STATUS_NOT_FOUND behind the last row. */
enum status store_next(struct store_cursor *cursor, struct store_row *row) MUST_CHECK;
void store_cursor_close(struct store_cursor *cursor);

/* The document whose text has this hash, as the entry that holds it. STATUS_NOT_FOUND if there is none. */
enum status store_document(struct store *store, const struct hash *hash, struct store_cursor **cursor,
                           struct store_row *row) MUST_CHECK;

struct walk;

/* Who looks on while a file is verified. */
struct store_visit {
    struct walk *walk; /* the caller's, just begun: he reads chains and balances from it as it goes */

    /* Told of each row when its place in the chain and its money are found right. Anything but STATUS_OK ends
     * the verification with that status, and without a message: that is the visitor's. */
    enum status (*entry)(void *context, const struct store_row *row, const struct entry *entry);
    void *context;
};

/* Walks through the whole file as it is now (journal/walk.h) and compares everything it says twice: postings,
 * keys and documents with the entries, heads and balances with the chains, and at last SQLite's own pages.
 * The failure names the first difference. `visit` may be NULL. A server may go on writing meanwhile. */
enum status store_verify(struct store *store, const struct store_visit *visit,
                         struct store_failure *failure) MUST_CHECK;

#endif
