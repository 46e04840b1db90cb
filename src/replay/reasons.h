/* SPDX-License-Identifier: Apache-2.0 */
/* reasons.h - the reasons given in a story: what the clauses say that an event rests on.
 *
 * Each reason is a line of its own and is given once per round, with the first event that rests on it. Its
 * words are those of the register of clauses or, if the clause is not there, those of the ground. Inner part
 * of story.c. */
#ifndef CROUPIER_REPLAY_REASONS_H
#define CROUPIER_REPLAY_REASONS_H

#include "replay/course.h"

/* The reasons of an event in the replay's log. */
void reasons_put(const struct replay *replay, const struct event *event, struct text *text);

/* The reason of a single ground, as for a refusal; `text` holds what has been told of the act so far. */
void reasons_put_ground(const struct replay *replay, unsigned ground, struct text *text);

#endif
