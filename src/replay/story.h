/* SPDX-License-Identifier: Apache-2.0 */
/* story.h - tells a replayed round in sentences: what somebody did, what followed, and by which clause.
 *
 * Pure. One line for the act, one for every event it set off; after each the clauses it rests on and what
 * they say, in our words. For croupier replay --explain. */
#ifndef CROUPIER_REPLAY_STORY_H
#define CROUPIER_REPLAY_STORY_H

#include "replay/course.h"

enum { STORY_TEXT_MAX = 1 << 16 };

/* The act just ruled on (item->kind is ITEM_ACT), and the events in replay->events. */
void story_of(const struct replay *replay, const struct record_item *item, const struct ruling *ruling,
              struct text *text);

/* Everybody's win or loss in the round that has ended. */
void story_end(const struct replay *replay, struct text *text);

#endif
