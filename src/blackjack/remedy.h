/* SPDX-License-Identifier: Apache-2.0 */
/* remedy.h - what is done about an irregularity: one row for each remedy of the rulebook. */
#ifndef CROUPIER_BLACKJACK_REMEDY_H
#define CROUPIER_BLACKJACK_REMEDY_H

#include "blackjack/felt.h"

/* What becomes of a misdeal that staff find beyond repair. */
enum remedy remedy_beyond_repair(const struct rulebook *book, bool late);

/* Does it take up cards that lie on the table, after such a report? Does it need cards that can be put right?
 */
bool remedy_moves_cards(enum remedy remedy, enum irregularity kind);
bool remedy_rebuilds(enum remedy remedy);

/* Applies a remedy to what the act reports, and offers what may be chosen after it. */
void remedy_apply(struct felt *felt, const struct act *act, enum remedy remedy, bool late);

/* An event that rests on an irregularity. */
void remedy_tell(struct felt *felt, enum event_kind what, enum irregularity kind, bool late);

#endif
