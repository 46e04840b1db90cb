/* SPDX-License-Identifier: Apache-2.0 */
/* archive.h - moves older entries of a house into a file of their own.
 *
 * An archive is a SQLite file with the entries and postings of the positions `first` to `last`, and the
 * checkpoints of that part of the log, whatever database they come from. It is written, compared and given
 * its name before anything else happens (archive_file.h). Then these rows leave the database in one step: a
 * SQLite file is made anew beside the old one and renamed over it; in PostgreSQL one transaction removes
 * them. So after a crash at any point the database is whole, either as before or without these rows. The next
 * call checks the files that a crash left behind, and uses them or makes them anew. docs/journal.md,
 * section 13. */
#ifndef CROUPIER_STORE_ARCHIVE_H
#define CROUPIER_STORE_ARCHIVE_H

#include "base/hash.h"
#include "store/failure.h"

/* The stages, in this order; the watch is called when one is done. */
enum archive_stage {
    ARCHIVE_CHOSEN,  /* the entries to move are known */
    ARCHIVE_DRAFTED, /* the archive is written under another name */
    ARCHIVE_NAMED,   /* it is verified, and has its name */
    ARCHIVE_REMADE,  /* the database without them is ready beside the old one; or in a transaction */
    ARCHIVE_DONE,    /* it is the database */
};

struct archive_watch {
    void (*tell)(void *context, enum archive_stage stage);
    void *context;
};

struct archive_options {
    const char *path; /* of a SQLite file that nobody has open; or an address, as the tables' owner */
    const char *out;  /* of the archive */
    int64_t until_ms; /* only entries from before this time move */
    struct archive_watch watch; /* tell may be NULL */
};

struct archive {
    uint64_t first;
    uint64_t last;
    struct hash root; /* of the log at `last` */
    uint64_t bytes;   /* of the archive */
    uint64_t bytes_before;
    uint64_t bytes_after; /* of the database; PostgreSQL keeps the room, and uses it again */
};

/* STATUS_NOT_FOUND: there is nothing to archive up to that time. */
enum status archive_house(const struct archive_options *options, struct archive *archive,
                          struct store_failure *failure) MUST_CHECK;

#endif
