/* SPDX-License-Identifier: Apache-2.0 */
/* lock.h - one process at a time on one database file.
 *
 * SQLite itself lets several processes write in turns; here a second server would continue chains and
 * balances it does not know. The lock is a file beside the database (its name and ".lock") that is held by
 * flock for as long as the store is open; the system gives it up with the process, whatever way it ends. */
#ifndef CROUPIER_STORE_LOCK_H
#define CROUPIER_STORE_LOCK_H

#include "store/failure.h"

/* Gives a descriptor to be closed when the store is. The message names the process that holds the lock. */
enum status lock_take(const char *path, int *descriptor, struct store_failure *failure) MUST_CHECK;
void lock_release(int descriptor);

#endif
