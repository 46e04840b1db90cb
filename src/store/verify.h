/* SPDX-License-Identifier: Apache-2.0 */
/* verify.h - checks that a database is consistent: all of it, row by row, from the first entry.
 *
 * The walk and every comparison are here, for every kind of database; a backend provides its rows
 * (verify_source). An opening checks less, so that it takes as long after ten years as after a day: that
 * tables and triggers are ours, that each chain's last entry is the one its head names and the balances add
 * up to 0 (standing.c), and that the tree is the one its last checkpoint seals (sealer.c). */
#ifndef CROUPIER_STORE_VERIFY_H
#define CROUPIER_STORE_VERIFY_H

#include "journal/walk.h"
#include "store/row.h"
#include "store/seals.h"
#include "store/standing.h"

/* Everything is read as of one moment. Each function gives STATUS_OK, STATUS_NOT_FOUND, or why it cannot be
 * read; then `trouble` says it in the database's words. */
struct verify_ops {
    enum status (*row)(void *source, struct store_row *row);             /* the next, by position */
    enum status (*posting)(void *source, struct store_posting *posting); /* the next, by its entry */
    enum status (*posting_at)(void *source, uint32_t account, uint64_t number,
                              struct store_posting *posting);     /* that one of the account */
    enum status (*seal)(void *source, struct seal_row *seal);     /* the next checkpoint, by size */
    enum status (*old_seal)(void *source, struct seal_row *seal); /* the same of the archives that are read */
    enum status (*key)(void *source, struct span key, uint64_t *position);
    enum status (*document)(void *source, const struct hash *hash, uint64_t *position);
    enum status (*round)(void *source, uint32_t chain, uint32_t round, uint64_t *position);
    enum status (*node)(void *source, unsigned level, uint64_t number, struct hash *hash);
    enum status (*count)(void *source, const char *table, uint64_t *count); /* its rows */
    enum status (*pages)(void *source, struct store_failure *failure); /* the database's own check; at last */
    const char *(*trouble)(void *source);
};

struct verify_source {
    const struct verify_ops *ops;
    void *source;
    const char *path;            /* for messages */
    bool has_documents;          /* tables that older schemas do not have */
    bool has_log;                /* ... rounds, tree, checkpoints, postings that lead back */
    bool numbered_by_account;    /* a posting's number counts those of its account, not all of them */
    bool links_entries;          /* store_row.previous stands in the table */
    uint64_t sealed;             /* the size of the last checkpoint; 0: none */
    uint64_t archived;           /* entries in the archives that are read; 0: there are none */
    const struct standing *fold; /* what the tables of chains and accounts say about position `folded` */
    const struct store_failure *of_fold; /* why these cannot be believed; status 0: they can */
};

/* `visit` may be NULL. With visit->since the source gives rows, postings and checkpoints from there on. */
enum status verify_all(const struct verify_source *source, const struct store_visit *visit,
                       struct store_failure *failure) MUST_CHECK;

#endif
