/* SPDX-License-Identifier: Apache-2.0 */
/* simulate_exact.h - which exact value a simulated mean can be held against. */
#ifndef CROUPIER_CLI_SIMULATE_EXACT_H
#define CROUPIER_CLI_SIMULATE_EXACT_H

#include "cli/simulate_report.h"
#include "odds/game.h"

/* Known are: wagers decided by cards alone; the main wager under the two strategies of the odds, from a fresh
 * shoe. Boxes that do not look at each other's cards have the same exact value however many there are.
 * Under them also what is placed after a decision: on Aces that are split, by the upcards against which they
 * are; Insurance, by the Blackjacks that take even money instead. `odds` may be NULL. */
void simulate_exact(const struct rulebook *book, const struct sim_state *state, const struct game_odds *odds,
                    struct exact_means *exact);

#endif
