/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite.h - the store's backend on SQLite, and what its files share.
 *
 * Three connections to one file: one for the writer thread, two for reading, so that nobody waits for a disk
 * flush in order to read. WAL with synchronous=FULL: a commit that has returned is on disk. */
#ifndef CROUPIER_STORE_SQLITE_H
#define CROUPIER_STORE_SQLITE_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/archive_set.h"
#include "store/backend.h"
#include "store/lock.h"
#include "store/sqlite_state.h"

enum { SQLITE_PATH_MAX = 400 };

/* X(statement, its text): everything the writer says after opening. */
/* clang-format off */
#define WRITE_LIST(X) \
    X(WRITE_BEGIN,    "BEGIN IMMEDIATE") \
    X(WRITE_COMMIT,   "COMMIT") \
    X(WRITE_ENTRY,    "INSERT INTO journal(position, chain, previous, entry, mark) VALUES(?1, ?2, ?3, ?4, ?5)") \
    X(WRITE_POSTING,  "INSERT INTO postings(rowid, position, account, cents, previous, balance)" \
                      " VALUES(?1, ?2, ?3, ?4, ?5, ?6)") \
    X(WRITE_ROUND,    "INSERT OR IGNORE INTO rounds(chain, round, position) VALUES(?1, ?2, ?3)") \
    X(WRITE_CHECKPOINT, "INSERT INTO checkpoints(size, root, signature, latest) VALUES(?1, ?2, ?3, ?4)") \
    X(WRITE_NODE,     "INSERT INTO tree(level, number, hash) VALUES(?1, ?2, ?3)") \
    X(WRITE_COSIGNATURE, "INSERT INTO cosignatures(size, line) VALUES(?1, ?2)") \
    X(WRITE_KEY,      "INSERT INTO keys(key, position) VALUES(?1, ?2)") \
    X(WRITE_CHAIN,    "INSERT INTO chains(number, name, entries, position, head) VALUES(?1, ?2, 0, 0, ?3)") \
    X(WRITE_ACCOUNT,  "INSERT INTO accounts(number, kind, name, folded_cents) VALUES(?1, ?2, ?3, 0)") \
    X(WRITE_DOCUMENT, "INSERT OR IGNORE INTO documents(hash, position) VALUES(?1, ?2)")
/* clang-format on */

/* X(question, its text): what is looked up one by one while the server runs. */
/* clang-format off */
#define LOOKUP_LIST(X) \
    X(LOOKUP_KEY,     "SELECT j.entry, k.position FROM keys k LEFT JOIN journal j ON j.position = k.position WHERE k.key = ?1") \
    X(LOOKUP_SEAL,    "SELECT size, root, signature, latest FROM checkpoints WHERE size >= ?1 ORDER BY size LIMIT 1") \
    X(LOOKUP_LAST_SEAL, "SELECT size, root, signature, latest FROM checkpoints ORDER BY size DESC LIMIT 1") \
    X(LOOKUP_NODE,    "SELECT hash FROM tree WHERE level = ?1 AND number = ?2") \
    X(LOOKUP_ROUND,   "SELECT position FROM rounds WHERE chain = ?1 AND round = ?2") \
    X(LOOKUP_POSTING, "SELECT rowid, previous, position, cents, balance, account FROM postings WHERE rowid = ?1") \
    X(LOOKUP_COSIGNATURE, "SELECT size, line FROM cosignatures WHERE rowid = ?1") \
    X(LOOKUP_LATEST,  "SELECT coalesce((SELECT max(rowid) FROM postings WHERE account = ?1 AND rowid >" \
                      " (SELECT posting FROM fold)), (SELECT posting FROM accounts WHERE number = ?1), 0)")
/* clang-format on */

enum lookup {
#define LOOKUP_ENUM(id, sql) id,
    LOOKUP_LIST(LOOKUP_ENUM)
#undef LOOKUP_ENUM
        LOOKUP_COUNT
};

enum write_statement {
#define WRITE_ENUM(id, sql) id,
    WRITE_LIST(WRITE_ENUM)
#undef WRITE_ENUM
        WRITE_COUNT
};

struct sqlite_backend {
    struct backend backend; /* first */
    char path[SQLITE_PATH_MAX];
    struct lock lock;          /* none when only reading */
    int version;               /* of the schema: an older one is read without the indexes it does not have */
    uint64_t archived;         /* entries up to here may lie in archives; 0: there are none */
    uint64_t archived_posting; /* the last posting of these */
    bool attached;             /* the archives are open, too, and read as one with the file */
    sqlite3 *write;
    sqlite3_stmt *statements[WRITE_COUNT];
    bool copying;
    struct standing state;     /* the writer's */
    pthread_mutex_t last_lock; /* of the next three */
    uint64_t *last;            /* by chain - 1: position of its last entry on disk */
    uint32_t last_count;
    uint32_t last_room;
    bool failed;                 /* a commit has failed: write nothing more */
    sqlite3 *read;               /* for cursors: as long as one is open they all see the file as it was */
    sqlite3 *walk;               /* for cursors over all chains beside a writer: the sealer's; NULL: `read` */
    sqlite3 *lookup;             /* for single questions: always sees the last commit */
    pthread_mutex_t lookup_lock; /* of the statements below */
    sqlite3_stmt *lookups[LOOKUP_COUNT];
};

/* Makes, upgrades and checks the file. */
enum status sqlite_open(struct backend **backend, const struct store_options *options,
                        struct store_failure *failure) MUST_CHECK;

/* Another connection to the file, with our settings. Close `connection` even after a failure. */
enum status sqlite_connect(const struct sqlite_backend *backend, sqlite3 **connection, int flags,
                           const char *vfs, struct store_failure *failure) MUST_CHECK;

/* sqlite_schema.c: brings the file from its version (0: empty) to the newest in one transaction, and checks
 * that it holds everything its version has, word for word. A file of an older version can be read as it is.
 */
enum {
    SQLITE_SCHEMA_VERSION = 6,
    SQLITE_VERSION_DOCUMENTS = 2,
    SQLITE_VERSION_LOG = 3,
    SQLITE_VERSION_PEOPLE = 4,
    SQLITE_VERSION_FOOTING = 6,
    SQLITE_VERSION_ARCHIVES = 5
};
enum status schema_upgrade(struct sqlite_backend *backend, struct store_failure *failure) MUST_CHECK;
enum status schema_check(struct sqlite_backend *backend, struct store_failure *failure) MUST_CHECK;

/* sqlite_verify.c */
enum status sqlite_verify(struct backend *backend, const struct store_visit *visit,
                          struct store_failure *failure) MUST_CHECK;

/* sqlite_archives.c: learns what is archived; opens the archives beside the file where they are named. */
enum status sqlite_archives_open(struct sqlite_backend *backend, const struct store_options *options,
                                 struct store_failure *failure) MUST_CHECK;

/* The archives of the file that `connection` has open. */
enum status sqlite_archive_list(sqlite3 *connection, const char *path, struct archive_list *list,
                                struct store_failure *failure) MUST_CHECK;

/* Whether all of the log can be read behind `since`: with the archives that are needed, and rows that agree
 * with them. */
enum status sqlite_archives_check(struct sqlite_backend *backend, uint64_t since,
                                  struct store_failure *failure) MUST_CHECK;

/* sqlite_read.c */
enum status sqlite_prepare_lookups(struct sqlite_backend *backend, struct store_failure *failure) MUST_CHECK;
enum status sqlite_key(struct backend *backend, struct span key, struct span request,
                       struct store_failure *failure) MUST_CHECK;
enum status sqlite_checkpoint(struct backend *backend, uint64_t size, struct seal_row *row) MUST_CHECK;
enum status sqlite_node(struct backend *backend, unsigned level, uint64_t number,
                        struct hash *hash) MUST_CHECK;
enum status sqlite_round(struct backend *backend, uint32_t chain, uint32_t round,
                         uint64_t *position) MUST_CHECK;
enum status sqlite_posting(struct backend *backend, uint32_t account, uint64_t posting,
                           struct store_posting *found) MUST_CHECK;

/* The file that holds the entry at a position. */
enum status sqlite_archive(struct backend *backend, uint64_t position, char *name, size_t size) MUST_CHECK;

enum status sqlite_posting_at(struct backend *backend, uint32_t account, uint64_t position,
                              struct store_posting *found) MUST_CHECK;
enum status sqlite_cosignature(struct backend *backend, uint64_t number,
                               struct cosignature_row *row) MUST_CHECK;
bool sqlite_cosignature_columns(sqlite3_stmt *row, struct cosignature_row *cosignature);

/* The columns of LOOKUP_SEAL; false if they are none. */
bool sqlite_seal_columns(sqlite3_stmt *row, struct seal_row *seal);

/* sqlite_records.c */
enum status sqlite_keep_records(struct sqlite_backend *backend, const struct batch *batch,
                                struct store_failure *failure) MUST_CHECK;
enum status sqlite_records(struct backend *backend, enum store_shelf shelf, const struct store_taker *taker,
                           struct store_failure *failure) MUST_CHECK;
enum status sqlite_wish(const char *path, struct span name, struct span value,
                        struct store_failure *failure) MUST_CHECK;
uint64_t sqlite_last(struct backend *backend);
enum status sqlite_read(struct backend *backend, uint32_t chain, enum store_order order, uint64_t position,
                        struct store_cursor **cursor, struct store_failure *failure) MUST_CHECK;
/* The same by this connection, within its transaction if there is one. */
enum status sqlite_read_by(struct sqlite_backend *backend, sqlite3 *connection, uint32_t chain,
                           enum store_order order, uint64_t position, struct store_cursor **cursor,
                           struct store_failure *failure) MUST_CHECK;
enum status sqlite_document(struct backend *backend, const struct hash *hash, struct store_cursor **cursor,
                            struct store_failure *failure) MUST_CHECK;
enum status sqlite_next(struct store_cursor *cursor, struct store_row *row) MUST_CHECK;
void sqlite_cursor_close(struct store_cursor *cursor);

#endif
