/* SPDX-License-Identifier: Apache-2.0 */
/* register.h - who came, who went and who was let in: entries of the house's chain.
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

/* `name` as it was given: what is no name is written as "?". */
void register_session(struct server *server, enum register_session what, const char *name,
                      const char *address);

/* Calls `change` on a copy of the people; if it returns STATUS_OK, whoever differs is written, with the entry
 * that tells of it, and counts from then on. `by` is whoever does it; NULL: the system. */
enum status register_change(struct server *server,
                            enum status (*change)(struct people *people, void *context), void *context,
                            const struct user *by) MUST_CHECK;

/* The people of the house, when the books are open; those of an old file are taken over. */
enum status register_load(struct server *server, struct store_failure *failure) MUST_CHECK;

/* Takes up what somebody at a shell has asked for (croupier user). */
void register_refresh(struct server *server);

/* The same now and then: for the timer, which may run many times a second. */
void register_look(struct server *server, int64_t now_ms);

#endif
