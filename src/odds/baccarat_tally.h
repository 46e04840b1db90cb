/* SPDX-License-Identifier: Apache-2.0 */
/* baccarat_tally.h - counts all deals of a baccarat round, by the rulebook's drawing table.
 *
 * Pure. Cards are dealt rank by rank (ranks that no line of the wager tells apart are dealt as one kind); a
 * permanent card belongs to its hand but not to the shoe. Suits are not dealt one by one: for given ranks it
 * is counted in how many ways all suits agree, only their colours agree, or neither. */
#ifndef CROUPIER_ODDS_BACCARAT_TALLY_H
#define CROUPIER_ODDS_BACCARAT_TALLY_H

#include "odds/stock.h"
#include "odds/tally.h"

/* For the judges JUDGE_OUTCOME and JUDGE_ALL_CARDS. The stock is the shoe before the round, of any cards. */
void baccarat_tally(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                    const struct stock *stock);

#endif
