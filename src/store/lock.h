/* SPDX-License-Identifier: Apache-2.0 */
/* lock.h - one process at a time on one database file.
 *
 * SQLite itself lets several processes write in turns; here a second server would continue chains and
 * balances that it does not know. The lock is a file beside the database (its name and ".lock") that is held
 * by flock for as long as the store is open, and, since a file can be deleted, a name in the kernel made of
 * the database's device, inode and time of birth. The system releases both when the process ends in any way.
 */
#ifndef CROUPIER_STORE_LOCK_H
#define CROUPIER_STORE_LOCK_H

#include "store/failure.h"

struct lock {
    int file; /* -1: not held */
    int name;
};

#define LOCK_NONE ((struct lock){-1, -1})

/* To be released when the store is closed. The message names the process that holds the lock. */
enum status lock_take(const char *path, struct lock *lock, struct store_failure *failure) MUST_CHECK;
void lock_release(struct lock *lock);

#endif
