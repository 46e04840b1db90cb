/* SPDX-License-Identifier: Apache-2.0 */
/* house.h - the house's gaming day on the server.
 *
 * Every entry of tables, money, counts and days goes through house_write, which asks the day
 * (house/gaming_day.h), writes to the books and gives the day the entry. After a restart the day is read
 * again from the journal, from the end of the day before it. */
#ifndef CROUPIER_SERVER_HOUSE_H
#define CROUPIER_SERVER_HOUSE_H

#include "house/gaming_day.h"
#include "server/server.h"

/* Before the first entry: the accounts of a house that counts, and its day as the journal tells it. */
enum status house_load(struct server *server, struct store_failure *failure) MUST_CHECK;

/* Reads only the day again: an entry that it had taken was refused (fleet.h). */
enum status house_read(struct server *server, struct store_failure *failure) MUST_CHECK;

/* Whether the day allows it. */
enum status house_verify(const struct server *server, uint32_t chain, const struct line *line) MUST_CHECK;

/* Writes the line to the books if the day allows it. */
enum status house_write(struct server *server, uint32_t chain, const struct line *line,
                        uint64_t *ticket) MUST_CHECK;

/* STATUS_OK, or why no table may be opened now: STATUS_DAY_CLOSED. */
enum status house_may_play(const struct server *server) MUST_CHECK;

/* The shift that should be open now, and since when; NULL: none, or it is. Only while a day is open. */
const char *house_shift_due(const struct server *server, int64_t *since_ms);

/* The gaming day by the clock: the date of a day that is opened now. */
void house_today(const struct server *server, char date[DATE_TEXT_MAX]);

#endif
