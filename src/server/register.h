/* SPDX-License-Identifier: Apache-2.0 */
/* register.h - who came, who went and who was let in: entries of the house's chain.
 *
 *   session opened|refused|closed NAME ADDRESS     log-ins, refused ones, logouts
 *   person added|role|revoked|restored|password NAME ROLE
 *
 * An entry names the person who did it; one that is made from the shell names nobody. Secrets are never
 * written. The entries are on disk with the next commit; no answer waits for them. */
#ifndef CROUPIER_SERVER_REGISTER_H
#define CROUPIER_SERVER_REGISTER_H

#include "server/server.h"

enum register_session { REGISTER_OPENED, REGISTER_REFUSED, REGISTER_CLOSED };

/* `name` as it was given: what is no name is written as "?". */
void register_session(struct server *server, enum register_session what, const char *name,
                      const char *address);

/* The people file, read again if it has changed; what has is registered, but for the first time. `by` is
 * whoever changed it just now, or NULL: somebody at the shell. */
void register_refresh(struct server *server, const struct user *by);

#endif
