/* SPDX-License-Identifier: Apache-2.0 */
/* day_state.h - a gaming day in the middle, as lines of text and back: for whoever goes on later without the
 * entries before (audit/mark.h).
 *
 * Pure. Day, accounts, slips that wait and tables that are open, in this order. */
#ifndef CROUPIER_HOUSE_DAY_STATE_H
#define CROUPIER_HOUSE_DAY_STATE_H

#include "house/gaming_day.h"
#include "record/word.h"

enum { DAY_STATE_LINE_MAX = 320 };

/* Line `index` of it, without a line feed; false behind the last. */
bool day_state_line(const struct gaming_day *day, unsigned index, struct text *text);

/* Takes such a line into a day that was initialised; the first makes it known. False: it is none. */
bool day_state_take(struct gaming_day *day, struct words *line);

#endif
