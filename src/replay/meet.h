/* SPDX-License-Identifier: Apache-2.0 */
/* meet.h - is an expectation of a record met? Section 8 of docs/notation.md.
 *
 * Pure. Expectations of something that happens look at the events since the last line of acts; expectations
 * of a state ask the family. Clauses must be among those cited by the events concerned, or by the ruling. */
#ifndef CROUPIER_REPLAY_MEET_H
#define CROUPIER_REPLAY_MEET_H

#include "replay/replay.h"

enum { GOT_TEXT_MAX = 1024 };

/* If it is not met, `got` says what there was instead. */
bool replay_meets(const struct replay *replay, const struct expectation *expectation, struct text *got);

#endif
