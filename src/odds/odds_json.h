/* SPDX-License-Identifier: Apache-2.0 */
/* odds_json.h - odds as JSON, in one form for the command and the server.
 *
 * Every function returns a value owned by the caller. Numbers have 17 significant digits; a value that is
 * known exactly is also given as a fraction in lowest terms, as text. null: not defined, or not known
 * exactly. The main wager has no fractions, and a round that is split ends in many ways, so that its outcome
 * has a "mean" instead of what it pays. Before game_odds_deviation the standard deviation and the hit
 * frequency of a main wager are null. */
#ifndef CROUPIER_ODDS_ODDS_JSON_H
#define CROUPIER_ODDS_ODDS_JSON_H

#include <jansson.h>

#include "odds/chart.h"
#include "odds/hand_odds.h"
#include "odds/wager_odds.h"

/* The meaning of the main wager's value, and of a hand's, in one sentence. */
extern const char odds_method[];
extern const char hand_method[];

json_t *wager_odds_json(const struct wager_odds *odds);
json_t *game_odds_json(const struct game_odds *game, const char *kind);
json_t *hand_answer_json(const struct hand_answer *answer, const char *hand, const char *dealer);
json_t *chart_json(const struct strategy_chart *chart);

#endif
