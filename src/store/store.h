/* SPDX-License-Identifier: Apache-2.0 */
/* store.h - keeps journal and postings on disk, so that nobody is told "accepted" before it is there.
 *
 * A store takes units: one journal entry each, with the postings inside it. A unit is kept whole or not at
 * all, and units are kept in the order they were submitted: when a ticket is durable, so is every smaller
 * one. A thread of its own writes: all waiting units share one commit, so that many tables cost one disk
 * flush. The store does not judge what a unit says (journal/, ledger/). It checks that it is the next entry
 * of its chain and that its key is new, and keeps what follows from it (balances, heads of chains) beside it.
 *
 * The first failure of the disk stops the store for good: nothing more is accepted, everything not yet
 * durable is answered with the reason, and nothing that was acknowledged is lost. After a restart the caller
 * may repeat a request that was not answered under the same key.
 *
 * If the connection to a database is lost in the middle of a commit, that is such a failure: STATUS_UNKNOWN.
 * A server that waits for its database (store_options.patient) connects again and finds out what was kept.
 *
 * The database is SQLite (sqlite.c) or, if the path is postgresql://..., PostgreSQL (postgres.c); backend.h
 * lists what each provides.
 *
 * Any thread may call; units of one chain must come from one thread at a time. Pointers handed out are
 * borrowed. */
#ifndef CROUPIER_STORE_STORE_H
#define CROUPIER_STORE_STORE_H

#include "cluster/share.h"
#include "ledger/ledger.h"
#include "store/news.h"
#include "store/row.h"
#include "store/seals.h"

enum {
    STORE_CHAINS_MAX = 65536,
    STORE_ROOM_MS = 12000, /* the longest wait for room in a full queue */
    STORE_GRACE_MS = 1000, /* the shortest wait for a shared database: if the process stalled for the length
                            * of its lease, the writer is about to be answered */
};

struct store;

/* Opens and checks the file: format, version (an older one is brought up to date), damage, heads of chains,
 * sum of balances. STATUS_STORE_LOCKED if another process has it. */
enum status store_open(struct store **store, const struct store_options *options,
                       struct store_failure *failure) MUST_CHECK;

/* Writes what is still waiting, then closes. Takes the store; NULL is nothing. */
void store_close(struct store *store);

/* ---- Chains and balances. Chain 1 is the house's. ---- */

uint32_t store_chain_count(struct store *store);

/* A chain with its head, units on their way included. STATUS_NOT_FOUND if there is none of that number. */
enum status store_chain(struct store *store, uint32_t number, struct chain *chain) MUST_CHECK;

/* The number of the chain of that name, or STATUS_NOT_FOUND. */
enum status store_chain_find(struct store *store, const char *name, uint32_t *number) MUST_CHECK;

/* Every account with its balance on disk, into an empty ledger: for the start, before the first unit. */
enum status store_load(struct store *store, struct ledger *ledger, struct store_failure *failure) MUST_CHECK;

/* ---- Writing. ---- */

/* Queues a unit and gives its ticket. STATUS_REPEATED or STATUS_ID_REUSED if its key is known: nothing is
 * queued. STATUS_BROKEN_CHAIN if it is not the next entry of its chain. STATUS_STORE_STOPPED after a failure.
 * Waits while the queue is full: for STORE_ROOM_MS, and where the database is shared until the lease ends,
 * but for STORE_GRACE_MS at least. Then STATUS_NO_DATABASE: nothing is queued, and the same may be asked
 * again. */
enum status store_submit(struct store *store, uint32_t chain, const uint8_t *bytes, size_t size,
                         uint64_t *ticket) MUST_CHECK;

/* The same with records that are kept in the same commit. */
enum status store_submit_with(struct store *store, uint32_t chain, const uint8_t *bytes, size_t size,
                              const struct store_record *records, unsigned count,
                              uint64_t *ticket) MUST_CHECK;

/* Records alone. */
enum status store_put(struct store *store, const struct store_record *records, unsigned count,
                      uint64_t *ticket) MUST_CHECK;

/* STATUS_REPEATED if a unit with this key and this request is kept or on its way (among several servers,
 * where it may still be refused, STATUS_UNKNOWN while it is on its way), STATUS_ID_REUSED if one with this
 * key and another request is, STATUS_OK if neither: to be asked before an act is ruled on. An empty request
 * matches every request. Keys are never forgotten. Any bytes will do; keys that begin with the time (UUID
 * version 7) are close together on disk and the cheapest to keep. */
enum status store_key(struct store *store, struct span key, struct span request) MUST_CHECK;

/* The same, but only among units on their way, without asking the database. */
enum status store_key_waiting(struct store *store, struct span key, struct span request) MUST_CHECK;

/* The last ticket whose unit is on disk. */
uint64_t store_durable(struct store *store);

/* Returns when the unit is on disk, or with the reason why it never will be. Where the database is shared and
 * does not answer for the length of a lease, and for STORE_GRACE_MS at least: STATUS_UNKNOWN, and the unit
 * may still be kept. The same after STORE_ROOM_MS where one server alone waits for its database. */
enum status store_wait(struct store *store, uint64_t ticket) MUST_CHECK;

/* STATUS_OK while the store works; otherwise why it stopped. */
enum status store_state(struct store *store, struct store_failure *failure);

/* ---- Several servers on one database (docs/scale.md). ---- */

/* Whether other servers may write to the database. Then a unit is judged when it is written: either it is
 * kept whole, or nothing of it (NEWS_REFUSED, and store_wait says why). An entry of the house's chain gets
 * its number then, whatever its bytes say. */
bool store_is_shared(const struct store *store);

/* Whether the store is waiting for the database. */
bool store_is_away(struct store *store);

/* When the lease ends by the monotonic clock (cluster/lease.h), as far as the database has answered; 0: none
 * is told of yet. Nothing but the writer waits for the database longer than that. */
int64_t store_lease_end(const struct store *store);

/* All news since the last time, owned, in the order of the log. Refusals of tickets up to store_durable are
 * among them or were. */
struct news *store_take_news(struct store *store) MUST_CHECK;

/* The caller cannot follow the news: the store stops. */
void store_distrust(struct store *store);

/* A table goes on from its last entry on disk: units on top of it were refused. */
void store_back_chain(struct store *store, uint32_t chain);

/* Claims things, gives them to other servers or says that this server is ready for some, all in one
 * transaction; the next view shows the result. A server that opens a store owns nothing, whatever it had
 * before, and the others pass it over until it says that it is ready: so no table waits for a server that is
 * still reading its books. */
void store_move(struct store *store, const struct share_move *moves, unsigned count);

/* Who runs what. Returns the number of the view, which is another one whenever a look told something new or
 * took moves; 0: nobody has looked yet. The view is copied unless its number is `known`. Everything that was
 * written before the look is among the news. */
uint64_t store_view(struct store *store, uint64_t known, struct share_view *view);

/* Returns after a look that began after this call. */
enum status store_look(struct store *store) MUST_CHECK;

/* ---- Reading what is on disk. ---- */

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

/* Every record of a shelf, as it is on disk. */
enum status store_records(struct store *store, enum store_shelf shelf, const struct store_taker *taker,
                          struct store_failure *failure) MUST_CHECK;

/* One record, with a zero byte behind it. STATUS_NOT_FOUND: none, or the database is not shared.
 * STATUS_NO_DATABASE: it cannot be asked now. */
enum status store_record(struct store *store, enum store_shelf shelf, struct span name, char *value,
                         size_t size) MUST_CHECK;

/* Puts one record on the shelf of wishes of a database that another process is writing to. */
enum status store_wish(const char *path, struct span name, struct span value,
                       struct store_failure *failure) MUST_CHECK;

/* ---- The log. ---- */

/* Keeps checkpoints and nodes, in one commit with whatever else waits, and returns when they are on disk. For
 * the sealer's thread. */
enum status store_seal(struct store *store, const struct seals *seals) MUST_CHECK;

/* The first checkpoint on disk of at least `size` leaves; with size 0 the last of all. STATUS_NOT_FOUND. */
enum status store_checkpoint(struct store *store, uint64_t size, struct seal_row *row) MUST_CHECK;

/* The root of a perfect subtree of at least 2^SEALS_LEVEL_MIN leaves. STATUS_NOT_FOUND. */
enum status store_node(struct store *store, unsigned level, uint64_t number, struct hash *hash) MUST_CHECK;

/* A witness's line that was kept, by its number from 1 in the order of keeping. STATUS_NOT_FOUND. */
enum status store_cosignature(struct store *store, uint64_t number, struct cosignature_row *row) MUST_CHECK;

/* ---- Indexes. ---- */

/* The position of the entry that begins a round of a table; STATUS_NOT_FOUND also for rounds of format 1. */
enum status store_round(struct store *store, uint32_t chain, uint32_t round, uint64_t *position) MUST_CHECK;

/* A posting of `account` by its number; with `posting` 0 its last one on disk. STATUS_NOT_FOUND: there is
 * none. An account's history is walked back by `previous`. */
enum status store_posting(struct store *store, uint32_t account, uint64_t posting,
                          struct store_posting *found) MUST_CHECK;

/* The posting of `account` in the entry at `position`. STATUS_NOT_FOUND: it moved nothing of that account.
 */
enum status store_posting_at(struct store *store, uint32_t account, uint64_t position,
                             struct store_posting *found) MUST_CHECK;

/* The name of the archive that holds the entry at `position` (store/archive.h); a reader that comes to such
 * an entry gets STATUS_ARCHIVED. STATUS_NOT_FOUND: no archive holds it. */
enum status store_archive(struct store *store, uint64_t position, char *name, size_t size) MUST_CHECK;

/* Walks through the whole file as it is now (journal/walk.h), tree and checkpoints included, and compares
 * everything it says twice: postings, keys, rounds and documents with the entries, heads and balances with
 * the chains, nodes with the tree. At last SQLite checks its own pages. The failure names the first
 * difference. `visit` may be NULL. A server may go on writing meanwhile. */
enum status store_verify(struct store *store, const struct store_visit *visit,
                         struct store_failure *failure) MUST_CHECK;

#endif
