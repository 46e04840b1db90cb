/* SPDX-License-Identifier: Apache-2.0 */
/* sqlite_fault.h - turns errors of SQLite into statuses and failures. */
#ifndef CROUPIER_STORE_SQLITE_FAULT_H
#define CROUPIER_STORE_SQLITE_FAULT_H

#include <sqlite3.h>

#include "store/failure.h"

/* A result of SQLite as a status; the last failure of a connection, with a message. */
enum status sqlite_status(int code);
enum status sqlite_failure(const char *path, sqlite3 *connection, struct store_failure *failure);

#endif
