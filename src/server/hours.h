/* SPDX-License-Identifier: Apache-2.0 */
/* hours.h - watches the hours of shifts, and alarms the pit about one that is overdue. */
#ifndef CROUPIER_SERVER_HOURS_H
#define CROUPIER_SERVER_HOURS_H

#include "server/server.h"

/* Tells the pit once of each shift that should be open and is not, `late_minutes` after its hour. */
void hours_look(struct server *server);

#endif
