/* SPDX-License-Identifier: Apache-2.0 */
/* day_state.h - the state of a gaming day as lines of text and back, so that an audit can go on from the
 * middle of a day (audit/mark.h).
 *
 * Pure. The day, its accounts, waiting slips and open tables, in this order. */
#ifndef CROUPIER_HOUSE_DAY_STATE_H
#define CROUPIER_HOUSE_DAY_STATE_H

#include "house/gaming_day.h"
#include "record/word.h"

enum { DAY_STATE_LINE_MAX = 320 };

/* Line `index` of it, without a line feed; false behind the last. */
bool day_state_line(const struct gaming_day *day, unsigned index, struct text *text);

/* Takes such a line into an initialised day; the first line makes it known. False: it is not such a line. */
bool day_state_take(struct gaming_day *day, struct words *line);

#endif
