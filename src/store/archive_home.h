/* SPDX-License-Identifier: Apache-2.0 */
/* archive_home.h - what archive_house.c asks of a database whose older entries move into a file, and what the
 * two kinds share: archive_sqlite.c makes the database anew, archive_postgres.c removes rows in one
 * transaction.
 */
#ifndef CROUPIER_STORE_ARCHIVE_HOME_H
#define CROUPIER_STORE_ARCHIVE_HOME_H

#include "store/archive.h"
#include "store/archive_file.h"
#include "store/database.h"

struct archiving {
    const struct archive_options *options;
    struct archive *archive;
    struct store_failure *failure;
    char name[DATABASE_NAME_MAX]; /* of the database, for people */
};

void archive_tell(const struct archiving *archiving, enum archive_stage stage);

struct archive_home {
    bool by_account; /* how postings are numbered (store_posting.posting) */

    /* Before anything is chosen: whether it may be done at all, and where the archives so far end. `home` is
     * the kind's own, owned until `close`; NULL if there is none. */
    enum status (*open)(struct archiving *archiving, void **home, uint64_t *before);

    /* From here on nobody else may archive; how many bytes the database has. */
    enum status (*hold)(struct archiving *archiving, void *home);
    uint64_t (*bytes)(struct archiving *archiving, void *home);

    /* Gives entries, postings and checkpoints of the positions of the archive, each by position. */
    enum status (*pour)(struct archiving *archiving, void *home, const struct archive_sink *sink);

    /* The database loses what is archived and not kept, and gets the row that says where it is. */
    enum status (*remove)(struct archiving *archiving, void *home);
    void (*close)(void *home);
};

extern const struct archive_home archive_sqlite;
extern const struct archive_home archive_postgres;

/* ---- What stays: declarations, of every table the shoe in use, the last entry of the house. ---- */

struct archive_kept {
    uint64_t *from; /* by chain - 1: from this position on, all entries stay; 0: there are none */
};

enum status archive_kept_init(struct archive_kept *kept) MUST_CHECK;
void archive_kept_release(struct archive_kept *kept);

/* Every entry up to the end of the archive, in order. True: it stays by itself, whatever `from` says. */
bool archive_kept_see(struct archive_kept *kept, const struct store_row *row);

#endif
