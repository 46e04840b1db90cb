/* SPDX-License-Identifier: Apache-2.0 */
/* archive_home.h - the functions that archive_house.c needs of each kind of database: archive_sqlite.c makes
 * the database anew, archive_postgres.c removes rows in one transaction. */
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

    /* Before entries are chosen: checks that they may be archived at all, and tells where the last archive
     * ends. `home` belongs to the kind of database until `close`; NULL if there is none. */
    enum status (*open)(struct archiving *archiving, void **home, uint64_t *before);

    /* From here on nobody else may archive; the size of the database in bytes. */
    enum status (*hold)(struct archiving *archiving, void *home);
    uint64_t (*bytes)(struct archiving *archiving, void *home);

    /* Passes the entries, postings and checkpoints of the archive's positions, each in order of position. */
    enum status (*pour)(struct archiving *archiving, void *home, const struct archive_sink *sink);

    /* Removes the rows that are archived and need not stay, and adds the row that names the archive. */
    enum status (*remove)(struct archiving *archiving, void *home);
    void (*close)(void *home);
};

extern const struct archive_home archive_sqlite;
extern const struct archive_home archive_postgres;

/* ---- The entries that stay: declarations, the shoe in use of every table, the last entry of the house. ----
 */

struct archive_kept {
    uint64_t *from; /* by chain - 1: from this position on, all entries stay; 0: there are none */
};

enum status archive_kept_init(struct archive_kept *kept) MUST_CHECK;
void archive_kept_release(struct archive_kept *kept);

/* Call it for every entry up to the end of the archive, in order. *stays: the entry stays, whatever `from`
 * says. Fails if nobody can tell: it cannot be read, or is another chain's than its row says. */
enum status archive_kept_see(const struct archiving *archiving, struct archive_kept *kept,
                             const struct store_row *row, bool *stays) MUST_CHECK;

#endif
