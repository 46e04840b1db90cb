/* SPDX-License-Identifier: Apache-2.0 */
/* legal.h - every act that would be accepted now. Pure.
 *
 * Candidates are listed freely and kept where verb_verify accepts them, so the list cannot differ from the
 * rules. One act stands for all that differ only in card, person named, note or amount. */
#ifndef CROUPIER_BLACKJACK_LEGAL_H
#define CROUPIER_BLACKJACK_LEGAL_H

#include "round/family.h"

unsigned legal_acts(const struct rulebook *book, const struct round *round, enum actor actor, unsigned person,
                    struct act *acts);

/* The largest amount a bet, raise, double or insure may have. */
int64_t legal_amount_max(const struct rulebook *book, const struct round *round, const struct act *act);

#endif
