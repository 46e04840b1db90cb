/* SPDX-License-Identifier: Apache-2.0 */
/* floor_luck.h - numbers of players at a table on the floor: taken from terminals, waited for, told.
 *
 * A terminal that takes part says so when it watches a table. It promises a number for the next shoe that is
 * not committed to yet, and tells it when the house's commitment is on disk (table/luck.h, docs/fairness.md).
 * Who does not take part is never waited for. A number that stays away stops nobody: after LUCK_WAIT_MS the
 * table goes on without it. A shoe is not committed to before somebody is there to play. */
#ifndef CROUPIER_SERVER_FLOOR_LUCK_H
#define CROUPIER_SERVER_FLOOR_LUCK_H

#include "server/floor.h"

enum { LUCK_WAIT_MS = 2000 };

/* Before the agenda is asked: whether more numbers are waited for at `now_ms`. */
void floor_luck_look(struct floor_table *floor, int64_t now_ms);

/* Whether the table waits for somebody to come and play, and for nothing else. */
bool floor_luck_rests(const struct floor_table *floor);

/* A player who takes part comes to a table for one whose shoe has no number of theirs: the next shoe begins,
 * unless somebody's wagers lie there. */
void floor_luck_come(struct floor_table *floor, const struct client *client);

/* A player's terminal promises a number for a shoe, or tells it. The numbers change nothing before the
 * agenda's next step: the caller asks for it (floor_tick). */
enum status floor_luck_promise(struct floor_table *floor, const struct client *client, int64_t shoe,
                               const char *commitment) MUST_CHECK;
enum status floor_luck_reveal(struct floor_table *floor, const struct client *client, int64_t shoe,
                              const char *value) MUST_CHECK;

/* A terminal goes: what it promised for a shoe that is not written down yet goes with it. */
void floor_luck_leave(struct floor_table *floor, const struct client *client);

/* Where the shoe in use stands, as on disk, to everybody who takes part; to one. */
void floor_luck_tell(struct floor_table *floor);
void floor_luck_send(struct floor_table *floor, struct client *client);

#endif
