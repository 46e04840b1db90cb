/* SPDX-License-Identifier: Apache-2.0 */
/* remedy.h - what is done about an irregularity: one function for each remedy of the rulebook. */
#ifndef CROUPIER_BLACKJACK_REMEDY_H
#define CROUPIER_BLACKJACK_REMEDY_H

#include "blackjack/table.h"

/* The place a report speaks of; PLACE_NOWHERE if it names none. */
struct place remedy_place(const struct act *act);

/* What becomes of a misdeal that staff find beyond repair. */
enum remedy remedy_beyond_repair(const struct rulebook *book, bool late);

/* Applies a remedy to what the act reports, and offers what may be chosen after it. */
void remedy_apply(struct table *table, const struct act *act, enum remedy remedy, bool late);

/* An event that rests on an irregularity. */
void remedy_tell(struct table *table, enum event_kind what, enum irregularity kind, bool late);

#endif
