/* SPDX-License-Identifier: Apache-2.0 */
/* backup.h - copies a database that may be in use, and checks the copy.
 *
 * The copy is made under another name, synced and verified entry by entry, and only then gets its own name.
 * So a copy with its final name is whole. */
#ifndef CROUPIER_STORE_BACKUP_H
#define CROUPIER_STORE_BACKUP_H

#include "journal/walk.h"
#include "store/failure.h"

/* Copies `from` to `to`, which must not exist unless `replace`. The caller has just begun `walk`, with the
 * heads that the copy must include; afterwards it tells what the copy holds. On failure `to` is unchanged. */
enum status backup_copy(const char *from, const char *to, bool replace, struct walk *walk,
                        struct store_failure *failure) MUST_CHECK;

/* The last checkpoint of a database, with the name of its log. STATUS_NOT_FOUND: it has none. */
enum status backup_head(const char *path, struct checkpoint *head, struct store_failure *failure) MUST_CHECK;

/* Gives a file that was written and checked under another name its own, durably. A file of that name is
 * replaced, with its write-ahead log. */
enum status backup_take_name(const char *draft, const char *to, struct store_failure *failure) MUST_CHECK;

#endif
