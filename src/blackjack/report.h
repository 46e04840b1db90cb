/* SPDX-License-Identifier: Apache-2.0 */
/* report.h - an irregularity is reported: what the rulebook's remedy is, and doing it.
 *
 * Section 5 of every document. The rulebook names a remedy for each kind, early and late (irregularity.h);
 * here report.c finds which of them it is, remedy.h does it. What is not so at the table cannot be reported.
 */
#ifndef CROUPIER_BLACKJACK_REPORT_H
#define CROUPIER_BLACKJACK_REPORT_H

#include "blackjack/felt.h"

struct ruling bj_report_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_report_do(struct felt *felt, const struct act *act);

/* void CLAUSE: the round is void by it, if what the clause speaks of has happened. */
struct ruling bj_void_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_void_do(struct felt *felt, const struct act *act);

#endif
