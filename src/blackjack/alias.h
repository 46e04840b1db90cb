/* SPDX-License-Identifier: Apache-2.0 */
/* alias.h - by which name the rules know what was reported by another.
 *
 * Whoever reports says what was seen; the clauses go by what lies on the table and by the moment. For each
 * kind that can be another one: which it really is, and where that lies. Pure. */
#ifndef CROUPIER_BLACKJACK_ALIAS_H
#define CROUPIER_BLACKJACK_ALIAS_H

#include "blackjack/felt.h"

/* What it really is, early or `late`; the kind itself if it is that. */
typedef enum irregularity alias_of(const struct rulebook *book, const struct round *round,
                                   const struct act *act, bool late);
alias_of alias_wrong_order, alias_wrong_hand, alias_not_wanted, alias_player_short, alias_empty_area,
    alias_simultaneous;

/* Where it lies, for a report that came by another name. */
typedef void alias_find(const struct rulebook *book, const struct round *round, struct act *report);
alias_find find_anywhere, find_no_area, find_surplus, find_empty_area, find_short_area;

#endif
