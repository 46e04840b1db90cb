/* SPDX-License-Identifier: Apache-2.0 */
/* audit_file.h - the audit of a whole database: the journal by the rules (audit.h) and, in the same pass,
 * everything the tables beside it repeat (store_verify).
 *
 * Opens the database read-only, over a connection of its own, and sees it as it was when the audit began; so
 * a server can audit its own books while its tables play. Works on the calling thread, with `parallel` also
 * on others that it starts and joins (rules_thread.h). */
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
    const struct public_key *key; /* the house's, as known from outside; NULL: those the journal names */
    const struct checkpoint
        *heads;          /* known from outside, with checked signatures: the log must include them */
    unsigned head_count; /* at most GUARD_HEADS_MAX */
    const char *loss_by; /* a head may be lost if this person has accepted that by an entry *loss*;
                            NULL: none may */
    const struct verifier *witnesses; /* whose cosignatures in the database are checked */
    unsigned witness_count;
    struct audit_watch watch; /* may be empty */
    const struct mark *since; /* goes on behind it; NULL: from the first entry on */
    struct mark *mark; /* filled by a clean audit, at the last checkpoint, for the caller to release. NULL:
                          none is wanted. Without a checkpoint it stays empty */
    const char *const *archives; /* for audit_file: files with the older entries */
    unsigned archive_count;
    bool parallel; /* one thread reads, others apply the rules, each to tables of its own */
};

/* Initialises `audit`; the caller releases it in any case. STATUS_OK: clean. Otherwise audit->fault describes
 * the first difference; if it has no message, the file could not be read, and `failure` says why. `options`
 * may be NULL. */
enum status audit_file(struct audit *audit, const char *path, const struct audit_options *options,
                       struct store_failure *failure) MUST_CHECK;

/* The same for a store that is open already, with read_only and unchecked, and used by this thread only. */
enum status audit_store(struct audit *audit, struct store *store, const struct audit_options *options,
                        struct store_failure *failure) MUST_CHECK;

#endif
