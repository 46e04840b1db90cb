/* SPDX-License-Identifier: Apache-2.0 */
/* backup.h - a copy of a database that may be in use, checked before it counts.
 *
 * The copy is made under another name, synced and verified entry by entry; only then it gets its own. So a
 * copy that bears its name is whole. */
#ifndef CROUPIER_STORE_BACKUP_H
#define CROUPIER_STORE_BACKUP_H

#include "journal/walk.h"
#include "store/failure.h"

/* Copies `from` to `to`, which must not be there unless `replace`. `walk` has just been begun by the caller,
 * with the heads the copy must include; it tells what the copy holds. On failure nothing of `to` has changed.
 */
enum status backup_copy(const char *from, const char *to, bool replace, struct walk *walk,
                        struct store_failure *failure) MUST_CHECK;

/* The last checkpoint of a database, with the name of its log. STATUS_NOT_FOUND: it has none. */
enum status backup_head(const char *path, struct checkpoint *head, struct store_failure *failure) MUST_CHECK;

/* A file that was written and checked under another name gets its own, and is on disk with it. What lay there
 * is replaced, with its write-ahead log. */
enum status backup_take_name(const char *draft, const char *to, struct store_failure *failure) MUST_CHECK;

#endif
