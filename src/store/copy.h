/* SPDX-License-Identifier: Apache-2.0 */
/* copy.h - copies a house from one database to another, of either kind.
 *
 * Every entry is copied byte for byte in the order of the log, with the house's checkpoints and the
 * witnesses' cosignatures; everything else follows from the entries and is made anew. Both ends are verified,
 * and must have the same heads and the same root afterwards. */
#ifndef CROUPIER_STORE_COPY_H
#define CROUPIER_STORE_COPY_H

#include "journal/walk.h"
#include "store/failure.h"

enum copy_stage { COPY_CHECK_FROM, COPY_ENTRIES, COPY_CHECK_TO };

/* Told now and then how far a stage has come. */
struct copy_watch {
    void (*tell)(void *context, enum copy_stage stage, uint64_t done, uint64_t total);
    void *context;
};

struct copy_options {
    const char *from;
    const char *to;          /* an empty database */
    bool in_use;             /* a server may be writing to `from`: later entries are not copied */
    struct copy_watch watch; /* tell may be NULL */
};

/* The caller has just begun `walk`, with the heads that the copy must include; afterwards it tells what the
 * copy holds. After a failure `to` may hold a part of the copy. */
enum status copy_house(const struct copy_options *options, struct walk *walk,
                       struct store_failure *failure) MUST_CHECK;

#endif
