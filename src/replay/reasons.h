/* SPDX-License-Identifier: Apache-2.0 */
/* reasons.h - the reasons given in a story: the words of the clauses that an event rests on.
 *
 * Each reason is a line of its own and is told once a round, with the first event that rests on it; the words
 * are those of the register of clauses where it has them, else those of the ground. Inner part of story.c. */
#ifndef CROUPIER_REPLAY_REASONS_H
#define CROUPIER_REPLAY_REASONS_H

#include "replay/course.h"

/* Of an event in the replay's log. */
void reasons_put(const struct replay *replay, const struct event *event, struct text *text);

/* Of a single ground, as for a refusal; `text` is what has been told of the act so far. */
void reasons_put_ground(const struct replay *replay, unsigned ground, struct text *text);

#endif
