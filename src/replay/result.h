/* SPDX-License-Identifier: Apache-2.0 */
/* result.h - the results of a replayed round as lines of a record: what can be pasted into the file. */
#ifndef CROUPIER_REPLAY_RESULT_H
#define CROUPIER_REPLAY_RESULT_H

#include "replay/course.h"

enum { RESULTS_TEXT_MAX = 1 << 16 };

/* `= result` lines in the order of settlement, then `= net` lines in the order of the roster. */
void write_results(const struct replay *replay, struct text *text);

#endif
