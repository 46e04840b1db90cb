/* SPDX-License-Identifier: Apache-2.0 */
/* upgrade.h - seals a journal of format 1 as it is, and shows that it is unchanged.
 *
 * No entry is written anew: a house goes on with what it has (docs/journal.md, section 11). The file is
 * walked through before and after; both walks must find the same entries byte for byte (one root over all of
 * them), the same heads and the same balances. In between the schema is brought up to date, in one
 * transaction, and the house's key signs the checkpoint over everything. */
#ifndef CROUPIER_STORE_UPGRADE_H
#define CROUPIER_STORE_UPGRADE_H

#include "journal/walk.h"
#include "store/house_key.h"
#include "store/row.h"

struct upgrade {
    uint64_t entries;
    uint64_t old_entries; /* of them, of format 1 */
    uint64_t signatures;  /* of format 1, all of them right */
    uint64_t sealed;      /* entries under the last checkpoint, before: 0 where there was none */
    struct hash root;     /* over all entries */
};

/* Told now and then how many entries were read, of both walks together. */
struct upgrade_watch {
    void (*tell)(void *context, uint64_t done, uint64_t total);
    void *context;
};

/* Nobody else may have the database open. After a failure nothing of the journal has changed. */
enum status upgrade_house(const char *path, const struct house_key *key, struct upgrade_watch watch,
                          struct upgrade *upgrade, struct store_failure *failure) MUST_CHECK;

#endif
