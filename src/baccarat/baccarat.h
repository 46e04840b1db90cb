/* SPDX-License-Identifier: Apache-2.0 */
/* baccarat.h - the baccarat family: one engine for every rulebook that names it.
 *
 * A round goes through betting, the initial deal, the third cards of the table of play, and the settlement.
 * Nobody decides anything after the close of bets; so besides betting there are only cards, and what goes
 * wrong with them. Every act is verified against the round as it stands and then done; a refused act changes
 * nothing. What a house may vary is asked of the rulebook. Files: bet, hand, deal, settle, report, misdeal,
 * outage, staff; legal and view are what pages ask for. Pure: no heap, clock, randomness or globals. */
#ifndef CROUPIER_BACCARAT_BACCARAT_H
#define CROUPIER_BACCARAT_BACCARAT_H

#include "round/family.h"

extern const struct family baccarat_family;

#endif
