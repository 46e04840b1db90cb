/* SPDX-License-Identifier: Apache-2.0 */
/* play.h - what the files of croupier play share: one person at one table, line by line.
 *
 * The table is the server's own (table/runner.h); nothing here knows a game. Time stands still while the
 * person thinks: an empty line lets the clock run out, which closes the bets or passes over what is offered.
 */
#ifndef CROUPIER_CLI_PLAY_H
#define CROUPIER_CLI_PLAY_H

#include "table/runner.h"

enum { PLAY_LINE_MAX = 256 };

struct evening {
    struct rulebook book;
    struct runner runner;
    char name[PERSON_NAME_MAX];
    int64_t now_ms;
    bool leaving;
    struct act acts[LEGAL_ACTS_MAX]; /* what is offered, as listed */
    unsigned act_count;
};

/* Plays until the person leaves: STATUS_OK, or what went wrong with the disk. */
enum status play_evening(struct evening *evening) MUST_CHECK;

/* ---- play_show.c: what the person sees. ---- */

/* Tells what acts led to; a struct runner_sink's function, with a struct evening. */
void play_kept(void *context, const struct table *table, const struct sequel *sequel);

/* Hands on the table, then every act on offer with its number and clauses; fills evening->acts. */
void play_show_hands(const struct evening *evening);
void play_show_acts(struct evening *evening);
void play_show_refusal(const struct evening *evening, enum status status);
void play_show_sign(const struct evening *evening);
void play_show_help(void);

/* The words of an act without its actor; `size` >= PLAY_LINE_MAX. */
void play_words(const struct evening *evening, const struct act *act, char *words, size_t size);

/* The state with the person in its roster, even before their first act; returns their place. */
unsigned play_person(const struct evening *evening, struct table_state *state);

#endif
