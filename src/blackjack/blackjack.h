/* SPDX-License-Identifier: Apache-2.0 */
/* blackjack.h - the blackjack family: one engine for every rulebook that names it.
 *
 * A round goes through betting, the initial deal, the interim settlement, the options, the hands one after
 * the other, the Dealer's draw and the final settlement. Every act is verified against the round as it stands
 * and then done; a refused act changes nothing. What a house may vary is asked of the rulebook, never of the
 * game's name. Files are named by what the rules call the thing: bet, claim, control, deal, interim, window,
 * turn, split, dealer, settle; and for what goes wrong: report, misdeal, together, pick, late, skipped,
 * outage, options. Pure: no heap, clock, randomness or globals. */
#ifndef CROUPIER_BLACKJACK_BLACKJACK_H
#define CROUPIER_BLACKJACK_BLACKJACK_H

#include "round/family.h"

extern const struct family blackjack_family;

#endif
