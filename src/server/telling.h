/* SPDX-License-Identifier: Apache-2.0 */
/* telling.h - the memory used to make snapshots and updates (floor_send_snapshot, floor_tell; floor.h).
 *
 * The events and the public part of the state are written once per language, the private part once for all
 * who see the same. A client that said "changes" in its hello is sent the whole state once, and then only
 * what is different. For each language and each kind of viewer the floor keeps what was sent last; a player's
 * watch keeps the player's own part. A client whose state is not that of the last telling is sent a whole
 * state. */
#ifndef CROUPIER_SERVER_TELLING_H
#define CROUPIER_SERVER_TELLING_H

struct floor_table;
struct telling;

/* NULL: no memory. Returns owned. */
struct telling *telling_new(void);
void telling_free(struct telling *telling);

/* Frees what the floor remembers of what it told. */
void telling_forget(struct floor_table *floor);

#endif
