/* SPDX-License-Identifier: Apache-2.0 */
/* house.h - the house's day on the server: what may be written now, and what follows from what was.
 *
 * Every entry of the tables, of money, counts and days goes through house_write, which asks the day
 * (house/gaming_day.h), writes to the books and follows. After a restart the day is read again from the
 * journal, from the end of the day before it. */
#ifndef CROUPIER_SERVER_HOUSE_H
#define CROUPIER_SERVER_HOUSE_H

#include "house/gaming_day.h"
#include "server/server.h"

/* Before the first entry: the accounts of a house that counts, and its day as the journal tells it. */
enum status house_load(struct server *server, struct store_failure *failure) MUST_CHECK;

/* The day alone, once more: an entry that it rested on was refused (fleet.h). */
enum status house_read(struct server *server, struct store_failure *failure) MUST_CHECK;

/* books_write, if the day allows it. */
enum status house_write(struct server *server, uint32_t chain, const struct line *line,
                        uint64_t *ticket) MUST_CHECK;

/* STATUS_OK, or why no table may be opened now: STATUS_DAY_CLOSED. */
enum status house_may_play(const struct server *server) MUST_CHECK;

/* The gaming day by the clock: what a day that is opened now is called. */
void house_today(const struct server *server, char date[DATE_TEXT_MAX]);

#endif
