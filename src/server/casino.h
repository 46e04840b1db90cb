/* SPDX-License-Identifier: Apache-2.0 */
/* casino.h - the life of the running casino: opening, the loop, stopping. */
#ifndef CROUPIER_SERVER_CASINO_H
#define CROUPIER_SERVER_CASINO_H

#include "server/server.h"

/* Runs until SIGTERM or SIGINT. Rounds in progress then have config.stop_seconds to end; others stay in the
 * journal as they are. A second signal ends the wait. Returns the exit status of the process. */
int casino_run(struct config *config, struct log log);

#endif
