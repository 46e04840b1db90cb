/* SPDX-License-Identifier: Apache-2.0 */
/* blackjack.h - the blackjack family: one engine for every rulebook that names it.
 *
 * A round goes through betting, the initial deal, the interim settlement, the options, the hands one after
 * the other, the Dealer's draw and the final settlement. Every act is verified against the round as it stands
 * and then done; a refused act changes nothing. What a house may vary is asked of the rulebook, never of the
 * game's name. Pure: no heap, clock, randomness or globals.
 *
 * Files are named by what the rules call the thing, and include each other downwards only:
 *   act     verbs legal blackjack; card end: here play and what goes wrong meet
 *   wrong   report kind alias fact; remedy decide; misdeal skipped late pick options outage void shuffle
 *   play    bet split squeeze decline turn due; deal settle side window; dealer loss claim limits control
 *   table   trail together cite question; hand table */
#ifndef CROUPIER_BLACKJACK_BLACKJACK_H
#define CROUPIER_BLACKJACK_BLACKJACK_H

#include "round/family.h"

extern const struct family blackjack_family;

#endif
