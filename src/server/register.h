/* SPDX-License-Identifier: Apache-2.0 */
/* register.h - entries of the house's chain about log-ins and people.
 *
 *   session opened|refused|closed NAME ADDRESS     log-ins, refused ones, logouts
 *   person added|role|revoked|restored|password|code NAME ROLE
 *
 * An entry names the person who did it; one that is made from the shell names nobody. Secrets are never
 * written. Entries about sessions are on disk with the next commit, and no answer waits for them; a change of
 * people is on disk before it counts. */
#ifndef CROUPIER_SERVER_REGISTER_H
#define CROUPIER_SERVER_REGISTER_H

#include "server/server.h"

enum register_session { REGISTER_OPENED, REGISTER_REFUSED, REGISTER_CLOSED };

/* `name` as it was given; a text that is not a name is written as "?". */
void register_session(struct server *server, enum register_session what, const char *name,
                      const char *address);

/* Calls `change` on a copy of the people; if it returns STATUS_OK, writes the people who differ, with an
 * entry about each, and the change is in force from then on. `by` is the person who makes it; NULL: the
 * system. */
enum status register_change(struct server *server,
                            enum status (*change)(struct people *people, void *context), void *context,
                            const struct user *by) MUST_CHECK;

/* Loads the people of the house once the books are open; takes over those of an old file. */
enum status register_load(struct server *server, struct store_failure *failure) MUST_CHECK;

/* Takes up what somebody at a shell has asked for (croupier user). */
void register_refresh(struct server *server);

/* The same now and then: for the timer, which may run many times a second. */
void register_look(struct server *server, int64_t now_ms);

#endif
