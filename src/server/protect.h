/* SPDX-License-Identifier: Apache-2.0 */
/* protect.h - holds patrons to the limits they set for themselves, and to exclusions by themselves or others.
 *
 * What is in force for a person follows from the journal (house/patron.h); a file may name more people who
 * are excluded. Checked when a person logs in, takes a seat or stakes anything, even if staff place the
 * wager. Losses and time played are counted as they happen; after a restart they are read from the person's
 * account on the first request. */
#ifndef CROUPIER_SERVER_PROTECT_H
#define CROUPIER_SERVER_PROTECT_H

#include "house/footing.h"
#include "server/answer.h"
#include "server/server.h"
#include "table/table.h"

enum { PLAY_GAP_MS = 10 * 60 * 1000 /* wagers further apart are two sittings */ };

/* Reads everybody's limits from their shelf (house/footing.h); where a database has none, fills it from the
 * journal. */
enum status protect_load(struct server *server, struct store_failure *failure) MUST_CHECK;
void protect_release(struct server *server);

/* The file of names that the configuration gives, one a line; at the start and on SIGHUP. */
void protect_read_list(struct server *server);

/* STATUS_EXCLUDED: not let in. */
enum status protect_login(const struct server *server, const char *name) MUST_CHECK;

/* Checks the stakes of a proposal, and the person who would sit down: STATUS_OK, or the limit that is hit. */
enum status protect_check(struct server *server, const struct proposal *proposal) MUST_CHECK;

/* Takes an entry about patrons or tables that another server has written. */
void protect_take(struct server *server, const struct entry *entry);

/* An entry of a table moved this money. */
void protect_follow(struct server *server, const struct transaction *transaction);

/* Tells a player every config.reminder_seconds how long they have played and what it came to. */
void protect_remind(struct server *server, struct client *client, int64_t now_ms);

/* Writes an entry *patron*, if it is allowed; answers when it is on disk. */
enum status protect_say(struct server *server, const struct patron_words *words, const struct user *by,
                        const struct reply *reply) MUST_CHECK;

/* A person's losses so far; loads them where they are not known. */
enum status protect_play(struct server *server, const char *name, struct patron_play *play) MUST_CHECK;

#endif
