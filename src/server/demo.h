/* SPDX-License-Identifier: Apache-2.0 */
/* demo.h - a casino that needs no set-up: tables of every game, people of every role, and bots that bet and
 * play sensibly.
 *
 * Bots are ordinary players: they know nothing but their own offers, and what they do goes through the same
 * tasks as anybody's. */
#ifndef CROUPIER_SERVER_DEMO_H
#define CROUPIER_SERVER_DEMO_H

#include "server/floor.h"

/* Adds two tables of each built-in game to a configuration that has none. */
enum status demo_configure(struct config *config) MUST_CHECK;

/* Sets the clocks and limits of a table for one person who wants to be dealt in at once. */
void demo_solo(struct table_plan *plan);

/* The demo's people, and their money. Called before the tables are made, and after. NULL without memory. */
struct demo *demo_new(struct server *server);
enum status demo_populate(struct demo *demo) MUST_CHECK;
void demo_free(struct demo *demo);

/* Seats bots at tables that have none yet, and leaves the second table of a game to people while a dealer
 * watches it. */
void demo_look(struct demo *demo);

/* Lets the bots act; returns when to call again. */
int64_t demo_tick(struct demo *demo, int64_t now_ms);

/* The ready-made person of a role, or NULL; for players, one guest after the other. */
const char *demo_person(struct demo *demo, enum user_role role);

/* A table goes to another server: its bots are not played any more. */
void demo_forget(struct demo *demo, const struct floor_table *floor);

#endif
