/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite.h - the store's backend on SQLite, and what its files share.
 *
 * Three connections to one file: one for the writer thread, two for reading, so that nobody waits for a disk
 * flush in order to read. WAL with synchronous=FULL: a commit that has returned is on disk. */
#ifndef CROUPIER_STORE_SQLITE_H
#define CROUPIER_STORE_SQLITE_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/backend.h"
#include "store/sqlite_state.h"

enum { SQLITE_PATH_MAX = 400 };

/* X(statement, its text): everything the writer says after opening. */
/* clang-format off */
#define WRITE_LIST(X) \
    X(WRITE_BEGIN,    "BEGIN IMMEDIATE") \
    X(WRITE_COMMIT,   "COMMIT") \
    X(WRITE_ENTRY,    "INSERT INTO journal(position, chain, previous, entry) VALUES(?1, ?2, ?3, ?4)") \
    X(WRITE_POSTING,  "INSERT INTO postings(position, account, cents) VALUES(?1, ?2, ?3)") \
    X(WRITE_KEY,      "INSERT INTO keys(key, position) VALUES(?1, ?2)") \
    X(WRITE_CHAIN,    "INSERT INTO chains(number, name, entries, position, head) VALUES(?1, ?2, 0, 0, ?3)") \
    X(WRITE_ACCOUNT,  "INSERT INTO accounts(number, kind, name, folded_cents) VALUES(?1, ?2, ?3, 0)") \
    X(WRITE_DOCUMENT, "INSERT OR IGNORE INTO documents(hash, position) VALUES(?1, ?2)")
/* clang-format on */

enum write_statement {
#define WRITE_ENUM(id, sql) id,
    WRITE_LIST(WRITE_ENUM)
#undef WRITE_ENUM
        WRITE_COUNT
};

struct sqlite_backend {
    struct backend backend; /* first */
    char path[SQLITE_PATH_MAX];
    int lock; /* -1 when only reading */
    sqlite3 *write;
    sqlite3_stmt *statements[WRITE_COUNT];
    struct sqlite_state state; /* the writer's */
    pthread_mutex_t last_lock; /* of the next three */
    uint64_t *last;            /* by chain - 1: position of its last entry on disk */
    uint32_t last_count;
    uint32_t last_room;
    bool failed;              /* a commit has failed: hands off the file */
    sqlite3 *read;            /* for cursors: as long as one is open they all see the file as it was */
    sqlite3 *lookup;          /* for keys: always sees the last commit */
    pthread_mutex_t key_lock; /* of the statement below */
    sqlite3_stmt *key;
};

/* Makes, upgrades and checks the file. */
enum status sqlite_open(struct backend **backend, const struct store_options *options,
                        struct store_failure *failure) MUST_CHECK;

/* A result of SQLite as a status; the last failure of a connection, with a message. */
enum status sqlite_status(int code);
enum status sqlite_failure(const char *path, sqlite3 *connection, struct store_failure *failure);

/* sqlite_schema.c: brings the file from its version (0: empty) to the newest in one transaction, and checks
 * that it holds everything that version has, word for word. */
enum { SQLITE_SCHEMA_VERSION = 2 };
enum status schema_upgrade(struct sqlite_backend *backend, struct store_failure *failure) MUST_CHECK;
enum status schema_check(struct sqlite_backend *backend, struct store_failure *failure) MUST_CHECK;

/* sqlite_verify.c: SQLite's look at its pages, at each opening; and everything, on request. */
enum status sqlite_check_pages(struct sqlite_backend *backend, struct store_failure *failure) MUST_CHECK;
enum status sqlite_verify(struct backend *backend, const struct store_visit *visit,
                          struct store_failure *failure) MUST_CHECK;

/* sqlite_read.c */
enum status sqlite_key(struct backend *backend, struct span key, struct store_failure *failure) MUST_CHECK;
uint64_t sqlite_last(struct backend *backend);
enum status sqlite_read(struct backend *backend, uint32_t chain, enum store_order order, uint64_t position,
                        struct store_cursor **cursor, struct store_failure *failure) MUST_CHECK;
enum status sqlite_document(struct backend *backend, const struct hash *hash, struct store_cursor **cursor,
                            struct store_failure *failure) MUST_CHECK;
enum status sqlite_next(struct store_cursor *cursor, struct store_row *row) MUST_CHECK;
void sqlite_cursor_close(struct store_cursor *cursor);

#endif
