/* SPDX-License-Identifier: Apache-2.0 */
/* report.h - an irregularity is reported: what the rulebook's remedy is, and doing it.
 *
 * Section 5 of every document. The rulebook names a remedy for each kind, early and late (irregularity.h);
 * here each remedy is one function. What is not so at the table cannot be reported. */
#ifndef CROUPIER_BLACKJACK_REPORT_H
#define CROUPIER_BLACKJACK_REPORT_H

#include "blackjack/table.h"

struct ruling bj_report_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_report_do(struct table *table, const struct act *act);

struct ruling bj_decide_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_decide_do(struct table *table, const struct act *act);

struct ruling bj_shuffle_verify(const struct rulebook *book, const struct round *round,
                                const struct act *act);
void bj_shuffle_do(struct table *table, const struct act *act);
struct ruling bj_cut_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_cut_do(struct table *table, const struct act *act);
struct ruling bj_squeeze_verify(const struct rulebook *book, const struct round *round,
                                const struct act *act);
void bj_squeeze_do(struct table *table, const struct act *act);
struct ruling bj_finish_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_finish_do(struct table *table, const struct act *act);

#endif
