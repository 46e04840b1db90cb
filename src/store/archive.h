/* SPDX-License-Identifier: Apache-2.0 */
/* archive.h - older entries of a house move into a file of their own.
 *
 * An archive is a SQLite file with the entries and postings of the positions first to last, and the
 * checkpoints of that part of the log. It is written, verified and given its name before anything else
 * happens. Then the live database is made anew beside the old one, without these rows, verified, and renamed
 * over it: no row is ever deleted from a database, and a crash at any point leaves the old one or the new
 * one, whole. What a crash left behind is checked and used, or made anew, by the next call. docs/journal.md,
 * section 13. SQLite only. */
#ifndef CROUPIER_STORE_ARCHIVE_H
#define CROUPIER_STORE_ARCHIVE_H

#include "base/hash.h"
#include "store/failure.h"

/* In this order; each is told when it is done. */
enum archive_stage {
    ARCHIVE_CHOSEN,  /* it is known which entries go */
    ARCHIVE_DRAFTED, /* the archive is written under another name */
    ARCHIVE_NAMED,   /* it is verified, and has its name */
    ARCHIVE_REMADE,  /* the new database is written and verified beside the old one */
    ARCHIVE_DONE,    /* it has taken the old one's place */
};

struct archive_watch {
    void (*tell)(void *context, enum archive_stage stage);
    void *context;
};

struct archive_options {
    const char *path;           /* of the database; nobody has it open */
    const char *out;            /* of the archive */
    int64_t until_ms;           /* no entry of this time or later goes */
    struct archive_watch watch; /* tell may be NULL */
};

struct archive {
    uint64_t first;
    uint64_t last;
    struct hash root; /* of the log at `last` */
    uint64_t bytes;   /* of the archive */
    uint64_t bytes_before;
    uint64_t bytes_after; /* of the database */
};

/* STATUS_NOT_FOUND: there is nothing to archive up to that time. */
enum status archive_house(const struct archive_options *options, struct archive *archive,
                          struct store_failure *failure) MUST_CHECK;

#endif
