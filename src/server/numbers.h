/* SPDX-License-Identifier: Apache-2.0 */
/* numbers.h - the figures of the floor: of the gaming day that is open, or of the day on the calendar.
 *
 * They are counted as rounds end. After a restart those of the day so far are worked out from the books
 * (report/report.h), so that after a while nobody can tell that there was one. */
#ifndef CROUPIER_SERVER_NUMBERS_H
#define CROUPIER_SERVER_NUMBERS_H

#include "server/floor.h"

/* When the tables are there, and before they go on: what is on disk is worked out beside them, and what comes
 * is counted on top of it. So a server starts as soon on a long day as on a short one. */
void numbers_load(struct server *server);

/* For tables that have come from another server. False: there is too much to do, and it may be asked later.
 */
bool numbers_refresh(struct server *server);

/* Begins anew where the day has turned: for the timer, and when a day is opened. */
void numbers_look(struct server *server);

/* {"table", "dealer", ...}: docs/protocol.md. */
void numbers_put(struct out *out, const struct floor_table *floor);

#endif
