/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_state.h - keeps a standing (standing.h) in SQLite's tables, from time to time.
 *
 * Writing heads and balances with every unit would cost more than the unit itself. So the tables `chains` and
 * `accounts` hold them as of one position, the fold, and at the next opening the entries after it are read
 * again: at most STATE_FOLD_EVERY, which are checked on the way. */
#ifndef CROUPIER_STORE_SQLITE_STATE_H
#define CROUPIER_STORE_SQLITE_STATE_H

#include <sqlite3.h>

#include "store/failure.h"
#include "store/standing.h"

enum { STATE_FOLD_EVERY = 8192 };

/* Reads the tables as of the fold, then every entry after it. `version` is the schema's: an older one has no
 * postings to go back by. STATUS_STORE_CORRUPT with a message if they do not belong together. */
enum status sqlite_state_load(struct standing *state, int version, const char *path, sqlite3 *connection,
                              struct store_failure *failure) MUST_CHECK;

/* Only the tables; within the caller's transaction. */
enum status sqlite_state_load_fold(struct standing *state, int version, const char *path, sqlite3 *connection,
                                   struct store_failure *failure) MUST_CHECK;

/* Writes what has changed into the tables, within the caller's transaction. */
enum status sqlite_state_fold(struct standing *state, const char *path, sqlite3 *connection,
                              struct store_failure *failure) MUST_CHECK;

#endif
