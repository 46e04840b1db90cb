/* SPDX-License-Identifier: Apache-2.0 */
/* numbers.h - the figures of the floor: of the gaming day that is open, or of the calendar day.
 *
 * They are counted as rounds end. After a restart the figures of the day so far are worked out from the books
 * (report/report.h), so that they are complete again after a while. */
#ifndef CROUPIER_SERVER_NUMBERS_H
#define CROUPIER_SERVER_NUMBERS_H

#include "server/floor.h"

/* Call it when the tables have been made and before they go on: a worker works out the figures of what is on
 * disk, and new rounds are counted on top. So a server starts as fast on a long day as on a short one. */
void numbers_load(struct server *server);

/* The same for tables that have come from another server. False: the worker has too much to do; call it again
 * later. */
bool numbers_refresh(struct server *server);

/* Starts the figures anew if a new day has begun: for the timer, and when a day is opened. */
void numbers_look(struct server *server);

/* {"table", "dealer", ...}: docs/protocol.md. */
void numbers_put(struct out *out, const struct floor_table *floor);

#endif
