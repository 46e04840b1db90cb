/* SPDX-License-Identifier: Apache-2.0 */
/* audit_file.h - the audit of a whole database file: the journal by the rules (audit.h) and, in the same
 * pass, everything the tables beside it repeat (store_verify).
 *
 * Works on the calling thread and opens the file for itself, to read only: a server audits its own books on a
 * thread of its own while tables play on, and sees the file as it was when it began. */
#ifndef CROUPIER_AUDIT_AUDIT_FILE_H
#define CROUPIER_AUDIT_AUDIT_FILE_H

#include "audit/audit.h"
#include "audit/mark.h"
#include "store/store.h"

enum { AUDIT_WATCH_EVERY = 4096 };

/* Asked every AUDIT_WATCH_EVERY entries; false ends the audit with STATUS_STORE_STOPPED. */
struct audit_watch {
    bool (*go_on)(void *context, uint64_t entries, uint64_t entries_total);
    void *context;
};

struct audit_options {
    const struct public_key *key; /* the house's, as noted down elsewhere; NULL: those the journal names */
    const struct checkpoint
        *heads;          /* known from outside, their signatures checked: the log must include them */
    unsigned head_count; /* at most GUARD_HEADS_MAX */
    const char *loss_by; /* who may have accepted in the log that it has lost one of them, by an
                            entry *loss*; NULL: nobody */
    const struct verifier *witnesses; /* whose cosignatures in the database are checked */
    unsigned witness_count;
    struct audit_watch watch; /* may be empty */
    const struct mark *since; /* goes on behind it; NULL: from the first entry on */
    struct mark *mark; /* filled by a clean audit, at the last checkpoint, for the caller to release. NULL:
                          none is wanted. Without a checkpoint it stays empty */
    const char *const *archives; /* of audit_file: files with the older entries */
    unsigned archive_count;
    bool parallel; /* one thread reads, others rule, each on tables of its own */
};

/* Begins `audit`, which is the caller's to release whatever comes of it. STATUS_OK: clean. Otherwise the
 * first difference is in audit->fault; where that has no message, the file could not be read, and `failure`
 * says why. `options` may be NULL. */
enum status audit_file(struct audit *audit, const char *path, const struct audit_options *options,
                       struct store_failure *failure) MUST_CHECK;

/* The same for a store that is open already, read only and unchecked, and used by this thread alone. */
enum status audit_store(struct audit *audit, struct store *store, const struct audit_options *options,
                        struct store_failure *failure) MUST_CHECK;

#endif
