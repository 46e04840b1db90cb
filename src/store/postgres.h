/* SPDX-License-Identifier: Apache-2.0 */
/* postgres.h - the store's backend on PostgreSQL, and what its files share.
 *
 * Three connections: one for the writer thread, two for reading, so that nobody waits for a disk flush in
 * order to read. The database holds the invariants itself (postgres_schema.c). A commit is one transaction
 * and one round trip: all rows of a batch as arrays, in a pipeline.
 *
 * One row of the database gives the order of the log: every commit locks it, follows what other servers have
 * written since, and writes behind that (postgres_member.c, docs/scale.md). A process without a name holds an
 * advisory lock for as long as its connection lives, and is alone. */
#ifndef CROUPIER_STORE_POSTGRES_H
#define CROUPIER_STORE_POSTGRES_H

#include <pthread.h>

#include "cluster/outcome.h"
#include "store/archive_set.h"
#include "store/backend.h"
#include "store/judge.h"
#include "store/pglink.h"
#include "store/standing.h"

struct postgres_rows; /* postgres_commit.c: what a commit gathers */

struct postgres_backend {
    struct backend backend; /* first */
    char url[PGLINK_URL_MAX];
    char name[PGLINK_NAME_MAX]; /* for people */
    bool copying;
    bool patient;
    char member[SHARE_NAME_MAX]; /* its name among the servers; "": alone */
    char address[SHARE_ADDRESS_MAX];
    struct pglink write;        /* the writer thread's */
    struct standing standing;   /* ... */
    struct lease lease;         /* ... as it was acknowledged */
    struct judge judge;         /* ... */
    int64_t looked_ms;          /* ... the first look over this connection, by the monotonic clock; 0: none */
    uint64_t told;              /* ... up to here the store knows what others have written */
    struct postgres_rows *rows; /* ... */
    pthread_mutex_t read_lock;
    struct pglink read; /* for cursors */
    pthread_mutex_t lookup_lock;
    struct pglink lookup; /* for single questions */
    struct postgres_archives *archives;
};

/* Connects, makes or upgrades the tables, and checks them. */
enum status postgres_open(struct backend **backend, const struct store_options *options,
                          struct store_failure *failure) MUST_CHECK;

/* Whether a house has been founded there. */
enum status postgres_founded(const char *url, bool *founded, struct store_failure *failure) MUST_CHECK;

/* Makes or upgrades the tables as their owner, and grants `role` what a server needs. */
enum status postgres_prepare(const char *url, const char *role, struct store_failure *failure) MUST_CHECK;

/* One wish for a server that is running. */
enum status postgres_wish(const char *url, struct span name, struct span value,
                          struct store_failure *failure) MUST_CHECK;

/* Who runs what. */
enum status postgres_view(const char *url, struct share_view *view, struct store_failure *failure) MUST_CHECK;

/* Makes a server hand over what it runs, or take its share again. STATUS_NOT_FOUND: no server has that name.
 */
enum status postgres_leave(const char *url, const char *name, bool leaving,
                           struct store_failure *failure) MUST_CHECK;

/* ---- postgres_schema.c ---- */

enum { POSTGRES_SCHEMA_VERSION = 4 };
enum status postgres_upgrade(struct pglink *link, struct store_failure *failure) MUST_CHECK;
enum status postgres_check(struct pglink *link, struct store_failure *failure) MUST_CHECK;
enum status postgres_grant(struct pglink *link, const char *role, struct store_failure *failure) MUST_CHECK;

/* ---- postgres_commit.c ---- */

extern const struct pgstatement postgres_writes[];
extern const unsigned postgres_write_count;

struct postgres_rows *postgres_rows_new(void); /* NULL: no memory */
void postgres_rows_free(struct postgres_rows *rows);
enum status postgres_commit(struct backend *backend, struct batch *batch, const struct seals *seals,
                            struct store_failure *failure) MUST_CHECK;

/* ---- postgres_member.c ---- */

/* How long a server counts as alive without a renewal, by the database's clock: for the SQL of servers and of
 * commands that list them. */
#define POSTGRES_LEASE_SECONDS 3 /* as LEASE_SECONDS, for the preprocessor */
#define POSTGRES_WORDS_OF(x)   #x
#define POSTGRES_WORDS(x)      POSTGRES_WORDS_OF(x)
#define POSTGRES_LEASE         "interval '" POSTGRES_WORDS(POSTGRES_LEASE_SECONDS) " seconds'"

/* What a view is read from (postgres_read_view). */
#define POSTGRES_SERVERS                                                                                     \
    "SELECT name, address, until > clock_timestamp(), leaving, until > '-infinity' FROM servers"             \
    " WHERE name <> '' ORDER BY until > clock_timestamp() DESC, name LIMIT 16"
#define POSTGRES_OWNERS "SELECT thing, server FROM owners ORDER BY thing COLLATE \"C\""

/* Alone on the database, or the only one of its name. */
enum status postgres_lock(struct postgres_backend *backend, struct store_failure *failure) MUST_CHECK;

/* A message sent at `sent_ms` has renewed the lease. */
void postgres_renewed(struct postgres_backend *backend, int64_t sent_ms);

/* The lease begins; it ends. */
enum status postgres_join(struct postgres_backend *backend, struct store_failure *failure) MUST_CHECK;
void postgres_part(struct postgres_backend *backend);

/* Asks in a pipeline for what others have written; and takes up the answer, and whatever is left up to this
 * position. */
bool postgres_send_news(struct postgres_backend *backend);
enum status postgres_follow(struct postgres_backend *backend, const PGresult *first,
                            uint64_t until) MUST_CHECK;

/* Whether this is trouble that passes, so that the server waits. */
bool postgres_passes(const struct postgres_backend *backend, enum status status);

/* Connects anew, however long that takes, and finds out how things stand. `open`: a commit was sent and not
 * answered; *kept tells what became of it. If it was not kept, the standing is that on disk. */
enum status postgres_recover(struct postgres_backend *backend, bool open, bool *kept,
                             struct store_failure *failure) MUST_CHECK;

/* The view, from its two tables. `patient`: a server that has not signed off counts as alive. */
void postgres_read_view(const PGresult *servers, const PGresult *owners, bool patient,
                        struct share_view *view);

enum status postgres_look(struct backend *backend, const struct share_move *moves, unsigned count,
                          struct share_view *view, struct store_failure *failure) MUST_CHECK;

/* ---- postgres_read.c ---- */

extern const struct pgstatement postgres_questions[];
extern const unsigned postgres_question_count;

enum status postgres_key(struct backend *backend, struct span key, struct span request,
                         struct store_failure *failure) MUST_CHECK;
enum status postgres_checkpoint(struct backend *backend, uint64_t size, struct seal_row *row) MUST_CHECK;
enum status postgres_node(struct backend *backend, unsigned level, uint64_t number,
                          struct hash *hash) MUST_CHECK;
enum status postgres_round(struct backend *backend, uint32_t chain, uint32_t round,
                           uint64_t *position) MUST_CHECK;
enum status postgres_posting(struct backend *backend, uint32_t account, uint64_t posting,
                             struct store_posting *found) MUST_CHECK;
enum status postgres_posting_at(struct backend *backend, uint32_t account, uint64_t position,
                                struct store_posting *found) MUST_CHECK;
enum status postgres_cosignature(struct backend *backend, uint64_t number,
                                 struct cosignature_row *row) MUST_CHECK;
bool postgres_seal_columns(const PGresult *rows, int row, struct seal_row *seal);

enum status postgres_records(struct backend *backend, enum store_shelf shelf, const struct store_taker *taker,
                             struct store_failure *failure) MUST_CHECK;

enum status postgres_record(struct backend *backend, enum store_shelf shelf, struct span name, char *value,
                            size_t size) MUST_CHECK;

/* ---- postgres_cursor.c ---- */

extern const struct pgstatement postgres_walks[];
extern const unsigned postgres_walk_count;

uint64_t postgres_last(struct backend *backend);
enum status postgres_read(struct backend *backend, uint32_t chain, enum store_order order, uint64_t position,
                          struct store_cursor **cursor, struct store_failure *failure) MUST_CHECK;
enum status postgres_document(struct backend *backend, const struct hash *hash, struct store_cursor **cursor,
                              struct store_failure *failure) MUST_CHECK;
enum status postgres_next(struct store_cursor *cursor, struct store_row *row) MUST_CHECK;
void postgres_cursor_close(struct store_cursor *cursor);

/* Position, previous, chain, entry, mark: the first columns of every walk. */
void postgres_row_columns(const PGresult *rows, int at, struct store_row *row);

/* ---- postgres_archives.c ---- */

/* Which entries are archived, and where. Servers go on while entries are archived: a reader that misses one
 * looks again. */
struct postgres_archives {
    pthread_mutex_t lock;        /* of the list and of `files` */
    struct archive_list list;    /* as of the last look */
    _Atomic uint64_t last;       /* entries up to here may be archived; 0: there are none */
    struct archive_files *named; /* by the caller; NULL: they are looked for */
    sqlite3 *files;              /* open for single questions; NULL: not yet */
    unsigned file_count;         /* so many are open there */
};

#define POSTGRES_ARCHIVES "SELECT first, last, root, name FROM archives ORDER BY last"

/* Rows of that question. */
enum status postgres_take_archives(const PGresult *rows, struct archive_list *list) MUST_CHECK;

enum status postgres_archives_open(struct postgres_backend *backend, const struct store_options *options,
                                   struct store_failure *failure) MUST_CHECK;
void postgres_archives_close(struct postgres_archives *archives);

/* Looks into the database. Whether the entry at `position` is archived. */
bool postgres_is_archived(struct postgres_backend *backend, uint64_t position);

/* Opens the archives that `list` tells of, for the caller to read and close. STATUS_ARCHIVED: they are not
 * there. */
enum status postgres_archives_join(const struct postgres_backend *backend, const struct archive_list *list,
                                   sqlite3 **files, struct store_failure *failure) MUST_CHECK;

/* The same for the archives of the last look; `last` is where they end. */
enum status postgres_archives_read(struct postgres_backend *backend, sqlite3 **files,
                                   uint64_t *last) MUST_CHECK;

/* A posting of an account by its number, or by its entry's position. STATUS_NOT_FOUND: it is not in an
 * archive that is there. */
enum status postgres_archived_posting(struct postgres_backend *backend, uint32_t account, uint64_t posting,
                                      uint64_t position, struct store_posting *found) MUST_CHECK;

enum status postgres_archive(struct backend *backend, uint64_t position, char *name, size_t size) MUST_CHECK;

/* Columns of a view `journal`, or `postings` (archive_set.h), in this order. */
#define POSTGRES_OLD_ENTRY   "SELECT position, previous, chain, entry, mark FROM journal "
#define POSTGRES_OLD_POSTING "SELECT rowid, position, account, cents, previous, balance FROM postings "
void postgres_old_entry(sqlite3_stmt *row, struct store_row *entry);
void postgres_old_posting(sqlite3_stmt *row, struct store_posting *posting);

/* The archives while everything is verified: a page of entries and of their postings, by first and last
 * position; one entry, by position; one posting, by account and number. */
struct postgres_old {
    sqlite3 *files; /* NULL: they are not read */
    sqlite3_stmt *entries;
    sqlite3_stmt *postings;
    sqlite3_stmt *entry;
    sqlite3_stmt *posting;
    sqlite3_stmt *seals;
};

enum status postgres_old_open(struct postgres_old *old, const struct postgres_backend *backend,
                              const struct archive_list *list, struct store_failure *failure) MUST_CHECK;
void postgres_old_close(struct postgres_old *old);
enum status postgres_old_find(struct postgres_old *old, uint32_t account, uint64_t number,
                              struct store_posting *posting) MUST_CHECK;

/* The next of the checkpoints they repeat. */
enum status postgres_old_seal(struct postgres_old *old, struct seal_row *seal) MUST_CHECK;

/* Adds how many postings they hold. */
enum status postgres_old_count(struct postgres_old *old, uint64_t *count) MUST_CHECK;

/* ---- postgres_verify.c ---- */

enum status postgres_verify(struct backend *backend, const struct store_visit *visit,
                            struct store_failure *failure) MUST_CHECK;

/* Where chains and balances stand. */
enum status postgres_stand(struct postgres_backend *backend, struct standing *standing,
                           struct store_failure *failure) MUST_CHECK;

#endif
