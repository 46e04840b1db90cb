/* SPDX-License-Identifier: Apache-2.0 */
/* check.h - checks an expectation of a record. Section 8 of docs/notation.md.
 *
 * Pure. Expectations of something that happens look at the events since the last line of acts; expectations
 * of a state ask the family. Clauses must be among those cited by the events concerned, or by the ruling. */
#ifndef CROUPIER_REPLAY_CHECK_H
#define CROUPIER_REPLAY_CHECK_H

#include "replay/course.h"

enum { GOT_TEXT_MAX = 1024 };

/* True if it is met; if not, `got` says what was found instead. */
bool check_expectation(const struct replay *replay, const struct expectation *expectation, struct text *got);

#endif
