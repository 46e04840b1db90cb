/* SPDX-License-Identifier: Apache-2.0 */
/* bot.h - chooses what a sensible player would do now, from what they may see and do.
 *
 * Pure apart from the draws it is given. A bot knows its legal acts and the cards on the table, nothing else:
 * it bets near the minimum (a chip where there is none), now and then on the side, declines insurance, and
 * plays hands by the printed card of its game (odds/strategy.h). */
#ifndef CROUPIER_SERVER_BOT_H
#define CROUPIER_SERVER_BOT_H

#include "cards/shoe.h"
#include "odds/strategy.h"
#include "table/plan.h"
#include "table/state.h"

/* False: nothing, for now. `card` may be NULL where none is known: then the bot draws and stands as the
 * Dealer must. */
bool bot_act(const struct table_plan *plan, const struct table_state *state, unsigned person,
             const struct strategy *card, const struct draws *draws, struct act *act);

#endif
