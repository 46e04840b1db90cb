/* SPDX-License-Identifier: Apache-2.0 */
/* row.h - what a store is opened with, and what is read from it. Plain data that store and backends share. */
#ifndef CROUPIER_STORE_ROW_H
#define CROUPIER_STORE_ROW_H

#include "store/failure.h"

struct walk;
struct store_cursor;

enum { STORE_ARCHIVES_MAX = 8 }; /* SQLite attaches at most ten files to a connection */

/* A server of a house that has several (docs/scale.md). */
struct store_member {
    const char *name;
    const char *address; /* where pages and programs reach it */
};

struct store_options {
    const char *path; /* of the database file, which is made if there is none; or postgresql://... */
    bool read_only;   /* no lock, no writer: for looking at a file that may be in use */
    bool unchecked;   /* with read_only: checks nothing and loads no chains; for callers that verify the file
                         themselves, on one thread */
    const char *const *archives;       /* with read_only: files of archives, read as one with the database */
    unsigned archive_count;            /* at most STORE_ARCHIVES_MAX, in their order */
    bool copying;                      /* entries of format 1 are taken too: for copies of old books */
    const struct store_member *member; /* one server among several on a PostgreSQL; NULL: alone */
    bool patient; /* waits for a database that does not answer; otherwise that is a failure like any other */
    const char *vfs; /* SQLite's name for the file system; NULL: the usual one */
    void (*durable)(
        void *context); /* called by the writer after each commit, and when it stops; may be NULL */
    void *context;
};

struct store_row {
    uint64_t position; /* order of the log, over all chains, from 1 */
    uint64_t previous; /* position of the chain's entry before; 0: none */
    uint32_t chain;
    bool has_mark;
    int64_t mark;      /* the first four bytes of the leaf hash, as the column beside the entry says */
    struct span entry; /* until the next step */
};

/* What is kept beside the journal because it may change, or must not be in it (hashes of passwords).
 * X(shelf, its table) */
#define STORE_SHELF_LIST(X)                                                                                  \
    X(STORE_PEOPLE, "people")     /* who may log in */                                                       \
    X(STORE_SESSIONS, "sessions") /* who is logged in */                                                     \
    X(STORE_WISHES, "wishes")     /* changes of people that a shell asks a running server for */             \
    X(STORE_FOOTING, "footing")   /* what is in force by entries of the house (house/footing.h) */

enum store_shelf {
#define STORE_SHELF_ENUM(id, table) id,
    STORE_SHELF_LIST(STORE_SHELF_ENUM)
#undef STORE_SHELF_ENUM
        STORE_SHELF_COUNT
};

/* A record by its name, in the caller's words; an empty value takes it away. */
struct store_record {
    enum store_shelf shelf;
    struct span name;
    struct span value;
};

/* The name of a shelf's table. */
const char *store_shelf_table(enum store_shelf shelf);

/* Takes one record that is read. */
struct store_taker {
    enum status (*take)(void *context, struct span name, struct span value);
    void *context;
};

enum store_order { STORE_FORWARD, STORE_BACKWARD };

/* Follows the verification of a file. */
struct store_visit {
    struct walk *walk; /* the caller's, just begun: chains and balances can be read from it as it goes */

    /* Called for each row once its place in the chain and its money are found right. Anything but STATUS_OK
     * ends the verification with that status and without a message, which is up to the visitor. */
    enum status (*entry)(void *context, const struct store_row *row, const struct entry *entry);
    void *context;

    /* The walk is already behind this entry (0: at the beginning). Then only what belongs to later entries is
     * compared, and checks of the whole file are left out: for rows without an entry in tables whose key is
     * not the position, and the database's own check of its pages. */
    uint64_t since;
    const uint64_t *positions; /* with `since`: of each chain's last entry up to there, by chain - 1 ... */
    uint32_t position_count;   /* ... for so many chains */

    bool parallel; /* the database's own check of its pages may be made by a second thread meanwhile */
};

/* One posting of an account. */
struct store_posting {
    uint64_t posting; /* its number: among all postings, or those of its account, as the database counts */
    uint32_t account;
    uint64_t previous; /* of the same account; 0: none */
    uint64_t position; /* of its entry */
    int64_t cents;
    int64_t balance_cents; /* after it */
};

/* The first four bytes of a hash as a number. */
static inline uint32_t store_mark(const struct hash *hash)
{
    return (uint32_t)hash->bytes[0] << 24 | (uint32_t)hash->bytes[1] << 16 | (uint32_t)hash->bytes[2] << 8 |
           hash->bytes[3];
}

#endif
