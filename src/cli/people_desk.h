/* SPDX-License-Identifier: Apache-2.0 */
/* people_desk.h - the people of a house, changed from the shell.
 *
 * Where nobody has the books open, they are opened and the change is an entry like any other. Where a server
 * has them, it is asked (a wish, server/people_store.h) and takes the change up within a second; nobody is
 * erased so. */
#ifndef CROUPIER_CLI_PEOPLE_DESK_H
#define CROUPIER_CLI_PEOPLE_DESK_H

#include "server/people.h"
#include "store/failure.h"

/* Everybody, wishes included. STATUS_NO_FILE: there is no such house. */
enum status people_desk_read(const char *database, struct people *people,
                             struct store_failure *failure) MUST_CHECK;

/* Calls `change` on the people, and writes them if it returns STATUS_OK. `make`: a house that is not there
 * yet is founded; otherwise it has nobody. The message is empty where the status of `change` says all. */
enum status people_desk_change(const char *database, bool make,
                               enum status (*change)(struct people *people, void *context), void *context,
                               struct store_failure *failure) MUST_CHECK;

#endif
